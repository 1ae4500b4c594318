"""A review names planted blunders and leaves clean turns alone; what it names is better on dice it never saw."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace

from sits_es.odds.outlook import Outlook
from sits_es.odds.review import better, luck
from sits_es.odds.spread import mean_and_error
from sits_es.odds.trials import dice_of, following, play
from sits_es.rules.moments import Moment
from tests.strength import Start, captain, generated

#: Battles that were not looked at while the review was written.
CLEAN, PLANTED = range(501, 506), range(601, 606)


@cache
def _second_turn(seed: int) -> Start:
    """A generated battle after a first turn between captains; where that ended it, the next one."""
    start = generated(seed)
    orders = {player: captain(start, player, f"first {seed}") for player in start.sides}
    conducts = {player: following(start.rules, player, orders[player]) for player in orders}
    board = play(start.rules, start.board, conducts, dice_of(f"first {seed}", 0), Moment(1, 9)).board
    return _second_turn(seed + 1000) if start.rules.outcome(board) else Start(start.rules, board, start.sides)


def _asked(seed: int) -> Outlook:
    """The second turn as captains order it."""
    start = _second_turn(seed)
    orders = {player: captain(start, player, f"second {seed}") for player in start.sides}
    return Outlook.of(start.rules, start.board, start.sides, orders, Moment(2, 9), f"reviewed {seed}")


def _blundered(seed: int) -> Outlook:
    """The same, but blue drifts and shoots at nobody."""
    return _asked(seed).instead("blue", dict.fromkeys(range(1, 10), ()))


@pytest.mark.long
def test_clean_turns_are_left_alone() -> None:
    named = [(seed, player) for seed in CLEAN for player in ("blue", "red") if better(_asked(seed), player) is not None]
    assert len(named) <= 2, named


@pytest.mark.long
def test_planted_blunders_are_named_and_the_plan_is_better_on_dice_never_seen() -> None:
    found = 0
    for seed in PLANTED:
        asked = _blundered(seed)
        named = better(asked, "blue")
        if named is None:
            continue
        found += 1
        elsewhere = replace(asked, seed=f"elsewhere {seed}")
        instead = elsewhere.instead("blue", named.plan.orders)
        gain, error = mean_and_error([instead.worth("blue", at) - elsewhere.worth("blue", at) for at in range(60)])
        assert gain > error, (seed, named.plan.name)
    assert found >= 4


def test_luck_is_what_came_less_what_the_same_orders_come_to() -> None:
    start = generated(701)
    asked = Outlook.of(start.rules, start.board, start.sides, {}, Moment(1, 9), "luck")
    every = [asked.played(number) for number in range(20)]
    found = luck(asked, "blue", came=asked.worth("blue", 5), before=asked.worth("blue", 0), every=every)
    mean, error = mean_and_error([asked.worth("blue", number) for number in range(20)])
    assert found.luck == asked.worth("blue", 5) - mean
    assert found.error == error


@pytest.mark.parametrize("orders", [{}, {1: ()}])
def test_nobody_is_told_of_a_better_plan_who_had_no_choice(orders: dict[int, tuple[()]]) -> None:
    """In the break everybody only mends."""
    start = generated(702)
    conducts = {player: following(start.rules, player, {}) for player in start.sides}
    board = play(start.rules, start.board, conducts, dice_of("break", 0), Moment(1, 8)).board
    asked = Outlook.of(start.rules, board, start.sides, {"blue": orders}, Moment(1, 9), "break")
    assert better(asked, "blue") is None
