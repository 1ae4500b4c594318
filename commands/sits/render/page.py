"""The parts that every SITS page is set from: headings, hanging lines, tables and label-and-value rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen
from rich.box import SIMPLE_HEAD, Box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from commands.render.fitted import FittedTable

#: SIMPLE_HEAD drawn with a hyphen, for readers whose screen or mail knows nothing else.
_ASCII_HEAD: Final = Box("    \n    \n -- \n    \n    \n    \n    \n    \n", ascii=True)


@frozen
class ReportLine:
    """One line of text; what does not fit goes on below, `hang` columns further in.

    indent, hang: columns, 0 up. style: a Rich style, never the only thing that tells lines apart.
    """

    text: str
    indent: int = 0
    hang: int = 2
    style: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        wide = max(options.max_width - self.indent, 8)
        first, *rest = _wrapped(self.text, self.style, console, wide)
        yield Text(" " * self.indent) + first
        if rest:
            below = " ".join(part.plain for part in rest)
            for part in _wrapped(below, self.style, console, max(wide - self.hang, 8)):
                yield Text(" " * (self.indent + self.hang)) + part


def _wrapped(text: str, style: str, console: Console, width: int) -> list[Text]:
    parts = plain(text, style).wrap(console, width, tab_size=4)
    for part in parts:
        part.rstrip()
    return list(parts) or [Text()]


def plain(text: str, style: str = "") -> Text:
    """Text that is no markup and holds nothing that could upset a terminal."""
    return Text("".join(letter if letter.isprintable() else " " for letter in text), style=style)


def heading(title: str, *, ascii_only: bool = False) -> Rule:
    """A title with a line to the right edge."""
    return Rule(plain(title, "bold"), characters="-" if ascii_only else "─", align="left", style="none")


def section(title: str) -> Text:
    """The title of a part of a page; its contents stand two columns further in."""
    return Text("\n") + plain(title, "bold")


def indented(what: RenderableType, columns: int = 2) -> Padding:
    """The renderable moved to the right."""
    return Padding(what, (0, 0, 0, columns), expand=False)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], *, right: Iterable[int] = (), ascii_only: bool = False
) -> FittedTable:
    """A table of plain text. right: columns, from 0, that are set to the right."""
    return FittedTable(
        heads=tuple(plain(head, "bold") for head in heads),
        rows=tuple(tuple(map(plain, row)) for row in rows),
        box=_ASCII_HEAD if ascii_only else SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        right=frozenset(right),
    )


def fields(rows: Iterable[tuple[str, str]]) -> Table:
    """Labels and what they say, one under the other; rows that say nothing are left out."""
    drawn = Table.grid(padding=(0, 2))
    drawn.add_column(no_wrap=True)
    drawn.add_column()
    for label, says in rows:
        if says:
            drawn.add_row(plain(label), plain(says))
    return drawn


def joined(parts: Iterable[str], separator: str = ", ") -> str:
    """The parts that are not empty, with a separator between them."""
    return separator.join(part for part in parts if part)
