"""Curves in characters: a line that steps up and down from moment to moment, with the letter of each curve on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final

from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas
from commands.render.pictures.curves import Reach, colour_of, sign_of, span_of, still_of, told_of
from commands.render.pictures.figures import SIDE_STYLES
from commands.render.pictures.labels import printable
from sits_es.report.graphs import CurveScene, as_decimal

#: Rows of a picture at the most, and of one with more curves than a few; columns of a moment.
ROWS: Final = 10
TALL: Final = 16
FEW: Final = 4
STEP: Final = 6
#: Lines: along, up and down, and the two of the frame with its corner; Unicode and ASCII.
ALONG: Final = ("─", "-")
UP: Final = ("│", "|")
CORNER: Final = ("└", "+")


def draw_curves(scene: CurveScene, width: int, *, ascii_only: bool) -> Canvas:
    """The curves, the moments below them, and the legend, in so many columns."""
    sheet, span = Canvas(width), span_of(scene)
    title = printable(scene.heading, ascii_only=ascii_only)
    sheet.write(0, 0, [[(title, "bold")]], indent=2)
    top = sheet.height
    most = ROWS if len(scene.curves) <= FEW else TALL
    rows = max(2, min(most, int(span.high - span.low) + 1))
    ticks = {0: as_decimal(span.high), rows - 1: as_decimal(span.low)}
    left = max(map(len, ticks.values())) + 2
    for row in range(rows):
        sheet.put(left - 2 - len(ticks.get(row, "")), top + row, ticks.get(row, ""))
        sheet.put(left - 1, top + row, UP[ascii_only], "dim")
    columns = _columns(len(scene.moments), width - left - 1)
    sheet.put(left - 1, top + rows, CORNER[ascii_only] + ALONG[ascii_only] * (columns[-1][1] if columns else 0), "dim")
    _draw(sheet, scene, span, (left, top, rows), columns, ascii_only=ascii_only)
    _moments(sheet, scene, left, top + rows + 1, columns)
    lines = [
        [(f"{sign_of(at)} ", SIDE_STYLES[colour_of(scene, curve)]), (told_of(curve, ascii_only=ascii_only), "")]
        for at, curve in enumerate(scene.curves)
    ]
    if still := still_of(scene, ascii_only=ascii_only):
        lines.append([(f"  {still}", "")])
    sheet.write(left, top + rows + 2, lines, indent=4)
    return sheet


def _columns(moments: int, room: int) -> list[tuple[int, int, int]]:
    """For each moment that is drawn: its first column, the one after its last, and which of the moments it is.

    Where there are more moments than columns, one stands for several: the last of them.
    """
    if moments <= room:
        step = max(1, min(STEP, room // max(moments, 1)))
        return [(at * step, (at + 1) * step, at) for at in range(moments)]
    return [(at, at + 1, (at + 1) * moments // room - 1) for at in range(room)]


def _draw(
    sheet: Canvas,
    scene: CurveScene,
    span: Reach,
    place: tuple[int, int, int],
    columns: Sequence[tuple[int, int, int]],
    *,
    ascii_only: bool,
) -> None:
    """Lines first, so that no letter is hidden by another curve's line."""
    left, top, rows = place
    signs: list[tuple[int, int, str, str]] = []
    for at, curve in enumerate(scene.curves):
        style, before = SIDE_STYLES[colour_of(scene, curve)], None
        for first, end, moment in columns:
            number = curve.numbers[moment]
            if number is None:
                before = None
                continue
            row = top + _row(span, number, rows)
            sheet.put(left + first, row, ALONG[ascii_only] * (end - first), style)
            if before is not None and before != row:
                for between in range(min(before, row) + 1, max(before, row)):
                    sheet.put(left + first, between, UP[ascii_only], style)
            if before != row or end == columns[-1][1]:
                signs.append((left + (first if before != row else end - 1), row, sign_of(at), style))
            before = row
    taken: set[tuple[int, int]] = set()
    for column, row, sign, style in signs:
        free = next((cell for cell in (column, column + 1, column + 2) if (cell, row) not in taken), column)
        taken.add((free, row))
        sheet.put(free, row, sign, style)


def _row(span: Reach, number: Fraction, rows: int) -> int:
    return rows - 1 - round(span.part(number) * (rows - 1))


def _moments(sheet: Canvas, scene: CurveScene, left: int, row: int, columns: Sequence[tuple[int, int, int]]) -> None:
    """As many moments below the curves as there is room for, the last one among them."""
    for column, label in _labels(scene, columns, sheet.width - left):
        sheet.put(left + column, row, label)


def _labels(scene: CurveScene, columns: Sequence[tuple[int, int, int]], room: int) -> Iterator[tuple[int, str]]:
    if not columns:
        return
    last = printable(scene.moments[columns[-1][2]])
    end = min(columns[-1][0], room - cell_len(last))
    free = 0
    for first, _, moment in columns[:-1]:
        label = printable(scene.moments[moment])
        if first >= free and first + cell_len(label) < end:
            yield first, label
            free = first + cell_len(label) + 1
    yield max(end, 0), last
