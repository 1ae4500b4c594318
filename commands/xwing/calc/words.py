"""Words that several verbs take: two places, by themselves or by name from a file, and where the picture goes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from commands.calc.page import ShownBelow
from commands.calc.shell import all_read

if TYPE_CHECKING:
    from sits_es.report.shapes import ShapeScene
    from sits_es.rules.xwing.sums.bases import Placement

PlaceWords = Annotated[
    list[str],
    typer.Argument(metavar="A B", help="Two places: BASE@X,Y,FACING, or names from the file given by --places."),
]
PlacesFile = Annotated[
    Path | None,
    typer.Option("--places", metavar="FILE", help="TOML: a table for each name, with base, at = [X, Y] and facing."),
]
SvgFile = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the picture into an SVG file.")]


class PlaceCalled(NamedTuple):
    """A place and what to call it in an answer."""

    name: str
    placement: Placement


def two_places(words: list[str], file: Path | None) -> tuple[PlaceCalled, PlaceCalled]:
    """The places of a command line, A and B where they have no name. GameError with everything that is wrong."""
    from sits_es.errors import UnreadableError
    from sits_es.rules.xwing.sums.named_places import read_places
    from sits_es.service.files import read_text

    known = {} if file is None else read_places(read_text(file), str(file))
    given = words if len(words) == 2 else " ".join(words).split()
    if len(given) != 2:
        raise UnreadableError(
            f"Two places are needed, and {len(given)} {'is' if len(given) == 1 else 'are'} given. Write two of the "
            "form BASE@X,Y,FACING, or names from a file given by --places."
        )
    first, second = (word.strip() for word in given)
    read = all_read(
        {
            "one": lambda: _place(first, "A", known, named=file is not None),
            "other": lambda: _place(second, "B", known, named=file is not None),
        }
    )
    one, other = read["one"], read["other"]
    return one, other if other.name != one.name else PlaceCalled("the other", other.placement)


def _place(word: str, letter: str, known: dict[str, Placement], *, named: bool) -> PlaceCalled:
    from sits_es.errors import UnreadableError
    from sits_es.rules.xwing.sums.bases import read_placement
    from sits_es.sentences import unknown

    if word in known:
        return PlaceCalled(word, known[word])
    if named and "@" not in word:
        raise UnreadableError(f"{unknown('place', word, known)} Or write BASE@X,Y,FACING.")
    return PlaceCalled(letter, read_placement(word))


def arcs_of(words: list[str] | None) -> tuple[str, ...]:
    """Arcs of an option, or of several of it. Raises UnreadableError."""
    from sits_es.rules.xwing.sums.areas import read_arcs

    return read_arcs(" ".join(words or ()))


def drawn(title: str, scene: Callable[[], ShapeScene], svg: Path | None) -> ShownBelow:
    """Write the SVG file if one is asked for, and give what shows the picture below the words.

    title: of the SVG file. NotAllowedError when the file can't be written.
    """
    if svg is not None:
        from commands.render.pictures import render_svg
        from sits_es.service.files import new_file

        text = render_svg(scene(), title)
        with new_file(svg) as out:
            out.write(text)
        typer.echo(f"The picture is in {svg}.", err=True)

    def show(width: int, *, ascii_only: bool) -> None:
        from commands.output import show as print_view
        from commands.render.pictures import render_text

        typer.echo()
        print_view(render_text(scene(), ascii=ascii_only, width=width), width)

    return show
