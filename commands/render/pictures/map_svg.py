"""The map as SVG: hexes with flat tops, every thing with its label, pointer, level, course and future place."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape

from commands.render.pictures.figures_svg import BADGES, HALO, arrow, arrowhead, badge, legend, signs
from commands.render.pictures.fit import Drawn, Item, View, fit, half_row
from commands.render.pictures.labels import printable
from commands.render.pictures.map import around, level_text, pointed, scale_text
from commands.render.pictures.regions_svg import legend as regions_legend
from commands.render.pictures.regions_svg import region
from commands.render.pictures.svg_parts import PictureParts, letters_of, shape, tag, text, with_key
from sits_es.report.scenes import MapScene, MapWords

#: The most columns and half rows of hexes: as many as 80 columns of text show.
MOST: Final = (15, 24)

#: The largest hex, from its middle to a corner, and the room for all of them.
LARGEST: Final = 48.0
ROOM: Final = (1000.0, 900.0)

#: Space left of the map, above it (title, direction) and below it.
LEFT, ABOVE, BELOW = 40.0, 70.0, 34.0

#: How things share a hex: how many -> the place of each and its size, in parts of the hex.
SHARES: Final[dict[int, tuple[tuple[tuple[float, float], ...], float]]] = {
    1: (((0.0, 0.0),), 0.3),
    2: (((-0.42, 0.0), (0.42, 0.0)), 0.2),
    3: (((-0.42, -0.3), (0.42, -0.3), (0.0, 0.35)), 0.18),
    4: (((-0.4, -0.38), (0.4, -0.38), (-0.4, 0.48), (0.4, 0.48)), 0.17),
}


class HexGrid:
    """Where drawn hexes stand in the picture."""

    def __init__(self, view: View) -> None:
        self.view = view
        tall = math.sqrt(3) / 2
        self.hex = min(LARGEST, ROOM[0] / (1.5 * view.across + 0.5), ROOM[1] / (tall * (view.down + 1)))
        self.width = self.hex * (1.5 * view.across + 0.5)
        self.height = self.hex * tall * (view.down + 1)

    def middle(self, drawn: Drawn) -> tuple[float, float]:
        """The middle of a drawn hex, in or out of the view."""
        right = self.hex * (1.5 * (drawn[0] - self.view.left) + 1)
        down = self.hex * math.sqrt(3) / 2 * (half_row(drawn) - self.view.top + 1)
        return LEFT + right, ABOVE + down

    def spots(self, drawn: Drawn) -> dict[Item, tuple[float, float, float]]:
        """The place and size of everything drawn in a hex; of more than four things, three."""
        items = self.view.items[drawn]
        places, size = SHARES[min(len(items), 4)]
        x, y = self.middle(drawn)
        shown = items if len(items) <= 4 else items[:3]
        return {
            item: (x + right * self.hex, y + down * self.hex, size * self.hex)
            for item, (right, down) in zip(shown, places, strict=False)
        }


def draw_map(scene: MapScene, title: str) -> str:
    """The map with its legend as an SVG file."""
    return with_key(sheet_of(scene), title)


def sheet_of(scene: MapScene, letters: int | None = None) -> PictureParts:
    """The map, and its legend beside. letters: of a line of the legend, by default as many as the map is wide."""
    view = fit(scene, *MOST)
    grid = HexGrid(view)
    width = grid.width + 2 * LEFT
    key = list(_legend(scene, view, ABOVE + grid.height + BELOW + 24, letters or letters_of(width)))
    height = ABOVE + grid.height + BELOW + 40
    parts = [*_hexes(grid), *_directions(grid, scene.words), *_courses(grid)]
    for drawn in view.items:
        parts += _contents(grid, drawn, scene.words)
    return PictureParts(width=width, height=height, parts=parts, key=key)


def _hexes(grid: HexGrid) -> Iterator[str]:
    """Every hex, the empty ones with their number (of the hex at the middle, where one stands for many)."""
    for drawn in grid.view.hexes():
        x, y = grid.middle(drawn)
        corners = (around(60 * step + 30, grid.hex) for step in range(6))
        parts = shape(((x + right, y + down) for right, down in corners), "sx-hex", stroke_width=1.2)
        if regions := grid.view.regions.get(drawn):
            parts += "".join(region(regions, x, y, grid.hex))
        if drawn not in grid.view.items:
            number = f"{drawn[0] * grid.view.scale},{drawn[1] * grid.view.scale}"
            parts += text(x, y + 0.66 * grid.hex, number, 0.2 * grid.hex, "sx-faint")
        yield tag("g", parts, class_="hex", data_hex=f"{drawn[0]},{drawn[1]}")


#: Where the names of the hex sides stand, clockwise from the top: in parts of the map, to the right and down.
AROUND: Final = ((0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.5, 1.0), (0.0, 1.0), (0.0, 0.0))


def _directions(grid: HexGrid, words: MapWords) -> Iterator[str]:
    """The directions round the map."""
    for side, (right, down) in zip(words.directions, AROUND, strict=False):
        y = ABOVE + grid.height + 18 if down else ABOVE - 16
        yield text(LEFT + right * grid.width, y, printable(side), 20, font_weight="bold")


def _courses(grid: HexGrid) -> Iterator[str]:
    """Courses, cut off at the edge of the map."""
    inside = "".join(_course(grid, course.item, course.start, course.end) for course in grid.view.courses)
    size = {"width": grid.width, "height": grid.height}
    box = f"{LEFT:.1f} {ABOVE:.1f} {grid.width:.1f} {grid.height:.1f}"
    yield tag("svg", inside or " ", x=LEFT, y=ABOVE, viewBox=box, **size)


def _course(grid: HexGrid, item: Item, start: Drawn, end: Drawn) -> str:
    x, y, _ = grid.spots(start).get(item, (*grid.middle(start), 0.0))
    to_x, to_y = grid.middle(end)
    class_ = f"sx-{item.colour}-side"
    line = tag("line", x1=x, y1=y, x2=to_x, y2=to_y, class_=class_, stroke_width=2, stroke_dasharray="2 6")
    return line + arrowhead(to_x, to_y, math.atan2(to_y - y, to_x - x), 0.22 * grid.hex, class_)


def _contents(grid: HexGrid, drawn: Drawn, words: MapWords) -> Iterator[str]:
    """What stands in a hex, each thing with its words for a reader who points at it."""
    spots = grid.spots(drawn)
    for item, (x, y, size) in spots.items():
        name = f"{item.marker.name} {words.future}" if item.later else item.marker.name
        parts = [tag("title", escape(printable(name))), *_item(item, words, x, y, size)]
        yield tag("g", "".join(parts), class_="future" if item.later else words.unit)
    if more := len(grid.view.items[drawn]) - len(spots):
        x, y = grid.middle(drawn)
        (right, down), size = SHARES[4][0][3], 0.3 * grid.hex
        yield text(x + right * grid.hex, y + down * grid.hex, f"+{more}", size, font_weight="bold")


def _item(item: Item, words: MapWords, x: float, y: float, size: float) -> Iterator[str]:
    """A thing with its pointer, label and level; hollow and without a pointer where it will be."""
    pointer = None if item.later else item.marker.pointer
    away, letters = BADGES[item.side % len(BADGES)].clear * size, max(9.0, 0.85 * size)
    toward = pointed(pointer) if pointer else None
    if toward:
        yield arrow(x, y, toward, (2.6 if size > 10 else 2.1) * size, f"sx-{item.colour}-side")
    elif pointer:
        yield text(x, y - away, printable(pointer.name), letters, HALO, font_weight="bold")
    yield badge(item, x, y, size)
    if words.level:
        below = not (toward and toward[1] > 0.3)
        yield text(x, y + (away if below else -away), level_text(item.level), letters, HALO, font_weight="bold")


def _legend(scene: MapScene, view: View, y: float, width: int) -> Iterator[str]:
    """The legend, line by line: the scale, the signs, then each thing in words."""
    told = " ".join((scale_text(scene, view.scale), *_top(scene.words)))
    above = list(legend((told, signs(scene.words)), scene.markers, (LEFT, y), width))
    yield from above
    yield from regions_legend(scene.regions, (LEFT, y + 22 * len(above)), width)


def _top(words: MapWords) -> Iterator[str]:
    """Which direction is up."""
    if words.directions:
        yield f"{words.directions[0]} is up ({words.compass})." if words.compass else f"{words.directions[0]} is up."
