"""Spreads, pairs, worth, and the choice of the best plan."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.game.events import GameStarted
from sits_es.odds.choose import FIRST, choose
from sits_es.odds.judge import decide
from sits_es.odds.outlook import Outlook
from sits_es.odds.spread import Paired, mean_and_error
from sits_es.odds.worth import worth
from sits_es.report.glance import Measure
from sits_es.report.graphs import Spread, tenths
from sits_es.rules.system import Plan

numbers = st.lists(st.integers(-50, 50), min_size=1, max_size=60)


@given(numbers)
def test_a_spread_is_in_order_and_within_what_there_is(found: list[int]) -> None:
    spread = Spread.of(found)
    assert min(found) <= spread.low <= spread.middle <= spread.high <= max(found)
    assert min(found) <= spread.mean <= max(found)


def test_of_a_hundred_and_one_numbers_five_are_below_and_five_above() -> None:
    spread = Spread.of(list(range(101)))
    assert [spread.low, spread.middle, spread.high, spread.mean] == [*map(Fraction, (5, 50, 95, 50))]


@given(st.lists(st.tuples(st.fractions(-9, 9), st.fractions(-9, 9)), min_size=2, max_size=30))
def test_two_plans_compared_the_other_way_round_change_places(found: list[tuple[Fraction, Fraction]]) -> None:
    one, other = zip(*found, strict=True)
    there, back = Paired.of(one, other), Paired.of(other, one)
    assert (there.better, there.level, there.worse) == (back.worse, back.level, back.better)
    assert (there.mean, there.error) == (-back.mean, back.error)
    assert there.better + there.level + there.worse == len(found)


@pytest.mark.parametrize(
    ("found", "mean", "error"),
    [
        ([Fraction(3)], Fraction(3), Fraction(0)),
        ([Fraction(1), Fraction(3)], Fraction(2), Fraction(1)),
        ([Fraction(0), Fraction(0), Fraction(3)], Fraction(1), Fraction(1)),
    ],
)
def test_the_error_of_a_mean_is_the_spread_over_the_root_of_the_number(
    found: list[Fraction], mean: Fraction, error: Fraction
) -> None:
    assert mean_and_error(found) == (mean, error)


@pytest.mark.parametrize(
    ("measures", "blue"),
    [
        ([Measure(name="hull", sides=(("blue", 20), ("red", 14)))], Fraction(6)),
        ([Measure(name="damage", sides=(("blue", 20), ("red", 14)), less=True)], Fraction(-6)),
        (
            [
                Measure(name="hull", sides=(("blue", 20), ("red", 14))),
                Measure(name="tubes", sides=(("blue", 5), ("red", 7))),
            ],
            Fraction(2),
        ),
        ([Measure(name="hull", sides=(("blue", 9), ("green", 3), ("red", 6)))], Fraction(9, 2)),
        ([Measure(name="hull", sides=(("blue", 9),))], Fraction(9)),
        ([], Fraction(0)),
    ],
)
def test_a_board_is_worth_what_a_side_is_ahead_by_on_average(measures: list[Measure], blue: Fraction) -> None:
    assert worth(measures, "blue") == blue


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=40), st.integers(0, 300))
def test_the_best_plan_is_found_where_no_dice_disturb(values: list[int], plays: int) -> None:
    plans = [Plan(str(at), {}) for at in range(len(values))]
    ranked = choose(plans, lambda plan, _: Fraction(values[int(plan.name)]), plays)
    assert ranked[0].plan is plans[values.index(max(values))]
    assert sorted(int(each.plan.name) for each in ranked) == list(range(len(values)))
    assert all(len(each.worth) >= FIRST for each in ranked)


def test_of_equal_plans_the_one_with_fewer_orders_is_better() -> None:
    long, short = Plan("long", {1: ()}), Plan("short", {})
    assert choose([long, short], lambda *_: Fraction(1), 50)[0].plan is long
    longer = Plan("longer", {1: (GameStarted(),)})
    assert choose([longer, short], lambda *_: Fraction(1), 50)[0].plan is short


class Told:
    """An outlook that says what each play of a plan is worth. again: the same on fresh dice."""

    def __init__(self, worths: Sequence[int], again: Sequence[int], now: Sequence[int] = (0,)) -> None:
        self.worths, self.again, self.now = worths, again, now

    def of_plan(self, player: str) -> Callable[[Plan, int], Fraction]:
        return lambda plan, number: self.instead(player, plan.orders).worth(player, number)

    def instead(self, player: str, orders: object) -> Told:
        del player
        return Told(self.worths, self.again, self.worths if orders else (0,))

    def on_fresh_dice(self) -> Told:
        return Told(self.again, self.again)

    def worth(self, player: str, number: int) -> Fraction:
        del player
        return Fraction(self.now[number % len(self.now)])


@pytest.mark.parametrize(
    ("again", "name"),
    [([3], "other"), ([0], "usual"), ([-2], "usual"), ([20, -18], "usual"), ([5, -1], "other")],
)
def test_another_plan_than_the_usual_one_is_followed_only_beyond_the_error(again: list[int], name: str) -> None:
    plans = [Plan("usual", {}), Plan("other", {1: (GameStarted(),)})]
    found = decide(cast("Outlook", Told([9], again)), "red", plans, 20)
    assert found.plan.name == name


@pytest.mark.parametrize(
    ("number", "said"),
    [("0", "0.0"), ("1/20", "0.1"), ("-1/20", "-0.1"), ("-1/21", "0.0"), ("143/10", "14.3"), ("-287/20", "-14.4")],
)
def test_numbers_are_told_to_a_tenth(number: str, said: str) -> None:
    assert tenths(Fraction(number)) == said
