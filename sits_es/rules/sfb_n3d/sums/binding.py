"""Three ships that a web's energy binds together. Rule: C14.20."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from attrs import frozen

from sits_es.rules.sfb_n3d.sums.numbers import WHOLE, nearest, written
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place, exact
from sits_es.sentences import listed

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


@frozen
class Bound:
    """A ship that is to be bound.

    speed, thrust: its warp speed and impulse power for movement, in ten-thousandths; yaws: the relative yaw of each
    other ship by its name, in ten-thousandths of a degree, left +, above -180 to 180 degrees; None in the very same
    place.
    """

    name: str
    place: Place
    inertia: Inertia
    yaws: Mapping[str, int | None]
    speed: int = 0
    thrust: int = 0


def shields(yaw: int | None) -> frozenset[int]:
    """The shields that face a relative yaw, two of them on the border; in the very same place all six. Rule: house."""
    if yaw is None:
        return frozenset(number for number, _, _ in SHIELDS)
    return frozenset(number for number, first, last in SHIELDS if first * WHOLE <= yaw <= last * WHOLE)


def problems(ships: Sequence[Bound]) -> list[str]:
    """Say why three ships cannot be bound together, every reason at once; empty when they can. Rule: C14.20."""
    if len(ships) != SHIPS or len({ship.name for ship in ships}) != SHIPS:
        names = listed(ship.name for ship in ships)
        return [f"{names} cannot be bound. Name three ships: a web binds three together (C14.20)."]
    found = [
        f"{one.name} and {other.name} are {written(exact(one.place, other.place))} hexes apart. "
        "Bring them nearer than 0.5 (C14.20)."
        for one, other in combinations(ships, 2)
        if exact(one.place, other.place) >= APART
    ]
    for ship in ships:
        if ship.speed or ship.thrust:
            found.append(
                f"{ship.name} moves at speed {written(ship.speed)} with thrust {written(ship.thrust)}. "
                "Set both to 0 before it is bound (C14.20)."
            )
        if not between(ship, ships):
            others = listed(other.name for other in ships if other is not ship)
            found.append(f"{ship.name} must have one of {others} off its shield #3 and the other off #5 (C14.20).")
    return found


def averaged(ships: Sequence[Bound]) -> Inertia:
    """The inertia that all of them have once they are bound: the mean along each axis, to the nearest 0.0000001.

    Rule: C14.20; the rounding by house.
    """
    x, y, z = (
        nearest(Fraction(sum(along), len(ships)))
        for along in zip(*((ship.inertia.x, ship.inertia.y, ship.inertia.z) for ship in ships), strict=True)
    )
    return Inertia(x, y, z)


def between(ship: Bound, ships: Sequence[Bound]) -> bool:
    """Whether a ship has one of the others off its shield #3 and the last off its #5, ten degrees beyond included.

    ships: all three of them, each with a name of its own. Rule: C14.20; the ten degrees by house.
    """
    one, other = (ship.yaws[mate.name] for mate in ships if mate.name != ship.name)
    return (_off(3, one) and _off(5, other)) or (_off(5, one) and _off(3, other))


def _off(shield: int, yaw: int | None) -> bool:
    """Whether a relative yaw lies in the arc of a shield, #3 or #5, with the degrees beyond its limits."""
    return yaw is None or any(
        (first - EXTRA) * WHOLE <= yaw <= (last + EXTRA) * WHOLE for number, first, last in SHIELDS if number == shield
    )
