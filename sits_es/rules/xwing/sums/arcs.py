"""Which arcs of one ship hold another, how much of its base, and at what range: `sight` for two, `sights` for a table.

All is reckoned about the middle of the base that looks, its bow up: there its areas are always the same, and what
touches on a table that was turned touches here. Rule: xwing_arcs.md, "A ship is in an arc", "Range bands".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from attrs import frozen

from sits_es.rules.xwing.sums.areas import ARCS, TOUCHING, area, in_order, need_lines, own
from sits_es.rules.xwing.sums.bases import Placement, Point, corners_of, turned, within_a_turn
from sits_es.rules.xwing.sums.numbers import DIGITS
from sits_es.rules.xwing.sums.ranges import FARTHEST_RANGE, band
from sits_es.rules.xwing.sums.rims import area_within, rim

if TYPE_CHECKING:
    from sits_es.rules.xwing.sums.bases import Base


@frozen
class ArcHold:
    """An arc that holds a ship. area: of the ship's base inside, in mm2; distance: to the closest part inside, in mm.

    range: that distance's band, 0 to 3: the attack range in this arc.
    """

    arc: str
    area: float
    distance: float
    range: int


@frozen
class Sight:
    """What one ship sees of another. distance: of the bases, in mm; range: its band, 0 to 3, None beyond 300 mm.

    holds: the arcs that hold it, in the order of ARCS; empty where it is only touched by one, or out of range.
    """

    distance: float
    range: int | None
    holds: tuple[ArcHold, ...]

    @property
    def arcs(self) -> tuple[str, ...]:
        """The names of the arcs that hold it."""
        return tuple(hold.arc for hold in self.holds)

    @property
    def area(self) -> dict[str, float]:
        """The area inside each of them, in mm2."""
        return {hold.arc: hold.area for hold in self.holds}

    @property
    def arc_range(self) -> dict[str, int]:
        """The range band in each of them."""
        return {hold.arc: hold.range for hold in self.holds}


def sight(one: Placement, other: Placement, arcs: Iterable[str] = ARCS) -> Sight:
    """What `one` sees of `other` in some of its arcs, by default in all.

    Raises NotAllowedError for a standard arc of a huge base without a half_angle.
    """
    wanted = in_order(arcs)
    need_lines(one.base, wanted)
    shape = seen_from(one, other)
    gap = distance(one, other)
    if band(gap) is None:
        return Sight(gap, None, ())
    holds = (_hold(one.base, shape, arc) for arc in wanted)
    return Sight(gap, band(gap), tuple(hold for hold in holds if hold is not None))


def sights(table: Sequence[Placement]) -> list[list[Sight | None]]:
    """What each ship sees of each other, None of itself. Raises NotAllowedError as `sight` does."""
    return [[None if one is other else sight(one, other) for other in table] for one in table]


def distance(one: Placement, other: Placement) -> float:
    """How far apart the closest points of two bases are, in mm; 0 where they touch or overlap."""
    import shapely

    return float(shapely.distance(own(one.base), seen_from(one, other)))


def seen_from(one: Placement, other: Placement) -> Any:
    """The other base about the middle of the one, its bow up, as a shapely polygon."""
    import shapely

    return shapely.Polygon(corners_from(one, other))


def corners_from(one: Placement, other: Placement) -> tuple[Point, ...]:
    """The other base's corners about the middle of the one, its bow up: front left, then clockwise."""
    right, up = float(DIGITS.subtract(other.x, one.x)), float(DIGITS.subtract(other.y, one.y))
    turn = turned(one.facing)
    x, y = right * turn.cosine - up * turn.sine, right * turn.sine + up * turn.cosine
    own_turn = turned(within_a_turn(DIGITS.subtract(other.facing, one.facing)))
    return tuple(
        (x + across * own_turn.cosine + ahead * own_turn.sine, y - across * own_turn.sine + ahead * own_turn.cosine)
        for across, ahead in corners_of(other.base)
    )


def parts_inside(one: Placement, other: Placement, arc: str) -> tuple[tuple[Point, ...], ...]:
    """What is inside an arc, to be drawn: polygons on the table, empty where the arc doesn't hold it."""
    import shapely

    found = []
    for part in _parts(one.base, seen_from(one, other), arc):
        drawn = shapely.intersection(part[0], rim(one.base))
        found += [tuple(map(one.on_table, each.exterior.coords[:-1])) for each in _polygons(drawn)]
    return tuple(found)


def _hold(base: Base, shape: Any, arc: str) -> ArcHold | None:
    """How an arc holds a shape, if it does: by each of its parts that is more than a touch."""
    import shapely

    parts = _parts(base, shape, arc)
    if not parts:
        return None
    near = min(float(shapely.distance(own(base), part)) for part, _ in parts)
    return ArcHold(arc, sum(size for _, size in parts), near, band(near) or 0)


def _parts(base: Base, shape: Any, arc: str) -> list[tuple[Any, float]]:
    """Parts of a shape inside an arc, and the area of each within range 3, more than a touch."""
    import shapely

    straddles = shapely.hausdorff_distance(own(base), shape) > FARTHEST_RANGE
    found = []
    for part in _polygons(shapely.intersection(area(arc, base), shape)):
        size = area_within(part, base) if straddles else float(part.area)
        if size > TOUCHING:
            found.append((part, size))
    return found


def _polygons(shape: Any) -> list[Any]:
    return [part for part in getattr(shape, "geoms", (shape,)) if part.geom_type == "Polygon" and not part.is_empty]
