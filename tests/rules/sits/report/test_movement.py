from attrs import evolve

from sits_es.events import Coded
from sits_es.rules.sits.board import Board, fold
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    PulseCrossed,
    ShipMoved,
    ThrustBroke,
    ThrustChanged,
    WindowDots,
)
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.telling import BREAKS
from sits_es.rules.sits.turns.facts import ShipTurned
from sits_es.rules.sits.views.movement import movement
from sits_es.rules.sits.views.segment import told_in
from sits_es.space.attitude import Attitude
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector, Position
from tests.shared.view_samples import Change, Page

A, B = read_window("A"), read_window("B")

FEARLESS = (
    ThrustChanged(ship="Fearless", before=0, after=6),
    PulseCrossed(ship="Fearless", pulse=2, thrust=6, nose=A),
    DotGained(ship="Fearless", window=A, dots=1, total=1),
    FutureDisplaced(ship="Fearless", by=HexVector(1, 0), at=Position(1, -2)),
    ShipMoved(ship="Fearless", start=Position(0, 0), end=Position(1, -2)),
    ShipTurned(ship="Fearless", by="roll", attitude=Attitude(A, 1), windows=1, of=1),
    FutureMarked(ship="Fearless", move=HexVector(1, 0), at=Position(2, -4)),  # of the segment that follows
)
BREAK = ThrustBroke(
    ship="Fearless",
    reasons=("chart full", "thrust zero"),
    dots=(
        WindowDots(window=A, dots=4, plot=HexVector(4, 1), named=True),
        WindowDots(window=B, dots=1, plot=HexVector(1, 1), named=False),
    ),
    steps=(Coded("opposite", (2, "A", 2, "D")), Coded("third", (1, "A", 1, "C", "B", 1))),
    before=HexVector(10, 6, 1),
    after=HexVector(15, 8, 1),
)
FILLED = GridFilled(ship="Fearless", vectors=HexVector(15, 8, 1))


def test_a_ship_is_followed_through_the_segment(page: Page, duel: Board, with_ship: Change) -> None:
    before = with_ship(duel, "Fearless", chart=ThrustChart((6,), (A,)))
    lines = page(movement(before, FEARLESS, fold(before, FEARLESS)))
    assert lines[:21] == [
        "  Fearless",
        "    Position  0,0 alt 0 -> 1,-2 alt 0",
        "    Marker    1,-1 alt 0 by the grid (1B); thrust displaces it by 1A to 1,-2 alt",
        "              0",
        "    Vectors   6B 4A 1+ a turn",
        "    Thrust    0 -> 6",
        "    Dots      A 1",
        "    Attitude  nose A, roll 0",
        "              stern D, port E/F, starboard B/C, top +++, bottom ---",
        "    and now   nose A, roll 1",
        "              stern D, port E/F+, starboard B/C-, top B++, bottom E--",
        "    Next      marker at 2,-4 alt 0",
        "       Segment  Grid for 6B 4A 1+    Pulse  Thrust  Nose  Gives",
        "    ─",
        "             1  1B 1+                [x] 1       6  A",
        "             2  1A                   [x] 2       6  A     1 dot",
        "             3  1B                   [ ] 3",
        "             4  1A 1B                [ ] 4",
        "    >        5  1B                   [ ] 5",
        "             6  1A                   [ ] 6",
        "             7  1B                   [ ] 7",
    ]


def test_the_chart_is_shown_as_it_was_when_the_break_came(page: Page, duel: Board, with_ship: Change) -> None:
    before = with_ship(duel, "Fearless", chart=ThrustChart((6,), (A,)))
    events = (*FEARLESS, BREAK, FILLED)
    lines = page(movement(before, events, fold(before, events)))
    assert "             2  1A                   [x] 2       6  A     1 dot" in lines
    assert "    Vectors   6B 4A 1+ a turn" in lines


def test_a_ship_lost_in_the_segment_keeps_its_place(page: Page, duel: Board, with_ship: Change) -> None:
    after = with_ship(duel, "Sirius", destroyed="it exploded", future=None)
    lines = page(movement(duel, (), after))
    assert lines[lines.index("  Sirius (out: it exploded)") + 1] == "    Position  6,-6 alt +3"


def test_ships_lost_earlier_are_left_out(page: Page, duel: Board, with_ship: Change) -> None:
    gone = with_ship(duel, "Sirius", destroyed="it exploded")
    assert not [line for line in page(movement(gone, (), gone)) if "Sirius" in line]


def _breaks(page: Page, board: Board, *facts: Fact) -> list[str]:
    return page(told_in(board, facts)[BREAKS])


def test_a_thrust_break_is_told_step_by_step(page: Page, duel: Board) -> None:
    assert _breaks(page, evolve(duel, segment=5), BREAK, FILLED) == [
        "  Fearless: chart full and thrust zero",
        "    4 dots in A give 3A 1B; 1 dot in B give 1B by default; vectors 6B 4A 1+",
        "      become 8B 7A 1+",
        "      1. 180 degrees: 2A and 2D leave nothing.",
        "      2. 120 degrees: 1A and 1C make 1B and leave nothing.",
        "    new movement grid for 8B 7A 1+, read from segment 6",
    ]


def test_after_the_last_segment_the_grid_is_read_in_the_next_turn(page: Page, duel: Board) -> None:
    assert _breaks(page, evolve(duel, segment=8), BREAK, FILLED)[-1] == (
        "    new movement grid for 8B 7A 1+, read from segment 1 of the next turn"
    )


def test_a_thrust_break_without_dots_keeps_the_vectors(page: Page, duel: Board) -> None:
    empty = evolve(BREAK, reasons=("pivot completed",), dots=(), steps=(), after=BREAK.before)
    assert _breaks(page, duel, empty) == ["  Fearless: pivot completed", "    no dots; vectors stay 6B 4A 1+"]
