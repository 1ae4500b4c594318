"""The map in character cells: hexes with flat tops, every thing on it with its label, pointer and level."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Piece, centred
from commands.render.pictures.fit import Drawn, Item, View, fit, fit_at, half_row, item_of
from commands.render.pictures.hex_text import ARROWS, FUTURES, LARGE, ON_END, SMALL, THINGS, HexForm, badge, texts_of
from commands.render.pictures.labels import printable
from commands.render.pictures.map import Colour, scale_text, whose
from sits_es.report.scenes import MapScene

#: A cell of the sheet: its column and row.
Cell = tuple[int, int]

#: Half rows of hexes that a picture may have, large and small.
DOWN: Final = {LARGE: 14, SMALL: 24}

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
GRID_STYLE: Final = "dim"


def draw_map(scene: MapScene, width: int, *, ascii_only: bool) -> Canvas:
    """The map and its legend in so many columns: large hexes if they do, then small ones, then a coarser scale."""
    form, view = _fitted(scene, width)
    sheet = Canvas(width)
    grid = form.pitch * view.across + len(form.edges[-2]) - form.pitch
    left = (width - grid) // 2
    inside: set[Cell] = set()
    for drawn in view.hexes():
        inside |= _outline(sheet, form, *_corner(form, view, drawn, left))
    bottom = sheet.height
    for course in view.courses:
        start, end = (_middle(form, view, drawn, left) for drawn in (course.start, course.end))
        for column, row in _dots(start, end):
            if (column, row) in inside:
                sign = (COURSE_END if (column, row) == end else COURSE)[ascii_only]
                sheet.put(column, row, sign, SIDE_STYLES[course.item.colour])
    for drawn, items in view.items.items():
        texts = texts_of(items, form, scene.words, ascii_only=ascii_only)
        _fill(sheet, form, _corner(form, view, drawn, left), items, texts)
    for place, (top, base) in enumerate(_named(scene, ascii_only=ascii_only)):
        column = left + place * (grid - 1) // 2
        sheet.put(column, 0, top, "bold")
        sheet.put(column, bottom, base, "bold")
    sheet.write(0, bottom + 2, list(_legend(scene, view, ascii_only=ascii_only)), indent=5)
    return sheet


def _fitted(scene: MapScene, width: int) -> tuple[HexForm, View]:
    room = {form: (width - 2) // form.pitch for form in DOWN}
    if view := fit_at(scene, room[LARGE], DOWN[LARGE], 1):
        return LARGE, view
    return SMALL, fit(scene, room[SMALL], DOWN[SMALL])


def _corner(form: HexForm, view: View, drawn: Drawn, left: int) -> Cell:
    """The column and row of a drawn hex's upper left corner; the first row is kept for the directions."""
    return left + form.pitch * (drawn[0] - view.left), 1 + form.height * (half_row(drawn) - view.top) // 2


def _outline(sheet: Canvas, form: HexForm, column: int, row: int) -> set[Cell]:
    """Draw a hex, and return the cells inside it."""
    inside = set()
    for down, edge in enumerate(form.edges):
        for right, letter in enumerate(edge):
            if letter == ".":
                inside.add((column + right, row + down))
            elif letter != " ":
                sheet.put(column + right, row + down, letter, GRID_STYLE)
    return inside


def _middle(form: HexForm, view: View, drawn: Drawn, left: int) -> Cell:
    column, row = _corner(form, view, drawn, left)
    return column + form.middle[0], row + form.middle[1]


def _dots(start: Cell, end: Cell) -> Iterator[Cell]:
    """The cells of a dotted line, without its start."""
    right, down = end[0] - start[0], end[1] - start[1]
    dots = max(abs(right) // 2, abs(down), 1)
    for dot in range(1, dots + 1):
        yield start[0] + (2 * right * dot + dots) // (2 * dots), start[1] + (2 * down * dot + dots) // (2 * dots)


def _named(scene: MapScene, *, ascii_only: bool) -> tuple[tuple[str, str], ...]:
    """The names of the hex sides above and below the map, from left to right; blanks for one that has none."""
    names = [printable(name, ascii_only=ascii_only) for name in (*scene.words.directions, *[" "] * 6)]
    return (names[5], names[4]), (names[0], names[3]), (names[1], names[2])


def _fill(
    sheet: Canvas, form: HexForm, corner: tuple[int, int], items: tuple[Item, ...], texts: list[tuple[str, Item]]
) -> None:
    """Write what stands in a hex into its rows."""
    for line, (start, room) in enumerate(form.rows):
        text, item = texts[line] if line < len(texts) else ("", items[0])
        column = corner[0] + start
        if form is SMALL and line:  # its lower edge is to be seen on either side of the text
            column += max(0, room - cell_len(text)) // 2
        else:
            text = centred(text, room)
        sheet.put(column, corner[1] + 1 + line, text, SIDE_STYLES[item.colour])


def _legend(scene: MapScene, view: View, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each thing in words."""
    yield [(" ".join((scale_text(scene, view.scale), *_top(scene))), "")]
    yield [("  ".join(_signs(scene, at=int(ascii_only))), "")]
    yield [("", "")]
    for marker in scene.markers:
        item = item_of(scene, marker)
        first, *rest = (printable(fact, ascii_only=ascii_only) for fact in (whose(marker), *marker.facts))
        name = f"{badge(item, ascii_only=ascii_only):<4} "
        yield [(name, SIDE_STYLES[item.colour]), (first, "bold"), ("  " + ", ".join(rest) if rest else "", "")]


def _top(scene: MapScene) -> Iterator[str]:
    """Which direction is up."""
    if names := scene.words.directions:
        yield f"{names[0]} is up; {', '.join(names[1:])} follow clockwise."


def _signs(scene: MapScene, at: int) -> Iterator[str]:
    """What the signs mean. at: 0 for Unicode, 1 for ASCII."""
    words = scene.words
    yield f"{THINGS[at][0]} {words.unit}"
    if words.future:
        yield f"{FUTURES[at][0]} {words.future}"
    if words.level:
        yield f"+4 {words.level}"
    if words.pointer:
        yield f"{''.join(ARROWS[way][at] for way in ((0, -1), (1, -1), (1, 0)))} {words.pointer}"
        pointers = (each.pointer for each in scene.markers)
        ends = {(each.rising, each.name) for each in pointers if each and each.azimuth is None}
        yield from (f"{ON_END[rising][at]} {words.pointer} {name}" for rising, name in sorted(ends, reverse=True))
    if words.course_in_short:
        yield f"{COURSE[at] * 3}{COURSE_END[at]} {words.course_in_short}"
