"""Where a ship comes to stand by a template among others: where it last fits, and what lies beneath it and its way.

Rule: rules.md, Templates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from math import hypot
from typing import Any, Final

from msgspec import Struct

from sits_es.rules.xwing.sums.arcs import corners_from, seen_from
from sits_es.rules.xwing.sums.areas import TOUCHING, own
from sits_es.rules.xwing.sums.bases import Base, Placement, Point, corners_of, turned, within_a_turn
from sits_es.rules.xwing.sums.objects import Lying
from sits_es.rules.xwing.sums.template_moves import (
    WIDTH,
    Pose,
    Template,
    flown,
    middle_line,
    need_template,
    pose,
    put,
    way,
)

#: How far back along the way each look for a place is, in mm, how exact the last one, and how exactly it is told.
_STEP: Final = 0.5
_EXACT: Final = 0.0000001
_TOLD: Final = 0.001
#: Circles in two bases that lie in one another by so much, in mm, share far more than a touch.
_DEEP: Final = 0.1


class Flight(Struct, frozen=True, kw_only=True):
    """A way by a template. to: where the ship comes to stand; stopped: in whose way it is, empty for a whole way.

    through: objects that the template or the base's end lies on, those beneath the ship left out.
    """

    to: Placement
    stopped: tuple[str, ...] = ()
    through: tuple[str, ...] = ()


def overlaps(one: Placement, other: Placement) -> bool:
    """Whether two bases overlap by more than a touch."""
    import shapely

    near, far = _middles(one.base, other.base)
    apart = hypot(float(one.x - other.x), float(one.y - other.y))
    if apart < near or apart > far:
        return apart < near
    return float(shapely.intersection(own(one.base), seen_from(one, other)).area) > TOUCHING


@lru_cache
def _middles(one: Base, other: Base) -> tuple[float, float]:
    """Two bases overlap, however they face, if their middles are nearer than this, and never if farther, in mm."""
    near = sum(float(min(each.width, each.length)) / 2 for each in (one, other)) - _DEEP
    return near, sum(hypot(float(each.width), float(each.length)) / 2 for each in (one, other))


def beneath(one: Placement, others: Mapping[str, Placement], objects: Mapping[str, Lying]) -> tuple[str, ...]:
    """What a ship overlaps where it stands, ships first."""
    import shapely

    shape = shapely.Polygon(one.corners)
    ships = (name for name, other in others.items() if overlaps(one, other))
    return (*ships, *(name for name, each in objects.items() if each.beneath(shape)))


def fly(
    start: Placement, template: Template, others: Mapping[str, Placement], objects: Mapping[str, Lying] | None = None
) -> Flight:
    """Where a ship ends by a template: one that would overlap others there goes back along it to where it last fits.

    Then it does not turn at the end; with no place where it fits it stays where it is. Raises NotAllowedError for a
    huge base.
    """
    need_template(start.base)
    return _flown(start, template, tuple(others.items()), tuple((objects or {}).items()))


@lru_cache(maxsize=256)
def _flown(
    start: Placement,
    template: Template,
    ships: tuple[tuple[str, Placement], ...],
    objects: tuple[tuple[str, Lying], ...],
) -> Flight:
    """The flight, kept for a while: an order file asks for each twice, where it ends and whether it can be entered."""
    end, along, others, lying = flown(start, template), way(start.base, template), dict(ships), dict(objects)
    in_the_way: tuple[str, ...] = ()
    if any(overlaps(end, other) for other in others.values()):
        along, end, in_the_way = _last_fit(start, template, others)
    through = tuple(_through(start, template, along, lying)) if lying else ()
    under = beneath(end, {}, lying)
    return Flight(to=end, stopped=in_the_way, through=tuple(each for each in through if each not in under))


def _last_fit(
    start: Placement, template: Template, others: Mapping[str, Placement]
) -> tuple[float, Placement, tuple[str, ...]]:
    """How far its middle goes, where that is, and which ships it would overlap a little farther on."""
    import shapely

    ships = []
    for name, other in others.items():
        first, _, third, _ = corners = corners_from(start, other)
        middle = (first[0] + third[0]) / 2, (first[1] + third[1]) / 2
        ships.append((name, *middle, *_middles(start.base, other.base), shapely.Polygon(corners)))

    def met(along: float) -> Iterator[str]:
        reached, base = pose(start.base, template, along), None
        for name, right, ahead, near, far, shape in ships:
            apart = hypot(reached.right - right, reached.ahead - ahead)
            if near <= apart <= far:
                base = base or shapely.Polygon(_corners(start, reached))
                if shapely.intersection(base, shape).area > TOUCHING:
                    yield name
            elif apart < near:
                yield name

    whole = way(start.base, template)
    bad = whole
    good = whole - _STEP
    while good > 0 and any(met(good)):
        bad, good = good, good - _STEP
    good = max(good, 0.0)
    while bad - good > _EXACT:
        half = (bad + good) / 2
        good, bad = (good, half) if any(met(half)) else (half, bad)
    farther = tuple(met(bad))
    # a place is told to a thousandth, and must fit as it is told
    while good > 0 and any(overlaps(put(start, pose(start.base, template, good)), each) for each in others.values()):
        good = max(good - _TOLD, 0.0)
    return good, put(start, pose(start.base, template, good)) if good else start, farther


def _corners(start: Placement, reached: Pose) -> tuple[Point, ...]:
    """The base's corners on its way, about where it began."""
    turn = turned(within_a_turn(Decimal(f"{reached.turned:.9f}")))
    return tuple(
        (
            reached.right + across * turn.cosine + ahead * turn.sine,
            reached.ahead - across * turn.sine + ahead * turn.cosine,
        )
        for across, ahead in corners_of(start.base)
    )


def outline(start: Placement, template: Template) -> tuple[Point, ...]:
    """The template on the table, to be drawn."""
    return tuple(_strip(start, template, way(start.base, template)).exterior.coords[:-1])


def _through(start: Placement, template: Template, along: float, objects: Mapping[str, Lying]) -> Iterator[str]:
    """Objects that its template lies on, as far as the ship went."""
    strip = _strip(start, template, along)
    yield from (name for name, each in objects.items() if each.beneath(strip))


def _strip(start: Placement, template: Template, along: float) -> Any:
    """The template on the table as a shapely polygon, as far as the middle of the base has gone beyond its edge."""
    import shapely

    line = shapely.LineString([start.on_table(each) for each in middle_line(start.base, template, along)])
    return shapely.buffer(line, WIDTH / 2, cap_style="flat")
