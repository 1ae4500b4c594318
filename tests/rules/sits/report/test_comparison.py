from attrs import evolve

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.views.panels import differences
from sits_es.space.attitude import Attitude
from sits_es.space.avid import read_window
from sits_es.space.hexes import HexVector, Position
from tests.shared.view_samples import Change

A = read_window("A")


def test_a_board_does_not_differ_from_itself(duel: Board) -> None:
    assert differences(duel, duel) == []


def test_everything_that_differs_is_listed_in_the_order_of_a_panel(duel: Board, with_ship: Change) -> None:
    other = with_ship(
        duel,
        "Fearless",
        position=Position(2, -2, 1),
        vectors=HexVector(),
        thrust=4,
        chart=ThrustChart((4,), (A,)),
        attitude=Attitude(A, 2),
        counters={"port": 2},
        spent={"port": 12},
        decoys_spent=1,
        boxes={**duel.ships["Fearless"].boxes, "roll": "x."},
    )
    assert differences(duel, other) == [
        ("Fearless", "position", "0,0 alt 0", "2,-2 alt +1"),
        ("Fearless", "vectors", "6B 4A 1+", "still"),
        ("Fearless", "thrust", "0", "4"),
        ("Fearless", "attitude", "nose A, roll 0", "nose A, roll 2"),
        ("Fearless", "decoys", "4 left, 8% each", "3 left, 8% each"),
        ("Fearless", "pulses", "none", "4 A"),
        ("Fearless", "port ready", "now", "in 2 segments"),
        ("Fearless", "port missiles", "120", "108"),
        ("Fearless", "roll track", "rating 1; all 2 whole", "rating 2; 1 destroyed of 2"),
    ]


def test_a_ship_lost_in_one_branch_is_told(duel: Board, with_ship: Change) -> None:
    gone = with_ship(duel, "Sirius", destroyed="it exploded")
    assert differences(duel, gone) == [("Sirius", "fate", "in the game", "out: it exploded")]


def test_a_ship_on_one_board_only_is_told(duel: Board) -> None:
    alone = evolve(duel, ships={"Fearless": duel.ships["Fearless"]})
    assert differences(duel, alone) == [("Sirius", "ship", "on the board", "not there")]
