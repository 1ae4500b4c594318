"""What every unit sees of every other at once: ranges, bearings and arcs of all pairs. Rule: D1.4, D2.1."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, isqrt, sqrt
from typing import Final, NamedTuple

from sits_es.rules.sfb.sums.arcs import arcs_at, arcs_of
from sits_es.rules.sfb.sums.bearing import RADIAN, Bearing, axes, bearing
from sits_es.rules.sfb.sums.exact import HALF_TURN
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place, exact, hex_range

#: How near to a whole number an angle must be for the quick way, in ten-thousandths of a degree.
_SURE: Final = 0.4999
#: The square of how much further up or down than across a target may be for it: a hundred times, where a bearing as a
#: float is off by a hundred BEARING_ERROR, a tenth of what _SURE leaves. All others go the long way.
_STEEP: Final = 1e4


class Sight(NamedTuple):
    """Another unit as one unit sees it. km: the exact range, fractions dropped. hexes: the range. Rule: D1.4, D2.1."""

    km: int
    hexes: int
    bearing: Bearing | None
    arcs: tuple[str, ...]


def sight(one: Place, facing: Facing, other: Place) -> Sight:
    """Another place as a unit sees it."""
    seen = bearing(one, facing, other)
    return Sight(exact(one, other), hex_range(one, other), seen, arcs_of(seen))


def sights(units: Sequence[tuple[Place, Facing]]) -> list[list[Sight | None]]:
    """Each unit's view of each other one, `[one][other]`, None of itself; the same as `sight` of every pair."""
    places = [place for place, _ in units]
    ranges = _ranges(places)
    return [_view(number, place, facing, places, ranges[number]) for number, (place, facing) in enumerate(units)]


def _ranges(places: list[Place]) -> list[list[int]]:
    """The exact range of each pair in kilometres, made once for both of them."""
    where = [(place.x, place.y, place.z) for place in places]
    found = [[0] * len(where) for _ in where]
    for number, (x, y, z) in enumerate(where):
        mine = found[number]
        for other in range(number):
            ox, oy, oz = where[other]
            ox -= x
            oy -= y
            oz -= z
            mine[other] = found[other][number] = isqrt(ox * ox + oy * oy + oz * oz)
    return found


def _view(number: int, place: Place, facing: Facing, places: list[Place], ranges: list[int]) -> list[Sight | None]:
    """One unit's view of all others: its axes are made once."""
    fx, fy, fz, lx, ly, lz, ux, uy, uz = axes(facing)
    x, y, z = place.x, place.y, place.z
    half = HALF_TURN
    view: list[Sight | None] = []
    for other, km in zip(places, ranges, strict=True):
        dx, dy, dz = other.x - x, other.y - y, other.z - z
        forward = dx * fx + dy * fy + dz * fz
        left = dx * lx + dy * ly + dz * lz
        up = dx * ux + dy * uy + dz * uz
        across = forward * forward + left * left
        angle, rise = atan2(left, forward) * RADIAN, atan2(up, sqrt(across)) * RADIAN
        yaw, pitch = round(angle), round(rise)
        if across * _STEEP > up * up and -_SURE < angle - yaw < _SURE and -_SURE < rise - pitch < _SURE:
            if yaw == -half:
                yaw = half
            view.append(Sight(km, km // WHOLE, Bearing(yaw, pitch), arcs_at(yaw)))
        else:
            view.append(sight(place, facing, other))
    view[number] = None
    return view
