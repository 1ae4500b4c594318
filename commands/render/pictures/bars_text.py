"""Bars in characters, to both sides of a middle."""

from __future__ import annotations

import operator
from typing import Final

from rich.cells import cell_len, set_cell_size

from commands.render.pictures.bars import most_of, whose_of
from commands.render.pictures.canvas import Canvas
from commands.render.pictures.figures import SIDE_STYLES
from commands.render.pictures.labels import printable
from commands.render.pictures.map import side_colours
from sits_es.report.graphs import BarScene

#: What bars are made of, and the line in the middle; Unicode and ASCII.
FULL: Final = ("█", "#")
MIDDLE: Final = ("│", "|")
#: Columns of a bar to one side, at the least and the most.
LEAST, MOST = 6, 20


def draw_bars(scene: BarScene, width: int, *, ascii_only: bool) -> Canvas:
    """The bars with their names before them and what they say behind, in so many columns."""
    sheet = Canvas(width)
    sheet.write(0, 0, [[(printable(scene.title, ascii_only=ascii_only), "bold")]], indent=2)
    whose = whose_of(scene)
    kinds = [printable(bar.name, ascii_only=ascii_only) for bar in scene.bars]
    owners = [printable(f", {bar.whose}", ascii_only=ascii_only) for bar in scene.bars]
    said = [printable(bar.said, ascii_only=ascii_only) for bar in scene.bars]
    room = max(map(cell_len, said), default=0)
    longest = max(map(cell_len, map(operator.add, kinds, owners)), default=0)
    if width - longest - room - 5 < 2 * LEAST:
        said = [f"{bar.number:+.1f}" for bar in scene.bars]
        room = max(map(cell_len, said), default=0)
    label = min(longest, width - room - 5 - 2 * LEAST)
    half = max(LEAST, min(MOST, (width - label - room - 5) // 2))
    middle, row = label + 1 + half, sheet.height
    low, high = (printable(words, ascii_only=ascii_only) for words in (scene.low, scene.high))
    sheet.put(max(middle - 1 - cell_len(low), 0), row, low, "dim")
    sheet.put(middle + 2, row, high, "dim")
    for kind, owner, bar, words in zip(kinds, owners, scene.bars, said, strict=True):
        row += 1
        style = SIDE_STYLES[side_colours(whose)[whose.index(bar.whose)]]
        sheet.put(0, row, _name(kind, owner, label))
        length = min(half, round(abs(bar.number) / most_of(scene) * half))
        sheet.put(middle - length if bar.number < 0 else middle + 1, row, FULL[ascii_only] * length, style)
        sheet.put(middle, row, MIDDLE[ascii_only], "dim")
        sheet.put(middle + half + 2, row, words)
    return sheet


def _name(kind: str, owner: str, room: int) -> str:
    """What a bar is of; where there is little room the kind is cut first, so that its owner is still seen."""
    if cell_len(kind + owner) <= room:
        return kind + owner
    owner = set_cell_size(owner, min(cell_len(owner), room))
    return set_cell_size(kind, room - cell_len(owner)) + owner
