"""Tables that never break a word: where the columns do not fit, a row's cells stand one under the other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import frozen
from rich.box import SIMPLE_HEAD, Box
from rich.cells import cell_len, chop_cells
from rich.console import Console, ConsoleOptions, JustifyMethod, RenderResult
from rich.measure import Measurement
from rich.padding import PaddingDimensions
from rich.segment import Segment
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
        least = [min(max(_longest_word(cell.plain) for cell in column), LONGEST_WORD) for column in columns]
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


def _level(most: Sequence[int], least: Sequence[int], room: int) -> int:
    """The most columns that cells may have, so that all together fit; no column gets less than its least."""
    pairs = list(zip(most, least, strict=True))
    level = max(most)
    while level > 1 and sum(max(word, min(cell, level)) for cell, word in pairs) > room:
        level -= 1
    return level


#: From so many rows on a table is laid out by what its columns need at the most, and Rich does not see each row.
LONG: Final = 100

#: A table's box with a sign of its own where two columns meet: by it their widths are read. It is never printed, and
#: called ASCII so that Rich leaves it as it is.
_CROSSED: Final = Box("    \n    \n ─┼ \n    \n    \n    \n    \n    \n", ascii=True)
#: Columns between two columns of a table: a space on either side of where they meet, and that.
_BETWEEN: Final = "   "
#: The fewest columns of a text that is cut, and what stands for the rest of it.
LEAST: Final = 12
_DOTS: Final = " ..."
_WORDS: Final = re.compile(r"\s*\S+\s*")

TableRow = Sequence[str]


@frozen(kw_only=True)
class Listing:
    """A table of texts, taken as they are: a line under its heads, and cells wrapped between words."""

    heads: tuple[str, ...]
    rows: Sequence[TableRow]
    box: Box = SIMPLE_HEAD

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        box = ASCII_HEAD if options.ascii_only else self.box
        if len(self.rows) < LONG:
            yield _fitted(self.heads, self.rows, box)
            return
        widths = self._widths(console, options)
        if widths is None:
            lines = _below(self.heads, self.rows, options.max_width)
        else:
            yield _fitted(self.heads, (), box).beside((), widths)
            lines = (line for row in self.rows for line in _beside(row, widths))
        for line in lines:
            yield Segment(f"{line}\n")

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        return Measurement.get(console, options, _fitted(self.heads, self._widest()))

    def _widest(self) -> list[TableRow]:
        """Rows that need as much room as all: for each column the one with most text and the one with most word."""
        found: dict[int, TableRow] = {}
        for column in range(len(self.heads)):
            cells = [row[column] for row in self.rows]
            for sizes in (list(map(cell_len, cells)), list(map(_longest_word, cells))):
                number = sizes.index(max(sizes))
                found[number] = self.rows[number]
        return list(found.values())

    def _widths(self, console: Console, options: ConsoleOptions) -> list[int] | None:
        """Widths of the columns as Rich lays them out; None where cells must stand one under the other."""
        for line in console.render_lines(_fitted(self.heads, self._widest(), _CROSSED), options, pad=False):
            text = "".join(part.text for part in line)
            if "─" in text and not text.strip("─┼ "):
                parts = [len(part) for part in text.strip().split("┼")]
                # the spaces beside a column belong to its part of the line
                return [part - (at > 0) - (at < len(parts) - 1) for at, part in enumerate(parts)]
        return None


def _fitted(heads: TableRow, rows: Sequence[TableRow], box: Box = SIMPLE_HEAD) -> FittedTable:
    return FittedTable(
        heads=tuple(map(Text, heads)),
        rows=tuple(tuple(map(Text, row)) for row in rows),
        box=box,
        padding=(0, 1),
    )


def _longest_word(cell: str) -> int:
    """Columns of a cell's longest word, 1 up."""
    return max(map(cell_len, cell.split()), default=1)


def _beside(row: TableRow, widths: Sequence[int]) -> Iterator[str]:
    """A row's lines, its cells beside each other."""
    cells = [_wrapped(cell, width) for cell, width in zip(row, widths, strict=True)]
    for number in range(max(map(len, cells))):
        lines = (cell[number] if number < len(cell) else "" for cell in cells)
        yield _BETWEEN.join(_padded(line, width) for line, width in zip(lines, widths, strict=True)).rstrip()


def _below(heads: TableRow, rows: Sequence[TableRow], width: int) -> Iterator[str]:
    """Each row as lines of a head and what stands below it, empty cells left out, a blank line between rows."""
    told = (head for column, head in enumerate(heads) if any(row[column].strip() for row in rows))
    margin = max(map(cell_len, told), default=0) + 2
    for number, row in enumerate(rows):
        if number:
            yield ""
        for head, cell in zip(heads, row, strict=True):
            if cell.strip():
                for at, line in enumerate(_wrapped(cell, width - margin)):
                    yield f"{_padded('' if at else head, margin)}{line}".rstrip()


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _wrapped(text: str, width: int) -> list[str]:
    """A text broken between words; a word that is wider than the column begins on a line of its own and is folded."""
    if cell_len(text) <= width and "\n" not in text:
        return [text]
    return [line for part in text.split("\n") for line in _broken(part, width)]


def _broken(text: str, width: int) -> Iterator[str]:
    line, room = "", width
    for word in _WORDS.findall(text):
        bare = cell_len(word.rstrip())
        if bare <= room:
            line, room = line + word, room - cell_len(word)
        elif bare > width:
            if line:
                yield line.rstrip()
            *whole, line = chop_cells(word, width)
            yield from whole
            room = width - cell_len(line)
        else:
            yield line.rstrip()
            line, room = word, width - cell_len(word)
    yield line.rstrip()


def one_line_each(
    heads: Sequence[str], rows: Sequence[Sequence[str]], columns: int, shorter: str, without: Sequence[str]
) -> tuple[list[str], list[list[str]]]:
    """A table of which each row has one line in so many columns, as far as that can be done.

    shorter: the column whose texts are cut as far as need be; without: heads of columns that are left out, one after
    the other, where that is not enough. What needs more even then is wrapped by whoever draws it.
    """
    kept: list[int] = []
    for left_out in range(len(without) + 1):
        kept = [at for at, head in enumerate(heads) if head not in without[:left_out]]
        wide = {at: max(map(cell_len, [heads[at], *(row[at] for row in rows)])) for at in kept}
        over = sum(wide.values()) + len(_BETWEEN) * (len(kept) - 1) - columns
        cut = next((at for at in kept if heads[at] == shorter), None)
        if over > 0 and cut is not None and wide[cut] - over >= LEAST:
            rows = [[*row[:cut], shortened(row[cut], wide[cut] - over), *row[cut + 1 :]] for row in rows]
            over = 0
        if over <= 0:
            break
    return [heads[at] for at in kept], [[row[at] for at in kept] for row in rows]


def shortened(text: str, columns: int) -> str:
    """A text in so many columns, as many words of it as go in before three dots, or as much of its first one."""
    if cell_len(text) <= columns:
        return text
    room = columns - len(_DOTS)
    begins = chop_cells(text, room)[0] if room else ""
    words = begins if text[len(begins) :].startswith(" ") else begins.rpartition(" ")[0]
    return f"{(words or begins).rstrip(' .,;:')}{_DOTS}"


def table_of(heads: Sequence[str], rows: Iterable[Sequence[str]], *, ascii_only: bool = False) -> Listing:
    """A table with a line under its heads, in 7-bit characters or not; texts are taken as they are."""
    return Listing(heads=tuple(heads), rows=tuple(rows), box=ASCII_HEAD if ascii_only else SIMPLE_HEAD)
