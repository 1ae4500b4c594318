"""Firing arcs: which yaw arcs and which mounts hold a bearing, and which mounts a group has. Rule: D2.11, D2.12, D2.31.

Yaw counts to the left (C1.21), while D2.12 prints its arcs to the right: here they are mirrored, L is 50 to 130. They
hold the ten degrees beyond the traditional limits already, and their ends belong to them. RR is printed without its
second ten degrees; the sentence above the table gives them to every arc.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.bearing import Bearing
from sits_es.rules.sfb.sums.numbers import FULL_TURN, WHOLE

#: Yaw arcs in degrees to the left, from the right end to the left one, both included. Rule: D2.12, D2.31.
ARCS: Final[dict[str, tuple[int, int]]] = {
    "LF": (-10, 70),
    "L": (50, 130),
    "LR": (110, 190),
    "RR": (170, 250),
    "R": (230, 310),
    "RF": (290, 370),
    "FH": (-100, 100),
    "RH": (80, 280),
}

#: Arcs that are several together. Rule: D2.1; FX, RX and 360: house.
UNIONS: Final[dict[str, tuple[str, ...]]] = {
    "FA": ("LF", "RF"),
    "RA": ("LR", "RR"),
    "LS": ("LF", "L", "LR"),
    "RS": ("RF", "R", "RR"),
    "FX": ("LF", "RF", "L", "R"),
    "RX": ("LR", "RR", "L", "R"),
    "360": ("LF", "L", "LR", "RR", "R", "RF"),
}

#: Pitch arcs of the mounts in degrees, lowest and highest, both included. Rule: D2.12.
MOUNTS: Final[dict[str, tuple[int, int]]] = {"top": (-30, 90), "centre": (-60, 60), "bottom": (-90, 30)}

#: Each arc by name, as the arcs of the table that it is made of.
PARTS: Final[dict[str, tuple[str, ...]]] = {name: (name,) for name in ARCS} | UNIONS


def arcs_at(yaw: int) -> tuple[str, ...]:
    """The arcs of the table that hold a relative yaw in ten-thousandths of a degree, in the table's order."""
    angle = yaw % FULL_TURN
    return _HOLDING[bisect_left(_ENDS, angle) + bisect_right(_ENDS, angle)]


def arcs_of(seen: Bearing | None) -> tuple[str, ...]:
    """The arcs of LF L LR RR R RF FH RH that hold a bearing; all in exactly the same place. Rule: D2.12, house."""
    return tuple(ARCS) if seen is None else arcs_at(seen.yaw)


def mounts_at(pitch: int) -> tuple[str, ...]:
    """The mounts whose pitch arc holds a relative pitch in ten-thousandths of a degree: top, centre, bottom."""
    return tuple(name for name, (low, high) in MOUNTS.items() if low * WHOLE <= pitch <= high * WHOLE)


def mounts_of(seen: Bearing | None) -> tuple[str, ...]:
    """The mounts whose pitch arc holds a bearing; all of them in exactly the same place. Rule: D2.12, house."""
    return tuple(MOUNTS) if seen is None else mounts_at(seen.pitch)


def _holds(name: str, twice: int) -> bool:
    """Whether an arc holds half of an angle, in ten-thousandths of a degree from 0 up to below a full turn."""
    low, high = ARCS[name]
    return any(
        2 * (low * WHOLE + around) <= twice <= 2 * (high * WHOLE + around) for around in (0, -FULL_TURN, FULL_TURN)
    )


#: Every end of an arc, 0 up to below a full turn, in order.
_ENDS: Final = sorted({end * WHOLE % FULL_TURN for ends in ARCS.values() for end in ends})
#: The arcs that hold what lies before the first end, on it, between it and the next, on that, and so on.
_HOLDING: Final = [
    tuple(name for name in ARCS if _holds(name, twice))
    for twice in (
        2 * _ENDS[0] - 1,
        *(twice for end in _ENDS for twice in (2 * end, 2 * end + 1)),
    )
]

#: The mounts of a weapon alone, and of a group of two and of three. Rule: D2.11.
GROUPS: Final[dict[int, tuple[str, ...]]] = {
    1: ("centre",),
    2: ("top", "bottom"),
    3: ("top", "centre", "bottom"),
}


def mount_counts(number: int) -> dict[str, int]:
    """How many weapons of a group of `number` (1 up) have which mount: top, centre, bottom.

    A group of more than three is broken into the fewest groups of two and three: 7 are a three and two twos. The rule's
    own example for six counts nine weapons; by its sentence six are two threes. Raises NotAllowedError below 1.
    Rule: D2.11.
    """
    if number < 1:
        raise NotAllowedError(f"A group of {number} weapons has no mounts. A group has at least 1 weapon (D2.11).")
    twos = -number % 3
    groups = {1: 1} if number == 1 else {2: twos, 3: (number - 2 * twos) // 3}
    return {name: sum(many for size, many in groups.items() if name in GROUPS[size]) for name in MOUNTS}


def mount_of_each(number: int) -> tuple[str, ...]:
    """The mount of each weapon of a group of `number` (1 up), those on top first. Raises as above. Rule: D2.11."""
    return tuple(name for name, many in mount_counts(number).items() for _ in range(many))
