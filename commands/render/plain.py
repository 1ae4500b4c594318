"""Blocks as plain text, for letters and files, and what is left out of them where pictures stand elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Final

from attrs import evolve

from commands.render.blocks import draw
from sits_es.report.blocks import Block, Heading, Picture, Screen
from sits_es.report.scenes import Scene

#: Columns of a report: what mail programs show without wrapping.
WIDTH: Final = 76


def plain_text(blocks: Iterable[Block], width: int, rows: int = 24) -> str:
    """Blocks as text in so many columns, in 7-bit characters as far as lines and pictures go. rows: of a glance."""
    from rich.console import Console, Group

    out = StringIO()
    console = Console(file=out, width=width, markup=False, highlight=False, emoji=False, color_system=None)
    console.print(Group(*draw(blocks, ascii_only=True, rows=rows)))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines()).strip("\n")


def without_pictures(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks without pictures, and without the headings of those."""
    waiting: Heading | None = None
    for block in blocks:
        if isinstance(block, Picture):
            waiting = None
            continue
        if waiting is not None:
            yield waiting
        waiting = block if isinstance(block, Heading) else None
        if waiting is None:
            yield Screen(evolve(block.glance, scene=None)) if isinstance(block, Screen) else block
    if waiting is not None:
        yield waiting


def pictures(blocks: Iterable[Block]) -> Iterator[Scene]:
    """What `without_pictures` leaves out, to be drawn elsewhere."""
    for block in blocks:
        match block:
            case Picture(scene=scene):
                yield scene
            case Screen(glance) if glance.scene is not None:
                yield glance.scene
