"""The movement of one impulse: turn, thrust, move. Rule: C1.22, C1.43, C2.111, G10.511.

C1.4 prints 12.5 hexes as 150,000 kilometres; at 10,000 a hex (A3.4) they are 125,000.
C12.21: rounded each impulse, speed 15 makes 7.5008 hexes in 16 impulses where the rule says 7.5.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from msgspec import Struct

from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.sums.exact import ahead, cosine, sine
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.limits import refuse_beyond_limits
from sits_es.rules.sfb.sums.numbers import INERTIA_PLACES, INERTIA_WHOLE, WHOLE, decimal, written
from sits_es.rules.sfb.sums.places import Inertia, Place

#: Ten-millionths of a hex in a kilometre.
_PER_KM: Final = INERTIA_WHOLE // WHOLE
_NOTHING: Final = (Fraction(0), Fraction(0), Fraction(0))


class Moved(Struct, frozen=True):
    """A unit after an impulse. moved: the movement itself in kilometres, rounded on each axis. Rule: C1.11."""

    place: Place
    facing: Facing
    inertia: Inertia
    moved: Place


def thrust_gain(facing: Facing, thrust: int) -> Inertia:
    """The inertia that an impulse of thrust adds: a 32nd of it along the heading. thrust: ten-thousandths of a point.

    Each axis is rounded to a ten-millionth of a hex a turn. Rule: C2.111.
    """
    return Inertia(*ahead(facing, Fraction(thrust * _PER_KM, IMPULSES), _NOTHING))


def step(facing: Facing, speed: int, inertia: Inertia = Inertia()) -> Place:
    """The movement of one impulse in kilometres: a 32nd of speed along the heading and of inertia, rounded each axis.

    speed: ten-thousandths of a hex a turn. Rule: C1.11, C1.22, C1.43.
    """
    x, y, z = (Fraction(part, IMPULSES * _PER_KM) for part in (inertia.x, inertia.y, inertia.z))
    return Place(*ahead(facing, Fraction(speed, IMPULSES), (x, y, z)))


def webbed_speed(speed: int, web: int) -> int:
    """The warp speed that a web leaves, in ten-thousandths: less its strength, not below 0. Rule: G10.511."""
    return max(0, speed - web)


def impulse(
    place: Place,
    facing: Facing,
    speed: int,
    inertia: Inertia = Inertia(),
    thrust: int = 0,
    turn: Turn = Turn(),
    web: int = 0,
) -> Moved:
    """One impulse of a unit: it turns, gains inertia along its new heading and moves. No turn mode is checked.

    speed, thrust, web: ten-thousandths (of a hex a turn, of a point, of strength). In a web of any strength above 0
    inertia is lost, the web's strength taken from the speed, and thrust moves the unit a 32nd of a hex a point in this
    impulse alone. Raises NotAllowedError with every value beyond its limits. Rule: C1.22, C2.111, C3.0, G10.511.
    """
    refuse_beyond_limits(speed=speed, thrust=thrust, strength=web)
    facing = facing.turned(turn)
    if web:
        inertia = Inertia()
        moved = step(facing, webbed_speed(speed, web) + thrust)
    else:
        inertia += thrust_gain(facing, thrust)
        moved = step(facing, speed, inertia)
    return Moved(place + moved, facing, inertia, moved)


def heading(facing: Facing) -> tuple[float, float, float]:
    """The heading as three numbers, for reading. Rule: C1.12, C1.21."""
    cp, sp, cw, sw = cosine(facing.pitch), sine(facing.pitch), cosine(facing.yaw), sine(facing.yaw)
    return cp * cw, sp, cp * sw


def heading_steps(facing: Facing) -> tuple[str, str]:
    """The sines and cosines of a facing, and its heading from them."""
    pitch, yaw = facing.signed.pitch, facing.signed.yaw
    values = (("cos", pitch, cosine), ("sin", pitch, sine), ("cos", yaw, cosine), ("sin", yaw, sine))
    said = [f"{name} {written(angle)} = {decimal(value(angle))}" for name, angle, value in values]
    x, y, z = map(decimal, heading(facing))
    return (
        f"Pitch {written(pitch)}, yaw {written(yaw)}: {', '.join(said)}.",
        f"Heading: x = cos pitch x cos yaw = {x}; y = sin pitch = {y}; z = cos pitch x sin yaw = {z}.",
    )


def inertia_steps(facing: Facing, thrust: int, change: Inertia) -> tuple[str, ...]:
    """What an impulse of thrust adds to the inertia. Rule: C2.111."""
    parts = [
        f"{axis} {written(thrust)} x {decimal(part)} / {IMPULSES} = {more}"
        for axis, part, more in zip("xyz", heading(facing), change.decimals(), strict=True)
    ]
    return (*heading_steps(facing), f"Thrust / {IMPULSES} along it: {'; '.join(parts)}.")


def movement_steps(facing: Facing, speed: int, inertia: Inertia, moved: Place) -> tuple[str, ...]:
    """The movement of an impulse, axis by axis. speed: all that moves it along its heading. Rule: C1.11, C1.43."""
    steps = [*heading_steps(facing)]
    for axis, part in zip("xyz", heading(facing), strict=True):
        slow, km = getattr(inertia, axis), getattr(moved, axis)
        total = (speed / WHOLE * part + slow / INERTIA_WHOLE) / IMPULSES
        steps.append(
            f"{axis}: ({written(speed)} x {decimal(part)} + {written(slow, INERTIA_PLACES)}) / {IMPULSES} = "
            f"{decimal(total, 7)} hexes, to the nearest km {written(km)}."
        )
    return tuple(steps)


def webbed_step(web: str, speed: int, strength: int) -> str:
    """The warp speed that a web leaves. Rule: G10.511."""
    left = written(webbed_speed(speed, strength))
    return f"In {web} of strength {written(strength)}: {written(speed)} - {written(strength)}, not below 0 = {left}."
