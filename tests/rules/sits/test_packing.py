from __future__ import annotations

from copy import deepcopy
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.sits.board import Board, Launch, Pivot, Roll, copied, pack, unpack
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.sums.thrust_chart import ThrustChart
from sits_es.rules.sits.tables.tables import card_tables, overridden
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector
from tests.shared.bundled_files import bundled_of
from tests.shared.sits_boards import after, board_of, melee, placed, play, skirmish, with_ship
from tests.shared.tables_of_ones_own import OWN


def again(board: Board) -> Board:
    """Packed and unpacked."""
    return unpack(pack(board))


def test_everything_that_a_ship_can_be_in_the_middle_of_comes_back() -> None:
    busy = with_ship(
        melee(),
        "Fearless",
        thrust=3,
        chart=ThrustChart((3, 4), (Window("A"), Window("C++"))),
        plots={Window("A/B+"): HexVector(1, 1, 1)},
        pivot=Pivot(
            start=Attitude(Window("A"), 1),
            to=Window("B"),
            path=(Attitude(Window("A/B"), 3), Attitude(Window("B"))),
            due=(2, 4),
            spent=3,
        ),
        roll=Roll(side="port", due=tuple(range(2, 24, 2)), spent=1),
        counters={"port": 2},
        spent={"port": 22},
        launches={"Sirius": (Launch(turn=1, salvoes=5), Launch(turn=2, salvoes=1))},
        decoys_spent=2,
        decoys_active=1,
        slide="aft",
        present="forward",
        halves=(Window("A"), Window("---")),
        fired=("port-laser",),
        cut=True,
        turned=True,
        destroyed="it exploded",
    )
    assert again(busy) == busy


def test_missiles_under_way_come_back() -> None:
    board = board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"))
    faces = [0, 1, 0] * 3  # point defence kills the last of them
    launched = play(board, "Fearless: launch starboard 2 salvoes of 1 tube at Sirius", faces=faces).one(SalvoLaunched)
    under_way = after(board, launched)
    assert copied(under_way).attacks["Fearless starboard at Sirius"].left == 2
    assert again(under_way) == under_way


def test_what_a_ship_holds_comes_back_in_the_order_it_had() -> None:
    board = copied(melee())
    for ship in board.ships.values():
        ship.boxes = dict(reversed(ship.boxes.items()))
    assert [list(ship.boxes) for ship in again(board).ships.values()] == [
        list(ship.boxes) for ship in board.ships.values()
    ]


@settings(max_examples=20)
@given(number=st.integers(0, 10**9))
def test_every_board_of_a_game_comes_back_from_its_bytes(number: int) -> None:
    for board, *_, played in skirmish(Random(number), 6):  # noqa: S311 - no secret hangs on it
        for found in (board, played.board):
            assert again(found) == found
            assert again(found) == found


def test_games_with_the_same_tables_and_classes_share_them() -> None:
    ready = SYSTEM.setup(bundled_of("sits")["duel"].text, "duel", {})
    one, other = (SYSTEM.new_board(ready.options, deepcopy(ready.tables), deepcopy(ready.classes)) for _ in range(2))
    assert one.tables is other.tables
    assert all(one.classes[name] is other.classes[name] for name in one.classes)
    changed = {name: {**card, "crew_quality": 1} for name, card in ready.classes.items()}
    third = SYSTEM.new_board(ready.options, ready.tables, changed)
    assert {each.crew_quality for each in third.classes.values()} == {1}
    assert unpack(pack(one)).tables is unpack(pack(other)).tables


def test_tables_of_the_games_own_come_back() -> None:
    board = copied(melee())
    board.tables = overridden(card_tables(), OWN)
    assert again(board).tables == board.tables


@settings(max_examples=20)
@given(number=st.integers(0, 10**9))
def test_from_its_bytes_a_board_comes_to_the_same_facts(number: int) -> None:
    for board, orders, dice, played in skirmish(Random(number), 6):  # noqa: S311 - no secret hangs on it
        assert play(again(board), *orders, dice=dice).facts == played.facts


def test_plots_that_come_to_nothing_are_told_as_they_were_named_from_its_bytes_too() -> None:
    named = {Window("F"): HexVector(a=1), Window("C"): HexVector(c=1)}
    board = with_ship(
        board_of(placed("Fearless", "0,0")),
        "Fearless",
        thrust=8,
        chart=ThrustChart((1,) * 7, (Window("A"),) * 7),
        plots=named,
    )
    played = play(board)
    assert [void.reasons[0].values[1] for void in played.all(OrderVoided)] == ["F", "C"]
    assert play(again(board)).facts == played.facts
