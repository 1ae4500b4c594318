"""Thirty X-Wing bases on a table of 914 mm, and what points say of each pair of them."""

from __future__ import annotations

from random import Random
from typing import Final

from sits_es.rules.xwing.sums.arcs import Sight, seen
from sits_es.rules.xwing.sums.bases import Placement, placed
from tests.rules.xwing.sums.sampled import BASES, Sampled, sampled

SHIPS: Final = 30
#: Half of a side of the table, in mm.
HALF: Final = 457


def crowd(number: int, ships: int = SHIPS) -> list[Placement]:
    """Bases of every size anywhere on the table; another table another number."""
    random = Random(number)  # noqa: S311 - a table, not a secret

    def anywhere(most: float) -> str:
        return f"{random.uniform(-most, most):.2f}"

    return [placed(random.choice(BASES), anywhere(HALF), anywhere(HALF), anywhere(180)) for _ in range(ships)]


def sights(table: list[Placement]) -> list[list[Sight | None]]:
    """What each ship sees of each other, None of itself."""
    found: list[list[Sight | None]] = []
    for number, one in enumerate(table):
        row: list[Sight | None] = list(seen(one, (*table[:number], *table[number + 1 :])))
        found.append([*row[:number], None, *row[number:]])
    return found


def by_points(table: list[Placement]) -> list[list[Sampled | None]]:
    """What the sampling check finds for every ordered pair."""
    return [[None if one is other else sampled(one, other) for other in table] for one in table]
