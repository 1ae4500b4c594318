"""Draws blocks for a terminal, a file or a letter, within whatever columns there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final, assert_never

from attrs import frozen
from rich.box import SIMPLE_HEAD
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from commands.render.boxes import box_lines
from commands.render.fitted import ASCII_HEAD, FittedTable
from commands.render.listing import table_of
from sits_es.report.blocks import (
    Block,
    Boxes,
    Fields,
    Heading,
    Phrase,
    Picture,
    ReportLine,
    Screen,
    TextTable,
    Tone,
)
from sits_es.sentences import visible

if TYPE_CHECKING:
    from sits_es.report.scenes import Scene

#: Rows of a screen where nothing says how many it has, one being left for what is typed next.
ROWS: Final = 23

#: How tones look, in Rich's styles.
STYLES: Final[dict[Tone, str]] = {
    "plain": "",
    "strong": "bold",
    "faint": "dim",
    "good": "green",
    "warning": "yellow",
    "bad": "red",
}


def draw(blocks: Iterable[Block], *, ascii_only: bool = False, rows: int = ROWS) -> Iterator[RenderableType]:
    """Blocks one below the other. ascii_only: lines and pictures in 7-bit characters; texts stay as they are.

    rows: those of the screen that a glance has to fit.
    """
    for block in blocks:
        match block:
            case ReportLine():
                yield _Hanging(block, ascii_only)
            case Heading(text=title, major=True):
                yield Rule(plain(title, "bold"), characters="-" if ascii_only else "─", align="left", style="none")
            case Heading():
                yield Text("\n") + plain(block.text, "bold")
            case Fields():
                yield _indented(_fields(block), block.indent)
            case TextTable():
                yield _indented(_table(block, ascii_only=ascii_only), block.indent)
            case Boxes():
                yield _BoxPage(block)
            case Picture():
                yield _indented(_Drawn(block.scene, ascii_only), block.indent)
            case Screen():
                from commands.render.glance import GlancePage

                yield GlancePage(block.glance, rows, ascii_only)
            case _:
                assert_never(block)


def plain(text: str, style: str = "") -> Text:
    """Text that is no markup and holds nothing that could upset a terminal."""
    return Text(visible(text), style=style)


def phrase_text(phrase: Phrase, *, ascii_only: bool) -> Text:
    """Some words in the style of their tone."""
    other = phrase.in_ascii if ascii_only else None
    return plain(phrase.text if other is None else other, STYLES[phrase.tone])


@frozen
class _Hanging:
    """A line; what does not fit goes on below it, further in."""

    line: ReportLine
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield from hanging(self.line, console, options.max_width, ascii_only=self.ascii_only)


def hanging(line: ReportLine, console: Console, width: int, *, ascii_only: bool) -> Iterator[Text]:
    """A line in so many columns; what does not fit goes on below it, further in."""
    parts = [phrase_text(phrase, ascii_only=ascii_only) for phrase in line.phrases]
    # one phrase is one text, whose style its parts keep when they are broken and put together again
    text = parts[0] if len(parts) == 1 else Text("").join(parts)
    wide = max(width - line.indent, 8)
    first, *rest = wrapped(text, console, wide)
    yield Text(" " * line.indent) + first
    if rest:
        below = Text(" ").join(rest)
        # where that leaves less than a third of the page, it would be a column of single words
        hang = line.hang if wide - line.hang >= wide // 3 else 2
        for part in wrapped(below, console, max(wide - hang, 8)):
            yield Text(" " * (line.indent + hang)) + part


def wrapped(text: Text, console: Console, width: int) -> list[Text]:
    """A text in lines of so many columns, broken between words; one line at the least."""
    parts = text.wrap(console, width, tab_size=4)
    for part in parts:
        part.rstrip()
    return list(parts) or [Text()]


def _indented(what: RenderableType, columns: int) -> RenderableType:
    return Padding(what, (0, 0, 0, columns), expand=False) if columns else what


def _table(block: TextTable, *, ascii_only: bool) -> RenderableType:
    if block.spaced:
        return table_of(block.heads, block.rows, ascii_only=ascii_only)
    return FittedTable(
        heads=tuple(plain(head, "bold") for head in block.heads),
        rows=tuple(tuple(map(plain, row)) for row in block.rows),
        box=ASCII_HEAD if ascii_only else SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        right=block.right,
    )


def _fields(block: Fields) -> Table:
    drawn = Table.grid(padding=(0, 2))
    drawn.add_column(no_wrap=True)
    drawn.add_column()
    for label, says in block.rows:
        if says:
            drawn.add_row(plain(label), plain(says))
    return drawn


@frozen
class _BoxPage:
    """Rows of boxes, broken between boxes."""

    block: Boxes

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        block = self.block
        yield Text(" " * block.indent) + plain(block.title, STYLES["strong"])
        margin = " " * (block.indent + 2)
        for line in box_lines(block, options.max_width - len(margin)):
            yield Text(margin).append_text(Text("").join(phrase_text(phrase, ascii_only=False) for phrase in line))


@frozen
class _Drawn:
    """A picture in as many columns as there are."""

    scene: Scene
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from commands.render.pictures import render_text

        yield render_text(self.scene, self.ascii_only, options.max_width)
