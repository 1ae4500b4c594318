"""A space in character cells: its planes beside or below each other, each with its bar, and one legend for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile, product
from math import isqrt
from typing import Final

from attrs import evolve
from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell, Piece, printable, wrapped
from commands.render.pictures.hex_map import scales
from commands.render.pictures.plane import Drawing
from commands.render.pictures.plane_text import NEAR, Ground, course, frame, put
from commands.render.pictures.space import (
    Circle,
    Flat,
    Stroke,
    bar_of,
    flat,
    layouts,
    titled,
    told,
)
from commands.render.pictures.space_legend import GAP, LINE, RING, SOLID, Pane, crowded, keys_of, legend
from sits_es.report.scenes import PlanePoint, SpaceScene

#: The most rows of all planes together.
ROWS: Final = 64
#: The least columns and rows inside a frame, and those that are left free round what is to be seen.
LEAST: Final = (24, 5)
#: The rows of the smallest plane with its title, frame and bar, and how far in further lines of what is below stand.
FEWEST: Final = 9
INDENT: Final = 5
#: How bad it is that all balls and lines are named, only those with a label, or none, in halves of a missing thing.
LACKING: Final = (0, 1, 3)
MARGIN: Final = 1
#: Rows of a plane besides those inside its frame: title, frame, bar.
BESIDES: Final = 4
#: How much coarser than the first plane alone several may be where rows are few.
COARSER: Final = 2.5
#: A column is at least this part of what lengths are told in.
FINEST: Final = 10

#: What lies up and what to the right; the bar from its left end to its right one.
WAYS: Final = (("↑", "→"), ("^", ">"))
BAR: Final = (("├", "─", "┤"), ("|", "-", "|"))


def draw_space(scene: SpaceScene, width: int, *, ascii_only: bool, rows: int | None = None) -> Canvas:
    """The space and its legend in so many columns.

    rows: the most that it may have, 10 up; it has only the first of its planes then where several are not seen as
    well, and instead of the legend what balls and lines are called, where there is room. What the planes have no room
    for is told in any case, if need be in more rows.
    """
    if rows is not None:
        return _draw_in_few_rows(scene, width, rows, ascii_only=ascii_only)
    panes = list(_laid_out(scene, width, ROWS))
    sheet, drawn = _drawn(scene, panes, width, ascii_only=ascii_only)
    crowds = [[(line, "")] for pane, left_out in drawn for line in crowded(pane, left_out, ascii_only=ascii_only)]
    below = max((pane.ground.corner[1] + pane.ground.rows + 4 for pane in panes), default=0)
    sheet.write(0, below, [*crowds, *legend(scene, panes, width, ascii_only=ascii_only)], indent=5)
    return sheet


def _drawn(
    scene: SpaceScene, panes: Sequence[Pane], width: int, *, ascii_only: bool
) -> tuple[Canvas, list[tuple[Pane, list[Drawing]]]]:
    """The planes, each with what there is no room for in it."""
    sheet = Canvas(width)
    room = min((pane.ground.scale * (pane.ground.columns // 2) for pane in panes), default=1)
    length = [bar_of(pane.ground.scale, room, scene) for pane in panes]
    drawn = [
        (pane, _draw(sheet, scene, pane, bar, ascii_only=ascii_only)) for pane, bar in zip(panes, length, strict=True)
    ]
    return sheet, drawn


def _draw_in_few_rows(scene: SpaceScene, width: int, rows: int, *, ascii_only: bool) -> Canvas:
    """The planes so large that the fewest things have no room in them, with what is told beside the bar or below."""
    keys = [(" " * GAP).join(named) for named in keys_of(scene, ascii_only=ascii_only)]
    best: tuple[tuple[int, ...], Canvas, str, str] | None = None
    for margin, left in product((MARGIN, 0), range(rows, FEWEST - 1, -1)):
        panes = _in_few_rows(scene, width, left, margin)
        sheet, drawn = _drawn(scene, panes, width, ascii_only=ascii_only)
        crowds = [line for pane, left_out in drawn for line in crowded(pane, left_out, ascii_only=ascii_only)]
        missed = [len(left_out) for _, left_out in drawn]
        for named, lacking in zip(keys, LACKING, strict=True):
            goes = bool(named) and _end(sheet) + GAP + cell_len(named) <= width
            beside, below = (named, crowds) if goes else ("", [*crowds, named] if named else crowds)
            told_of = (" " * GAP).join(below)
            over = max(sheet.height + len(_lines(told_of, width)) - rows, 0)
            worth = (over, 2 * sum(missed[:1]) + (lacking if named != keys[0] else 0), -len(panes), sum(missed))
            if best is None or worth < best[0]:
                best = worth, sheet, beside, told_of
    if best is None:
        return Canvas(width)
    _, sheet, beside, told_of = best
    sheet.put(_end(sheet) + GAP, sheet.height - 1, beside)
    sheet.write(0, sheet.height, _lines(told_of, width), indent=INDENT)
    return sheet


def _end(sheet: Canvas) -> int:
    """The first column that is free in the last row."""
    return sum(cell_len(text) for text, _ in sheet.spans(sheet.height - 1))


def _lines(text: str, width: int) -> list[list[Piece]]:
    return wrapped([(text, "")], width, INDENT) if text else []


def _in_few_rows(scene: SpaceScene, width: int, rows: int, margin: int) -> Sequence[Pane]:
    """As many planes as are drawn at a scale no coarser than the first alone would be, or twice that; the first of all.

    rows: of all of them together; margin: as `_laid_out` has it.
    """
    few = [list(_laid_out(evolve(scene, views=scene.views[:number]), width, rows + 1, margin)) for number in (1, 2, 3)]
    fine = [panes for panes in few if panes and panes[0].ground.scale <= COARSER * few[0][0].ground.scale]
    return fine[-1] if fine else few[0]


def _laid_out(scene: SpaceScene, width: int, most_rows: int, margin: int = MARGIN) -> Iterator[Pane]:
    """The planes at the finest scale at which they go into the width and the rows, in as few rows as they can.

    None where they don't go into them at any scale. margin: rows that are free above and below what is to be seen.
    """
    planes = [flat(scene, view) for view in scene.views]
    titles = max((cell_len(titled(scene, view, WAYS[0])) for view in scene.views), default=0)
    least = max(1, scene.gauge.length // FINEST)
    for scale in dropwhile(lambda scale: scale < least, scales()):
        panes = [Pane(plane, _ground(plane, scale, titles, width, margin)) for plane in planes]
        ways = [way for way in layouts(panes) if max(map(_wide, way), default=0) <= width]
        best = min(ways, key=lambda way: sum(map(_high, way)), default=None)
        if best is not None and sum(map(_high, best)) <= most_rows:
            yield from _placed(best)
            return
        if all(pane.plane.across <= scale and pane.plane.high <= 2 * scale for pane in panes):
            return  # no coarser scale makes them smaller


def _ground(plane: Flat, scale: int, title: int, width: int, margin: int) -> Ground:
    """Where a plane's places stand at a scale; what is to be seen is in the middle. title: columns of the longest."""
    across, down = -(-plane.across // scale) + 1, -(-plane.high // (2 * scale)) + 1
    columns = max(across + 2 * MARGIN, min(max(LEAST[0], title - 2), width - 2))
    rows = max(down + 2 * margin, LEAST[1])
    left = plane.edges.left - (columns - across) // 2 * scale
    top = plane.edges.top + (rows - down) // 2 * 2 * scale
    return Ground(left=left, top=top, scale=scale, columns=columns, rows=rows)


def _wide(row: Sequence[Pane]) -> int:
    return sum(pane.ground.columns + 2 for pane in row) + GAP * (len(row) - 1)


def _high(row: Sequence[Pane]) -> int:
    return max(pane.ground.rows for pane in row) + BESIDES + 1


def _placed(rows: Sequence[Sequence[Pane]]) -> Iterator[Pane]:
    down = 1
    for row in rows:
        right = 0
        for pane in row:
            yield evolve(pane, ground=evolve(pane.ground, corner=(right, down)))
            right += pane.ground.columns + 2 + GAP
        down += _high(row)


def _draw(sheet: Canvas, scene: SpaceScene, pane: Pane, length: int, *, ascii_only: bool) -> list[Drawing]:
    """Draw one plane; the things for which there is no room in it. length: of its bar."""
    plane, ground = pane.plane, pane.ground
    left, top = ground.corner
    title = titled(scene, plane.view, WAYS[ascii_only], ascii_only=ascii_only)
    sheet.put(left, top - 1, _cut(title, ground.columns + 2), "bold")
    frame(sheet, ground, ascii_only=ascii_only)
    for circle in plane.circles:
        _round(sheet, ground, circle, ascii_only=ascii_only)
    for stroke in plane.strokes:
        _stroke(sheet, ground, stroke, ascii_only=ascii_only)
    for drawing in plane.drawings:
        if drawing.course is not None:
            course(sheet, ground, drawing, drawing.course, ascii_only=ascii_only)
    taken: set[Cell] = set()
    left_out = [each for each in plane.drawings if not put(sheet, ground, each, taken, ascii_only=ascii_only)]
    for label, place in dict.fromkeys(_labels(plane)):
        _label(sheet, ground, printable(label, ascii_only=ascii_only)[:3], place, taken)
    _bar(sheet, scene, ground, length, ascii_only=ascii_only)
    return left_out


def _cut(text: str, room: int) -> str:
    while cell_len(text) > room:
        text = text[:-1]
    return text


def _label(sheet: Canvas, ground: Ground, text: str, place: PlanePoint, taken: set[Cell]) -> None:
    """Write what a ball or line is called in its middle, or as near above or below as there is no thing."""
    column, row = ground.cell(place)
    column -= cell_len(text) // 2
    for off in NEAR:
        cells = {(column + at, row + off) for at in range(cell_len(text))}
        if not cells & taken and all(map(ground.holds, cells)):
            sheet.put(column, row + off, text, "bold")
            taken |= cells
            return


def _labels(plane: Flat) -> Iterator[tuple[str, PlanePoint]]:
    yield from ((circle.ball.label, circle.place) for circle in plane.circles if circle.ball.label)
    yield from ((stroke.line.label, stroke.middle) for stroke in plane.strokes if stroke.line.label)


def _round(sheet: Canvas, ground: Ground, circle: Circle, *, ascii_only: bool) -> None:
    """A circle, filled where it is solid; one that is smaller than a column is a single sign."""
    radius, middle = circle.ball.radius, ground.cell(circle.place)
    if radius < ground.scale:
        if ground.holds(middle):
            sheet.put(*middle, RING[ascii_only])
        return
    left, top = ground.corner[0] + 1, ground.corner[1] + 1
    if circle.ball.solid:
        for row in range(top, top + ground.rows):
            if (half := _half(radius, 2 * ground.scale * (row - middle[1]), ground.scale)) is not None:
                first, last = max(middle[0] - half, left), min(middle[0] + half, left + ground.columns - 1)
                sheet.put(first, row, SOLID[ascii_only] * (last - first + 1), "dim")
    for cell in _circle(ground, radius, middle):
        if ground.holds(cell):
            sheet.put(*cell, RING[ascii_only])


def _circle(ground: Ground, radius: int, middle: Cell) -> Iterator[Cell]:
    """The cells of a circle: row by row of the frame where it is steep, column by column where it is level."""
    left, top = ground.corner[0] + 1, ground.corner[1] + 1
    for row in range(top, top + ground.rows):
        up = 2 * ground.scale * (row - middle[1])
        if 2 * up * up <= radius * radius and (half := _half(radius, up, ground.scale)) is not None:
            yield from ((middle[0] + side, row) for side in (-half, half))
    for column in range(left, left + ground.columns):
        right = ground.scale * (column - middle[0])
        if 2 * right * right <= radius * radius and (half := _half(radius, right, 2 * ground.scale)) is not None:
            yield from ((column, middle[1] + side) for side in (-half, half))


def _half(radius: int, off: int, step: int) -> int | None:
    """Half of a circle's chord so far off its middle, in steps; None outside the circle."""
    return None if abs(off) > radius else (2 * isqrt(radius * radius - off * off) + step) // (2 * step)


def _stroke(sheet: Canvas, ground: Ground, stroke: Stroke, *, ascii_only: bool) -> None:
    start, end = ground.cell(stroke.start), ground.cell(stroke.end)
    for cell in (start, *_cells(start, end)):
        if ground.holds(cell):
            sheet.put(*cell, LINE[ascii_only])


def _cells(start: Cell, end: Cell) -> Iterator[Cell]:
    """Every cell of a line, without its start."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    for step in range(1, steps + 1):
        yield (
            start[0] + (2 * (end[0] - start[0]) * step + steps) // (2 * steps),
            start[1] + (2 * (end[1] - start[1]) * step + steps) // (2 * steps),
        )


def _bar(sheet: Canvas, scene: SpaceScene, ground: Ground, length: int, *, ascii_only: bool) -> None:
    left, middle, right = BAR[ascii_only]
    drawn = left + middle * (length // ground.scale - 1) + right
    text = f"{drawn} {printable(told(length, scene), ascii_only=ascii_only)}"
    sheet.put(ground.corner[0] + 1, ground.corner[1] + ground.rows + 2, _cut(text, ground.columns + 1))
