"""A space in character cells: its planes beside or below each other, each with its bar, and one legend for all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from math import isqrt
from typing import Final

from attrs import evolve, frozen
from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell, Piece
from commands.render.pictures.figures import badge, listed, signs
from commands.render.pictures.fit import scales
from commands.render.pictures.labels import printable
from commands.render.pictures.plane import Drawing
from commands.render.pictures.plane_text import Ground, course, frame, put
from commands.render.pictures.space import (
    Circle,
    Flat,
    Stroke,
    bar_of,
    crowds,
    flat,
    layouts,
    legend_of,
    titled,
    told,
)
from sits_es.report.scenes import PlanePoint, SpaceBall, SpaceLine, SpaceScene

#: The most rows of all planes together, and columns between two that are beside each other.
ROWS: Final = 64
GAP: Final = 2
#: The least columns and rows inside a frame, and those that are left free round what is to be seen.
LEAST: Final = (24, 5)
MARGIN: Final = 1
#: Rows of a plane besides those inside its frame: title, frame, bar.
BESIDES: Final = 4
#: How much coarser than the first plane alone several may be where rows are few.
COARSER: Final = 2.5
#: A column is at least this part of what lengths are told in.
FINEST: Final = 10

#: Circles, what is inside solid ones, lines: Unicode and ASCII.
RING: Final = ("∘", "o")
SOLID: Final = ("░", ":")
LINE: Final = ("~", "~")
#: What lies up and what to the right; the bar from its left end to its right one.
WAYS: Final = (("↑", "→"), ("^", ">"))
BAR: Final = (("├", "─", "┤"), ("|", "-", "|"))


@frozen
class Pane:
    """A plane and its place on the sheet."""

    plane: Flat
    ground: Ground


def draw_space(scene: SpaceScene, width: int, *, ascii_only: bool, rows: int | None = None) -> Canvas:
    """The space and its legend in so many columns.

    rows: the most that it may have, 10 up; it has no legend then, and only the first of its planes where several are
    not seen as well.
    """
    sheet, panes = (
        Canvas(width),
        list(_laid_out(scene, width, ROWS) if rows is None else _in_few_rows(scene, width, rows)),
    )
    lines: list[list[Piece]] = []
    room = min((pane.ground.scale * (pane.ground.columns // 2) for pane in panes), default=1)
    for pane in panes:
        left_out = _draw(sheet, scene, pane, bar_of(pane.ground.scale, room, scene), ascii_only=ascii_only)
        lines += [[(line, "")] for line in _crowds(pane, left_out, ascii_only=ascii_only)]
    if rows is not None:
        # as many of them as have room below
        kept = lines[: max(rows - sheet.height, 0)]
        sheet.write(0, sheet.height, [line for line in kept if sum(len(text) for text, _ in line) <= width], indent=5)
        return sheet
    below = max((pane.ground.corner[1] + pane.ground.rows + 4 for pane in panes), default=0)
    lines += _legend(scene, panes, width, ascii_only=ascii_only)
    sheet.write(0, below, lines, indent=5)
    return sheet


def _in_few_rows(scene: SpaceScene, width: int, rows: int) -> Sequence[Pane]:
    """As many planes as are drawn at a scale no coarser than the first alone would be, or twice that; the first of all.

    rows: of all of them together.
    """
    few = [list(_laid_out(evolve(scene, views=scene.views[:number]), width, rows + 1)) for number in (1, 2, 3)]
    fine = [panes for panes in few if panes and panes[0].ground.scale <= COARSER * few[0][0].ground.scale]
    return fine[-1] if fine else few[0]


def _laid_out(scene: SpaceScene, width: int, most_rows: int) -> Iterator[Pane]:
    """The planes at the finest scale at which they go into the width and the rows, in as few rows as they can.

    None where they don't go into them at any scale.
    """
    planes = [flat(scene, view) for view in scene.views]
    titles = max((cell_len(titled(scene, view, WAYS[0])) for view in scene.views), default=0)
    least = max(1, scene.gauge.length // FINEST)
    for scale in dropwhile(lambda scale: scale < least, scales()):
        panes = [Pane(plane, _ground(plane, scale, titles, width)) for plane in planes]
        ways = [way for way in layouts(panes) if max(map(_wide, way), default=0) <= width]
        best = min(ways, key=lambda way: sum(map(_high, way)), default=None)
        if best is not None and sum(map(_high, best)) <= most_rows:
            yield from _placed(best)
            return
        if all(pane.plane.across <= scale and pane.plane.high <= 2 * scale for pane in panes):
            return  # no coarser scale makes them smaller


def _ground(plane: Flat, scale: int, title: int, width: int) -> Ground:
    """Where a plane's places stand at a scale; what is to be seen is in the middle. title: columns of the longest."""
    across, down = -(-plane.across // scale) + 1, -(-plane.high // (2 * scale)) + 1
    columns = max(across + 2 * MARGIN, min(max(LEAST[0], title - 2), width - 2))
    rows = max(down + 2 * MARGIN, LEAST[1])
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
    for label, place in _labels(plane):
        column, row = ground.cell(place)
        text = printable(label, ascii_only=ascii_only)[:3]
        column -= cell_len(text) // 2
        if ground.holds((column, row)) and ground.holds((column + cell_len(text) - 1, row)):
            sheet.put(column, row, text, "bold")
    taken: set[Cell] = set()
    left_out = [each for each in plane.drawings if not put(sheet, ground, each, taken, ascii_only=ascii_only)]
    _bar(sheet, scene, ground, length, ascii_only=ascii_only)
    return left_out


def _cut(text: str, room: int) -> str:
    while cell_len(text) > room:
        text = text[:-1]
    return text


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


def _crowds(pane: Pane, left_out: Sequence[Drawing], *, ascii_only: bool) -> Iterator[str]:
    """Things for which a plane has no room, with the one that stands there."""
    drawn = [each for each in pane.plane.drawings if each not in left_out]
    pairs = []
    for drawing in left_out:
        cell = pane.ground.cell(drawing.place)
        here = min(drawn, key=lambda each: _apart(pane.ground.cell(each.place), cell))
        pairs.append((badge(here.figure, ascii_only=ascii_only), badge(drawing.figure, ascii_only=ascii_only)))
    yield from (printable(line, ascii_only=ascii_only) for line in crowds(pane.plane.view, pairs))


def _apart(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + 2 * abs(one[1] - other[1])


def _legend(scene: SpaceScene, panes: Sequence[Pane], width: int, *, ascii_only: bool) -> Iterator[list[Piece]]:
    """The legend, line by line: the scale, the signs, then each thing in words; mere names stand in columns."""
    scale = panes[0].ground.scale if panes else 1
    yield [(printable(f"A column is {told(scale, scene)}, a row {told(2 * scale, scene)}.", ascii_only=ascii_only), "")]
    pointers = [drawing.figure.marker for pane in panes for drawing in pane.plane.drawings]
    known = [*signs(scene.words, pointers, ascii_only=ascii_only)]
    if scene.words.ball and scene.balls:
        known.append(f"{RING[ascii_only] * 3} {printable(scene.words.ball, ascii_only=ascii_only)}")
    if scene.words.line and scene.lines:
        known.append(f"{LINE[ascii_only] * 3} {printable(scene.words.line, ascii_only=ascii_only)}")
    yield [("  ".join(known), "")]
    yield [("", "")]
    things = [*listed(scene.markers, ascii_only=ascii_only)]
    yield from things if any(marker.facts for marker in scene.markers) else _in_columns(things, width)
    for thing, name, facts in legend_of(scene):
        sign = f"{_sign(thing, ascii_only=ascii_only):<4} "
        said = [printable(words, ascii_only=ascii_only) for words in (name, facts)]
        yield [(sign, ""), (said[0], "bold"), (f"  {said[1]}" if facts else "", "")]


def _in_columns(things: Sequence[list[Piece]], width: int) -> Iterator[list[Piece]]:
    """Things beside each other, as many as go into the width, in order down each column."""
    wide = [sum(cell_len(text) for text, _ in thing) for thing in things]
    column = max(wide, default=0) + GAP
    rows = -(-len(things) // max(1, (width + GAP) // column))
    for row in range(rows):
        line: list[Piece] = []
        for number in range(row, len(things), rows):
            line += [*things[number], (" " * (column - wide[number]), "")]
        yield line[:-1]


def _sign(thing: SpaceBall | SpaceLine, *, ascii_only: bool) -> str:
    sign = LINE if isinstance(thing, SpaceLine) else SOLID if thing.solid else RING
    return sign[ascii_only] + printable(thing.label, ascii_only=ascii_only)[:3]
