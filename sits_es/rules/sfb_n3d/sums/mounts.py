"""Which mount each weapon of a group has. Rule: D2.11."""

from __future__ import annotations

from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb_n3d.sums.arcs import MOUNTS

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
        raise NotAllowedError(f"A group of {number} weapons has no mounts. A group has 1 weapon or more (D2.11).")
    twos = -number % 3
    groups = {1: 1} if number == 1 else {2: twos, 3: (number - 2 * twos) // 3}
    return {name: sum(many for size, many in groups.items() if name in GROUPS[size]) for name in MOUNTS}


def mount_of_each(number: int) -> tuple[str, ...]:
    """The mount of each weapon of a group of `number` (1 up), those on top first. Raises as above. Rule: D2.11."""
    return tuple(name for name, many in mount_counts(number).items() for _ in range(many))
