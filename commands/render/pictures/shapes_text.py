"""Shapes on a table in character cells: each cell shows what lies in its middle, things before areas.

Areas of one thing are filled. Where several things have some, they would hide each other: their borders are drawn.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Final

from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell, Piece, dotted, printable
from commands.render.pictures.figures import ARROWS, SIDE_STYLES, badge, listed
from commands.render.pictures.plane_text import FRAME, NEAR
from commands.render.pictures.shapes import (
    Extent,
    area_said,
    crossings,
    extent_of,
    figure,
    holds,
    is_between,
    lines_said,
    middle,
    owner,
)
from sits_es.report.scenes import Area, Corner, Outline, ShapeLine, ShapeScene

#: The most rows inside the frame; a row is as high as two columns are wide.
ROWS: Final = 34

#: Signs of areas, in the order of the scene; of a thing, where it isn't inside an area; where it is; of a line.
AREAS: Final = ("·:'-~=,;`\"_!", ".:'-~^,;`\"_!")
THING: Final = ("▒", "=")
INSIDE: Final = ("█", "#")
LINE: Final = ("∙", "*")


class Raster:
    """Which spot of the table each cell shows, inside a frame. scale: how wide a column is, half of a row's height."""

    def __init__(self, extent: Extent, width: int, most_rows: int = ROWS) -> None:
        room = width - 2
        self.scale = max(extent.across / room, extent.up / (2 * most_rows))
        # so that the scale can be told in few digits, the picture never being larger than it may
        step = 10 ** (math.floor(math.log10(self.scale)) - 1)
        self.scale = math.ceil(self.scale / step - 1e-9) * step
        self.columns = max(1, math.ceil(extent.across / self.scale - 1e-9))
        self.rows = max(1, math.ceil(extent.up / (2 * self.scale) - 1e-9))
        self._left = (extent.left + extent.right - self.columns * self.scale) / 2
        self._top = (extent.top + extent.bottom + 2 * self.rows * self.scale) / 2

    def spot(self, cell: Cell) -> Corner:
        """The middle of a cell, 0 up."""
        return self._left + (cell[0] + 0.5) * self.scale, self._top - (2 * cell[1] + 1) * self.scale

    def cell(self, spot: Corner) -> Cell:
        """The cell that shows a spot."""
        column, row = (spot[0] - self._left) / self.scale, (self._top - spot[1]) / (2 * self.scale)
        return min(max(math.floor(column), 0), self.columns - 1), min(max(math.floor(row), 0), self.rows - 1)

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is inside the frame."""
        return 0 <= cell[0] < self.columns and 0 <= cell[1] < self.rows

    def held(self, corners: Sequence[Corner]) -> frozenset[Cell]:
        """The cells whose middles a shape holds, as far as the frame and one cell around it."""
        found: list[Cell] = []
        for row in range(-1, self.rows + 1):
            if crossed := crossings(corners, self.spot((0, row))[1]):
                columns = range(-1, self.columns + 1)
                found += [(column, row) for column in columns if is_between(crossed, self.spot((column, row))[0])]
        return frozenset(found)


def draw_shapes(scene: ShapeScene, width: int, *, ascii_only: bool, rows: int | None = None) -> Canvas:
    """The table and its legend in so many columns. rows: the most that it may have, 6 up; it has no legend then."""
    raster, sheet = Raster(extent_of(scene), width, ROWS if rows is None else rows - 2), Canvas(width)
    _frame(sheet, raster, ascii_only=ascii_only)
    signs = signs_of(scene, ascii_only=ascii_only)
    for (column, row), piece in _pieces(scene, signs, raster, ascii_only=ascii_only).items():
        sheet.put(column + 1, row + 1, *piece)
    for stroke in scene.strokes:
        _line(sheet, raster, scene, stroke, ascii_only=ascii_only)
    taken: set[Cell] = set()
    for thing in scene.things:
        _name(sheet, raster, scene, thing, taken, ascii_only=ascii_only)
    if rows is not None:
        return sheet
    sheet.write(0, raster.rows + 3, list(_legend(scene, signs, raster.scale, ascii_only=ascii_only)), indent=5)
    return sheet


def signs_of(scene: ShapeScene, *, ascii_only: bool) -> dict[int, str]:
    """The signs of the areas that are filled, by their number in the scene."""
    filled = [number for number, area in enumerate(scene.areas) if area.weight != "open"]
    signs = AREAS[ascii_only]
    return {number: signs[at % len(signs)] for at, number in enumerate(filled)}


def _overlaid(scene: ShapeScene, signs: dict[int, str]) -> bool:
    """Whether areas of several things are shown."""
    return len({scene.areas[number].of for number in signs}) > 1


def _pieces(scene: ShapeScene, signs: dict[int, str], raster: Raster, *, ascii_only: bool) -> dict[Cell, Piece]:
    """What each cell shows that shows anything: what lies inside an area, a thing, or the sign of an area.

    The last area of the scene covers the others; where areas of several things are shown, only their borders are.
    """
    found: dict[Cell, Piece] = {}
    only_borders = _overlaid(scene, signs)
    for number, sign in signs.items():
        area = scene.areas[number]
        held = raster.held(area.corners)
        found |= dict.fromkeys(_border(held) if only_borders else held, (sign, _area_style(scene, area)))
    for thing in scene.things:
        found |= dict.fromkeys(raster.held(thing.corners), (THING[ascii_only], _style(scene, thing.name)))
    for overlap in reversed(scene.overlaps):
        for part in overlap.parts:
            found |= dict.fromkeys(raster.held(part), (INSIDE[ascii_only], _style(scene, overlap.thing)))
    return {cell: piece for cell, piece in found.items() if raster.shows(cell)}


def _border(held: frozenset[Cell]) -> Iterator[Cell]:
    """Those of an area's cells that have one beside, above or below them that isn't the area's."""
    for column, row in held:
        beside = ((column + 1, row), (column - 1, row), (column, row - 1), (column, row + 1))
        if not held.issuperset(beside):
            yield column, row


def _style(scene: ShapeScene, name: str) -> str:
    found = owner(scene, name)
    return "" if found is None else SIDE_STYLES[figure(scene, found).colour]


def _area_style(scene: ShapeScene, area: Area) -> str:
    style = _style(scene, area.of)
    return style if area.weight == "strong" else style.replace("bold", "dim")


def _frame(sheet: Canvas, raster: Raster, *, ascii_only: bool) -> None:
    upper_left, upper_right, lower_left, lower_right, across, up = FRAME[ascii_only]
    sheet.put(0, 0, upper_left + across * raster.columns + upper_right)
    for row in range(1, raster.rows + 1):
        sheet.put(0, row, up)
        sheet.put(raster.columns + 1, row, up)
    sheet.put(0, raster.rows + 1, lower_left + across * raster.columns + lower_right)


def _line(sheet: Canvas, raster: Raster, scene: ShapeScene, stroke: ShapeLine, *, ascii_only: bool) -> None:
    """A line, where no thing lies over it."""
    start, end = map(raster.cell, stroke.ends)
    for cell in (start, *dotted(start, end)):
        if not any(holds(thing.corners, raster.spot(cell)) for thing in scene.things):
            sheet.put(cell[0] + 1, cell[1] + 1, LINE[ascii_only], _style(scene, stroke.of))


def _name(
    sheet: Canvas, raster: Raster, scene: ShapeScene, thing: Outline, taken: set[Cell], *, ascii_only: bool
) -> None:
    """A thing's label, and the way of its front, in its middle or as near as no other label is; the legend has all."""
    found = figure(scene, thing)
    words = badge(found, ascii_only=ascii_only) + _front(thing, ascii_only=ascii_only)
    column, row = raster.cell(middle(thing.corners))
    column = min(max(0, column - cell_len(words) // 2), max(0, raster.columns - cell_len(words)))
    for off in NEAR:
        cells = {(column + at, row + off) for at in range(cell_len(words))}
        if not cells & taken and 0 <= row + off < raster.rows:
            sheet.put(column + 1, row + off + 1, words, SIDE_STYLES[found.colour])
            taken |= cells
            return


def _front(thing: Outline, *, ascii_only: bool) -> str:
    """The arrow nearest to where a thing's front lies from its middle."""
    if not thing.front:
        return ""
    (x, y), (to_x, to_y) = middle(thing.corners), middle(thing.front)
    long = math.hypot(to_x - x, to_y - y)
    if long == 0:
        return ""
    return ARROWS[round(1.2 * (to_x - x) / long), round(1.2 * (y - to_y) / long)][ascii_only]


def _legend(scene: ShapeScene, signs: dict[int, str], scale: float, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, each thing in words, then the areas."""
    words, measure = scene.words, scene.words.measure
    told = f"A column is {scale:g} {measure}".rstrip() + f", a row {2 * scale:g} {measure}".rstrip() + "."
    yield [(printable(told, ascii_only=ascii_only), "")]
    inside = f"  {INSIDE[ascii_only]} what an area holds" if scene.overlaps else ""
    line = f"  {LINE[ascii_only] * 3} line" if scene.strokes else ""
    pointer = "".join(ARROWS[way][ascii_only] for way in ((0, -1), (1, -1), (1, 0)))
    way = f"  {pointer} {words.pointer}" if words.pointer else ""
    yield [(printable(f"{THING[ascii_only]} {words.unit}{inside}{line}{way}", ascii_only=ascii_only), "")]
    yield [("", "")]
    yield from listed(scene.things, ascii_only=ascii_only)
    for number, area in enumerate(scene.areas):
        if number in signs:
            yield [
                (f"{signs[number]:<4} ", _area_style(scene, area)),
                (printable(area_said(area), ascii_only=ascii_only), "bold" if area.weight == "strong" else ""),
            ]
    for said in lines_said(scene):
        yield [(printable(said, ascii_only=ascii_only), "")]
