"""Attacks: difficulty, pool and damage. Rule: base game; rules.md, Terrain."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.star_wars.sums.gunnery import attack_pool, damage, difficulty
from sits_es.rules.star_wars.sums.narrative_dice import Pool
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
    pool = attack_pool(agility=3, gunnery=1, silhouette=3, target_silhouette=4, shields=2)
    assert pool == Pool(ability=2, proficiency=1, difficulty=2, setback=2)


def test_shields_of_a_target_in_a_gas_cloud_do_not_count_and_an_attacker_in_one_is_upgraded_once() -> None:
    def pool(**where: str) -> Pool:
        return attack_pool(agility=2, gunnery=2, silhouette=3, target_silhouette=3, shields=1, **where)  # type: ignore[arg-type]

    assert pool(target_terrain="gas-cloud") == Pool(proficiency=2, difficulty=2)
    assert pool(terrain="gas-cloud") == Pool(proficiency=2, difficulty=1, challenge=1, setback=1)
    assert pool(terrain="gas-cloud", target_terrain="gas-cloud") == Pool(proficiency=2, difficulty=1, challenge=1)
    assert pool(terrain="asteroid-field", target_terrain="gravity-well") == pool()


@each_row(
    ("weapon", "successes", "armour", "trauma"),
    [(6, 1, 3, 4), (6, 3, 3, 6), (6, 0, 0, 0), (6, -2, 0, 0), (2, 1, 3, 0), (2, 1, 9, 0), (0, 1, 0, 1)],
)
def test_damage_is_the_weapons_and_each_success_less_armour_and_none_for_a_miss(
    weapon: int, successes: int, armour: int, trauma: int
) -> None:
    assert damage(weapon, successes, armour) == trauma


@given(st.integers(0, 20), st.integers(-9, 9), st.integers(0, 20))
def test_damage_is_never_below_0(weapon: int, successes: int, armour: int) -> None:
    assert damage(weapon, successes, armour) >= 0
