"""Gain the Advantage. Rule: rules.md, Gain the Advantage; dice by the base game."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.starwars.sums.narrative_dice import Pool, pool_of
from sits_es.rules.starwars.sums.pools import gain_parts
from tests.shared.rows import each_row

NUMBERS = st.integers(0, 6)


def gain_pool(mine: tuple[int, int, int], theirs: tuple[int, int, int]) -> Pool:
    """The pool of agility, Piloting and speed of both."""
    own = pool_of(*mine[:2])
    return gain_parts("one", mine[2], "the other", *theirs, own)[-1].pool


@each_row(
    ("mine", "theirs", "pool"),
    [
        ((3, 2, 5), (2, 1, 3), Pool(ability=1, proficiency=3, difficulty=1, challenge=1)),
        ((3, 2, 3), (2, 1, 3), Pool(ability=1, proficiency=2, difficulty=1, challenge=1)),
        ((3, 2, 3), (2, 1, 5), Pool(ability=1, proficiency=2, difficulty=1, challenge=2)),
        ((2, 3, 4), (1, 2, 3), Pool(proficiency=3, difficulty=1, challenge=1)),  # the larger is the dice, whichever
    ],
)
def test_each_point_of_speed_upgrades_the_dice_of_whoever_is_faster(
    mine: tuple[int, int, int], theirs: tuple[int, int, int], pool: Pool
) -> None:
    assert gain_pool(mine, theirs) == pool


@given(mine=st.tuples(NUMBERS, NUMBERS, NUMBERS), theirs=st.tuples(NUMBERS, NUMBERS, NUMBERS))
def test_the_opponent_who_tries_throws_what_was_against_it(
    mine: tuple[int, int, int], theirs: tuple[int, int, int]
) -> None:
    one, other = gain_pool(mine, theirs), gain_pool(theirs, mine)
    assert (one.ability, one.proficiency) == (other.difficulty, other.challenge)
    assert (one.difficulty, one.challenge) == (other.ability, other.proficiency)


@each_row(
    ("mine", "theirs", "pool"),
    [
        ((2, 2, 4), (2, 0, 3), Pool(ability=1, proficiency=2, difficulty=2)),  # all turned already: one more die
        ((2, 2, 5), (2, 0, 3), Pool(proficiency=3, difficulty=2)),  # which the second upgrade turns
        ((2, 1, 5), (2, 0, 3), Pool(ability=1, proficiency=2, difficulty=2)),
        ((2, 0, 3), (1, 1, 5), Pool(ability=2, challenge=2)),
        ((0, 0, 1), (0, 0, 0), Pool(ability=1)),
    ],
)
def test_upgrades_by_speed_come_after_those_by_skill_and_add_a_die_once_none_is_left_to_turn(
    mine: tuple[int, int, int], theirs: tuple[int, int, int], pool: Pool
) -> None:
    assert gain_pool(mine, theirs) == pool
