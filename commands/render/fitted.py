"""Tables that never break a word: where the columns do not fit, a row's cells stand one under the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen
from rich.box import Box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.padding import PaddingDimensions
from rich.table import Table
from rich.text import Text

#: SIMPLE_HEAD drawn with a hyphen, for readers whose screen or mail knows nothing else.
ASCII_HEAD: Final = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)

#: Columns of the longest word that is never broken; digests are longer.
LONGEST_WORD: Final = 24

#: Columns that no table needs more than.
_BOUNDLESS: Final = 10_000


@frozen(kw_only=True)
class FittedTable:
    """A table with a line under its heads. A narrow page wraps its cells, a narrower one has "head  cell" lines.

    box, padding: as Rich takes them. right: columns, from 0, that are set to the right.
    """

    heads: tuple[Text, ...]
    rows: tuple[tuple[Text, ...], ...]
    box: Box
    padding: PaddingDimensions
    right: frozenset[int] = frozenset()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield self._fitted(console, options)

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, self._fitted(console, options))

    def _fitted(self, console: Console, options: ConsoleOptions) -> Table:
        """The table as it is printed in the columns there are."""
        columns = list(zip(self.heads, *self.rows, strict=True))
        least = [min(max(map(_word, column)), LONGEST_WORD) for column in columns]
        most = [max(1, *(cell_len(cell.plain) for cell in column)) for column in columns]
        narrowest = self.beside((tuple(Text("x") for _ in columns),), headless=True)
        between = console.measure(narrowest, options=options.update(width=_BOUNDLESS)).maximum - len(columns)
        room = options.max_width - between
        if sum(least) > room:
            return self._below()
        level = _level(most, [0] * len(most), room)
        if all(word <= min(cell, level) for word, cell in zip(least, most, strict=True)):
            return self.beside(self.rows)
        level = _level(most, least, room)
        return self.beside(self.rows, [max(word, min(cell, level)) for word, cell in zip(least, most, strict=True)])

    def beside(
        self, rows: tuple[tuple[Text, ...], ...], widths: Sequence[int] = (), *, headless: bool = False
    ) -> Table:
        """Cells beside each other. widths: of each column of the table; none leaves them to Rich."""
        table = Table(box=self.box, pad_edge=False, padding=self.padding, show_edge=False)
        for number, head in enumerate(self.heads):
            side: JustifyMethod = "right" if number in self.right else "left"
            width = widths[number] if widths else None
            table.add_column("" if headless else head, justify=side, width=width, overflow="fold")
        for row in rows:
            table.add_row(*row)
        return table

    def _below(self) -> Table:
        """Each row as lines of a head and what stands below it, empty cells left out, a blank line between rows."""
        table = Table.grid(padding=(0, 2, 0, 0))
        table.add_column(no_wrap=True)
        table.add_column(overflow="fold")
        for number, row in enumerate(self.rows):
            if number:
                table.add_row()
            for head, cell in zip(self.heads, row, strict=True):
                if cell.plain.strip():
                    table.add_row(head, cell)
        return table


def _word(cell: Text) -> int:
    """Columns of a cell's longest word, 1 up."""
    return max(map(cell_len, cell.plain.split()), default=1)


def _level(most: Sequence[int], least: Sequence[int], room: int) -> int:
    """The most columns that cells may have, so that all together fit; no column gets less than its least."""
    pairs = list(zip(most, least, strict=True))
    level = max(most)
    while level > 1 and sum(max(word, min(cell, level)) for cell, word in pairs) > room:
        level -= 1
    return level
