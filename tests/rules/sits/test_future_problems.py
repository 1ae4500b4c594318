"""Plots that come to nothing as ordered so far: warned of when they are plotted, and never where they still might."""

from __future__ import annotations

from typing import Any

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from sits_es.orders.frame import read_line
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.orders.language import LANGUAGE, write_order
from sits_es.rules.sits.orders.problems import future_problems
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.tables.values import PlotRow
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, moved_on, placed, play, with_ship


def ship(segment: int = 1, pulses: int = 0, thrust: int = 4, **fields: Any) -> Board:
    """Fearless under thrust, with so many pulses of that thrust crossed off, its nose in A."""
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), segment=segment)
    chart = ThrustChart((thrust,) * pulses, (Window("A"),) * pulses)
    return with_ship(board, "Fearless", thrust=thrust, chart=chart, **fields)


def orders(board: Board, last: int, *lines: str) -> dict[int, list[Order]]:
    """Orders of Fearless by segment up to the last that is ordered, from lines such as "2-4 thrust 3"."""
    found: dict[int, list[Order]] = {segment: [] for segment in range(board.segment, last + 1)}
    for line in lines:
        steps, _, text = line.partition(" ")
        first, _, end = steps.partition("-")
        order = read_line(f"Fearless: {text}", LANGUAGE)
        assert isinstance(order, Order)
        for segment in range(int(first), int(end or first) + 1):
            found[segment].append(order)
    return found


def warned(board: Board, last: int, *lines: str) -> list[tuple[int, str, str, str | None]]:
    """Each warning: the segment and the text of its order, what is said, and the word concerned."""
    found = [each for each in future_problems(board, orders(board, last, *lines)) if each[2].warns]
    return [(segment, write_order(order), problem.message, problem.field) for segment, order, problem in found]


def said(board: Board, last: int, *lines: str) -> list[str]:
    return [message for _, _, message, _ in warned(board, last, *lines)]


FOUR = "4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-"


def no_dots(segment: int, plot: str, window: str, others: str, then: str = "") -> str:
    there = f"{plot} is plotted in {window}, where there are no dots. Dots are in {others}."
    return f"Fearless: {there} Its thrust break comes in segment {segment}{then and f': {then}'}."


def no_plot(segment: int, plot: str, dots: int, allowed: str) -> str:
    there = f"{plot} is not a plot for {dots} dots in A. Plot {allowed}."
    return f"Fearless: {there} Its thrust break comes in segment {segment}."


@each_row(
    ("lines", "messages"),
    [
        # the chart is full in segment 4 with four dots in A
        (["1 plot A: 3A 1B"], []),
        (["1 plot A: 3A"], [no_plot(4, "3A", 4, FOUR)]),
        (["1 plot B: 4B"], [no_dots(4, "4B", "B", "A", f"plot for 4 dots in A: {FOUR}")]),
        (
            ["2 plot B: 4B; A: 3A"],
            [
                no_dots(4, "4B", "B", "A", f"plot for 4 dots in A: {FOUR}"),
                no_plot(4, "3A", 4, FOUR),
            ],
        ),
        # thrust ordered later counts
        (["1 plot A: 2A", "2 thrust 0"], []),
        (
            ["1 plot A: 4A", "2 thrust 0"],
            [no_plot(2, "4A", 2, "2A")],
        ),
        # and so does a pivot, which breaks the thrust when it is done
        (["1 plot A: 3A", "2 pivot to A/B"], []),
        (
            ["1 plot A: 4A", "2 pivot to A/B"],
            [no_plot(2, "4A", 3, "3A")],
        ),
        # a later plot takes the place of an earlier one
        (["1 plot B: 4B", "3 plot A: 4A"], []),
        # what is named after the break waits for the next
        (["5 plot B: 4B"], []),
        # only lines for the same ship, and only plots
        (["1 thrust 4"], []),
    ],
)
def test_a_plot_is_warned_of_when_the_break_is_sure_and_it_would_be_void(lines: list[str], messages: list[str]) -> None:
    assert said(ship(pulses=4), 8, *lines) == messages


def test_a_warning_stands_at_the_order_in_force_at_the_break_and_at_the_words_of_its_window() -> None:
    found = warned(ship(pulses=4), 6, "1 plot C: 1C", "2-6 plot A: 4A; B: 4B")
    assert [(segment, text, field) for segment, text, _, field in found] == [(4, "plot A: 4A; B: 4B", "plots B")]


def test_no_break_within_what_is_ordered_is_left_open() -> None:
    # at the end of the chart next turn nose and thrust may be others
    assert said(ship(segment=3), 8, "3 thrust 4", "3 plot A: 3A 1B") == []
    assert said(ship(segment=3), 8, "3 thrust 4", "3 plot C: 4C") == []
    assert said(ship(pulses=4), 3, "1 plot B: 4B") == []
    assert said(ship(pulses=4), 4, "1 plot B: 4B") != []


def test_the_segment_at_hand_is_refused_and_not_foreseen() -> None:
    assert said(ship(pulses=7), 8, "1 plot B: 4B") == []
    assert said(ship(pulses=7), 8, "1 thrust 0", "1 plot B: 4B") == []


def test_a_pivot_under_way_is_foreseen() -> None:
    turning = moved_on(play(ship(thrust=6), "Fearless: pivot to B").board)  # two windows, a segment each
    assert said(turning, 2, "2 plot B: 1B") == []  # done in the segment at hand
    under_way = turning.ships["Fearless"].pivot
    assert under_way is not None
    slow = with_ship(turning, "Fearless", pivot=replace(under_way, due=(1, 3)))
    assert said(slow, 3, "2 plot A/B: 1A 1B") == []
    assert said(slow, 3, "2 plot B: 2B") == [no_dots(3, "2B", "B", "A/B", "plot for 2 dots in A/B: 1A 1B")]


def test_a_chart_that_gives_no_dot_at_all_says_so() -> None:
    assert said(ship(thrust=1), 3, "1 plot A: 1A", "3 thrust 0") == [no_dots(3, "1A", "A", "no window")]


def test_each_window_with_dots_is_told_with_its_plots() -> None:
    board = ship(pulses=2, thrust=4)
    board = with_ship(board, "Fearless", chart=ThrustChart((4, 4, 4, 4), tuple(map(Window, ("A", "A", "A/B", "A/B")))))
    assert said(board, 4, "1 plot D: 1D", "2 thrust 0") == [
        no_dots(2, "1D", "D", "A, A/B", "plot for 1 dot in A: 1A; for 1 dot in A/B: 1A or 1B")
    ]


def test_the_games_own_plots_decide_and_are_told() -> None:
    own = PlotRow(window=Window("A"), dots=4, plots=(HexVector.unit("A").times(2) + HexVector.unit("B").times(2),))
    board = evolve(ship(pulses=4), tables=replace(ship().tables, plot_rows=(own,)))
    assert said(board, 8, "1 plot A: 2A 2B") == []
    assert said(board, 8, "1 plot A: 4A") == []  # no number of dots has it, and it is refused
    assert said(board, 8, "1 plot A: 3A") == [
        (
            "Fearless: 3A is not a plot for 4 dots in A. The game's own plots for 4 dots in A are 2A 2B. "
            "Its thrust break comes in segment 4."
        )
    ]


def test_lost_ships_have_no_warnings() -> None:
    assert said(ship(pulses=4), 8, "1 plot B: 4B") != []
    assert said(with_ship(ship(pulses=4), "Fearless", destroyed="exploded"), 8, "1 plot B: 4B") == []


def test_plots_that_stand_from_before_are_no_fault_of_these_orders() -> None:
    assert said(ship(pulses=4, plots={Window("B"): HexVector(4, 4)}), 8, "1 thrust 4") == []


def test_the_board_stays_as_it_is() -> None:
    board = ship(pulses=4)
    before = repr(board)
    said(board, 8, "1 plot B: 4B", "2 pivot to B", "5 thrust 0")
    assert repr(board) == before


HELM = st.one_of(
    st.builds("thrust {}".format, st.integers(0, 6)),
    st.builds("pivot to {}".format, st.sampled_from(["A", "A/B", "B+", "D"])),
    st.builds("plot A: {}A".format, st.integers(1, 6)),
    st.sampled_from(["plot A/B: 1A; B+: 1B 1+", "plot A/B: 1A 1B; B+: 1B 1+"]),
)


@settings(deadline=None)
@given(
    thrust=st.integers(0, 6),
    pulses=st.integers(0, 7),
    orders_given=st.dictionaries(
        st.integers(1, 8), st.lists(HELM, max_size=2, unique_by=lambda line: line.split()[0]), max_size=6
    ),
)
def test_warned_of_is_exactly_what_comes_to_nothing_when_it_is_played_so(
    thrust: int, pulses: int, orders_given: dict[int, list[str]]
) -> None:
    board = ship(pulses=pulses if thrust else 0, thrust=thrust or 1)
    board = with_ship(board, "Fearless", thrust=thrust)
    lines = [f"{segment} {line}" for segment in sorted(orders_given) for line in orders_given[segment]]
    warnings = {
        (message.rpartition(" in segment ")[2][0], field)
        for _, text, message, field in warned(board, 8, *lines)
        if text.startswith("plot")
    }
    void: set[tuple[str, str]] = set()
    for segment in range(1, 9):
        played = play(board, *(f"Fearless: {line}" for line in orders_given.get(segment, ())))
        found = [fact for fact in played.all(OrderVoided) if fact.order.startswith("plot")]
        void |= {(str(segment), fact.order.partition(":")[0].replace("plot", "plots")) for fact in found if segment > 1}
        board = moved_on(played.board)
    assert warnings == void
