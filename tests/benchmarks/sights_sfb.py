"""What every unit of a great SFB 'n3D battle sees of every other: all pairs at once, and one pair after the other.

200 units, 39,800 ordered pairs an impulse, 32 impulses a turn: exact range, range, bearing and yaw arcs.
"""

from __future__ import annotations

from random import Random
from typing import Final

from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.numbers import FULL_TURN
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.sights import Sight, sight

UNITS: Final = 200

Unit = tuple[Place, Facing]


def battle(number: int, units: int = UNITS) -> list[Unit]:
    """Units within thirty hexes of one another, every third level and on whole hexes; another battle another number."""
    random = Random(number)  # noqa: S311 - a battle, not a secret
    found = []
    for each in range(units):
        if each % 3:
            place = Place(*(random.randint(-300_000, 300_000) for _ in range(3)))
            facing = Facing(*(random.randrange(FULL_TURN) for _ in range(3)))
        else:
            place = Place(*(10_000 * random.randint(-30, 30) for _ in range(3)))
            facing = Facing(yaw=600_000 * random.randrange(6))
        found.append((place, facing))
    return found


def one_by_one(units: list[Unit]) -> list[list[Sight | None]]:
    """Every ordered pair by the single functions, with nothing kept from one pair to the next."""
    return [
        [None if one == other else sight(place, facing, there) for other, (there, _) in enumerate(units)]
        for one, (place, facing) in enumerate(units)
    ]
