from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sits.sums.plots import default_plot
from sits_es.rules.sits.sums.thrust_chart import Carried, Pulse, ThrustChart, carry, cross, dots, full
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.space.avid import WINDOWS, Window
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row

CARD = card_tables()
A, B, CORNER, UP = Window("A"), Window("B"), Window("A/B"), Window("A+")

thrusts = st.integers(1, 25)
windows = st.sampled_from(WINDOWS)
pulses = st.lists(st.tuples(thrusts, windows), min_size=1, max_size=8)


def vector(text: str) -> HexVector:
    return read_vectors(text).net()


def burn(legs: list[tuple[int, Window]]) -> tuple[ThrustChart, list[Pulse]]:
    chart, crossed = ThrustChart(), []
    for thrust, nose in legs:
        chart, pulse = cross(chart, thrust, nose, CARD)
        crossed.append(pulse)
    return chart, crossed


@each_row("thrust", range(1, 21))
def test_constant_thrust_gives_the_chart_of_the_floor_formulas(thrust: int) -> None:
    chart, crossed = burn([(thrust, A)] * 8)
    for k, pulse in enumerate(crossed, 1):
        assert pulse.number == k
        assert pulse.dots == thrust * k // 8 - thrust * (k - 1) // 8
        assert pulse.hexes == thrust * k * k // 128
        assert pulse.hexes_before == thrust * (k - 1) ** 2 // 128
        assert pulse.move == HexVector(a=pulse.hexes - pulse.hexes_before)
    assert dots(chart, CARD) == ((A, thrust),)
    assert sum((pulse.move for pulse in crossed), STILL) == HexVector(a=thrust // 2)


def test_thrust_4_gains_a_dot_every_other_segment_and_two_hexes_late_in_the_turn() -> None:
    _, crossed = burn([(4, A)] * 8)
    assert [pulse.dots for pulse in crossed] == [0, 1, 0, 1, 0, 1, 0, 1]
    assert [str(pulse.move) for pulse in crossed] == ["", "", "", "", "", "1A", "", "1A"]


def test_thrust_changed_in_mid_chart_goes_on_from_what_was_gained() -> None:
    # S: 2 4 6 8 14 20 26 32; S before and after each pulse, added up: 2 8 18 32 54 88 134 192.
    chart, crossed = burn([(2, A)] * 4 + [(6, A)] * 4)
    assert [pulse.dots for pulse in crossed] == [0, 0, 0, 1, 0, 1, 1, 1]
    assert [pulse.hexes for pulse in crossed] == [0, 0, 0, 0, 0, 0, 1, 1]
    assert dots(chart, CARD) == ((A, 4),)


def test_early_thrust_moves_a_ship_further_than_late_thrust() -> None:
    early, late = burn([(12, A), *[(1, A)] * 7])[1], burn([*[(1, A)] * 7, (12, A)])[1]
    assert early[-1].hexes == 1  # 12 + 25 + 27 + 29 + 31 + 33 + 35 + 37 = 229
    assert late[-1].hexes == 0  # 49 + 26 = 75
    assert sum(pulse.dots for pulse in early) == sum(pulse.dots for pulse in late) == 2


def test_dots_fall_in_the_window_of_the_nose_and_are_listed_in_the_order_first_gained() -> None:
    chart, crossed = burn([(8, CORNER), (8, A), (3, UP), (8, CORNER), (5, UP)])
    assert [(pulse.nose, pulse.dots) for pulse in crossed] == [(CORNER, 1), (A, 1), (UP, 0), (CORNER, 1), (UP, 1)]
    assert dots(chart, CARD) == ((CORNER, 2), (A, 1), (UP, 1))


def test_a_window_that_only_began_a_dot_has_none() -> None:
    assert dots(burn([(7, A), (1, B)])[0], CARD) == ((B, 1),)


def test_each_hex_of_displacement_is_a_default_plot_less_the_one_before() -> None:
    _, crossed = burn([(16, CORNER)] * 8)
    assert [pulse.hexes for pulse in crossed] == [0, 0, 1, 2, 3, 4, 6, 8]
    assert [str(pulse.move) for pulse in crossed] == ["", "", "1A", "1B", "1A", "1B", "1A 1B", "1A 1B"]
    assert sum((pulse.move for pulse in crossed), STILL) == vector("4A 4B")


def test_a_later_hex_goes_where_the_nose_is_then() -> None:
    # Three hexes are given with the nose in A; the fourth and the next two belong to A+.
    _, crossed = burn([(16, A)] * 5 + [(16, UP)] * 2)
    assert crossed[5].move == default_plot(4, UP) - default_plot(3, UP) == vector("1A")
    assert crossed[6].move == default_plot(6, UP) - default_plot(4, UP) == vector("2A 1+")


@given(pulses)
def test_dots_and_hexes_follow_the_formulas_at_any_thrust(legs: list[tuple[int, Window]]) -> None:
    chart, crossed = burn(legs)
    gained = [sum(thrust for thrust, _ in legs[:k]) for k in range(len(legs) + 1)]
    assert [pulse.hexes for pulse in crossed] == [
        sum(before + after for before, after in pairwise(gained[: k + 1])) // 128 for k in range(1, len(gained))
    ]
    assert sum(pulse.dots for pulse in crossed) == sum(n for _, n in dots(chart, CARD)) == gained[-1] // 8
    assert full(chart) == (len(legs) == 8)


@given(st.lists(thrusts, min_size=1, max_size=8), windows)
def test_with_the_nose_in_one_window_the_whole_displacement_is_one_default_plot(
    changes: list[int], nose: Window
) -> None:
    _, crossed = burn([(thrust, nose) for thrust in changes])
    assert sum((pulse.move for pulse in crossed), STILL) == default_plot(crossed[-1].hexes, nose)


@each_row("thrust", range(1, 21))
def test_an_odd_constant_thrust_leaves_half_a_hex_at_the_end_of_the_chart(thrust: int) -> None:
    chart, _ = burn([(thrust, A)] * 8)
    assert carry(chart, (), CARD) == Carried((A,) if thrust % 2 else (), STILL)


def test_two_halves_in_one_window_make_a_hex_there() -> None:
    chart, _ = burn([(5, CORNER)] * 8)
    # Two hexes of the chart are plotted 1A 1B; the third makes it 2A 1B.
    assert carry(chart, (A, CORNER), CARD) == Carried((A,), vector("1A"))


def test_halves_in_different_windows_wait_for_their_like() -> None:
    chart, _ = burn([(5, B)] * 8)
    assert carry(chart, (A,), CARD) == Carried((A, B), STILL)


def test_two_turns_at_thrust_3_move_three_hexes_like_constant_acceleration() -> None:
    chart, crossed = burn([(3, A)] * 8)
    moved = sum((pulse.move for pulse in crossed), STILL)
    first = carry(chart, (), CARD)
    second = carry(chart, first.halves, CARD)
    assert moved + moved + first.move + second.move == vector("3A")
    assert second.halves == ()


def test_a_half_belongs_to_the_window_of_the_last_pulse() -> None:
    chart, _ = burn([(1, A)] * 7 + [(1, B)])
    assert carry(chart, (), CARD) == Carried((B,), STILL)


@pytest.mark.parametrize(
    ("last", "halves"),
    [
        (1, (A,)),  # 64 / 128: just half a hex
        (65, ()),  # 128 / 128: a whole one
    ],
)
def test_thrust_changes_decide_whether_half_a_hex_is_left(last: int, halves: tuple[Window, ...]) -> None:
    chart, _ = burn([(1, A)] * 7 + [(last, A)])
    assert carry(chart, (), CARD).halves == halves


def test_less_than_half_a_hex_is_lost() -> None:
    # 7 pulses of 2 come to 98; 28 + 3 more make 129: one hex, and 1 / 128 lost.
    chart, _ = burn([(2, A)] * 7 + [(3, A)])
    assert chart.way() == 129
    assert carry(chart, (B,), CARD) == Carried((B,), STILL)


def test_a_chart_broken_off_leaves_no_half_and_keeps_the_earlier_ones() -> None:
    chart, _ = burn([(16, A)] * 2)
    assert chart.way() % 128 == 64
    assert carry(chart, (A,), CARD) == Carried((A,), STILL)


def test_nothing_is_crossed_at_thrust_0_or_past_the_end() -> None:
    chart, _ = burn([(1, A)] * 8)
    for bad in ((ThrustChart(), 0), (ThrustChart(), -1), (chart, 1)):
        with pytest.raises(ValueError, match=r"a chart holds up to 8 pulses of thrust 1 up, each with a nose"):
            cross(*bad, A, CARD)


def test_a_chart_needs_a_nose_for_every_pulse() -> None:
    with pytest.raises(ValueError, match=r"each with a nose"):
        ThrustChart((1, 2), (A,))


def test_an_empty_chart_has_nothing() -> None:
    assert dots(ThrustChart(), CARD) == ()
    assert not full(ThrustChart())
