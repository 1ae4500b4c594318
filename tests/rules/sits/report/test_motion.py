from sits_es.rules.sits.board import Board, Pivot, Roll
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.tables.tables import card_tables
from sits_es.rules.sits.views.movement import (
    attitude_rows,
    dots_text,
    grid_and_chart,
    moves,
    pivot_text,
    plots_text,
    roll_text,
)
from sits_es.space.attitude import Attitude, pivot
from sits_es.space.avid import read_window
from sits_es.space.hexes import STILL, HexVector
from tests.shared.rows import each_row
from tests.shared.view_samples import Change, Page

A, A_UP, B = read_window("A"), read_window("A+"), read_window("B")


def test_no_move_is_none() -> None:
    assert moves(STILL) == "none"
    assert moves(HexVector(10, 6, 1)) == "6B 4A 1+"


def test_grid_and_chart_stand_side_by_side_with_the_segment_marked(page: Page, duel: Board) -> None:
    chart = ThrustChart((8, 8, 8, 8), (A, A, A_UP, A))
    assert page(grid_and_chart(HexVector(0, -5, 3), chart, duel.tables, 3)) == [
        "     Segment  Grid for 5F 3+    Pulse  Thrust  Nose  Gives",
        "  ─",
        "           1  1+                [x] 1       8  A     1 dot",
        "           2  1F                [x] 2       8  A     1 dot",
        "  >        3  1+                [x] 3       8  A+    1 dot",
        "           4  1F                [x] 4       8  A     1 dot, 1 hex (1A)",
        "           5  1F                [ ] 5",
        "           6  1+                [ ] 6",
        "           7  1F                [ ] 7",
        "           8  1F                [ ] 8",
    ]


def test_no_row_is_marked_in_the_turn_break(page: Page, duel: Board) -> None:
    assert not [line for line in page(grid_and_chart(STILL, ThrustChart(), duel.tables, None)) if ">" in line]


@each_row(
    ("chart", "text"),
    [
        (ThrustChart(), "none"),
        (ThrustChart((4, 4, 4), (A, A, B)), "A 1"),
        (ThrustChart((8, 8, 8), (B, A, B)), "B 2, A 1"),  # in the order first gained
    ],
)
def test_dots_are_told_by_window(chart: ThrustChart, text: str) -> None:
    assert dots_text(chart, card_tables()) == text


def test_an_attitude_names_all_six_markers() -> None:
    assert list(attitude_rows("Attitude", Attitude(read_window("A-"), 1))) == [
        ("Attitude", "nose A-, roll 1"),
        ("", "stern D+, port F+, starboard C-, top B++, bottom E--"),
    ]


def test_a_pivot_under_way_tells_what_is_done_and_what_is_left() -> None:
    path = pivot(Attitude(A), B).path
    assert pivot_text(
        Pivot(start=Attitude(A), to=B, path=path, due=tuple(range(2, 2 * len(path) + 1, 2)), spent=3)
    ) == ("to B: 1 of 2 windows done, 1 segment to go (2 a window)")


def test_a_roll_under_way_tells_what_is_done_and_what_is_left() -> None:
    assert roll_text(Roll(side="port", due=(1, 2, 3))) == (
        "to port: 0 of 3 windows done, 3 segments to go (1 a window)"
    )


def test_plots_named_are_told_window_by_window(duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", plots={A: HexVector(4), B: HexVector(1, 1)})
    assert plots_text(board.ships["Sirius"]) == "A: 4A; B: 1B"
