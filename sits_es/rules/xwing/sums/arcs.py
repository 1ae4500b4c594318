"""Which arcs of one ship hold another, how much of its base, and at what range: `sight` for two, `seen` for a table.

All is reckoned about the middle of the base that looks, its bow up: there its areas are always the same, and what
touches on a table that was turned touches here. Rule: rules.md, In an arc, Range bands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from sits_es.rules.xwing.sums.areas import ARCS, TOUCHING, area, in_order, need_lines, own
from sits_es.rules.xwing.sums.bases import Placement, Point, corners_of, turned, within_a_turn
from sits_es.rules.xwing.sums.numbers import DIGITS, area_in_words
from sits_es.rules.xwing.sums.ranges import FARTHEST_RANGE, apart, band, told
from sits_es.rules.xwing.sums.rims import area_within, polygons, rim

if TYPE_CHECKING:
    from sits_es.rules.xwing.sums.bases import Base


class ArcHold(Struct, frozen=True):
    """An arc that holds a ship. area: of the ship's base inside, in mm2; distance: to the closest part inside, in mm.

    range: that distance's band, 0 to 3: the attack range in this arc.
    """

    arc: str
    area: float
    distance: float
    range: int


class Sight(Struct, frozen=True):
    """What one ship sees of another. distance: of the bases, in mm; range: its band, 0 to 3, None beyond 300 mm.

    holds: the arcs that hold it, in the order of ARCS; empty if it is only touched by one, or out of range.
    """

    distance: float
    range: int | None
    holds: tuple[ArcHold, ...]

    @property
    def arcs(self) -> tuple[str, ...]:
        """The names of the arcs that hold it."""
        return tuple(hold.arc for hold in self.holds)

    def apart(self) -> str:
        """How far apart the bases are, as a step."""
        return apart(self.distance)

    def held(self, ship: str, target: str) -> Iterator[str]:
        """For each arc that holds the target, as steps: how much of its base, and how far the closest part is."""
        for hold in self.holds:
            part = f"{area_in_words(hold.area)} mm2 of its base, the closest part {told(hold.distance)} mm away"
            yield f"{target} is in {ship}'s {hold.arc} arc with {part}: range {hold.range}."
        if not self.holds:
            yield f"{target} is in none of {ship}'s arcs."

    def values(self) -> dict[str, Any]:
        """The same for programs; mm and mm2."""
        return {
            "arcs": [*self.arcs],
            "area": {arc: round(size, 1) for arc, size in self.area.items()},
            "distance": round(self.distance, 3),
            "range": self.range,
            "arc_range": self.arc_range,
        }

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
    return seen(one, (other,), arcs)[0]


def seen(one: Placement, others: Sequence[Placement], arcs: Iterable[str] = ARCS) -> list[Sight]:
    """What one ship sees of several others, all at once. Raises NotAllowedError as `sight` does."""
    import shapely

    wanted = in_order(arcs)
    need_lines(one.base, wanted)
    if not others:
        return []
    base, corners = one.base, [corners_from(one, other) for other in others]
    shapes = shapely.polygons(corners)
    gaps = shapely.distance(own(base), shapes).tolist()
    holds: list[list[ArcHold]] = [[] for _ in others]
    within = [number for number, gap in enumerate(gaps) if band(gap) is not None]
    straddles = {number: any(to_base(base, spot) > FARTHEST_RANGE for spot in corners[number]) for number in within}
    for arc in wanted:
        found = area(arc, base)
        # most bases are far from most arcs, and a prepared area knows that at once
        met = [number for number, meets in zip(within, shapely.intersects(found, shapes[within]), strict=True) if meets]
        for number, piece in zip(met, shapely.intersection(found, shapes[met]), strict=True):
            if parts := _parts(base, piece, straddles=straddles[number]):
                near = min(float(shapely.distance(own(base), part)) for part, _ in parts)
                holds[number].append(ArcHold(arc, sum(size for _, size in parts), near, band(near) or 0))
    return [Sight(gap, band(gap), tuple(hold)) for gap, hold in zip(gaps, holds, strict=True)]


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
    """What is inside an arc, to be drawn: polygons on the table, empty if the arc doesn't hold it."""
    import shapely

    found = []
    for part in _parts(one.base, shapely.intersection(area(arc, one.base), seen_from(one, other)), straddles=True):
        drawn = shapely.intersection(part[0], rim(one.base))
        found += [tuple(map(one.on_table, each.exterior.coords[:-1])) for each in polygons(drawn)]
    return tuple(found)


def attack_line(one: Placement, other: Placement, arc: str | None) -> tuple[Point, Point]:
    """The line of an attack on the table: between the closest points of the bases, in an arc to the part inside it.

    Raises NotAllowedError as `sight` does.
    """
    import shapely

    shape = seen_from(one, other)
    if arc is not None:
        parts = _parts(one.base, shapely.intersection(area(arc, one.base), shape), straddles=True)
        shape = min((part for part, _ in parts), key=lambda part: float(shapely.distance(own(one.base), part)))
    start, end = shapely.shortest_line(own(one.base), shape).coords
    return one.on_table(start), one.on_table(end)


def _parts(base: Base, piece: Any, *, straddles: bool) -> list[tuple[Any, float]]:
    """Parts of a shape's piece inside an arc, and the area of each within range 3, more than a touch.

    straddles: whether the shape is partly beyond range 3.
    """
    found = []
    for part in polygons(piece):
        size = area_within(part, base) if straddles else float(part.area)
        if size > TOUCHING:
            found.append((part, size))
    return found


def to_base(base: Base, spot: Point) -> float:
    """How far a point is from a base about whose middle it is told, in mm; 0 in it."""
    right, ahead = abs(spot[0]) - float(base.width) / 2, abs(spot[1]) - float(base.length) / 2
    return hypot(max(right, 0.0), max(ahead, 0.0))
