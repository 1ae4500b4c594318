"""Bars as SVG, to both sides of a middle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from commands.render.pictures.bars import most_of, whose_of
from commands.render.pictures.labels import printable
from commands.render.pictures.map import side_colours
from commands.render.pictures.svg_parts import page, tag, text
from sits_es.report.graphs import Bar, BarScene

#: Where names end, where the middle is, how far bars reach, where what is said begins.
NAMES, MIDDLE, REACH, SAID = 300.0, 500.0, 180.0, 700.0
ABOVE, ROW = 84.0, 26.0
WIDE: Final = 1100.0


def draw_bars(scene: BarScene, title: str) -> str:
    """The bars with their names before them and what they say behind, as an SVG file."""
    below = ABOVE + ROW * len(scene.bars)
    parts = [
        text(MIDDLE - 8, 60, printable(scene.low), 13, "sx-faint", text_anchor="end"),
        text(MIDDLE + 8, 60, printable(scene.high), 13, "sx-faint", text_anchor="start"),
        *(part for row, bar in enumerate(scene.bars) for part in _bar(scene, bar, ABOVE + ROW * row)),
        tag("line", x1=MIDDLE, y1=ABOVE - 12, x2=MIDDLE, y2=below - 8, class_="sx-line", stroke_width=1.5),
    ]
    return page(WIDE, below + 20, title or scene.title, parts)


def _bar(scene: BarScene, bar: Bar, y: float) -> Iterator[str]:
    whose = whose_of(scene)
    colour = side_colours(whose)[whose.index(bar.whose)]
    length = REACH * min(abs(bar.number) / most_of(scene), 1)
    x = MIDDLE - length if bar.number < 0 else MIDDLE
    yield text(NAMES, y, printable(f"{bar.name}, {bar.whose}"), 14, text_anchor="end")
    yield tag("rect", x=x, y=y - 8, width=length, height=16.0, class_=f"sx-{colour}-side")
    yield text(SAID, y, printable(bar.said), 14, "sx-faint", text_anchor="start")
