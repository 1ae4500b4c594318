"""A game's own thrust, pivot and roll charts and plots at work in the segments that are played."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.motion.facts import DotGained, FutureDisplaced, HalvesKept, ThrustBroke
from sits_es.rules.sits.orders.problems import problems
from sits_es.rules.sits.sums.thrust_chart import ThrustChart, cross
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.tables.values import PaceRow, PlotRow, ThrustRow
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned, TurnSpent
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row
from tests.shared.sits_boards import Played, board_of, moved_on, placed, play, read, why, with_ship

CARD = card_tables()
A, A_UP, B_DOWN = Window("A"), Window("A+"), Window("B-")


def vector(text: str) -> HexVector:
    return read_vectors(text).net()


def alone(thrust: int = 0, nose: str = "A", **tables: Any) -> Board:
    return with_ship(board_of(placed("Fearless", "0,0", nose), **tables), "Fearless", thrust=thrust)


def segments(board: Board, number: int, *first: str) -> list[Played]:
    """So many segments played, one after the other; orders only in the first of them."""
    played = []
    for _ in range(number):
        played.append(play(board, *first))
        first = ()
        board = moved_on(played[-1].board)
    return played


@pytest.mark.parametrize("rows", [(), (ThrustRow(thrust=4, dots=(0, 1) * 4, hexes=(0, 0, 0, 0, 0, 1, 0, 1)),)])
def test_a_thrust_chart_that_says_what_the_sums_say_gives_the_same(rows: tuple[ThrustRow, ...]) -> None:
    played = segments(alone(4, thrust_rows=rows), 8)
    assert [[dot.dots for dot in each.all(DotGained)] for each in played] == [[], [1]] * 4
    assert [[str(by.by) for by in each.all(FutureDisplaced)] for each in played] == [[]] * 5 + [["1A"], [], ["1A"]]


def test_a_row_of_a_thrust_chart_gives_dots_and_hexes_pulse_by_pulse() -> None:
    row = ThrustRow(thrust=3, dots=(2, 0, 0, 1, 0, 0, 0, 0), hexes=(1, 0, 2, 0, 0, 0, 0, 3))
    played = segments(alone(3, thrust_rows=(row,)), 8)
    assert [[(dot.dots, dot.total) for dot in each.all(DotGained)] for each in played] == [
        *([(2, 2)], [], [], [(1, 3)]),
        *([], [], [], []),
    ]
    assert [[str(by.by) for by in each.all(FutureDisplaced)] for each in played] == [
        *(["1A"], [], ["2A"], []),
        *([], [], [], ["3A"]),
    ]
    assert str(played[-1].one(ThrustBroke).after) == "3A"
    assert not any(each.all(HalvesKept) for each in played)  # by the sums three points leave half a hex


def test_hexes_by_a_row_are_counted_on_from_those_before_them() -> None:
    """Through a corner every other hex goes the other way, so it matters which of them a pulse gives."""
    row = ThrustRow(thrust=1, dots=(0,) * 8, hexes=(1,) * 8)
    chart, moves = ThrustChart(), []
    for _ in range(4):
        chart, pulse = cross(chart, 1, Window("A/B"), replace(CARD, thrust_rows=(row,)))
        moves.append((pulse.hexes_before, pulse.hexes, str(pulse.move)))
    assert moves == [(0, 1, "1A"), (1, 2, "1B"), (2, 3, "1A"), (3, 4, "1B")]


def test_thrusts_without_a_row_go_by_the_sums_also_beside_one_that_has_one() -> None:
    row = ThrustRow(thrust=3, dots=(5,) * 8, hexes=(1,) * 8)
    board = with_ship(alone(8, thrust_rows=(row,)), "Fearless", chart=ThrustChart((3, 3), (A, A)))
    played = play(board)
    # 14 points so far, 6 before: one dot more; (3 + 9 + 20) / 128 is no hex yet
    assert (played.one(DotGained).dots, played.one(DotGained).total) == (1, 11)
    assert played.all(FutureDisplaced) == []


def test_a_chart_that_went_by_a_row_even_once_keeps_no_half() -> None:
    row = ThrustRow(thrust=3, dots=(0,) * 8, hexes=(0,) * 8)
    chart = ThrustChart((5,) * 6 + (3,), (A,) * 7)
    kept, lost = (
        play(with_ship(alone(11, thrust_rows=rows), "Fearless", chart=chart, halves=(A_UP,))).board.ships["Fearless"]
        for rows in ((), (row,))
    )
    assert kept.halves == (A_UP, A)
    assert lost.halves == (A_UP,)


#: Two dots in a blue side window: steeper than the sum has it.
STEEP = PlotRow(window=A_UP, dots=2, plots=(vector("1A 2+"), vector("2A 1+")))


@each_row(
    ("nose", "orders", "plot", "named"),
    [
        ("A+", (), "1A 2+", False),  # the first is the default
        ("A+", ("Fearless: plot A+: 2A 1+",), "2A 1+", True),
        ("B-", (), "1B 2-", False),  # turned and mirrored
        ("B-", ("Fearless: plot B-: 2B 1-",), "2B 1-", True),
        ("A", (), "2A", False),  # no row: by the sum
    ],
)
def test_plots_of_ones_own_are_what_dots_become(nose: str, orders: tuple[str, ...], plot: str, named: bool) -> None:
    board = alone(8, nose, plot_rows=(STEEP,))
    board = with_ship(board, "Fearless", chart=ThrustChart((1,) * 6 + (2,), (Window(nose),) * 7))
    broke = play(board, *orders).one(ThrustBroke)
    (dots,) = broke.dots
    assert (dots.dots, str(dots.plot), dots.named) == (2, plot, named)


def test_a_plot_that_ones_own_table_does_not_have_is_void_with_those_that_it_has() -> None:
    board = alone(8, "B-", plot_rows=(STEEP,))
    board = with_ship(board, "Fearless", chart=ThrustChart((1,) * 6 + (2,), (B_DOWN,) * 7))
    played = play(board, "Fearless: plot B-: 1B 1A 1-")
    assert why(played.one(OrderVoided)) == (
        "Fearless: 1A 1B 1- is not a plot for 2 dots in B-. The game's own plots for 2 dots in B- are 1B 2-, 2B 1-."
    )
    assert str(played.one(ThrustBroke).dots[0].plot) == "1B 2-"


def test_the_checker_lets_a_plot_ahead_pass_that_ones_own_table_has_for_any_number_of_dots() -> None:
    far = PlotRow(window=A, dots=1, plots=(vector("7A"), vector("7A 7B")))  # by the sums plots of 7 and 14 dots, if any
    order, too_far = "Fearless: plot A: 7A 7B", "Fearless: plot A: 7A 8B"

    def faults(line: str, **tables: Any) -> list[str]:
        board = alone(**tables)
        (given,) = read(board, line)["fearless"]
        return [problem.message for problem in problems(board, 5, given, [given]) if not problem.warns]

    assert faults(order, plot_rows=(far,)) == []
    assert len(faults(order)) == len(faults(too_far, plot_rows=(far,))) == 1


def test_displacement_goes_by_the_default_plots_of_ones_own() -> None:
    row = ThrustRow(thrust=1, dots=(0,) * 8, hexes=(2,) + (0,) * 7)
    displaced = play(alone(1, "A+", thrust_rows=(row,), plot_rows=(STEEP,))).one(FutureDisplaced)
    assert str(displaced.by) == "1A 2+"


def test_a_pivot_chart_says_when_each_window_is_reached_two_perhaps_at_once() -> None:
    board = alone(pivot_rows=(PaceRow(rating=1, due=(2, 2, 5, 6, 7, 8)),))
    played = segments(board, 5, "Fearless: pivot to B/C")
    assert played[0].one(PivotBegun).due == (2, 2, 5)
    turned = [each.one(ShipTurned) if each.all(ShipTurned) else each.one(TurnSpent) for each in played]
    assert [
        (fact.attitude.nose, fact.windows, fact.of) if isinstance(fact, ShipTurned) else (fact.segments, fact.of)
        for fact in turned
    ] == [(1, 5), ("B", 2, 3), (3, 5), (4, 5), ("B/C", 3, 3)]
    assert played[-1].board.ships["Fearless"].pivot is None


def test_a_roll_chart_says_when_each_window_is_done_two_perhaps_at_once() -> None:
    board = alone(roll_rows=(PaceRow(rating=1, due=(1, 3, 3, *range(4, 12))),))
    played = segments(board, 4, "Fearless: roll starboard 4")
    assert played[0].one(RollBegun).due == (1, 3, 3, 4)
    assert [each.board.ships["Fearless"].attitude.roll for each in played] == [1, 1, 3, 4]
    assert [each.one(ShipTurned).windows for each in (played[0], played[2], played[3])] == [1, 3, 4]
    assert played[-1].board.ships["Fearless"].roll is None


def test_ratings_without_a_row_of_a_chart_go_at_their_pace() -> None:
    board = alone(pivot_rows=(PaceRow(rating=2, due=(9,) * 6),), roll_rows=(PaceRow(rating=2, due=(9,) * 11),))
    played = play(board, "Fearless: pivot to B", "Fearless: roll port 2")
    assert (played.one(PivotBegun).due, played.one(RollBegun).due) == ((1, 2), (1, 2))


def test_a_new_pivot_in_mid_pivot_begins_its_row_again_from_where_the_nose_stands() -> None:
    board = alone(pivot_rows=(PaceRow(rating=1, due=(1, 4, 5, 6, 7, 8)),))
    first = segments(board, 3, "Fearless: pivot to C")
    assert (first[-1].board.ships["Fearless"].attitude.nose, first[-1].one(TurnSpent).segments) == ("A/B", 3)
    again = segments(moved_on(first[-1].board), 4, "Fearless: pivot to B/C")
    assert (again[0].one(PivotBegun).due, again[0].one(ShipTurned).attitude.nose) == ((1, 4), "B")
    assert [each.board.ships["Fearless"].attitude.nose for each in again] == ["B", "B", "B", "B/C"]


def test_a_pivot_keeps_the_pace_at_which_it_began_when_a_hit_takes_a_box_of_it() -> None:
    board = play(alone(pivot_rows=(PaceRow(rating=1, due=(2, 3, 4, 5, 6, 7)),)), "Fearless: pivot to B").board
    ship = board.ships["Fearless"]
    hurt = with_ship(board, "Fearless", boxes={**ship.boxes, "pivot": "x.."})
    second = play(moved_on(hurt))
    assert second.one(ShipTurned).attitude.nose == "A/B"
    assert play(moved_on(second.board)).one(ShipTurned).attitude.nose == "B"
