"""Attacks with a starship's weapons: the difficulty by size, the pool, the damage. Rule: base game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sits_es.rules.star_wars.sums.narrative_dice import Pool, pool_of
from sits_es.rules.star_wars.sums.terrain import in_terrain, shields_count

if TYPE_CHECKING:
    from sits_es.rules.star_wars.events.motion import TerrainKind

#: Difficulty dice by how much larger the target's silhouette is: the first row that it reaches. Rule: base game.
DIFFICULTY: Final = ((2, 1), (-1, 2), (-2, 3), (-3, 4))
HARDEST: Final = 5


def difficulty(silhouette: int, target_silhouette: int) -> int:
    """Difficulty dice of an attack, 1 to 5, by both silhouettes, 0 up. Rule: base game."""
    larger = target_silhouette - silhouette
    return next((dice for least, dice in DIFFICULTY if larger >= least), HARDEST)


def attack_pool(
    *,
    agility: int,
    gunnery: int,
    silhouette: int,
    target_silhouette: int,
    shields: int,
    terrain: TerrainKind | None = None,
    target_terrain: TerrainKind | None = None,
) -> Pool:
    """The dice of an attack; all numbers 0 up.

    shields: of the target's zone that is attacked, each a setback die; they don't count when the target is in a gas
    cloud. An attacker in one has the difficulty upgraded once. Rule: base game; rules.md, Terrain.
    """
    standing = shields if shields_count(target_terrain) else 0
    pool = pool_of(agility, gunnery) + Pool(difficulty=difficulty(silhouette, target_silhouette), setback=standing)
    return pool if terrain is None else in_terrain(terrain, "gunnery", pool, 0)


def damage(weapon: int, successes: int, armour: int) -> int:
    """Hull trauma of an attack, 0 up: a weapon's damage and each net success, less armour; 0 unless it succeeds.

    weapon, armour: 0 up; successes: net, failures negative. Rule: base game.
    """
    return max(0, weapon + successes - armour) if successes > 0 else 0
