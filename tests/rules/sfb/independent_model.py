"""Movement and arcs once more, from the rulebook alone and by other ways: quaternions and sixty digits.

Nothing here comes from the game's code. Numbers go in and out as people write them, in hexes and degrees, as mpmath's
numbers or fractions. The rulebook's x is north, y up and z west; here they are turned to north, west and up, which is
right-handed, so that a quaternion may turn them.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import mpmath  # type: ignore[import-untyped]

MP = mpmath.mp.clone()
MP.dps = 60
#: Nearer to the middle between two numbers than this is in the middle.
TIE = MP.mpf(10) ** -40

Three = tuple[Fraction, Fraction, Fraction]
Quaternion = tuple[Any, Any, Any, Any]

#: D2.12 and D2.31 as printed, in degrees to the right; RR with the second ten degrees of D2.12's sentence.
PRINTED_ARCS = {
    "LF": ((290, 360), (0, 10)),
    "L": ((230, 310),),
    "LR": ((170, 250),),
    "RR": ((110, 190),),
    "R": ((50, 130),),
    "RF": ((350, 360), (0, 70)),
    "FH": ((0, 100), (260, 360)),
    "RH": ((80, 280),),
}
#: D2.12's pitch arcs as printed.
PRINTED_MOUNTS = {
    "top": ((0, 90), (330, 360)),
    "centre": ((0, 60), (300, 360)),
    "bottom": ((0, 30), (270, 360)),
}


class Unit(NamedTuple):
    """A unit: its place in hexes, its pitch, yaw and roll in degrees, its inertia in hexes a turn."""

    place: Three
    attitude: Three
    inertia: Three


class View(NamedTuple):
    """What a unit sees of a place: whole hexes, hexes, degrees to the left and up, arcs, mounts."""

    range: int
    exact: Fraction
    yaw: Fraction
    pitch: Fraction
    arcs: tuple[str, ...]
    mounts: tuple[str, ...]


def impulse(unit: Unit, speed: Fraction, thrust: Fraction, turn: Three, web: Fraction = Fraction(0)) -> Unit:
    """One impulse: C3.1, C2.111, C1.43, G10.511."""
    attitude = _three((angle + change) % 360 for angle, change in zip(unit.attitude, turn, strict=True))
    ahead = turned(attitude, (MP.mpf(1), MP.mpf(0), MP.mpf(0)))
    if web > 0:
        inertia = (Fraction(0),) * 3
        pace = max(speed - web, Fraction(0)) + thrust
    else:
        inertia = _three(
            old + to_places(number(thrust / 32) * part, 7) for old, part in zip(unit.inertia, ahead, strict=True)
        )
        pace = speed
    way = (to_places((number(pace) * part + number(drift)) / 32, 4) for part, drift in zip(ahead, inertia, strict=True))
    return Unit(_three(old + new for old, new in zip(unit.place, way, strict=True)), attitude, inertia)


def view(unit: Unit, other: Three) -> View:
    """D1.4, D2.1: what a unit sees of another place, which is not its own."""
    x, y, z = (there - here for there, here in zip(other, unit.place, strict=True))
    squared = x * x + y * y + z * z
    far = MP.sqrt(number(squared))
    kilometres = int(MP.floor(far * 10_000 + TIE))
    north, west, up = seen(unit.attitude, (number(x), number(z), number(y)))
    across = MP.sqrt(north * north + west * west)
    yaw = Fraction(0) if across < TIE * far else to_places(MP.degrees(MP.arg(MP.mpc(north, west))), 4)
    if yaw == -180:
        yaw = Fraction(180)
    pitch = to_places(MP.degrees(MP.asin(max(-1, min(1, up / far)))), 4)
    return View(
        range=kilometres // 10_000,
        exact=Fraction(kilometres, 10_000),
        yaw=yaw,
        pitch=pitch,
        arcs=_holding(PRINTED_ARCS, -yaw % 360),
        mounts=_holding(PRINTED_MOUNTS, pitch % 360),
    )


def _holding(printed: Mapping[str, tuple[tuple[int, int], ...]], angle: Fraction) -> tuple[str, ...]:
    return tuple(name for name, pieces in printed.items() if any(low <= angle <= high for low, high in pieces))


def turned(attitude: Three, own: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """A direction on board (ahead, left, top) as x, y, z of the rulebook."""
    north, west, up = _rotated(_quaternion(attitude), own)
    return north, up, west


def seen(attitude: Three, there: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    """A direction in space (north, west, up) as seen on board: ahead, left, top."""
    w, x, y, z = _quaternion(attitude)
    return _rotated((w, -x, -y, -z), there)


def _quaternion(attitude: Three) -> Quaternion:
    """Yaw to the left about up, then pitch upward about the left wing, then roll about the bow: the top goes right."""
    pitch, yaw, roll = attitude
    about_up = (_half(MP.cos, yaw), 0, 0, _half(MP.sin, yaw))
    about_left = (_half(MP.cos, pitch), 0, -_half(MP.sin, pitch), 0)
    about_bow = (_half(MP.cos, roll), _half(MP.sin, roll), 0, 0)
    return _times(_times(about_up, about_left), about_bow)


def _half(what: Any, angle: Fraction) -> Any:
    return what(MP.radians(number(angle)) / 2)


def _times(one: Quaternion, other: Quaternion) -> Quaternion:
    a, b, c, d = one
    e, f, g, h = other
    return (
        a * e - b * f - c * g - d * h,
        a * f + b * e + c * h - d * g,
        a * g - b * h + c * e + d * f,
        a * h + b * g - c * f + d * e,
    )


def _rotated(by: Quaternion, direction: tuple[Any, Any, Any]) -> tuple[Any, Any, Any]:
    w, x, y, z = by
    _, north, west, up = _times(_times(by, (0, *direction)), (w, -x, -y, -z))
    return north, west, up


def number(fraction: Fraction) -> Any:
    """A fraction with sixty digits."""
    return MP.mpf(fraction.numerator) / fraction.denominator


def to_places(value: Any, places: int) -> Fraction:
    """A value rounded to decimals, from the middle away from zero."""
    whole = int(MP.floor(abs(value) * 10**places + MP.mpf("0.5") + TIE))
    return Fraction(-whole if value < 0 else whole, 10**places)


def _three(parts: Any) -> Three:
    x, y, z = parts
    return x, y, z
