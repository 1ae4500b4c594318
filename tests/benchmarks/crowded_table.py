"""Thirty X-Wing bases on a table of 914 mm, and what points say of each pair of them."""

from __future__ import annotations

from random import Random
from typing import Final

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


def by_points(table: list[Placement]) -> list[list[Sampled | None]]:
    """What the sampling check finds for every ordered pair."""
    return [[None if one is other else sampled(one, other) for other in table] for one in table]
