"""Why an answer is what it is: where two bases are closest, and which corners of one an arc of the other holds.

Rule: rules.md, Range bands, Answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from math import hypot
from typing import Final

from msgspec import Struct

from sits_es.rules.xwing.sums.arcs import corners_from, distance, to_base
from sits_es.rules.xwing.sums.areas import area, own
from sits_es.rules.xwing.sums.bases import Base, Placement, Point, corners_of
from sits_es.rules.xwing.sums.ranges import FARTHEST_RANGE, NEAR
from sits_es.rules.xwing.sums.rims import SIDES

#: Corners of a base, in the order of `corners_of`, and the edges that begin at each of them.
CORNERS: Final = ("front left corner", "front right corner", "rear right corner", "rear left corner")
EDGES: Final = ("front edge", "right edge", "rear edge", "left edge")
#: An edge that runs along an arc's touches it for more than this, in mm.
ALONG: Final = 0.0001


class Closest(Struct, frozen=True):
    """Where two bases are closest. distance: mm, 0 up; points: on the table, of the one and of the other.

    one, other: which part of each base it is, such as "front edge" or "rear left corner"; overlap: whether the bases
    overlap, and then parts and points say nothing.
    """

    distance: float
    one: str
    other: str
    points: tuple[Point, Point]
    overlap: bool


def closest(one: Placement, other: Placement) -> Closest:
    """Where two bases are closest. Of parallel edges a place where they face each other."""
    import shapely

    there = corners_from(one, other)
    shape, mine = shapely.Polygon(there), own(one.base)
    gap = distance(one, other)
    start, end = (tuple(point) for point in shapely.shortest_line(mine, shape).coords)
    overlap = gap <= NEAR and float(shapely.intersection(mine, shape).area) > NEAR
    here = corners_of(one.base)
    edges = _facing_edges(here, there, gap)
    parts = edges or (_part(here, start), _part(there, end))
    return Closest(gap, *parts, (one.on_table(start), one.on_table(end)), overlap)


def corners_inside(one: Placement, other: Placement, arc: str) -> tuple[str, ...]:
    """The corners of the other base that lie in an arc of the one, not only on its edge.

    Raises NotAllowedError as `sight` does.
    """
    return tuple(
        CORNERS[number]
        for number, spot in enumerate(corners_from(one, other))
        if to_base(one.base, spot) < FARTHEST_RANGE - NEAR and _inside(one.base, arc, spot)
    )


def touched(one: Placement, other: Placement, arcs: Iterable[str]) -> dict[str, str]:
    """Of some arcs of the one that don't hold the other, those that its base touches, each with what touches it.

    An edge that runs along an arc's or has both ends on it, else a corner on it, else an edge that meets a corner of
    the arc. Raises NotAllowedError as `sight` does.
    """
    import shapely

    found = {}
    spots = corners_from(one, other)
    edges = [shapely.LineString((spot, spots[(number + 1) % 4])) for number, spot in enumerate(spots)]
    reach = shapely.buffer(own(one.base), FARTHEST_RANGE + NEAR, quad_segs=SIDES)
    for arc in arcs:
        near = shapely.intersection(shapely.buffer(area(arc, one.base), NEAR, join_style="mitre"), reach)
        met = [shapely.intersection(edge, near) for edge in edges]
        at = {
            number
            for number, spot in enumerate(spots)
            if to_base(one.base, spot) <= FARTHEST_RANGE + NEAR
            and shapely.distance(area(arc, one.base), shapely.Point(spot)) <= NEAR
        }
        along = [
            EDGES[number] for number, part in enumerate(met) if part.length > ALONG or at >= {number, (number + 1) % 4}
        ]
        corners = [CORNERS[number] for number in sorted(at)]
        if parts := along or corners or [EDGES[number] for number, part in enumerate(met) if not part.is_empty]:
            found[arc] = parts[0]
    return found


def _inside(base: Base, arc: str, spot: Point) -> bool:
    import shapely

    point = shapely.Point(spot)
    found = area(arc, base)
    return bool(shapely.contains(found, point)) and float(shapely.distance(found.exterior, point)) > NEAR


def _facing_edges(here: tuple[Point, ...], there: tuple[Point, ...], gap: float) -> tuple[str, str] | None:
    """The edges that run along each other at the bases' distance, if two do."""
    for number, facing in product(range(4), range(4)):
        (x, y), (to_x, to_y) = here[number], here[(number + 1) % 4]
        long = hypot(to_x - x, to_y - y)
        right, ahead = (to_x - x) / long, (to_y - y) / long
        ends = (there[facing], there[(facing + 1) % 4])
        off = [(spot_x - x) * ahead - (spot_y - y) * right for spot_x, spot_y in ends]
        along = sorted((spot_x - x) * right + (spot_y - y) * ahead for spot_x, spot_y in ends)
        beside = min(along[1], long) - max(along[0], 0.0) > NEAR
        if beside and all(abs(abs(each) - gap) <= NEAR for each in off):
            return EDGES[number], EDGES[facing]
    return None


def _part(corners: tuple[Point, ...], spot: Point) -> str:
    """The corner or the edge of a base that a point of it lies on."""
    for number, (x, y) in enumerate(corners):
        if hypot(spot[0] - x, spot[1] - y) <= NEAR:
            return CORNERS[number]
    off = []
    for (x, y), (to_x, to_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
        long = hypot(to_x - x, to_y - y)
        off.append(abs((spot[0] - x) * (to_y - y) - (spot[1] - y) * (to_x - x)) / long)
    return EDGES[off.index(min(off))]
