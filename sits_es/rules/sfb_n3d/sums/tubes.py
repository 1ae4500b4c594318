"""The yaw with which a tube places its seeking weapon. Rule: D2.34, D2.35, FP3.1, house."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb_n3d.sums.arcs import ARCS, PARTS
from sits_es.rules.sfb_n3d.sums.bearings import Bearing
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


def launch_yaw(weapon: Weapon, facing_yaw: int, seen: Bearing | None) -> int | None:
    """The yaw with which a seeking weapon of this tube is placed, in ten-thousandths of a degree, 0 to below 360.

    facing_yaw: the yaw of the unit that launches; pitch and roll stay the unit's. A swivel points as near to the target
    as 120 degrees to each side of its middle allow. A fixed tube points along the middle of its arc (so L+LR is 120 to
    the left), and one whose arc is wider than 120 degrees as near to the target as keeps the torpedo's FA inside it.
    Without a direction (the very same place) a tube points along its middle. None for a mauler. Rule: D2.34, D2.35,
    FP3.1, house.
    """
    if weapon.mount == "mauler":
        return None
    towards = None if seen is None else seen.yaw
    nearest = min(
        (_turned(middle * WHOLE, slack * WHOLE, towards) for middle, slack in _middles(weapon)),
        key=lambda yaw: abs(_around(yaw - (towards or 0))),
    )
    return (facing_yaw + nearest) % FULL_TURN


def _turned(middle: int, slack: int, towards: int | None) -> int:
    """The relative yaw nearest to the target's, at most `slack` off a middle; exactly opposite: to the left."""
    off = 0 if towards is None else _around(towards - middle)
    return middle + max(-slack, min(slack, off))


def _around(angle: int) -> int:
    """The same angle above minus a half turn, up to a half turn."""
    return FULL_TURN // 2 - (FULL_TURN // 2 - angle) % FULL_TURN


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
