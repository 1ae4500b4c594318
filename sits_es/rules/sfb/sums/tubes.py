"""How a launcher places its seeking weapon. Rule: F1.24, D2.34, D2.35, FP3.1, house."""

from __future__ import annotations

from typing import Final, Literal

from sits_es.rules.sfb.sums.bearing import Bearing, absolute
from sits_es.rules.sfb.sums.exact import HALF_TURN, QUARTER_TURN
from sits_es.rules.sfb.sums.facings import Facing, facing
from sits_es.rules.sfb.sums.numbers import FULL_TURN, WHOLE
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.seeking import around, placed_facing
from sits_es.rules.sfb.sums.weapons import SWIVELS

#: How far a swivel turns its torpedo off the mount's middle to each side, in degrees. Rule: D2.34.
SWIVEL_REACH: Final = 120


def placed(
    placing: Literal["free", "fixed", "swivel"], yaw: int, swivel: str, here: Place, faces: Facing, at: Place
) -> Facing:
    """The facing of what a launcher of a unit at a place launches at another place.

    free: straight at it, without roll [house]; fixed: as the unit faces, turned by the tube's yaw; swivel: as the unit
    faces, turned towards it as far as the mount allows. Rule: F1.24, FP3.1, D2.34, D2.35.
    """
    if placing == "free":
        return placed_facing(here, Facing(faces.pitch, faces.yaw), at)
    turned = faces.yaw + yaw if placing == "fixed" else swivel_yaw(swivel, faces, absolute(here, at))
    return facing(faces.pitch, turned, faces.roll)


def placed_step(placing: Literal["free", "fixed", "swivel"], facing: Facing) -> str:
    """How its facing came about."""
    return {
        "free": f"It is placed with its target dead ahead: {facing}.",
        "fixed": f"The tube is fixed: the ship's pitch and roll, and the ship's yaw plus the tube's, give {facing}.",
        "swivel": f"The tube swivels up to 120 each way and points as near to the target as that allows: {facing}.",
    }[placing]


def swivel_yaw(swivel: str, facing: Facing, way: Bearing | None) -> int:
    """The yaw with which a swivel places its weapon, in ten-thousandths of a degree, 0 to below 360.

    facing: of the unit that launches, whose pitch and roll the weapon keeps; way: where the target lies on the map,
    None in exactly the same place. A swivel points as near the target as 120 degrees to each side of its middle allow;
    exactly opposite it goes left. To turn the torpedo is to add to the yaw, whatever the ship's roll, as every turn
    does (C3.0): only so does a rolled or pitched ship's torpedo point nearest to its target. Without a direction it
    points along its middle; at what is straight above or below as near to dead ahead as it can. Rule: D2.34, house.
    """
    middle, reach = SWIVELS[swivel] * WHOLE, SWIVEL_REACH * WHOLE
    off = 0 if way is None else around(_needed(facing, way) - middle)
    return (facing.yaw + middle + max(-reach, min(reach, off))) % FULL_TURN


def _needed(facing: Facing, way: Bearing) -> int:
    """What has to be added to a unit's yaw so that its nose comes nearest to a direction, its pitch as it is."""
    if abs(way.pitch) == QUARTER_TURN:
        return 0
    backward = QUARTER_TURN < facing.pitch < FULL_TURN - QUARTER_TURN  # beyond straight up the nose lies behind its yaw
    return way.yaw - facing.yaw + (HALF_TURN if backward else 0)
