"""The map in character cells: hexes with flat tops, A up, every ship with its label, nose and altitude."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Piece, centred
from commands.render.pictures.fit import Drawn, Item, View, fit, fit_at, half_row, item_of
from commands.render.pictures.hex_text import FUTURES, LARGE, NOSES, ON_END, SHIPS, SMALL, HexForm, badge, texts_of
from commands.render.pictures.labels import printable
from commands.render.pictures.map import Colour, MapScene, facts, scale_text

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
        _fill(sheet, form, _corner(form, view, drawn, left), items, ascii_only=ascii_only)
    for place, (top, base) in enumerate((("F", "E"), ("A", "D"), ("B", "C"))):
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


def _fill(sheet: Canvas, form: HexForm, corner: tuple[int, int], items: tuple[Item, ...], *, ascii_only: bool) -> None:
    """Write what stands in a hex into its rows."""
    texts = texts_of(items, form, ascii_only=ascii_only)
    for line, (start, room) in enumerate(form.rows):
        text, item = texts[line] if line < len(texts) else ("", items[0])
        column = corner[0] + start
        if form is SMALL and line:  # its lower edge is to be seen on either side of the text
            column += max(0, room - cell_len(text)) // 2
        else:
            text = centred(text, room)
        sheet.put(column, corner[1] + 1 + line, text, SIDE_STYLES[item.colour])


def _legend(scene: MapScene, view: View, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each ship in words."""
    at = int(ascii_only)
    yield [(f"{scale_text(view.scale)} A is up; B, C, D, E, F follow clockwise.", "")]
    noses = "".join(NOSES[way][at] for way in ((0, -1), (1, -1), (1, 0)))
    ends = {marker.nose for marker in scene.markers} & ON_END.keys()
    standing = "".join(f"  {ON_END[nose][at]} nose {nose}" for nose in ON_END if nose in ends)
    signs = f"{SHIPS[at][0]} ship  {FUTURES[at][0]} at the end of the segment  +4 altitude  {noses} nose{standing}"
    yield [(f"{signs}  {COURSE[at] * 3}{COURSE_END[at]} one turn ahead", "")]
    yield [("", "")]
    for marker in scene.markers:
        item = item_of(scene, marker)
        first, *rest = (printable(fact, ascii_only=ascii_only) for fact in facts(marker))
        name = f"{badge(item, ascii_only=ascii_only):<4} "
        yield [(name, SIDE_STYLES[item.colour]), (first, "bold"), ("  " + ", ".join(rest), "")]
