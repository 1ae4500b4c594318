"""Files that commands check, write from a template, or draw a picture into."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from commands.output import show_json
from sits_es.errors import GameError, NotAllowedError
from sits_es.orders.names import known_as
from sits_es.sentences import shell

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene
    from sits_es.toml import SheetFault


class CheckedFile(NamedTuple):
    """A file that was checked. holds: what it holds, in a few words; problems: every fault as a player reads it."""

    source: str
    holds: str = ""
    problems: tuple[str, ...] = ()
    faults: tuple[dict[str, Any], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"file": self.source, "ok": not self.problems, "name": self.holds, "faults": list(self.faults)}


def check(
    files: Iterable[Path], read: Callable[[str, str], str], *, as_json: bool, praise: str = "{} is valid."
) -> None:
    """Read each file and say what it holds or all that is wrong; exit status 1 when one has a fault.

    read: from a file's text and name to what it holds; GameError for one with faults. praise: said of a good one.
    """
    found = [_check(path, read) for path in files]
    if as_json:
        show_json([each.as_json() for each in found])
    else:
        for each in found:
            said = "\n".join(each.problems) or f"{each.source}: {praise.format(each.holds)}"
            typer.echo(said, err=bool(each.problems))
    if any(each.problems for each in found):
        raise typer.Exit(1)


def _check(path: Path, read: Callable[[str, str], str]) -> CheckedFile:

    from sits_es.disk import read_text

    source = str(path)
    try:
        return CheckedFile(source=source, holds=read(read_text(path), source))
    except GameError as refusal:
        found = getattr(refusal, "faults", None)
        faults = (
            tuple({"message": problem} for problem in refusal.problems)
            if found is None
            else tuple(_fault(fault, source) for fault in found)
        )
        return CheckedFile(source=source, problems=refusal.problems, faults=faults)


def _fault(fault: SheetFault, source: str) -> dict[str, Any]:
    """A fault for programs; one of another file, which the file that is checked names, says of which."""
    other = {} if fault.source == source else {"file": fault.source}
    return {"line": fault.line, "key": fault.key, "message": fault.message} | other


def template_like(template: str, like: str | None, kind: str, known: Mapping[str, str]) -> str:
    """The text that a new file starts from: the template, or what is known by a name. NotAllowedError for another."""
    if like is None:
        return template
    return known[known_as(kind, like, known, f"{kind}{'es' if kind.endswith('s') else 's'}")]


def write_new(text: str, out: Path | None, then: str) -> None:
    """Print a text, or write it to a file that is not there yet. then: what to type next, before the file's name."""
    if out is None:
        typer.echo(text, nl=False)
        return
    from sits_es.disk import new_file

    with new_file(out) as file:
        file.write(text)
    typer.echo(f"{out} is written. Edit it, then: {then} {shell(str(out))}")


def draw_svg(scene: Scene, title: str, path: Path) -> None:
    """Draw a scene into a new SVG file, under a title. NotAllowedError for a name that does not end with .svg."""
    if path.suffix.lower() != ".svg":
        raise NotAllowedError(f"{path}: a picture's file name must end with .svg.")
    from commands.render.pictures import render_svg
    from sits_es.disk import new_file

    with new_file(path, shared=True) as file:
        file.write(render_svg(scene, title))
