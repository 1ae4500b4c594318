"""What stands in a picture of any ground: the sign of its side, its label, and where it points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from commands.render.pictures.canvas import Piece
from commands.render.pictures.labels import printable
from commands.render.pictures.map import Colour, pointed, side_colours, whose
from sits_es.report.scenes import MapWords, Marker

#: Things by side: Unicode and ASCII; a fifth side begins again. Where they will be: Unicode by side, and ASCII.
THINGS: Final = ("●■◆▲", "@#&%")
FUTURES: Final = ("○□◇△", "****")

#: The sign of a pointer by where it points, right (-1, 0, 1) and down (-1, 0, 1): Unicode and ASCII.
ARROWS: Final = {
    (0, -1): ("↑", "^"),
    (1, -1): ("↗", "/"),
    (1, 0): ("→", ">"),
    (1, 1): ("↘", "\\"),
    (0, 1): ("↓", "v"),
    (-1, 1): ("↙", "/"),
    (-1, 0): ("←", "<"),
    (-1, -1): ("↖", "\\"),
}

#: A pointer straight up or straight down: Unicode and ASCII.
ON_END: Final = {True: ("⊙", "O"), False: ("⊗", "X")}

#: The line of a course, and its end: Unicode and ASCII.
COURSE: Final = ("·", ".")
COURSE_END: Final = ("×", "x")  # noqa: RUF001 - a cross, not a letter
#: The colours of the sides.
SIDE_STYLES: Final[dict[Colour, str]] = {
    "red": "bold red",
    "blue": "bold bright_blue",
    "green": "bold green",
    "yellow": "bold yellow",
}


@frozen(kw_only=True)
class Figure:
    """A thing as it is drawn: where it is, or where it will be (`later`). side: 0 up, chooses its shape."""

    marker: Marker
    side: int
    colour: Colour
    later: bool = False


def figure_of(markers: Sequence[Marker], marker: Marker, *, later: bool = False) -> Figure:
    """One of several things as it is drawn; sides count as it says, or in the order in which they first appear."""
    sides = marker.sides or tuple(dict.fromkeys(each.side for each in markers))
    side = sides.index(marker.side)
    return Figure(marker=marker, side=side, colour=side_colours(sides)[side], later=later)


def badge(figure: Figure, *, ascii_only: bool) -> str:
    """The sign of a thing's side, hollow for where it will be, and its label."""
    signs = (FUTURES if figure.later else THINGS)[ascii_only]
    return signs[figure.side % len(signs)] + printable(figure.marker.label, ascii_only=ascii_only)[:3]


def arrow(figure: Figure, *, ascii_only: bool) -> tuple[str, int, int]:
    """The sign of a pointer, and where it points: right and down, -1 to 1 each. No sign for what has none."""
    pointer = figure.marker.pointer
    if pointer is None or figure.later:
        return "", 0, 0
    toward = pointed(pointer)
    if toward is None:  # written after the label, as a pointer to the right is
        return ON_END[pointer.rising][ascii_only], 1, 0
    right, down = toward
    way = (round(1.2 * right), round(1.2 * down))
    return ARROWS[way][ascii_only], *way


def signs(words: MapWords, markers: Sequence[Marker], *, ascii_only: bool) -> Iterator[str]:
    """What the signs mean, one by one."""
    return (printable(sign, ascii_only=ascii_only) for sign in _signs(words, markers, int(ascii_only)))


def _signs(words: MapWords, markers: Sequence[Marker], at: int) -> Iterator[str]:
    """at: 0 for Unicode, 1 for ASCII."""
    yield f"{THINGS[at][0]} {words.unit}"
    if words.future:
        yield f"{FUTURES[at][0]} {words.future}"
    if words.level:
        yield f"+4 {words.level}"
    if words.pointer:
        yield f"{''.join(ARROWS[way][at] for way in ((0, -1), (1, -1), (1, 0)))} {words.pointer}"
        pointers = (each.pointer for each in markers)
        ends = {(each.rising, each.name) for each in pointers if each and each.azimuth is None}
        yield from (f"{ON_END[rising][at]} {words.pointer} {name}" for rising, name in sorted(ends, reverse=True))
    if words.course_in_short:
        yield f"{COURSE[at] * 3}{COURSE_END[at]} {words.course_in_short}"


def listed(markers: Sequence[Marker], *, ascii_only: bool) -> Iterator[list[Piece]]:
    """Each thing in words, a line each."""
    for marker in markers:
        figure = figure_of(markers, marker)
        first, *rest = (printable(fact, ascii_only=ascii_only) for fact in (whose(marker), *marker.facts))
        name = f"{badge(figure, ascii_only=ascii_only):<4} "
        yield [(name, SIDE_STYLES[figure.colour]), (first, "bold"), ("  " + ", ".join(rest) if rest else "", "")]
