"""The chances of pools. Rule: base game, dice as published."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.starwars.sums.chances import Chances, chances, outcomes, spread
from sits_es.rules.starwars.sums.narrative_dice import DIE_SIDES, FACES, KINDS, Pool, read_pool, result_of
from tests.shared.rows import each_row


def by_enumeration(pool: Pool) -> Chances:
    """The chances, with every roll thrown and read."""
    rolls = [
        result_of(zip(pool.dice(), thrown, strict=True))
        for thrown in product(*(range(DIE_SIDES[kind]) for kind in pool.dice()))
    ]
    return Chances(
        outcomes=len(rolls),
        success=Fraction(sum(roll.success > 0 for roll in rolls), len(rolls)),
        advantage=Fraction(sum(roll.advantage > 0 for roll in rolls), len(rolls)),
        threat=Fraction(sum(roll.advantage < 0 for roll in rolls), len(rolls)),
        triumph=Fraction(sum(roll.triumph > 0 for roll in rolls), len(rolls)),
        despair=Fraction(sum(roll.despair > 0 for roll in rolls), len(rolls)),
    )


@each_row(
    ("kind", "success", "advantage", "threat", "triumph", "despair"),
    [
        ("ability", "1/2", "1/2", "0", "0", "0"),
        ("proficiency", "2/3", "1/2", "0", "1/12", "0"),
        ("boost", "1/3", "1/2", "0", "0", "0"),
        ("difficulty", "0", "0", "5/8", "0", "0"),
        ("challenge", "0", "0", "1/2", "0", "1/12"),
        ("setback", "0", "0", "1/3", "0", "0"),
    ],
)
def test_a_single_die_has_the_chances_of_its_published_faces(
    kind: str, success: str, advantage: str, threat: str, triumph: str, despair: str
) -> None:
    given = (success, advantage, threat, triumph, despair)
    assert chances(Pool(**{kind: 1})) == Chances(DIE_SIDES[kind], *map(Fraction, given))


def test_the_chances_of_every_pool_of_up_to_three_dice_are_those_of_throwing_them_all() -> None:
    pools = [
        Pool(**{kind: kinds.count(kind) for kind in KINDS})
        for number in range(4)
        for kinds in combinations_with_replacement(KINDS, number)
    ]
    assert len(pools) == 84
    assert [pool for pool in pools if chances(pool) != by_enumeration(pool)] == []


@settings(max_examples=10)
@given(st.lists(st.sampled_from(KINDS), min_size=4, max_size=4))
def test_pools_of_four_dice_are_those_of_throwing_them_all(kinds: list[str]) -> None:
    pool = Pool(**{kind: kinds.count(kind) for kind in KINDS})
    assert chances(pool) == by_enumeration(pool)


@given(st.builds(Pool, *[st.integers(0, 4)] * 6))
def test_every_roll_is_counted_once_and_opposite_chances_leave_room_for_neither(pool: Pool) -> None:
    found = chances(pool)
    assert found.outcomes == outcomes(pool)
    assert sum(spread(pool, "success").values()) == sum(spread(pool, "advantage").values()) == found.outcomes
    assert 0 <= found.advantage + found.threat <= 1


@given(st.builds(Pool, *[st.integers(0, 4)] * 6))
def test_the_mean_of_a_pool_is_the_sum_of_the_means_of_its_dice(pool: Pool) -> None:
    found = spread(pool, "success")
    mean = Fraction(sum(net * rolls for net, rolls in found.items()), outcomes(pool))
    each = {
        kind: Fraction(sum(result_of([(kind, index)]).success for index in range(DIE_SIDES[kind])), DIE_SIDES[kind])
        for kind in FACES
    }
    assert mean == sum((each[kind] for kind in pool.dice()), Fraction(0))


def test_no_dice_come_to_nothing() -> None:
    assert chances(Pool()) == Chances(1, *[Fraction(0)] * 5)


def test_the_printed_sum_of_a_proficiency_and_a_difficulty_die() -> None:
    pool = read_pool("1 ability 1 difficulty").upgraded(1)
    assert chances(pool) == Chances(96, *map(Fraction, ("11/24", "13/48", "17/48", "1/12", "0")))


def test_pools_of_many_dice_are_worked_out_and_of_too_many_refused() -> None:
    assert chances(Pool(ability=150, difficulty=150)).outcomes == 8**300
    with pytest.raises(NotAllowedError) as refused:
        chances(Pool(ability=150, difficulty=151))
    assert str(refused.value) == "A pool of 301 dice is too large to work out. Take 300 dice or fewer."
