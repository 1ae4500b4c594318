"""What every unit sees of every other at once: ranges, bearings and arcs of all pairs. Rule: D1.4, D2.1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sits_es.rules.sfb_n3d.sums.bearings import Bearing
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.places import Place


class Sight(NamedTuple):
    """Another unit as one unit sees it. km: the exact range, fractions dropped. hexes: the range. Rule: D1.4, D2.1."""

    km: int
    hexes: int
    bearing: Bearing | None
    arcs: tuple[str, ...]


def sight(one: Place, facing: Facing, other: Place) -> Sight:
    """Another place as a unit sees it."""
    raise NotImplementedError


def sights(units: Sequence[tuple[Place, Facing]]) -> list[list[Sight | None]]:
    """Each unit's view of each other one, `[one][other]`, None of itself; the same as `sight` of every pair."""
    raise NotImplementedError
