"""Bearings: where another place lies, as a unit sees it from where it is and as it points. Rule: C1.21, D2.1, house."""

from __future__ import annotations

from functools import lru_cache
from math import atan2, hypot, pi, sqrt
from typing import Any, Final

from msgspec import Struct

from sits_es.rules.sfb.sums.exact import HALF_TURN, QUARTER_TURN, by_digits, by_float, cosine, error, finely, sine
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.numbers import WHOLE, decimal, written
from sits_es.rules.sfb.sums.places import Place, range_step

#: Ten-thousandths of a degree in a radian.
RADIAN: Final = HALF_TURN / pi
#: How far a bearing may be off as a float, in ten-thousandths of a degree, for a target not near straight up or down:
#: the parts of the way are off by less than 1e-13 of it, which is 6e-8; the angle's own rounding is far less.
BEARING_ERROR: Final = 1e-7


class Bearing(Struct, frozen=True):
    """A direction in ten-thousandths of a degree. yaw: above -180 to 180 degrees, left is +. pitch: -90 to 90, up is +.

    Rounded to a ten-thousandth; straight up and straight down have yaw 0. Rule: C1.21, house.
    """

    yaw: int
    pitch: int

    def __str__(self) -> str:
        return f"yaw {written(self.yaw)} pitch {written(self.pitch)}"


#: A unit's own directions, three numbers each: forward, left, up.
Axes = tuple[float, float, float, float, float, float, float, float, float]


@lru_cache(maxsize=1024)
def bearing(one: Place, facing: Facing, other: Place) -> Bearing | None:
    """Where `other` lies as seen from `one` through its whole attitude; None in exactly the same place. Rule: D2.1."""
    way = other - one
    if not (way.x or way.y or way.z):
        return None
    if not (way.x or way.z or facing.pitch % HALF_TURN or facing.roll % HALF_TURN):
        # straight up or down from a level unit: what floats can't tell from almost so, and digits only slowly
        upright = facing.pitch == facing.roll
        return Bearing(0, QUARTER_TURN if (way.y > 0) == upright else -QUARTER_TURN)
    forward, left, up = along(way, axes(facing))
    far, across = sqrt(way.squared()), hypot(forward, left)
    wrong = BEARING_ERROR * far / across if across else 1.0
    yaw = by_float(atan2(left, forward) * RADIAN, wrong)
    if yaw is None:
        yaw = by_digits(lambda digits: yaw_finely(digits, way, facing))
    pitch = by_float(atan2(up, across) * RADIAN, BEARING_ERROR)
    if pitch is None:
        pitch = by_digits(lambda digits: pitch_finely(digits, way, facing))
    return Bearing(HALF_TURN if yaw == -HALF_TURN else yaw, pitch)


def absolute(one: Place, other: Place) -> Bearing | None:
    """The yaw and pitch that point from `one` to `other`; None in exactly the same place. Rule: C1.21."""
    return bearing(one, Facing(), other)


def axes(facing: Facing) -> Axes:
    """The directions of a unit that turned yaw, then pitch, then roll: forward, left, up. Rule: C1.21."""
    angles = (facing.pitch, facing.yaw, facing.roll)
    (cp, cw, cr), (sp, sw, sr) = (cosine(angle) for angle in angles), (sine(angle) for angle in angles)
    turned: Axes = _turned(cp, sp, cw, sw, cr, sr)
    return turned


def along(way: Place, seen: Axes) -> tuple[float, float, float]:
    """The parts of a way forward, left and up."""
    x, y, z = way.x, way.y, way.z
    fx, fy, fz, lx, ly, lz, ux, uy, uz = seen
    return x * fx + y * fy + z * fz, x * lx + y * ly + z * lz, x * ux + y * uy + z * uz


def yaw_finely(digits: Any, way: Place, facing: Facing) -> tuple[Any, Any] | None:
    """The relative yaw in a context of mpmath and how far it may be off; None if it is straight up or down."""
    forward, left, _ = along(way, axes_finely(digits, facing))
    far, across = digits.sqrt(way.squared()), digits.hypot(forward, left)
    if across <= error(digits, far):
        return None
    return digits.atan2(left, forward) * HALF_TURN / digits.pi, error(digits, HALF_TURN * far / across)


def pitch_finely(digits: Any, way: Place, facing: Facing) -> tuple[Any, Any]:
    """The relative pitch in a context of mpmath and how far it may be off."""
    forward, left, up = along(way, axes_finely(digits, facing))
    return digits.atan2(up, digits.hypot(forward, left)) * HALF_TURN / digits.pi, error(digits, HALF_TURN)


@lru_cache(maxsize=1024)
def axes_finely(digits: Any, facing: Facing) -> Any:
    """The same directions in a context of mpmath."""
    angles = (facing.pitch, facing.yaw, facing.roll)
    return _turned(*(finely(digits, angle, what) for angle in angles for what in ("cos", "sin")))


def _turned(cp: Any, sp: Any, cw: Any, sw: Any, cr: Any, sr: Any) -> Any:
    """The axes from cosines and sines of pitch, yaw and roll: level left and top, then rolled."""
    return (
        *(cp * cw, sp, cp * sw),
        *(-sw * cr - sp * cw * sr, cp * sr, cw * cr - sp * sw * sr),
        *(-sp * cw * cr + sw * sr, cp * cr, -sp * sw * cr - cw * sr),
    )


def sight_steps(one: str, here: Place, facing: Facing, other: str, there: Place) -> tuple[str, ...]:
    """Where a target is seen from a unit, through the unit's whole attitude. Rule: C1.21, D2.1."""
    seen = bearing(here, facing, there)
    first = range_step(one, here, other, there)
    if seen is None:
        return (first, "Both are in exactly the same place: everything bears (house).")
    forward, left, up = along(there - here, axes(facing))
    across = (forward * forward + left * left) ** 0.5
    said = ", ".join(
        f"{name} {decimal(part / WHOLE)}" for name, part in (("forward", forward), ("left", left), ("up", up))
    )
    return (
        first,
        f"{one} faces {facing}; in its own frame (yaw, then pitch, then roll), {other} is at {said}.",
        (
            f"Relative yaw = the angle whose tangent is left / forward = {written(seen.yaw)}; relative pitch = the "
            f"angle whose tangent is up / {decimal(across / WHOLE)} (the square root of forward squared + left "
            f"squared) = {written(seen.pitch)}."
        ),
    )


def towards_step(one: Place, other: Place, to: str) -> str:
    """The yaw and pitch that point from one place to another. Rule: C1.21."""
    seen = bearing(one, Facing(), other)
    said = to[0].upper() + to[1:]
    if seen is None:
        return f"{said} is in exactly the same place."
    return f"{said} lies at {seen} on the map, seen from {one}."
