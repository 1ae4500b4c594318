"""What stands in a picture of any ground: the sign of its side, its label, where it points, and what is said of it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final, Literal

from msgspec import Struct

from commands.render.pictures.canvas import Canvas, Cell, Piece, dotted, printable
from sits_es.report.scenes import HexPlace, MapWords, Marker, Pointer

#: The colours that sides have on a map.
Colour = Literal["red", "blue", "green", "yellow"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow")


@lru_cache(maxsize=16)
def side_colours(sides: tuple[str, ...]) -> tuple[Colour, ...]:
    """A colour for each side: the one it is named after, if any, else the next that no side is named after."""
    named = {side: colour for side in sides for colour in COLOURS if side.strip().lower() == colour}
    free = [colour for colour in COLOURS if colour not in named.values()] or list(COLOURS)
    unnamed = [side for side in sides if side not in named]
    named |= {side: free[at % len(free)] for at, side in enumerate(unnamed)}
    return tuple(named[side] for side in sides)


#: Things by side, and where they will be; a fifth side begins again. Each sign stands in `stream.IN_ASCII`.
THINGS: Final = "●■◆▼"
FUTURES: Final = "○□◇▽"

#: The sign of a pointer by where it points, right (-1, 0, 1) and down (-1, 0, 1).
ARROWS: Final = {
    (0, -1): "↑",
    (1, -1): "↗",
    (1, 0): "→",
    (1, 1): "↘",
    (0, 1): "↓",
    (-1, 1): "↙",
    (-1, 0): "←",
    (-1, -1): "↖",
}

#: A pointer straight up or straight down.
ON_END: Final = {True: "⊙", False: "⊗"}

#: The line of a course, and its end.
COURSE: Final = "·"
COURSE_END: Final = "\N{MULTIPLICATION SIGN}"
#: The colours of the sides.
SIDE_STYLES: Final[dict[Colour, str]] = {
    "red": "bold red",
    "blue": "bold bright_blue",
    "green": "bold green",
    "yellow": "bold yellow",
}


class Figure(Struct, frozen=True, kw_only=True):
    """A thing as it is drawn: where it is, or where it will be (`later`). side: 0 up, chooses its shape.

    pointer: where it points as it is seen here; level: of its hex.
    """

    marker: Marker
    side: int
    colour: Colour
    pointer: Pointer | None = None
    level: int = 0
    later: bool = False


def sides_of(markers: Sequence[Marker]) -> tuple[str, ...]:
    """The sides of a picture in the order in which they take shapes and colours: as its things say, or appear."""
    return next((each.sides for each in markers if each.sides), tuple(dict.fromkeys(each.side for each in markers)))


def figure_of(markers: Sequence[Marker], marker: Marker, *, later: bool = False) -> Figure:
    """One of several things as it is drawn."""
    sides = sides_of(markers)
    side = sides.index(marker.side)
    pointer, place = (None, marker.future) if later else (marker.pointer, marker.place)
    level = place.level if isinstance(place, HexPlace) else 0
    colour = side_colours(sides)[side]
    return Figure(marker=marker, side=side, colour=colour, pointer=pointer, level=level, later=later)


def badge(figure: Figure) -> str:
    """The sign of a thing's side, hollow for where it will be, and its label."""
    signs = FUTURES if figure.later else THINGS
    return signs[figure.side % len(signs)] + printable(figure.marker.label)[:3]


def arrow(figure: Figure) -> tuple[str, int, int]:
    """The sign of a pointer, and where it points: right and down, -1 to 1 each. No sign for what has none."""
    if figure.pointer is None:
        return "", 0, 0
    toward = pointed(figure.pointer)
    if toward is None:  # written after the label, as a pointer to the right is
        return ON_END[figure.pointer.rising], 1, 0
    right, down = toward
    way = (round(1.2 * right), round(1.2 * down))
    return ARROWS[way], *way


def draw_course(sheet: Canvas, colour: Colour, start: Cell, end: Cell, holds: Callable[[Cell], bool]) -> None:
    """The dotted line from where a thing stands to where its course leads, on those cells that may be drawn on."""
    for cell in filter(holds, dotted(start, end)):
        sheet.put(*cell, COURSE_END if cell == end else COURSE, SIDE_STYLES[colour])


def signs(words: MapWords, pointers: Iterable[Pointer | None]) -> Iterator[str]:
    """What the signs mean, one by one. pointers: of all things in the picture."""
    found = [f"{THINGS[0]} {words.unit}"]
    if words.future:
        found.append(f"{FUTURES[0]} {words.future}")
    if words.level:
        found.append(f"+4 {words.level}")
    if words.pointer:
        found.append(f"{any_way()} {words.pointer}")
        ends = {(each.rising, each.name) for each in pointers if each and each.azimuth is None}
        found += (f"{ON_END[rising]} {words.pointer} {name}" for rising, name in sorted(ends, reverse=True))
    if words.course:
        found.append(f"{COURSE * 3}{COURSE_END} {words.course}")
    return map(printable, found)


def any_way() -> str:
    """Some signs of pointers, for the legend."""
    return "".join(ARROWS[way] for way in ((0, -1), (1, -1), (1, 0)))


def listed(markers: Sequence[Marker]) -> Iterator[list[Piece]]:
    """Each thing in words, a line each."""
    for marker in markers:
        figure = figure_of(markers, marker)
        first, *rest = (printable(fact) for fact in (whose(marker), *marker.facts))
        name = f"{badge(figure):<4} "
        yield [(name, SIDE_STYLES[figure.colour]), (first, "bold"), ("  " + ", ".join(rest) if rest else "", "")]


def level_text(level: int) -> str:
    """A level as it is written on the map: +4, -3, 0."""
    return f"{level:+}" if level else "0"


def scales() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on: the scales that a picture may have."""
    return (digit * 10**power for power in count() for digit in (1, 2, 5))


def around(azimuth: float, radius: float) -> tuple[float, float]:
    """The place so many degrees clockwise from the top and so far from the centre: to the right of and below it."""
    angle = math.radians(azimuth)
    return round(radius * math.sin(angle), 6), round(-radius * math.cos(angle), 6)


def pointed(pointer: Pointer) -> tuple[float, float] | None:
    """Where a thing points on the map: to the right and down, together of length 1; None straight up and down."""
    return None if pointer.azimuth is None else around(pointer.azimuth, 1.0)


def whose(marker: Marker) -> str:
    """A thing's name, and its side in brackets."""
    return f"{marker.name} ({marker.side})" if marker.side else marker.name
