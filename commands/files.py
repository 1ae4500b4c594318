"""What commands about unit and scenario files share: reading, checking, writing a file that was not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import typer

from commands.home import home
from commands.output import Form, show_json, warn
from commands.verbs import systems
from sits_es.errors import GameError, NotAllowedError
from sits_es.orders.names import same
from sits_es.sentences import PLAIN, listed, quoted, typed, unknown

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene
    from sits_es.rules.set_up import Scenarios
    from sits_es.toml import SheetFault


C = TypeVar("C")


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
    files: Iterable[Path], read: Callable[[str, str], str], *, as_json: bool, praise: str = "{} is in order."
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
    from sits_es.service.files import read_text

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
    if (name := same(like, known)) is None:
        raise NotAllowedError(unknown(kind, like, known, f"{kind}{'es' if kind.endswith('s') else 's'}"))
    return known[name]


def find_card(
    name: str,
    folder: Path | None,
    rules: Scenarios,
    read: Callable[[str, str], C],
    known_classes: Callable[[Mapping[str, str]], Mapping[str, C]],
) -> C:
    """The card in a file of that name, or of a class of that name among a player's own and the samples.

    folder: with a player's own, None for the usual one of the rules. read: a card from its text and its file's name;
    known_classes: all there are, from a player's own files. GameError when there is none, or for faults in a file.
    """
    from sits_es.service.files import read_text
    from sits_es.service.scenario import unit_files

    if Path(name).is_file():
        return read(read_text(Path(name)), name)
    known = known_classes(unit_files(rules, home(), folder))
    if (found := same(name, known)) is None:
        own = f"Cards of your own lie in {folder or home() / rules.unit_folder}."
        raise NotAllowedError(f"{no_such_class(name, known)} {own} Or name a card's file.")
    return known[found]


def list_cards(named: str | None, folder: Path | None, form: Form) -> None:
    """Print the cards of a rule system that somebody names, or of all; files that can't be read are warned of.

    folder: with a player's own, None for the usual ones.
    """
    from sits_es.service.card_list import card_list

    found = card_list(home(), named, folder)
    form.answer(found)
    if not form.as_json:
        warn(found.faults)


def write_new(text: str, out: Path | None, then: str) -> None:
    """Print a text, or write it to a file that is not there yet. then: what to type next, before the file's name."""
    if out is None:
        typer.echo(text, nl=False)
        return
    from sits_es.service.files import new_file

    with new_file(out) as file:
        file.write(text)
    typer.echo(f"{out} is written. Edit it, then: {then} {typed(str(out))}")


def no_such_class(name: str, known: Iterable[str]) -> str:
    """Say that there is no class of that name, and what may have been meant.

    That is another rule system's class of that name, with the command that shows it, or the classes whose names hold
    the word, or else as of `unknown`. known: the classes that were looked through, by name.
    """
    from sits_es.rules import system
    from sits_es.service.card_list import card_list

    every = tuple(known)
    verbs = {package.__name__.rpartition(".")[2]: getattr(package, "CARDS", None) for package in systems()}
    for rules, cards in card_list(home(), None).cards.items():
        meant = same(name, [card.name for card in cards])
        if meant is not None and (verb := verbs.get(rules)) is not None:
            return f'{meant} is a class of {system(rules).title}. See it: sits {verb} show "{meant}".'
    holding = [each for each in every if name.strip() and name.casefold() in each.casefold()]
    if holding:
        called = name if PLAIN.fullmatch(name) else quoted(name)
        return f"There is no class {called}. Classes with that word: {listed(holding)}."
    return unknown("class", name, every, "classes")


def draw_svg(scene: Scene, title: str, path: Path) -> None:
    """Draw a scene into a new SVG file, under a title."""
    from commands.render.pictures import render_svg
    from sits_es.service.files import new_file

    with new_file(path) as file:
        file.write(render_svg(scene, title))
