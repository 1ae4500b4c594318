from sits_es.rules.sits.board import Board, Pivot, Roll
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.views.panels import ship_panel
from sits_es.space.attitude import pivot
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector
from tests.shared.view_samples import Change, Page


def test_a_panel_begins_with_where_the_ship_is_and_where_it_goes(page: Page, duel: Board, with_ship: Change) -> None:
    fearless, b = duel.ships["Fearless"], read_window("B")
    board = with_ship(
        duel,
        "Fearless",
        thrust=4,
        chart=ThrustChart((4, 4), (b, b)),
        halves=(b,),
        plots={b: HexVector(1, 1)},
        pivot=Pivot(start=fearless.attitude, to=b, path=pivot(fearless.attitude, b).path, due=(1, 2), spent=1),
        roll=Roll(side="starboard", due=(1,)),
    )
    assert page(ship_panel(board, board.ships["Fearless"]))[:21] == [
        "Fearless: Sample cruiser, red (ann) ────────────────────────────────────────────",
        "  Position    0,0 alt 0",
        "  Marker      1,-1 alt 0",
        "  Vectors     6B 4A 1+ a turn",
        "  Thrust      4 of 6",
        "  Dots        B 1",
        "  Half hexes  one kept in B",
        "  Plots       B: 1B",
        "  Attitude    nose A, roll 0",
        "              stern D, port E/F, starboard B/C, top +++, bottom ---",
        "  Pivot       to B: 1 of 2 windows done, 1 segment to go (1 a window)",
        "  Roll        to starboard: 0 of 1 window done, 1 segment to go (1 a window)",
        "  Decoys      4 left, 8% each",
        "",
        "     Segment  Grid for 6B 4A 1+    Pulse  Thrust  Nose  Gives",
        "  ─",
        "           1  1B 1+                [x] 1       4  B",
        "           2  1A                   [x] 2       4  B     1 dot",
        "           3  1B                   [ ] 3",
        "           4  1A 1B                [ ] 4",
        "  >        5  1B                   [ ] 5",
    ]


def test_a_panel_has_the_weapons_and_the_damage_tracks(page: Page, duel: Board) -> None:
    lines = page(ship_panel(duel, duel.ships["Sirius"]))
    assert "  forward-graser          4  size 30       ready (every 2)" in lines
    assert lines.index("  Damage tracks") < lines.index("  starboard")


def test_a_ship_out_of_the_game_keeps_its_place_and_its_tracks(page: Page, duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", destroyed="it exploded", future=None)
    assert page(ship_panel(board, board.ships["Sirius"]))[:5] == [
        "Sirius: Sample cruiser, blue (bob) ─────────────────────────────────────────────",
        "  Out        it exploded",
        "  Last seen  6,-6 alt +3",
        "",
        "  Damage tracks",
    ]


def test_a_still_ship_without_pulses_is_told_so(page: Page, duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", vectors=HexVector())
    lines = page(ship_panel(board, board.ships["Sirius"]))
    assert "  Vectors   still" in lines
    assert "  Dots      none" in lines
