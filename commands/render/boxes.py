"""Rows of boxes in character cells: labels before them, two short rows abreast, never broken inside a box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from rich.cells import cell_len

from sits_es.report.blocks import Boxes

#: The most columns of a line, and of one of two rows abreast with the space after it.
WIDEST: Final = 74
ABREAST: Final = 38

#: Where fewer columns than this are left for the boxes, a label has a line of its own.
LEAST: Final = 15


def box_lines(block: Boxes, width: int) -> Iterator[str]:
    """The rows of a block, line by line, none longer than `width` columns unless a single box is."""
    room = min(WIDEST, width)
    rows = list(_rows(block, room))
    return _paired(rows, room) if block.abreast else iter(rows)


def _rows(block: Boxes, room: int) -> Iterator[str]:
    labels = max([block.labels, *(cell_len(row.label) + 1 for row in block.rows)])
    notes = max((cell_len(row.note) + 1 for row in block.rows if row.note), default=0)
    own_line = room - labels - notes < LEAST
    for row in block.rows:
        note = _padded(row.note, notes)
        boxes = [f"[{held}]" for held in row.boxes]
        if not own_line:
            yield from _broken(_padded(row.label, labels) + note, boxes, room)
            continue
        if row.label:
            yield row.label
        yield from _broken("  " + note, boxes, room)


def _broken(label: str, boxes: Iterable[str], room: int) -> Iterator[str]:
    """A label and its boxes, broken between boxes."""
    line, margin = label, cell_len(label)
    for box in boxes:
        if cell_len(line) + cell_len(box) > room and cell_len(line) > margin:
            yield line
            line = " " * margin
        line += box
    yield line


def _paired(rows: Iterable[str], room: int) -> Iterator[str]:
    """Rows two abreast where both are short enough."""
    left = ""
    for line in rows:
        if left and cell_len(left) < ABREAST and cell_len(line) <= min(ABREAST, room - ABREAST + 2) - 2:
            yield _padded(left, ABREAST) + line
            left = ""
            continue
        if left:
            yield left
        left = line
    if left:
        yield left


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
