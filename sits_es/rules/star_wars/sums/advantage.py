"""Gain the Advantage: who may try, and with which dice. Rule: rules.md, Gain the Advantage."""

from __future__ import annotations

from typing import Final, Literal

from sits_es.rules.star_wars.sums.narrative_dice import Pool, opposed_by, pool_of
from sits_es.rules.star_wars.sums.ranges import band_of

#: The largest silhouette that may try; the opponent's doesn't matter. Rule: seed, "Gain the Advantage".
LARGEST: Final = 4

AdvantageFault = Literal["silhouette", "range"]


def gain_faults(silhouette: int, hexes: int) -> tuple[AdvantageFault, ...]:
    """Why a starship can't try to Gain the Advantage: its silhouette, 0 up, or the range in hexes, 0 up; in this order.

    Rule: seed, "Gain the Advantage".
    """
    faults: list[AdvantageFault] = []
    if silhouette > LARGEST:
        faults.append("silhouette")
    if band_of(hexes) != "close":
        faults.append("range")
    return tuple(faults)


def gain_pool(
    agility: int, piloting: int, speed: int, their_agility: int, their_piloting: int, their_speed: int
) -> Pool:
    """The opposed Piloting check of Gain the Advantage, of numbers 0 up: one's own dice, and the opponent's against.

    Each point of speed that one side is faster by upgrades the dice of that side once. Rule: seed, "Gain the
    Advantage".
    """
    pool = pool_of(agility, piloting) + opposed_by(their_agility, their_piloting)
    return pool.upgraded(max(0, speed - their_speed)).upgraded_difficulty(max(0, their_speed - speed))
