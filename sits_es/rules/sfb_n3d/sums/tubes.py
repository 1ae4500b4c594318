"""The yaw with which a tube places its seeking weapon. Rule: D2.34, D2.35, FP3.1, house."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb_n3d.sums.arcs import ARCS, PARTS
from sits_es.rules.sfb_n3d.sums.bearing import Bearing
from sits_es.rules.sfb_n3d.sums.exact import HALF_TURN, QUARTER_TURN
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.numbers import FULL_TURN, WHOLE
from sits_es.rules.sfb_n3d.sums.weapons import SWIVELS, Weapon

#: How far a swivel turns its torpedo off the mount's middle to each side, in degrees. Rule: D2.34.
SWIVEL_REACH: Final = 120
#: The arc that a torpedo needs inside its tube's arc, in degrees: its FA. Rule: FP3.1.
TORPEDO_ARC: Final = 120
#: Degrees that every arc has beyond its traditional limits at each end. Rule: D2.12.
EXTRA: Final = 10
#: A width that divides all traditional limits, in degrees.
_SECTOR: Final = 30


def launch_yaw(weapon: Weapon, facing: Facing, way: Bearing | None) -> int | None:
    """The yaw with which a seeking weapon of this tube is placed, in ten-thousandths of a degree, 0 to below 360.

    facing: of the unit that launches, whose pitch and roll the weapon keeps; way: where the target lies on the map
    (`bearings.absolute`), None in the very same place. A swivel points as near to the target as 120 degrees to each
    side of its middle allow. A fixed tube points along the middle of its arc (so L+LR is 120 to the left), and one
    whose arc is wider than 120 degrees as near to the target as keeps the torpedo's FA inside it. To turn the torpedo
    is to add to the yaw, whatever the ship's roll, as every turn does (C3.0): only so does a rolled or pitched ship's
    torpedo point nearest to its target. Without a direction a tube points along its middle; at what is straight above
    or below as near to dead ahead as it can. None for a mauler. Rule: D2.34, D2.35, FP3.1, house.
    """
    if weapon.mount == "mauler":
        return None
    towards = None if way is None else _needed(facing, way)
    nearest = min(
        (_turned(middle * WHOLE, slack * WHOLE, towards) for middle, slack in _middles(weapon)),
        key=lambda yaw: abs(_around(yaw - (towards or 0))),
    )
    return (facing.yaw + nearest) % FULL_TURN


def _needed(facing: Facing, way: Bearing) -> int:
    """What has to be added to a unit's yaw so that its nose comes nearest to a direction, its pitch as it is."""
    if abs(way.pitch) == QUARTER_TURN:
        return 0
    backward = QUARTER_TURN < facing.pitch < FULL_TURN - QUARTER_TURN  # beyond straight up the nose lies behind its yaw
    return way.yaw - facing.yaw + (HALF_TURN if backward else 0)


def _turned(middle: int, slack: int, towards: int | None) -> int:
    """The yaw off the unit's own nearest to the target's, at most `slack` off a middle; exactly opposite: left."""
    off = 0 if towards is None else _around(towards - middle)
    return middle + max(-slack, min(slack, off))


def _around(angle: int) -> int:
    """The same angle above minus a half turn, up to a half turn."""
    return HALF_TURN - (HALF_TURN - angle) % FULL_TURN


def _middles(weapon: Weapon) -> list[tuple[int, int]]:
    """The middle of a swivel or of each arc without gaps, and how far off it a weapon may point, in degrees."""
    if weapon.mount == "swivel":
        return [(SWIVELS[weapon.arcs[0]], SWIVEL_REACH)]
    sectors = {
        edge % 360
        for arc in weapon.arcs
        for part in PARTS[arc]
        for edge in range(ARCS[part][0] + EXTRA, ARCS[part][1] - EXTRA, _SECTOR)
    }
    if len(sectors) * _SECTOR == 360:
        return [(0, 180)]
    found = []
    for start in sorted(edge for edge in sectors if (edge - _SECTOR) % 360 not in sectors):
        width = _SECTOR
        while (start + width) % 360 in sectors:
            width += _SECTOR
        found.append((start + width // 2, max(0, (width - TORPEDO_ARC) // 2)))
    return found
