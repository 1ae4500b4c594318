"""Seeking weapons: they turn towards their target's place, then move. Rule: F1.24, F2.123, F2.21, F2.3."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from sits_es.rules.sfb.sums.bearing import absolute
from sits_es.rules.sfb.sums.exact import HALF_TURN, QUARTER_TURN
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.limits import refuse_beyond_limits
from sits_es.rules.sfb.sums.motion import Moved, impulse, webbed_speed
from sits_es.rules.sfb.sums.numbers import FULL_TURN, WHOLE
from sits_es.rules.sfb.sums.places import Inertia, Place, exact
from sits_es.rules.sfb.sums.turn_modes import limit

#: A seeking weapon hits when its exact range is below this many kilometres: 0.9999 hits, 1.0000 doesn't. Rule: F2.3.
IMPACT: Final = WHOLE


class Sought(Struct, frozen=True):
    """An impulse of a seeking weapon. exact: km to its target after it. impact: nearer than a hex. Rule: F2.3."""

    turn: Turn
    moved: Moved
    exact: int
    impact: bool


def seek(
    weapon: Place,
    facing: Facing,
    target: Place,
    speed: int,
    inertia: Inertia = Inertia(),
    web: int = 0,
) -> Sought:
    """One impulse of a seeking weapon after all other units have moved. target: where its target is now.

    speed, web: ten-thousandths. Raises NotAllowedError as motion.impulse. Rule: F2.21, F2.3, house.
    """
    refuse_beyond_limits(speed=speed, strength=web)
    turn = towards(weapon, facing, target, limit("seeking", webbed_speed(speed, web)))
    moved = impulse(weapon, facing, speed, inertia, turn=turn, web=web)
    far = exact(moved.place, target)
    return Sought(turn, moved, far, far < IMPACT)


def towards(weapon: Place, facing: Facing, target: Place, most: int) -> Turn:
    """The turn that brings a place ahead, pitch and yaw each up to `most` ten-thousandths of a degree, no roll.

    Exactly halfway round it goes left, and up. For a place straight above or below the yaw stays; in the very same
    place nothing turns. Rule: F2.21, house.
    """
    seen = absolute(weapon, target)
    if seen is None:
        return Turn()
    yaw = 0 if abs(seen.pitch) == QUARTER_TURN else around(seen.yaw - facing.yaw)
    pitch = around(seen.pitch - facing.pitch)
    return Turn(pitch=max(-most, min(most, pitch)), yaw=max(-most, min(most, yaw)))


def placed_facing(launcher: Place, facing: Facing, target: Place) -> Facing:
    """The facing of a weapon that is placed: its target dead ahead, rolled as its launcher is.

    For a target straight above or below it keeps the launcher's yaw; in exactly the same place the whole facing.
    Rule: F1.24, house.
    """
    return facing.turned(towards(launcher, facing, target, HALF_TURN))


def around(angle: int) -> int:
    """The same angle above minus a half turn, up to a half turn."""
    return HALF_TURN - (HALF_TURN - angle) % FULL_TURN
