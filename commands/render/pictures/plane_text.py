"""A plane in character cells: a frame, every thing at its place with its label and its pointer, and the legend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen
from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell, Piece, dotted, printable
from commands.render.pictures.figures import COURSE, COURSE_END, SIDE_STYLES, arrow, badge, listed, signs
from commands.render.pictures.plane import Drawing, drawings, frame_of, measured, scale_for
from sits_es.report.scenes import PlanePoint, PlotScene

#: The most rows inside the frame; a row is as high as two columns are wide.
ROWS: Final = 30

#: The frame, corner by corner and side by side: Unicode and ASCII.
FRAME: Final = (("┌", "┐", "└", "┘", "─", "│"), ("+", "+", "+", "+", "-", "|"))

#: Rows above and below a thing's own in which its label may stand where another's is in the way.
NEAR: Final = (0, -1, 1, -2, 2)


@frozen(kw_only=True)
class Ground:
    """Where places stand on a sheet: cells inside a frame.

    left, top: what the first cell stands for; scale: units of a column, and half of those of a row; columns, rows:
    inside the frame; corner: the cell of the frame's upper left corner.
    """

    left: int
    top: int
    scale: int
    columns: int
    rows: int
    corner: Cell = (0, 0)

    def cell(self, place: PlanePoint) -> Cell:
        """The cell nearest to a place, in or out of the frame; halves go right and down."""
        right, down = place.x - self.left, self.top - place.y
        column, row = (2 * right + self.scale) // (2 * self.scale), (down + self.scale) // (2 * self.scale)
        return self.corner[0] + 1 + column, self.corner[1] + 1 + row

    def holds(self, cell: Cell) -> bool:
        """Whether a cell is inside the frame."""
        column, row = cell[0] - self.corner[0], cell[1] - self.corner[1]
        return 1 <= column <= self.columns and 1 <= row <= self.rows


def ground_of(scene: PlotScene, width: int, most_rows: int = ROWS) -> Ground:
    """The ground of a plane in so many columns and at most so many rows."""
    edges = frame_of(scene)
    across, up = edges.right - edges.left, edges.top - edges.bottom
    inside = width - 2
    # half the scale of the rows is that of the columns
    scale = max(scale_for(across, inside), scale_for(-(-up // 2), most_rows))
    columns, rows = max(-(-across // scale) + 1, min(inside, 20)), max(-(-up // (2 * scale)) + 1, 4)
    return Ground(left=edges.left, top=edges.top, scale=scale, columns=columns, rows=rows)


def draw_plot(scene: PlotScene, width: int, *, ascii_only: bool, rows: int | None = None) -> Canvas:
    """The plane and its legend in so many columns. rows: the most that it may have, 6 up; it has no legend then."""
    ground, sheet = ground_of(scene, width, ROWS if rows is None else rows - 2), Canvas(width)
    frame(sheet, ground, ascii_only=ascii_only)
    shown = list(drawings(scene))
    for drawing in shown:
        if drawing.course is not None:
            course(sheet, ground, drawing, drawing.course, ascii_only=ascii_only)
    taken: set[Cell] = set()
    for drawing in shown:
        put(sheet, ground, drawing, taken, ascii_only=ascii_only)
    if rows is None:
        sheet.write(0, ground.rows + 3, list(_legend(scene, ground.scale, ascii_only=ascii_only)), indent=5)
    return sheet


def frame(sheet: Canvas, ground: Ground, *, ascii_only: bool) -> None:
    """The frame round a ground."""
    upper_left, upper_right, lower_left, lower_right, across, up = FRAME[ascii_only]
    left, top = ground.corner
    sheet.put(left, top, upper_left + across * ground.columns + upper_right)
    for row in range(top + 1, top + ground.rows + 1):
        sheet.put(left, row, up)
        sheet.put(left + ground.columns + 1, row, up)
    sheet.put(left, top + ground.rows + 1, lower_left + across * ground.columns + lower_right)


def course(sheet: Canvas, ground: Ground, drawing: Drawing, leads_to: PlanePoint, *, ascii_only: bool) -> None:
    """The dotted line from a thing to where its course leads, as far as it is inside the frame."""
    start, end = ground.cell(drawing.place), ground.cell(leads_to)
    if start == end:
        return
    for cell in dotted(start, end):
        if ground.holds(cell):
            sign = (COURSE_END if cell == end else COURSE)[ascii_only]
            sheet.put(*cell, sign, SIDE_STYLES[drawing.figure.colour])


def put(sheet: Canvas, ground: Ground, drawing: Drawing, taken: set[Cell], *, ascii_only: bool) -> bool:
    """Write a thing where it stands, or as near as nothing else does; whether there was room: the legend has it too."""
    figure = drawing.figure
    text = badge(figure, ascii_only=ascii_only) + arrow(figure, ascii_only=ascii_only)[0]
    column, row = ground.cell(drawing.place)
    column = min(column, ground.corner[0] + ground.columns - cell_len(text) + 1)
    for off in NEAR:
        cells = {(column + at, row + off) for at in range(cell_len(text))}
        if not cells & taken and all(map(ground.holds, cells)):
            sheet.put(column, row + off, text, SIDE_STYLES[figure.colour])
            taken |= cells
            return True
    return False


def _legend(scene: PlotScene, scale: int, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each thing in words."""
    told = f"A column is {measured(scale, scene)}, a row {measured(2 * scale, scene)}."
    yield [(printable(told, ascii_only=ascii_only), "")]
    yield [("  ".join(signs(scene.words, scene.markers, ascii_only=ascii_only)), "")]
    yield [("", "")]
    yield from listed(scene.markers, ascii_only=ascii_only)
