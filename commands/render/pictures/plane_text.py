"""A plane in character cells: a frame, every thing at its place with its label and its pointer, and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell, Piece, dotted
from commands.render.pictures.figures import COURSE, COURSE_END, SIDE_STYLES, arrow, badge, listed, signs
from commands.render.pictures.labels import printable
from commands.render.pictures.plane import Drawing, drawings, frame_of, measured, scale_for
from sits_es.report.scenes import PlanePoint, PlotScene

#: The most rows inside the frame; a row is as high as two columns are wide.
ROWS: Final = 30

#: The frame, corner by corner and side by side: Unicode and ASCII.
FRAME: Final = (("┌", "┐", "└", "┘", "─", "│"), ("+", "+", "+", "+", "-", "|"))

#: Rows above and below a thing's own in which its label may stand where another's is in the way.
NEAR: Final = (0, -1, 1, -2, 2)


class Ground:
    """Where places stand on a sheet: cells inside the frame, whose upper left corner is at 0, 0."""

    def __init__(self, scene: PlotScene, width: int) -> None:
        edges = frame_of(scene)
        across, up = edges.right - edges.left, edges.top - edges.bottom
        inside = width - 2
        # half the scale of the rows is that of the columns
        self.scale = max(scale_for(across, inside), scale_for(-(-up // 2), ROWS))
        self.columns = max(-(-across // self.scale) + 1, min(inside, 20))
        self.rows = max(-(-up // (2 * self.scale)) + 1, 4)
        self._left, self._top = edges.left, edges.top

    def cell(self, place: PlanePoint) -> Cell:
        """The cell nearest to a place, in or out of the frame; halves go right and down."""
        right, down = place.x - self._left, self._top - place.y
        return 1 + (2 * right + self.scale) // (2 * self.scale), 1 + (down + self.scale) // (2 * self.scale)

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is inside the frame."""
        return 1 <= cell[0] <= self.columns and 1 <= cell[1] <= self.rows


def draw_plot(scene: PlotScene, width: int, *, ascii_only: bool) -> Canvas:
    """The plane and its legend in so many columns."""
    ground, sheet = Ground(scene, width), Canvas(width)
    _frame(sheet, ground, ascii_only=ascii_only)
    shown = list(drawings(scene))
    for drawing in shown:
        if drawing.course is not None:
            _course(sheet, ground, drawing, drawing.course, ascii_only=ascii_only)
    taken: set[Cell] = set()
    for drawing in shown:
        _put(sheet, ground, drawing, taken, ascii_only=ascii_only)
    sheet.write(0, ground.rows + 3, list(_legend(scene, ground.scale, ascii_only=ascii_only)), indent=5)
    return sheet


def _frame(sheet: Canvas, ground: Ground, *, ascii_only: bool) -> None:
    upper_left, upper_right, lower_left, lower_right, across, up = FRAME[ascii_only]
    sheet.put(0, 0, upper_left + across * ground.columns + upper_right)
    for row in range(1, ground.rows + 1):
        sheet.put(0, row, up)
        sheet.put(ground.columns + 1, row, up)
    sheet.put(0, ground.rows + 1, lower_left + across * ground.columns + lower_right)


def _course(sheet: Canvas, ground: Ground, drawing: Drawing, course: PlanePoint, *, ascii_only: bool) -> None:
    start, end = ground.cell(drawing.place), ground.cell(course)
    if start == end:
        return
    for cell in dotted(start, end):
        if ground.holds(cell):
            sign = (COURSE_END if cell == end else COURSE)[ascii_only]
            sheet.put(*cell, sign, SIDE_STYLES[drawing.figure.colour])


def _put(sheet: Canvas, ground: Ground, drawing: Drawing, taken: set[Cell], *, ascii_only: bool) -> None:
    """Write a thing where it stands, or as near as nothing else does; where there is no room, the legend has it."""
    figure = drawing.figure
    text = badge(figure, ascii_only=ascii_only) + arrow(figure, ascii_only=ascii_only)[0]
    column, row = ground.cell(drawing.place)
    column = min(column, ground.columns - cell_len(text) + 1)
    for off in NEAR:
        cells = {(column + at, row + off) for at in range(cell_len(text))}
        if not cells & taken and all(map(ground.holds, cells)):
            sheet.put(column, row + off, text, SIDE_STYLES[figure.colour])
            taken |= cells
            return


def _legend(scene: PlotScene, scale: int, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each thing in words."""
    told = f"A column is {measured(scale, scene)}, a row {measured(2 * scale, scene)}."
    yield [(printable(told, ascii_only=ascii_only), "")]
    yield [("  ".join(signs(scene.words, scene.markers, ascii_only=ascii_only)), "")]
    yield [("", "")]
    yield from listed(scene.markers, ascii_only=ascii_only)
