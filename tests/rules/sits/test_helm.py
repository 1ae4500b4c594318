from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.damage.facts import BoxDestroyed
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    HalvesKept,
    PulseCrossed,
    ShipMoved,
    ThrustBroke,
    ThrustChanged,
)
from sits_es.rules.sits.motion.rules import mark_futures, marker_of
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.turns.facts import PivotBegun, ShipTurned, TurnSpent
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector, Position
from tests.shared.rows import each_row
from tests.shared.sits_boards import Played, board_of, cruiser, moved_on, placed, play, why, with_ship, without


def alone(nose: str = "A", roll: int = 0, vectors: str = "", segment: int = 1) -> Board:
    return board_of(placed("Fearless", "0,0", nose, roll, vectors), segment=segment)


def run(board: Board, orders: dict[int, list[str]], segments: int) -> list[Played]:
    """Segments played one after the other. orders: by their number in this run, from 1."""
    played = []
    for number in range(1, segments + 1):
        played.append(play(board, *(f"Fearless: {line}" for line in orders.get(number, []))))
        board = moved_on(played[-1].board)
        if board.segment == BREAK:
            board = moved_on(board)
    return played


@each_row(
    ("segment", "moves"),
    [(1, "1A"), (2, "2A"), (4, "2A"), (5, "2A"), (7, "2A"), (8, "2A"), (3, "1A"), (6, "1A")],
)
def test_the_marker_goes_ahead_by_the_row_of_the_segment(segment: int, moves: str) -> None:
    # the example of the rules: 13A moves 1 in each segment and one more in 2 4 5 7 8; - in 1
    board = alone(vectors="13A 1-", segment=segment)
    marked = [fact for fact in mark_futures(board) if isinstance(fact, FutureMarked)]
    assert [str(HexVector(fact.move.a, fact.move.c)) for fact in marked] == [moves]
    assert [fact.move.up for fact in marked] == [-1 if segment == 1 else 0]
    assert marker_of(board.ships["Fearless"]) == Position() + marked[0].move


def test_wrecks_have_no_marker_and_do_not_move() -> None:
    board = with_ship(alone(vectors="8A"), "Fearless", destroyed="it exploded", future=None)
    assert mark_futures(board) == []
    with pytest.raises(ValueError, match=r"^Fearless has no future-position marker in this segment$"):
        marker_of(board.ships["Fearless"])
    assert play(board).all(ShipMoved) == []


def test_over_eight_segments_a_ship_moves_its_vectors() -> None:
    played = run(alone(vectors="6B 5C 3+"), {}, 8)
    assert played[-1].board.ships["Fearless"].position - Position() == HexVector(6, 11, 3)
    assert not any(each.all(FutureDisplaced) for each in played)


def test_eight_segments_at_thrust_4_give_four_dots_and_two_hexes() -> None:
    played = run(alone(), {1: ["thrust 4"]}, 8)
    assert [each.one(PulseCrossed).pulse for each in played] == [1, 2, 3, 4, 5, 6, 7, 8]
    # dots when 4k / 8 comes to a whole: 2 4 6 8; hexes when 4k x k / 128 does: k = 6 and 8
    assert [[fact.total for fact in each.all(DotGained)] for each in played] == [[], [1], [], [2], [], [3], [], [4]]
    assert [[str(fact.by) for fact in each.all(FutureDisplaced)] for each in played] == [
        [], [], [], [], [], ["1A"], [], ["1A"],
    ]  # fmt: skip
    broke = played[-1].one(ThrustBroke)
    assert (broke.reasons, broke.before, broke.after) == (("chart full",), STILL, HexVector(a=4))
    assert [(dot.window, dot.dots, dot.plot, dot.named) for dot in broke.dots] == [("A", 4, HexVector(a=4), False)]
    assert played[-1].one(GridFilled).vectors == HexVector(a=4)
    fearless = played[-1].board.ships["Fearless"]
    assert (fearless.vectors, fearless.chart, fearless.thrust) == (HexVector(a=4), ThrustChart(), 4)
    assert fearless.position - Position() == HexVector(a=2)


def test_the_new_grid_is_read_from_the_next_segment_on() -> None:
    # thrust 6 for two segments gives 12 / 8 = 1 dot; the break comes in segment 3
    board = alone(vectors="8A")
    played = run(board, {1: ["thrust 6"], 3: ["thrust 0"]}, 4)
    assert played[2].one(ThrustBroke).reasons == ("thrust zero",)
    assert played[2].one(ShipMoved).end - played[2].one(ShipMoved).start == HexVector(a=1)
    assert played[2].board.ships["Fearless"].vectors == HexVector(a=9)


def test_thrust_set_to_zero_breaks_even_without_a_dot() -> None:
    played = run(alone(), {1: ["thrust 1"], 2: ["thrust 0"]}, 3)
    broke = played[1].one(ThrustBroke)
    assert (broke.reasons, broke.dots, broke.after) == (("thrust zero",), (), STILL)
    assert played[1].all(PulseCrossed) == []  # the chart rests in the segment that ends it
    assert played[2].all(ThrustBroke) == []


def test_with_nothing_on_its_chart_a_ship_has_no_thrust_break() -> None:
    played = run(alone(), {1: ["thrust 0"], 2: ["pivot to A/B"]}, 2)
    assert played[0].all(ThrustBroke) == played[1].all(ThrustBroke) == []
    assert played[1].one(ShipTurned).attitude.nose == "A/B"


def test_a_completed_pivot_breaks_and_one_under_way_does_not() -> None:
    played = run(alone(), {1: ["thrust 4", "pivot to B"]}, 2)
    assert played[0].all(ThrustBroke) == []
    # pulses: A, then A/B where the nose stands in segment 2: one dot, in A/B
    assert [each.one(PulseCrossed).nose for each in played] == ["A", "A/B"]
    assert [fact.window for fact in played[1].all(DotGained)] == ["A/B"]
    broke = played[1].one(ThrustBroke)
    assert broke.reasons == ("pivot completed",)
    assert [(dot.window, dot.dots, str(dot.plot)) for dot in broke.dots] == [("A/B", 1, "1A")]


def test_thrust_while_pivoting_puts_dots_in_two_windows() -> None:
    # thrust 6: 6, 12, 18, 24 points in segments 1 to 4: dots in 2, 3 and 4; the nose is in A, A, A/B, A/B
    board = without(alone(), "Fearless", "pivot", 1)  # two segments a window
    played = run(board, {1: ["thrust 6", "pivot to B"]}, 4)
    assert [each.one(PulseCrossed).nose for each in played] == ["A", "A", "A/B", "A/B"]
    broke = played[3].one(ThrustBroke)
    assert [(dot.window, dot.dots, str(dot.plot), dot.named) for dot in broke.dots] == [
        ("A", 1, "1A", False),
        ("A/B", 2, "1A 1B", False),
    ]
    assert (broke.reasons, broke.after) == (("pivot completed",), HexVector(3, 1))
    assert str(broke.after) == "2A 1B"


def test_all_three_conditions_can_come_together() -> None:
    full = ThrustChart((6,) * 7, (Window("A"),) * 7)
    board = with_ship(alone(), "Fearless", thrust=6, chart=full)
    assert play(board, "Fearless: pivot to A/B").one(ThrustBroke).reasons == ("chart full", "pivot completed")
    assert play(board, "Fearless: pivot to A/B", "Fearless: thrust 0").one(ThrustBroke).reasons == (
        "thrust zero",
        "pivot completed",
    )
    assert play(board).one(ThrustBroke).reasons == ("chart full",)


def test_the_consolidation_of_a_break_is_told_step_by_step() -> None:
    chart = ThrustChart((4, 4), (Window("D"),) * 2)
    board = with_ship(alone(vectors="5A"), "Fearless", thrust=4, chart=chart)
    broke = play(board, "Fearless: thrust 0").one(ThrustBroke)
    assert (str(broke.before), str(broke.after)) == ("5A", "4A")
    assert len(broke.steps) == 1


@each_row(
    ("plot", "after"), [("A: 3A 1B", "3A 1B"), ("A: 4A 1+", "4A 1+"), ("A: 3A 1F 1-", "3A 1F 1-"), ("A: 4A", "4A")]
)
def test_a_named_plot_that_the_rules_allow_is_taken(plot: str, after: str) -> None:
    chart = ThrustChart((4,) * 8, (Window("A"),) * 8)
    board = with_ship(alone(), "Fearless", thrust=4, chart=ThrustChart(chart.thrusts[:7], chart.noses[:7]))
    played = play(board, f"Fearless: plot {plot}")
    assert played.all(OrderVoided) == []
    broke = played.one(ThrustBroke)
    assert (str(broke.after), [dot.named for dot in broke.dots]) == (after, [True])
    assert played.board.ships["Fearless"].plots == {}


def test_a_named_plot_that_the_rules_do_not_allow_is_void_and_the_default_is_taken() -> None:
    board = with_ship(alone(), "Fearless", thrust=4, chart=ThrustChart((4,) * 7, (Window("A"),) * 7))
    played = play(board, "Fearless: plot A: 2A 2B; B: 1B")
    assert [(fact.order, why(fact)) for fact in played.all(OrderVoided)] == [
        (
            "plot A: 2A 2B",
            "Fearless: 2A 2B is not a plot for 4 dots in A. Plot 4A, 3A 1B or 3A 1F, each alone or with 1+ or 1-.",
        ),
        ("plot B: 1B", "Fearless: 1B is plotted in B, where there are no dots. Dots are in A."),
    ]
    broke = played.one(ThrustBroke)
    assert (str(broke.after), [dot.named for dot in broke.dots]) == ("4A", [False])


def test_a_plot_named_early_waits_for_the_break() -> None:
    played = run(alone(), {1: ["thrust 4", "plot A: 1A 1+"], 3: ["thrust 0"]}, 3)
    broke = played[2].one(ThrustBroke)
    # two segments at thrust 4: one dot
    assert [(dot.dots, str(dot.plot), dot.named) for dot in broke.dots] == [(1, "1A", False)]
    assert why(played[2].one(OrderVoided)) == "Fearless: 1A 1+ is not a plot for 1 dot in A. Plot 1A."


def test_a_half_hex_left_at_the_end_of_a_chart_waits_for_another_in_its_window() -> None:
    # thrust 1: 8 pulses give one dot and 64 / 128 of a hex
    played = run(alone(), {1: ["thrust 1"]}, 16)
    assert [each.all(HalvesKept) for each in played[:7]] == [[]] * 7
    assert played[7].one(HalvesKept).halves == ("A",)
    assert played[7].board.ships["Fearless"].halves == ("A",)
    assert played[7].one(ThrustBroke).after == HexVector(a=1)
    assert played[15].one(HalvesKept).halves == ()
    assert played[15].one(FutureDisplaced).by == HexVector(a=1)
    # a hex of the grid in the second turn and a hex of the two halves
    assert played[15].board.ships["Fearless"].position - Position() == HexVector(a=2)


def test_a_half_hex_of_another_window_is_kept_beside_the_first() -> None:
    board = with_ship(
        alone("B"), "Fearless", thrust=1, chart=ThrustChart((1,) * 7, (Window("B"),) * 7), halves=(Window("A"),)
    )
    played = play(board)
    assert played.one(HalvesKept).halves == ("A", "B")
    assert played.all(FutureDisplaced) == []


def test_a_chart_that_is_broken_off_leaves_no_half() -> None:
    played = run(alone(), {1: ["thrust 5"], 5: ["thrust 0"]}, 5)
    # four pulses of 5: 5 x 16 = 80 / 128
    assert not any(each.all(HalvesKept) for each in played)


@each_row(
    ("lost", "noses"),
    [
        (0, ["A/B", "B", "B/C", "C"]),
        (1, ["A", "A/B", "A/B", "B", "B", "B/C", "B/C", "C"]),
        (2, ["A", "A", "A/B", "A/B", "A/B", "B", "B", "B"]),
    ],
)
def test_the_nose_moves_on_after_each_windows_worth_of_segments(lost: int, noses: list[str]) -> None:
    board = without(alone(), "Fearless", "pivot", lost)
    played = run(board, {1: ["pivot to C"]}, len(noses))
    assert [each.board.ships["Fearless"].attitude.nose for each in played] == noses


def test_a_segment_that_does_not_turn_the_ship_yet_is_on_the_record() -> None:
    board = without(alone(), "Fearless", "pivot", 1)
    played = run(board, {1: ["pivot to B"]}, 4)
    assert [[(fact.segments, fact.of) for fact in each.all(TurnSpent)] for each in played] == [
        [(1, 4)],
        [],
        [(3, 4)],
        [],
    ]
    assert [[(fact.windows, fact.of) for fact in each.all(ShipTurned)] for each in played] == [
        [],
        [(1, 2)],
        [],
        [(2, 2)],
    ]


def test_pivot_and_roll_ordered_together_go_one_after_the_other() -> None:
    played = run(alone(), {1: ["roll starboard 2", "pivot to B"]}, 5)
    turned = [each.one(ShipTurned) for each in played[:4]]
    assert [(fact.by, fact.attitude.nose, fact.attitude.roll) for fact in turned] == [
        ("pivot", "A/B", 0),
        ("pivot", "B", 0),
        ("roll", "B", 1),
        ("roll", "B", 2),
    ]
    assert played[4].all(ShipTurned) == []
    fearless = played[4].board.ships["Fearless"]
    assert (fearless.pivot, fearless.roll) == (None, None)


@pytest.mark.parametrize(("side", "rolls"), [("starboard", [1, 2, 3]), ("port", [11, 10, 9])])
def test_a_roll_turns_a_step_for_each_windows_worth(side: str, rolls: list[int]) -> None:
    played = run(alone(), {1: [f"roll {side} 3"]}, 3)
    assert [each.board.ships["Fearless"].attitude.roll for each in played] == rolls
    slow = run(without(alone(), "Fearless", "roll", 1), {1: [f"roll {side} 3"]}, 6)
    assert [each.board.ships["Fearless"].attitude.roll for each in slow] == [
        roll for before, roll in zip([0, *rolls], rolls, strict=False) for roll in (before, roll)
    ]


def test_a_roll_breaks_no_thrust() -> None:
    played = run(alone(), {1: ["thrust 4", "roll port 1"]}, 1)
    assert played[0].all(ThrustBroke) == []


def test_a_new_pivot_starts_where_the_nose_stands_and_spent_segments_are_lost() -> None:
    board = without(alone(), "Fearless", "pivot", 1)  # two segments a window
    played = run(board, {1: ["pivot to C"], 4: ["pivot to A"]}, 5)
    # A/B in segment 2; segment 3 is spent towards B and lost; back in A at the end of 5
    assert [each.board.ships["Fearless"].attitude.nose for each in played] == ["A", "A/B", "A/B", "A/B", "A"]
    assert [attitude.nose for attitude in played[3].one(PivotBegun).path] == ["A"]
    assert played[3].one(TurnSpent).segments == 1


def test_a_pivot_keeps_the_pace_at_which_it_began() -> None:
    board = play(alone(), "Fearless: pivot to C").board
    damaged = without(moved_on(board), "Fearless", "pivot", 2)
    assert play(damaged).one(ShipTurned).attitude.nose == "B"


def test_impellers_lost_in_the_segment_cut_the_thrust_that_is_given() -> None:
    # row 2 of a hit takes an impeller box, and that takes one of thrust: 6 becomes 5
    card = cruiser({"hull": tuple(range(400, 0, -1))}, hit_size=1000)
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "0,-1"), classes=[card])
    board = with_ship(board, "Sirius", thrust=6)
    played = play(board, "Fearless: fire forward-graser at Sirius", faces=[2])
    assert [fact.track for fact in played.all(BoxDestroyed)][:3] == ["starboard-laser", "impellers", "thrust"]
    assert (played.one(ThrustChanged).after, played.one(ThrustChanged).cause) == (5, "damage")
    assert played.one(PulseCrossed).thrust == 5


@given(
    thrusts=st.lists(st.integers(0, 6), min_size=16, max_size=16),
    noses=st.lists(st.sampled_from(("A", "A/B", "C+", "D--", "+++", "F-")), min_size=16, max_size=16),
)
def test_the_sum_of_all_plots_is_the_change_of_the_vectors(thrusts: list[int], noses: list[str]) -> None:
    board = alone(vectors="5A 3B 2+")
    gained = STILL
    for thrust, nose in zip(thrusts, noses, strict=True):
        turn = [] if board.ships["Fearless"].attitude.nose == nose else [f"Fearless: pivot to {nose}"]
        played = play(board, f"Fearless: thrust {thrust}", *turn)
        assert len(played.all(PulseCrossed)) == bool(thrust)
        for broke in played.all(ThrustBroke):
            assert broke.before + sum((dot.plot for dot in broke.dots), STILL) == broke.after
            gained += broke.after - broke.before
        board = moved_on(played.board)
        if board.segment == BREAK:
            board = moved_on(board)
    assert board.ships["Fearless"].vectors == HexVector(8, 3, 2) + gained
