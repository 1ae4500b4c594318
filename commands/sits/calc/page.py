"""Answers in words: what comes out, the steps to it, and the rule, within so many columns of plain text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

#: Columns that steps and tables stand further in than the answer.
INDENT = 2


class Picture(Protocol):
    """Shows a picture below the words."""

    def __call__(self, width: int, *, ascii_only: bool) -> None:
        """Show it within so many columns."""
        ...


class Rows(NamedTuple):
    """A table of text. right: columns, from 0, that are set to the right. The last column takes what room is left."""

    heads: Sequence[str]
    rows: Sequence[Sequence[str]]
    right: frozenset[int] = frozenset()


class Answer(NamedTuple):
    """What a verb found. result: the answer itself; steps: the way to it, sentences and tables; rule: its source.

    data: the answer for programs, fit for JSON.
    """

    result: str
    steps: Sequence[str | Rows]
    rule: str
    data: dict[str, Any]
    picture: Picture | None = None


def set_out(answer: Answer, width: int) -> Iterator[str]:
    """The answer line by line, none longer than `width` columns (20 up) unless a table needs more."""
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
    """Heads and rows under each other; a last cell that is too long goes on below itself."""
    lines = [tuple(table.heads), *map(tuple, table.rows)]
    wide = [max(len(line[column]) for line in lines) for column in range(len(table.heads))]
    left = INDENT + sum(columns + 2 for columns in wide[:-1])
    room = max(width - left, 12)
    for line in lines:
        cells = (
            cell.rjust(wide[column]) if column in table.right else cell.ljust(wide[column])
            for column, cell in enumerate(line[:-1])
        )
        before = " " * INDENT + "".join(f"{cell}  " for cell in cells)
        last = line[-1].rjust(wide[-1]) if len(line) - 1 in table.right else line[-1]
        for part in textwrap.wrap(last, room, break_on_hyphens=False, drop_whitespace=False) or [""]:
            yield (before + part.rstrip()).rstrip()
            before = " " * left
