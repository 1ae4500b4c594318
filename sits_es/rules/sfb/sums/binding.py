"""Three ships that a web's energy binds together. Rule: C14.20."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from sits_es.rules.sfb.sums.numbers import WHOLE, nearest
from sits_es.rules.sfb.sums.places import Inertia

#: The ships stand nearer to each other than this, in kilometres. Rule: C14.20.
APART: Final = WHOLE // 2
#: How many they are. Rule: C14.20.
SHIPS: Final = 3
#: Each shield and the relative yaws that it faces, in degrees, left +, ends included. Rule: C14.20; ends by house.
SHIELDS: Final = (
    (1, -30, 30),
    (2, -90, -30),
    (3, -150, -90),
    (4, -180, -150),
    (4, 150, 180),
    (5, 90, 150),
    (6, 30, 90),
)
#: Degrees by which the arcs of #3 and #5 reach beyond their limits when ships are bound, as yaw arcs do (D2.12).
#: Without them three level ships would have to stand in a triangle that is equal to the kilometre: each would need to
#: have the others exactly 60 degrees apart, which is what lies between the two arcs. Rule: house.
EXTRA: Final = 10


def shields(yaw: int | None) -> frozenset[int]:
    """The shields that face a relative yaw, two on the border; in exactly the same place all six. Rule: house."""
    if yaw is None:
        return frozenset(number for number, _, _ in SHIELDS)
    return frozenset(number for number, first, last in SHIELDS if first * WHOLE <= yaw <= last * WHOLE)


def averaged(each: Sequence[Inertia]) -> Inertia:
    """The inertia that ships have once they are bound: the mean along each axis, to the nearest 0.0000001.

    Rule: C14.20; the rounding by house.
    """
    axes = zip(*((inertia.x, inertia.y, inertia.z) for inertia in each), strict=True)
    x, y, z = (nearest(Fraction(sum(along), len(each))) for along in axes)
    return Inertia(x, y, z)


def between(one: int | None, other: int | None) -> bool:
    """Whether a ship has one of two others off its shield #3 and the other off its #5, ten degrees beyond included.

    one, other: their relative yaws, in ten-thousandths of a degree, left +, above -180 to 180 degrees; None in the very
    same place. Rule: C14.20; the ten degrees by house.
    """
    return (_off(3, one) and _off(5, other)) or (_off(5, one) and _off(3, other))


def _off(shield: int, yaw: int | None) -> bool:
    """Whether a relative yaw lies in the arc of a shield, #3 or #5, with the degrees beyond its limits."""
    return yaw is None or any(
        (first - EXTRA) * WHOLE <= yaw <= (last + EXTRA) * WHOLE for number, first, last in SHIELDS if number == shield
    )
