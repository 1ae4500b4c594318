"""What a weapon bears on: its yaw arcs with its mount. Rule: D2.1, D2.3, E8.23, house."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from sits_es.rules.sfb_n3d.sums.arcs import MOUNTS
from sits_es.rules.sfb_n3d.sums.bearings import Bearing

#: Swivel mounts of plasma torpedoes: the yaw of the mount's middle in degrees to the left. Rule: D2.34, both of them.
SWIVELS: Final[dict[str, int]] = {
    "FP": 0,
    "LP": 45,
    "RP": -45,
    "LS": 90,
    "RS": -90,
    "LRP": 135,
    "RRP": -135,
    "AP": 180,
}

#: Mounts that bear on any yaw above some pitch (degrees), and otherwise as a top mount: that pitch, the rule.
OVERHEAD: Final[dict[str, tuple[int, str]]] = {"wing": (60, "D2.32"), "rear-row": (30, "D2.33")}

#: Every mount that a weapon can have, as it is written.
ALL_MOUNTS: Final = (*MOUNTS, *OVERHEAD, "swivel")
#: How far a mauler reaches to each side, up and down, in degrees. Rule: E8.23.
MAULER: Final = 15


@frozen
class Weapon:
    """A weapon's arcs (the names of yaw arcs, or of one swivel) and its mount; a mauler has no arcs. Rule: D2.11, E8.23."""

    arcs: tuple[str, ...]
    mount: str

    def __str__(self) -> str:
        return f"{'+'.join(self.arcs)}/{self.mount}" if self.arcs else self.mount


def read_weapon(text: str) -> Weapon:
    """Read `FX/top`, `LF+L/centre`, `LP/swivel` or `mauler`. Raises UnreadableError with every fault. Rule: D2.11."""
    raise NotImplementedError


def bears(weapon: Weapon, seen: Bearing | None) -> bool:
    """Whether a weapon bears on a bearing; in the very same place it does. Rule: D2.1, D2.3, E8.23, house."""
    return why_not(weapon, seen) is None


def why_not(weapon: Weapon, seen: Bearing | None) -> str | None:
    """Why a weapon doesn't bear, in words with the rule number; None when it bears. Rule: D2.1, D2.3, E8.23, house."""
    raise NotImplementedError


def launch_yaw(weapon: Weapon, facing_yaw: int, seen: Bearing | None) -> int | None:
    """The yaw with which a seeking weapon of this tube is placed, in ten-thousandths of a degree, 0 to below 360.

    facing_yaw: the yaw of the unit that launches; pitch and roll stay the unit's. As near to the target as the tube
    allows; without a direction (the very same place) its middle; None for a mauler. Rule: D2.34, D2.35, FP3.1, house.
    """
    raise NotImplementedError
