"""Rows of boxes in character cells: labels before them, two short rows abreast, never broken inside a box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from rich.cells import cell_len

from sits_es.report.blocks import Boxes, Phrase

#: The most columns of a line, and of one of two rows abreast with the space after it.
WIDEST: Final = 74
ABREAST: Final = 38

#: Where fewer columns than this are left for the boxes, a label has a line of its own.
LEAST: Final = 15


def box_lines(block: Boxes, width: int) -> Iterator[Sequence[Phrase]]:
    """The rows of a block, line by line, none longer than `width` columns unless a single box is.

    Neighbours of the same tone are one phrase.
    """
    room = min(WIDEST, width)
    rows = list(_rows(block, room))
    for line in _paired(rows, room) if block.abreast else rows:
        runs = groupby(line, lambda phrase: phrase.tone)
        yield [Phrase("".join(phrase.text for phrase in run), tone) for tone, run in runs]


def _rows(block: Boxes, room: int) -> Iterator[list[Phrase]]:
    labels = max([block.labels, *(cell_len(row.label) + 1 for row in block.rows)])
    notes = max((cell_len(row.note) + 1 for row in block.rows if row.note), default=0)
    own_line = room - labels - notes < LEAST
    for row in block.rows:
        note = _padded(row.note, notes)
        boxes = [Phrase(f"[{held.text}]", held.tone) for held in row.boxes]
        if not own_line:
            yield from _broken(_padded(row.label, labels) + note, boxes, room)
            continue
        if row.label:
            yield [Phrase(row.label)]
        yield from _broken("  " + note, boxes, room)


def _broken(label: str, boxes: Iterable[Phrase], room: int) -> Iterator[list[Phrase]]:
    """A label and its boxes, broken between boxes."""
    line, margin = [Phrase(label)], cell_len(label)
    for box in boxes:
        if _length(line) + cell_len(box.text) > room and len(line) > 1:
            yield line
            line = [Phrase(" " * margin)]
        line.append(box)
    yield line


def _paired(rows: Iterable[list[Phrase]], room: int) -> Iterator[list[Phrase]]:
    """Rows two abreast where both are short enough."""
    left: list[Phrase] = []
    for line in rows:
        if left and _length(left) < ABREAST and _length(line) <= min(ABREAST, room - ABREAST + 2) - 2:
            yield [*left, Phrase(" " * (ABREAST - _length(left))), *line]
            left = []
            continue
        if left:
            yield left
        left = line
    if left:
        yield left


def _length(line: Iterable[Phrase]) -> int:
    return sum(cell_len(phrase.text) for phrase in line)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))
