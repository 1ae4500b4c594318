"""The view from the side, beside a map of characters: each thing in its own row of the map, its level to the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen
from rich.cells import cell_len

from commands.render.pictures.canvas import Canvas, Cell
from commands.render.pictures.figures import SIDE_STYLES, badge
from commands.render.pictures.fit import Item
from commands.render.pictures.labels import printable
from commands.render.pictures.map import level_text
from sits_es.report.scenes import MapWords

#: Columns that it takes at the least and at the most, and those between it and the map.
LEAST_WIDE, MOST_WIDE, GAP = 12, 30, 2

#: The most columns from one level to the next, and those that are kept for the longest label.
MOST_APART: Final = 3
FOR_LABELS: Final = 4

#: The line of level 0: Unicode and ASCII.
ZERO: Final = ("│", "|")

#: Rows near a thing's own in which it may stand where another is in the way.
NEAR: Final = (0, 1, -1, 2, -2)


@frozen
class SideView:
    """How levels stand in columns. low, high: the lowest and the highest; apart: columns from one to the next, 1 up.

    levels: of a column, 1 up, where there are more levels than columns.
    """

    low: int
    high: int
    apart: int
    levels: int

    def column(self, level: int) -> int:
        """The column of a level, 0 up."""
        return (level - self.low) * self.apart // self.levels

    @property
    def wide(self) -> int:
        """Columns of all levels, with those for a label at the highest."""
        return self.column(self.high) + FOR_LABELS


def side_of(items: Sequence[Item], words: MapWords, room: int) -> SideView | None:
    """How things are seen from the side in so many columns; None where all are on level 0, or there is no room."""
    levels = [0, *(item.level for item in items)]
    low, high = min(levels), max(levels)
    room = min(room - GAP, MOST_WIDE) - FOR_LABELS
    if not words.level or low == high or room < LEAST_WIDE - FOR_LABELS:
        return None
    span = high - low
    return SideView(low, high, max(1, min(MOST_APART, room // span)), -(-span // room) if span > room else 1)


def draw_side(
    sheet: Canvas,
    side: SideView,
    corner: Cell,
    bottom: int,
    things: Sequence[tuple[Item, int]],
    words: MapWords,
    *,
    ascii_only: bool,
) -> None:
    """Draw it from a cell on down to a row. things: each with the row that it has on the map."""
    left, top = corner
    for row in range(top + 1, bottom):
        sheet.put(left + side.column(0), row, ZERO[ascii_only], "dim")
    ends = [(side.column(0), "0")]
    ends += [
        (side.column(level), level_text(level))
        for level in (side.low, side.high)
        if level and abs(side.column(level) - side.column(0)) > cell_len(level_text(level))
    ]
    for column, text in ends:
        sheet.put(left + column, top, text, "bold")
    sheet.put(left, bottom, printable(words.level, ascii_only=ascii_only), "bold")
    taken: set[Cell] = set()
    for item, row in things:
        text = badge(item, ascii_only=ascii_only)
        column = left + side.column(item.level)
        for off in NEAR:
            cells = {(column + at, row + off) for at in range(cell_len(text))}
            if not cells & taken and top < row + off < bottom:
                sheet.put(column, row + off, text, SIDE_STYLES[item.colour])
                taken |= cells
                break
