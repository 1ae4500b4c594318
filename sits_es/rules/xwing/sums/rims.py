"""The rim where arcs end, 300 mm from the base: straight before its edges, a quarter of a circle round each corner.

How much of a shape is inside is reckoned with the circle itself, not with a many-sided likeness of it, so that an area
and the range beside it never disagree. Rule: rules.md, Standard arcs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import atan2, hypot, sqrt
from typing import Any, Final

from sits_es.rules.xwing.sums.areas import own
from sits_es.rules.xwing.sums.bases import Base, Point
from sits_es.rules.xwing.sums.ranges import FARTHEST_RANGE

#: Sides of a quarter of a circle where a shape is drawn: it is off by less than a thousandth of a mm.
SIDES: Final = 256


@lru_cache(maxsize=64)
def rim(base: Base) -> Any:
    """All within 300 mm of a base, as a shapely polygon to draw with: its sides run just inside the circle."""
    import shapely

    return shapely.buffer(own(base), FARTHEST_RANGE, quad_segs=SIDES)


def area_within(shape: Any, base: Base) -> float:
    """How much of a shape about the base's middle is within 300 mm of it, in mm2; its polygons have no holes."""
    return sum((_ring_within(tuple(part.exterior.coords[:-1]), base) for part in polygons(shape)), 0.0)


def polygons(shape: Any) -> list[Any]:
    """The polygons of a shapely shape; lines and points, where shapes only touch, left out."""
    return [part for part in getattr(shape, "geoms", (shape,)) if part.geom_type == "Polygon" and not part.is_empty]


def _ring_within(ring: Sequence[Point], base: Base) -> float:
    """What is before the edges is cut off straight; what is beyond a corner, both ways, counts within its circle."""
    right, ahead = float(base.width) / 2, float(base.length) / 2
    for way, axis, edge in ((1, 0, right), (-1, 0, right), (1, 1, ahead), (-1, 1, ahead)):
        ring = _cut(ring, axis, way, edge + FARTHEST_RANGE)
    found = _signed(ring)
    for across, along in ((1, 1), (1, -1), (-1, -1), (-1, 1)):
        beyond = _cut(_cut(ring, 0, -across, -right), 1, -along, -ahead)
        found -= _signed(beyond) - _in_circle(beyond, (across * right, along * ahead))
    return abs(found)


def _cut(ring: Sequence[Point], axis: int, way: int, limit: float) -> list[Point]:
    """What of a ring lies on one side of a line across an axis: where `way` times its coordinate is `limit` at most.

    Of a ring with notches the parts hang together along the line, which changes no area.
    """
    found: list[Point] = []
    for one, other in _sides(ring):
        here, there = way * one[axis] - limit, way * other[axis] - limit
        if here <= 0:
            found.append(one)
        if (here < 0 < there) or (there < 0 < here):
            part = here / (here - there)
            found.append((one[0] + part * (other[0] - one[0]), one[1] + part * (other[1] - one[1])))
    return found


def _sides(ring: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    return zip(ring, (*ring[1:], *ring[:1]), strict=True)


def _signed(ring: Sequence[Point]) -> float:
    """A ring's area, below 0 where it runs clockwise."""
    return sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in _sides(ring)) / 2


def _in_circle(ring: Sequence[Point], middle: Point) -> float:
    """How much of a ring lies within 300 mm of a point, signed alike: side by side, each with the middle."""
    moved = [(x - middle[0], y - middle[1]) for x, y in ring]
    return sum(_slice(one, other) for one, other in _sides(moved))


def _slice(one: Point, other: Point) -> float:
    """The signed area within the circle of the triangle of its middle and a side."""
    (x, y), (to_x, to_y) = one, other
    way_x, way_y = to_x - x, to_y - y
    length = hypot(way_x, way_y)
    if length == 0:
        return 0.0
    # where the side's line enters the circle and leaves it, in parts of the side
    along = -(x * way_x + y * way_y) / length**2
    off = (x * way_y - y * way_x) / length
    if abs(off) >= FARTHEST_RANGE:
        return _sector(one, other)
    half = sqrt(FARTHEST_RANGE**2 - off**2) / length
    enters, leaves = max(0.0, along - half), min(1.0, along + half)
    if enters >= leaves:
        return _sector(one, other)
    first, last = ((x + part * way_x, y + part * way_y) for part in (enters, leaves))
    inside = (first[0] * last[1] - last[0] * first[1]) / 2
    return (_sector(one, first) if enters > 0 else 0.0) + inside + (_sector(last, other) if leaves < 1 else 0.0)


def _sector(one: Point, other: Point) -> float:
    turn = atan2(one[0] * other[1] - other[0] * one[1], one[0] * other[0] + one[1] * other[1])
    return FARTHEST_RANGE**2 * turn / 2
