"""Fitting a map into a picture: how many hexes one drawn hex stands for, and which part of the map is shown."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from attrs import field, frozen

from commands.render.pictures.figures import Figure, figure_of
from sits_es.report.scenes import HexPlace, MapMarker, MapScene, Region

#: A drawn hex: its axial numbers on a map where it stands for one hex or for many.
Drawn = tuple[int, int]

#: Drawn hexes left free round everything that is shown, where there is room.
MARGIN: Final = 1


@frozen(kw_only=True)
class Item(Figure):
    """What stands in a drawn hex."""

    marker: MapMarker

    @property
    def level(self) -> int:
        """The level where it stands."""
        future = self.marker.future
        return future.level if self.later and future else self.marker.place.level


def item_of(scene: MapScene, marker: MapMarker, *, later: bool = False) -> Item:
    """A marker as it is drawn, where it is or where it will be."""
    figure = figure_of(scene.markers, marker, later=later)
    return Item(marker=marker, side=figure.side, colour=figure.colour, later=later)


@frozen
class CourseLine:
    """A line from a thing's drawn hex to the one that its course leads to."""

    item: Item
    start: Drawn
    end: Drawn


@frozen
class View:
    """A part of the map, ready to draw.

    scale: hexes that one drawn hex is across, 1 up. left, right: the first and last column of drawn hexes. top, bottom:
    half rows, counted down (a hex has its middle in the half row 2 r + q). items: what stands where; regions: what lies
    below it.
    """

    scale: int
    left: int
    right: int
    top: int
    bottom: int
    items: dict[Drawn, tuple[Item, ...]]
    courses: tuple[CourseLine, ...]
    regions: dict[Drawn, tuple[Region, ...]] = field(factory=dict)

    @property
    def across(self) -> int:
        """Columns of drawn hexes."""
        return self.right - self.left + 1

    @property
    def down(self) -> int:
        """Half rows of drawn hexes, from the middle of the highest to the middle of the lowest, and one more."""
        return self.bottom - self.top + 1

    def hexes(self) -> Iterator[Drawn]:
        """Every drawn hex of the view, column by column from the left, downwards."""
        for q in range(self.left, self.right + 1):
            first = self.top + (self.top + q) % 2
            for half_row in range(first, self.bottom + 1, 2):
                yield q, (half_row - q) // 2

    def holds(self, drawn: Drawn) -> bool:
        """Whether the drawn hex is in the view."""
        return self.left <= drawn[0] <= self.right and self.top <= half_row(drawn) <= self.bottom


def half_row(drawn: Drawn) -> int:
    """How far down a drawn hex has its middle, in halves of a hex's height; any whole number."""
    return 2 * drawn[1] + drawn[0]


def scales() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on: the scales that a map may have."""
    for power in count():
        yield from (10**power, 2 * 10**power, 5 * 10**power)


def hex_scales() -> Iterator[int]:
    """1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50 and so on: steps so fine that little room stays unused.

    Things that are close together then share a drawn hex as seldom as can be.
    """
    yield from (1, 2, 3, 4, 5, 6, 8)
    for power in count(1):
        yield from (step * 10**power // 10 for step in (10, 12, 15, 20, 25, 30, 40, 50, 60, 80))


def drawn_hex(place: HexPlace, scale: int) -> Drawn:
    """The drawn hex that a place falls into: the nearest one, reckoned in whole numbers."""
    cube = (place.q, place.r, -place.q - place.r)
    near = [(2 * part + scale) // (2 * scale) for part in cube]
    if sum(near):
        off = [abs(part - scale * whole) for part, whole in zip(cube, near, strict=True)]
        worst = off.index(max(off))
        near[worst] -= sum(near)
    return near[0], near[1]


def fit(scene: MapScene, across: int, down: int) -> View:
    """The scene at the finest scale at which it goes into so many columns and half rows of drawn hexes (4 and 6 up)."""
    views = (fit_at(scene, across, down, scale) for scale in hex_scales())
    return next(view for view in views if view)


def fit_at(scene: MapScene, across: int, down: int, scale: int) -> View | None:
    """The scene at this scale, or None when it does not go into `across` columns and `down` half rows.

    Everything the markers stand on, now and later, is in it, with a margin, and every region; a course may leave it.
    """
    items, regions = _items(scene, scale), _regions(scene, scale)
    columns = [q for q, _ in (*items, *regions)] or [0]
    rows = [half_row(drawn) for drawn in (*items, *regions)] or [0]
    if max(columns) - min(columns) >= across - 2 * MARGIN or max(rows) - min(rows) >= down - 4 * MARGIN:
        return None
    left, right = _widened(min(columns), max(columns), MARGIN, min(across, LEAST[0]))
    top, bottom = _widened(min(rows), max(rows), 2 * MARGIN, min(down, LEAST[1]))
    return View(scale, left, right, top, bottom, items, tuple(_courses(scene, scale)), regions)


#: A picture of things that are close together still shows so many columns and half rows.
LEAST: Final = (9, 10)


def _widened(low: int, high: int, margin: int, least: int) -> tuple[int, int]:
    """A span with a margin at both ends, and more to make up the least that is wanted."""
    low, high = low - margin, high + margin
    missing = max(0, least - (high - low + 1))
    return low - missing // 2, high + missing - missing // 2


def _items(scene: MapScene, scale: int) -> dict[Drawn, tuple[Item, ...]]:
    """Things first, then future places, each in the order of the scene; no future in a thing's own drawn hex."""
    found: dict[Drawn, tuple[Item, ...]] = {}
    for later in (False, True):
        for marker in scene.markers:
            now = drawn_hex(marker.place, scale)
            place = marker.future if later else marker.place
            if place is None or (later and drawn_hex(place, scale) == now):
                continue
            drawn = drawn_hex(place, scale)
            found[drawn] = (*found.get(drawn, ()), item_of(scene, marker, later=later))
    return found


def _regions(scene: MapScene, scale: int) -> dict[Drawn, tuple[Region, ...]]:
    """What lies in each drawn hex, in the order of the scene, none of it twice."""
    found: dict[Drawn, tuple[Region, ...]] = {}
    for region in scene.regions:
        for drawn in dict.fromkeys(drawn_hex(place, scale) for place in region.places):
            found[drawn] = (*found.get(drawn, ()), region)
    return found


def _courses(scene: MapScene, scale: int) -> Iterator[CourseLine]:
    """The courses that are long enough to be seen."""
    for marker in scene.markers:
        if marker.course is None:
            continue
        start, end = drawn_hex(marker.place, scale), drawn_hex(marker.course, scale)
        if start != end:
            yield CourseLine(item_of(scene, marker), start, end)
