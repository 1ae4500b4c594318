"""A board on a wide page: beside its picture stand the units, which otherwise stand below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from attrs import frozen
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.segment import Segment
from rich.text import Text

from commands.render.blocks import draw
from sits_es.report.blocks import Block, Heading, Picture, TextTable

#: Columns between them; the fewest of a picture that stands beside something, and the most.
GAP: Final = 2
LEAST: Final = 48
MOST: Final = 100


def side_by_side(blocks: Iterable[Block], *, ascii_only: bool) -> Iterator[RenderableType]:
    """Blocks one below the other, but for a picture before a heading with a table, which stand abreast if they fit."""
    waiting: list[Block] = []
    for block in blocks:
        waiting.append(block)
        if not _may_stand_abreast(waiting):
            yield from draw(waiting[:-1], ascii_only=ascii_only)
            waiting = waiting[-1:]
            if not _may_stand_abreast(waiting):
                yield from draw(waiting, ascii_only=ascii_only)
                waiting = []
        elif len(waiting) == len(_SHAPE) and isinstance(picture := waiting[0], Picture):
            yield Abreast(picture, tuple(waiting[1:]), ascii_only)
            waiting = []
    yield from draw(waiting, ascii_only=ascii_only)


#: What stands abreast: a picture, and a heading with its table.
_SHAPE: Final = (Picture, Heading, TextTable)


def _may_stand_abreast(blocks: Sequence[Block]) -> bool:
    return all(isinstance(block, kind) for block, kind in zip(blocks, _SHAPE, strict=False))


@frozen
class Abreast:
    """A picture, and what stands to its right where the page is wide enough for both, or else below it."""

    picture: Picture
    beside: tuple[Block, ...]
    ascii_only: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        below = list(draw(self.beside, ascii_only=self.ascii_only))
        lines = [_text(line) for line in console.render_lines(Group(*below), options, pad=False)]
        wide = max((line.cell_len for line in lines), default=0)
        left = min(options.max_width - GAP - wide, MOST)
        if left < LEAST:
            yield from draw([self.picture], ascii_only=self.ascii_only)
            yield from below
            return
        drawn = picture_lines(self.picture, left, ascii_only=self.ascii_only)
        # a heading has a blank line above it, which nothing stands above here
        lines = lines[1:] if lines and not lines[0].plain.strip() else lines
        margin = max(line.cell_len for line in drawn) + GAP
        for one, other in zip_longest(drawn, lines, fillvalue=Text()):
            yield Text.assemble(one, " " * (margin - one.cell_len) if other else "", other)


def _text(line: Iterable[Segment]) -> Text:
    """A drawn line without blanks at its end."""
    text = Text.assemble(*((part.text, part.style or "") for part in line))
    text.rstrip()
    return text


def picture_lines(picture: Picture, width: int, rows: int | None = None, *, ascii_only: bool) -> list[Text]:
    """A picture in so many columns, and rows where they are given, from the left edge on."""
    from commands.render.pictures import render_text

    lines = render_text(picture.scene, ascii_only, width, rows).split("\n")
    margin = min((len(line.plain) - len(line.plain.lstrip()) for line in lines if line.plain.strip()), default=0)
    return [line[margin:] for line in lines]
