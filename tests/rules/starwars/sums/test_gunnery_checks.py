"""Attacks: difficulty and pool. Rule: base game; rules.md, Terrain."""

from __future__ import annotations

from attrs import evolve

from sits_es.rules.starwars.sums.harm import weapon_harm
from sits_es.rules.starwars.sums.narrative_dice import Pool, pool_of
from sits_es.rules.starwars.sums.pools import difficulty, shields_part, size_part
from tests.rules.starwars.fleets import LASERS
from tests.shared.rows import each_row


@each_row(
    ("silhouette", "target", "dice"),
    [
        (3, 9, 1),
        (3, 5, 1),  # two larger
        (3, 4, 2),
        (3, 3, 2),
        (4, 3, 2),  # one smaller
        (5, 3, 3),
        (6, 3, 4),
        (7, 3, 5),
        (10, 0, 5),
    ],
)
def test_the_smaller_the_target_beside_the_attacker_the_harder_it_is_hit(
    silhouette: int, target: int, dice: int
) -> None:
    assert difficulty(silhouette, target) == dice


def test_shields_of_the_zone_are_setback_dice_for_the_attacker() -> None:
    size = size_part(3, 4, pool_of(3, 1))
    pool = Pool(ability=2, proficiency=1, difficulty=2, setback=2)
    assert shields_part("aft", 2, size.pool).pool == pool


@each_row(
    ("weapon", "successes", "armour", "trauma"), [(6, 1, 3, 4), (6, 3, 3, 6), (2, 1, 3, 0), (2, 1, 9, 0), (0, 1, 0, 1)]
)
def test_damage_is_the_weapons_and_each_success_less_armour(
    weapon: int, successes: int, armour: int, trauma: int
) -> None:
    assert weapon_harm(evolve(LASERS, damage=weapon), successes, armour).trauma == trauma
