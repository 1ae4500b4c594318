"""Tables and fields as lines: no word is broken; where columns do not fit, a row's cells stand one under the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from typing import Final

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

#: Columns of the longest word that is never broken; digests are longer.
LONGEST_WORD: Final = 24
#: Columns between a label and what it says, and the fewest in which that stands beside it.
APART: Final = 2
LEAST_BESIDE: Final = 8

#: Columns between two columns of a table that is looked things up in.
COLUMN_GAP: Final = 3
#: The fewest columns of a text that is cut, and what stands for the rest of it.
LEAST: Final = 12
_DOTS: Final = " ..."

#: Rich wants one where it wraps a text.
CONSOLE: Final = Console(file=StringIO())


def wrapped(text: Text, width: int) -> list[Text]:
    """A text in lines of so many columns, broken between words; one line at the least."""
    parts = text.wrap(CONSOLE, width, tab_size=4)
    for part in parts:
        part.rstrip()
    return list(parts) or [Text()]


def hung(text: Text, width: int, hang: int) -> list[Text]:
    """A text in lines of so many columns; what does not fit goes on below, `hang` columns further in."""
    first, *rest = wrapped(text, width)
    if rest:
        blanks = len(text.plain) - len(text.plain[len(first) :].lstrip(" "))
        rest = [Text(" " * hang, end="") + part for part in wrapped(text[blanks:], width - hang)]
    return [first, *rest]


def padded(text: str, width: int) -> str:
    """A text filled up to so many columns."""
    return text + " " * (width - cell_len(text))


def table_lines(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    width: int,
    *,
    apart: int = COLUMN_GAP,
    right: frozenset[int] = frozenset(),
    ruled: bool = True,
) -> Iterator[Text]:
    """A table, with a line under its heads if it is `ruled`; texts are taken as they are.

    A narrow page wraps its cells; on a narrower one each row has a line for each head with its cell. apart: columns
    between two columns; right: columns, from 0, that are set to the right.
    """
    widths = _widths([*zip(heads, *rows, strict=True)], width - apart * (len(heads) - 1))
    if widths is None:
        for number, row in enumerate(rows):
            yield from [Text()] if number else []
            yield from field_lines(zip(heads, row, strict=True), width, max(map(cell_len, heads)), "bold")
        return

    def drawn(cells: Sequence[str], style: str = "") -> Iterator[Text]:
        lines = [_in_column(cell, columns) for cell, columns in zip(cells, widths, strict=True)]
        for number in range(-max(map(len, lines)), 0) if style else range(max(map(len, lines))):
            parts = (line[number] if -len(line) <= number < len(line) else "" for line in lines)
            sides = zip(parts, widths, strict=True)
            told = (
                " " * (columns - cell_len(part)) + part if at in right else padded(part, columns)
                for at, (part, columns) in enumerate(sides)
            )
            yield Text((" " * apart).join(told).rstrip(), style)

    yield from drawn(heads, "bold")
    if ruled:
        yield Text("─" * (sum(widths) + apart * (len(widths) - 1)))
    for row in rows:
        yield from drawn(row)


def field_lines(rows: Iterable[tuple[str, str]], width: int, labels: int = 0, style: str = "") -> Iterator[Text]:
    """Labels, and beside each what it says; rows that say nothing are left out.

    labels: columns that they take at the least; style: how they look.
    """
    shown = [(label, says) for label, says in rows if says.strip()]
    margin = max([labels, *(cell_len(label) for label, _ in shown)]) + APART
    aside = width - margin >= LEAST_BESIDE
    margin = margin if aside else APART
    for label, says in shown:
        if not aside:
            yield from wrapped(Text(label, style), width)
        for number, part in enumerate(_in_column(says, width - margin)):
            first = "" if number or not aside else label
            yield Text.assemble((padded(first, margin), style), part)


def _widths(columns: Sequence[Sequence[str]], room: int) -> list[int] | None:
    """The width of each column, in so much room for all, the narrowest growing first; None if words break."""
    most = [max(map(cell_len, column)) for column in columns]
    words = [max((cell_len(word) for cell in column for word in cell.split()), default=0) for column in columns]
    widths = [min(word, LONGEST_WORD) for word in words]
    for _ in range(room - sum(widths)):
        growing = [at for at in reversed(range(len(columns))) if widths[at] < most[at]]
        if not growing:
            break
        widths[min(growing, key=widths.__getitem__)] += 1
    return widths if sum(widths) <= room else None


def _in_column(text: str, width: int) -> list[str]:
    if cell_len(text) <= width and "\n" not in text:
        return [text]
    return [part.plain for part in wrapped(Text(text), width)]


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
        over = sum(wide.values()) + COLUMN_GAP * (len(kept) - 1) - columns
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
