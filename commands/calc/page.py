"""Answers in words: what comes out, the steps to it, the rule and a picture, within so many columns of plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

#: Columns by which steps and tables are further in than the answer.
INDENT = 2

#: Columns that a table's last cell is given at the least, if it needs them.
LEAST_ROOM = 12


class ShownBelow(Protocol):
    """Shows a picture below the words."""

    def __call__(self, width: int, *, ascii_only: bool) -> None:
        """Show it within so many columns."""
        ...


class Rows(NamedTuple):
    """A table of text. right: columns, from 0, that are set to the right. The last column takes what room is left.

    bars: whether the last column holds bars, which are shortened all alike where there is less room.
    """

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()
    bars: bool = False


class Answer(NamedTuple):
    """What a verb found. result: the answer itself; steps: the way to it, sentences and tables; rule: its source.

    data: the answer for programs, fit for JSON.
    """

    result: str
    steps: Sequence[str | Rows]
    rule: str
    data: dict[str, Any]
    picture: ShownBelow | None = None


def set_out(answer: Answer, width: int) -> Iterator[str]:
    """The answer line by line, none longer than `width` columns, 20 up."""
    yield from _wrapped(answer.result, width, 0)
    for step in answer.steps:
        if isinstance(step, Rows):
            yield from _table(step, width)
        else:
            yield from _wrapped(step, width, INDENT)
    yield from _wrapped(f"Rule: {answer.rule}", width, 0)


def _wrapped(text: str, width: int, indent: int) -> list[str]:
    before, below = " " * indent, " " * (indent + 2)
    return textwrap.wrap(text, width, initial_indent=before, subsequent_indent=below, break_on_hyphens=False)


def _table(table: Rows, width: int) -> Iterator[str]:
    """Heads and rows under each other; a last cell that is too long goes on below itself.

    Where the columns do not fit, not even close together, each row has its cells one under the other.
    """
    lines = [tuple(table.heads), *map(tuple, table.rows)]
    wide = [max(len(line[column]) for line in lines) for column in range(len(table.heads))]
    least = wide[-1] if len(wide) - 1 in table.right else min(wide[-1], LEAST_ROOM)
    for gap in (2, 1):
        left = INDENT + sum(columns + gap for columns in wide[:-1])
        if left + least <= width:
            if table.bars and left + wide[-1] > width:
                lines[1:] = [(*line[:-1], _shortened(line[-1], width - left, wide[-1])) for line in lines[1:]]
            return _beside(lines, table.right, wide, gap, width - left)
    return _below(table, width)


def _beside(
    lines: Iterable[Sequence[str]], right: frozenset[int], wide: Sequence[int], gap: int, room: int
) -> Iterator[str]:
    """Cells beside each other, `gap` columns between them. wide: their columns; room: the columns of the last."""
    for line in lines:
        cells = [
            cell.rjust(columns) if column in right else cell.ljust(columns)
            for column, (cell, columns) in enumerate(zip(line[:-1], wide, strict=False))
        ]
        before = " " * INDENT + "".join(cell + " " * gap for cell in cells)
        last = line[-1].rjust(wide[-1]) if len(line) - 1 in right else line[-1]
        for part in textwrap.wrap(last, room, break_on_hyphens=False) or [""]:
            yield (before + part.rstrip()).rstrip()
            before = " " * len(before)


def _shortened(bar: str, room: int, longest: int) -> str:
    return bar[: max(round(len(bar) * room / longest), 1)]


def _below(table: Rows, width: int) -> Iterator[str]:
    """Each row as lines of a head and what stands under it, empty cells left out, a blank line between rows."""
    margin = INDENT + max(map(len, table.heads)) + 2
    for number, row in enumerate(table.rows):
        if number:
            yield ""
        for head, cell in zip(table.heads, row, strict=True):
            before = (" " * INDENT + head).ljust(margin)
            yield from textwrap.wrap(
                cell.strip(), width, initial_indent=before, subsequent_indent=" " * margin, break_on_hyphens=False
            )
