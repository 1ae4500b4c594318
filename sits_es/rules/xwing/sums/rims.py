"""The rim where arcs end, 300 mm from the base: straight before its edges, a quarter of a circle round each corner.

How much of a shape is inside is reckoned with the circle itself, not with a many-sided likeness of it, so that an area
and the range beside it never disagree. Rule: xwing_arcs.md, "Every arc ... ends 300 mm from the base".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
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
    """How much of a shape about the base's middle is within 300 mm of it, in mm2."""
    import shapely

    right, ahead, far = float(base.width / 2), float(base.length / 2), FARTHEST_RANGE
    found = float(shapely.clip_by_rect(shape, -right - far, -ahead - far, right + far, ahead + far).area)
    for corner in ((right, ahead), (right, -ahead), (-right, -ahead), (-right, ahead)):
        ends = sorted((corner[0], corner[0] * (1 + far / right))), sorted((corner[1], corner[1] * (1 + far / ahead)))
        beyond = shapely.clip_by_rect(shape, ends[0][0], ends[1][0], ends[0][1], ends[1][1])
        for ring in rings(beyond):
            found -= _ring_area(ring) - _in_circle(ring, corner)
    return max(found, 0.0)


def rings(shape: Any) -> Iterator[tuple[Point, ...]]:
    """The rings of all polygons of a shape, the first point once more at the end of each."""
    for part in getattr(shape, "geoms", (shape,)):
        if part.geom_type == "Polygon" and not part.is_empty:
            for ring in (part.exterior, *part.interiors):
                yield tuple(ring.coords)


def _ring_area(ring: Sequence[Point]) -> float:
    return abs(_twice(ring)) / 2


def _twice(ring: Iterable[Point]) -> float:
    return sum(x * other_y - other_x * y for (x, y), (other_x, other_y) in pairwise(ring))


def _in_circle(ring: Sequence[Point], middle: Point) -> float:
    """How much of a polygon without holes lies within 300 mm of a point: side by side, each with the middle."""
    moved = [(x - middle[0], y - middle[1]) for x, y in ring]
    return abs(sum(_slice(one, other) for one, other in pairwise(moved)))


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
