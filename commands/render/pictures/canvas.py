"""A sheet of character cells that pictures are drawn on, and texts that can be shown anywhere."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from commands.render.columns import CONSOLE, hung

#: A piece of a line: its text and its style.
Piece = tuple[str, str]

#: A cell of a sheet: its column and row.
Cell = tuple[int, int]

#: Rows above and below its own in which a text may stand where another is in the way.
NEAR: Final = (0, -1, 1, -2, 2, -3, 3)
#: So many ways to set out texts are gone on with: the best so far.
_WAYS: Final = 8


class _Way(NamedTuple):
    """Texts set out down to a row. lost, off: how many have no room, and how many rows the others are off in all.

    taken: the columns of those in the last row, each the first and that behind; rows: of each text, None without room.
    """

    lost: int = 0
    off: int = 0
    row: int = -1
    taken: tuple[tuple[int, int], ...] = ()
    rows: tuple[int | None, ...] = ()

    def further(self, column: int, row: int, width: int, holds: Callable[[Cell], bool]) -> Iterator[_Way]:
        """This way with one more text: in each row near its own in which there is room, or without room."""
        end = column + width
        for off in NEAR:
            at = row + off
            taken = self.taken if at == self.row else ()
            free = at >= self.row and all(end <= first or column >= behind for first, behind in taken)
            if free and all(holds((each, at)) for each in range(column, end)):
                yield _Way(self.lost, self.off + abs(off), at, (*taken, (column, end)), (*self.rows, at))
        yield _Way(self.lost + 1, self.off, self.row, self.taken, (*self.rows, None))


#: A text that is to stand on a sheet: its column, its row and its width.
Lettering = tuple[int, int, int]


def rows_for(texts: Sequence[Lettering], up: Sequence[float], holds: Callable[[Cell], bool]) -> Sequence[int | None]:
    """A row for each text, as near to its own as others let it, and None where there is no room.

    up: how far up each is. Of those in the same columns none gets a row above one that is farther up. holds: which
    cells may be written on.
    """
    found: dict[int, int | None] = {}
    for crowd in _crowds(texts):
        down, ways = sorted(crowd, key=lambda at: -up[at]), [_Way()]
        for text in (texts[at] for at in down):
            further = (each for before in ways for each in before.further(*text, holds))
            best: dict[tuple[object, ...], _Way] = {}
            for way in sorted(further, key=lambda way: (way.lost, way.off)):
                best.setdefault((way.row, way.taken), way)
            ways = list(best.values())[:_WAYS]
        found |= zip(down, ways[0].rows, strict=True)
    return [found[at] for at in range(len(texts))]


def _crowds(texts: Sequence[Lettering]) -> list[list[int]]:
    """Texts that share columns, or are joined by others that do, by their place in the sequence."""
    crowds, behind = list[list[int]](), 0
    for at in sorted(range(len(texts)), key=lambda at: texts[at][0]):
        column, _, width = texts[at]
        if crowds and column < behind:
            crowds[-1].append(at)
        else:
            crowds.append([at])
        behind = max(behind, column + width)
    return crowds


class Canvas:
    """A sheet `width` cells wide that grows downwards as it is drawn on. Nothing is ever drawn beyond its edges."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._rows: list[list[tuple[str, str | Style]]] = []

    @property
    def height(self) -> int:
        """Rows drawn on so far."""
        return len(self._rows)

    def put(self, column: int, row: int, text: str, style: str | Style = "") -> None:
        """Write text from a cell (0 up) on; a wide letter takes two cells, a combining one joins the letter before."""
        for letter in text:
            wide = cell_len(letter)
            if not wide and 0 <= row < self.height and 0 < column <= self.width:
                before, joined = self._rows[row][column - 1]
                self._rows[row][column - 1] = (before + letter, joined)
            elif wide and row >= 0 and 0 <= column <= self.width - wide:
                cells = self._row(row)
                cells[column] = (letter, style)
                if wide == 2:
                    cells[column + 1] = ("", style)
            column += wide

    def put_near(
        self,
        column: int,
        row: int,
        text: str,
        style: str,
        taken: set[Cell],
        holds: Callable[[Cell], bool],
    ) -> bool:
        """Write text where it belongs, or in a row near as nothing else is `taken`; whether there was room for it.

        holds: which cells may be written on.
        """
        for off in NEAR:
            cells = {(column + at, row + off) for at in range(cell_len(text))}
            if not cells & taken and all(map(holds, cells)):
                self.put(column, row + off, text, style)
                taken |= cells
                return True
        return False

    def write(self, column: int, row: int, lines: list[list[Piece]], indent: int) -> None:
        """Write lines of text from a cell on down, wrapped at the sheet's edge and then indented."""
        for line in (part for whole in lines for part in hung(Text.assemble(*whole), self.width - column, indent)):
            at = column
            for text, style, _ in line.render(CONSOLE):
                self.put(at, row, text, style or "")
                at += cell_len(text)
            row += 1

    def spans(self, row: int) -> Iterator[tuple[str, str | Style]]:
        """The pieces of a row (0 up), without blanks at its end; none below the last row."""
        cells = self._rows[row] if row < self.height else []
        end = max((at + 1 for at, (letter, _) in enumerate(cells) if letter != " "), default=0)
        yield from cells[:end]

    def _row(self, row: int) -> list[tuple[str, str | Style]]:
        while row >= self.height:
            self._rows.append([(" ", "")] * self.width)
        return self._rows[row]


def centred(text: str, width: int) -> str:
    """The text in the middle of so many cells, cut when it is too long."""
    left = max(0, width - cell_len(text)) // 2
    return set_cell_size(" " * left + text, width)


def dotted(start: Cell, end: Cell, apart: int = 2) -> Iterator[Cell]:
    """The cells of a line without its start. apart: columns from dot to dot, where it is level."""
    right, down = end[0] - start[0], end[1] - start[1]
    dots = max(abs(right) // apart, abs(down), 1)
    for dot in range(1, dots + 1):
        yield start[0] + (2 * right * dot + dots) // (2 * dots), start[1] + (2 * down * dot + dots) // (2 * dots)


@lru_cache(maxsize=4096)
def printable(text: str) -> str:
    """The text without anything that could upset a terminal or an XML reader, for which `?` stands.

    Line breaks and tabs become blanks.
    """
    # control, formatting, private and unassigned characters: none of them is seen, some turn a line about
    words = " ".join(text.split())
    if words.isprintable():
        return words
    return "".join("?" if unicodedata.category(letter).startswith("C") else letter for letter in words)
