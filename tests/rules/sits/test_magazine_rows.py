"""Magazines by salvo rows: a row is a whole salvo, however many tubes launch it. Rule: sits rules 8.1, rows: house."""

from __future__ import annotations

import pytest

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.cards.ship_class import Mount
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.orders.template import template
from sits_es.rules.sits.sums.aiming import magazine
from sits_es.rules.sits.views.panels import differences, weapons
from tests.shared.rows import each_row
from tests.shared.sits_boards import Played, board_of, cruiser, mount, moved_on, placed, play, why, with_ship, without

#: Eight tubes, then four, with nine rows, then five, then two; everything launched is lost to the ECM of its twin.
BY_ROWS = cruiser(
    {"ecm": (100,), "starboard-tubes": (8, 4), "starboard-magazine": (9, 5, 2)},
    missile_quality=0,
    mounts=(mount("starboard", magazine_rows=True, laser_size=20),),
)
LEAST = (0, 1, 0)


def duel() -> Board:
    return board_of(placed("Fearless", "0,0"), placed("Sirius", "6,-3"), classes=[BY_ROWS])


def launch(board: Board, what: str, faces: tuple[int, ...] = LEAST) -> Played:
    return play(board, f"Fearless: launch starboard {what} at Sirius", faces=faces)


def rows_left(board: Board) -> int:
    (found,) = BY_ROWS.mounts
    return magazine(board, board.ships["Fearless"], found)


@each_row(
    ("lost", "what", "missiles", "left"),
    [
        (0, "1 salvo", 8, 8),
        (0, "1 salvo of 1 tube", 1, 8),  # the row is spent all the same
        (0, "4 salvoes", 32, 5),
        (0, "5 salvoes of 3 tubes", 15, 4),
        (1, "2 salvoes", 8, 7),  # the four tubes that still work
    ],
)
def test_a_salvo_takes_a_row_however_many_tubes_launch_it(lost: int, what: str, missiles: int, left: int) -> None:
    played = launch(without(duel(), "Fearless", "starboard-tubes", lost), what)
    assert played.one(SalvoLaunched).missiles == missiles
    assert rows_left(played.board) == left


@each_row(("boxes", "spent", "left"), [(0, 0, 9), (1, 0, 5), (1, 4, 1), (1, 5, 0), (1, 6, 0), (2, 0, 2), (3, 0, 0)])
def test_lost_boxes_take_rows_and_what_was_launched_is_gone_from_those_left(boxes: int, spent: int, left: int) -> None:
    board = without(duel(), "Fearless", "starboard-magazine", boxes)
    assert rows_left(with_ship(board, "Fearless", spent={"starboard": spent})) == left


@pytest.mark.parametrize(
    ("spent", "what", "said"),
    [
        (8, "2 salvoes of 1 tube", "Fearless: 2 salvoes from starboard would take 2 rows, but its magazine holds 1."),
        (9, "1 salvo", "Fearless: the magazine of its starboard mount is empty."),
    ],
)
def test_salvoes_without_rows_for_them_stay_in_their_tubes(spent: int, what: str, said: str) -> None:
    played = launch(with_ship(duel(), "Fearless", spent={"starboard": spent}), what, faces=())
    assert why(played.one(OrderVoided)) == said


def test_the_last_row_can_be_launched() -> None:
    played = launch(with_ship(duel(), "Fearless", spent={"starboard": 8}), "1 salvo")
    assert rows_left(played.board) == 0


def test_reports_and_order_files_count_rows() -> None:
    board = duel()
    played = launch(board, "2 salvoes").board
    ship = played.ships["Fearless"]
    assert [list(row)[-1] for row in weapons(played, ship).rows if row[0] == "starboard (launch)"] == ["7 rows"]
    assert ("Fearless", "starboard rows", "9", "7") in differences(board, played)
    assert "starboard launcher: 8 tubes, 7 rows left" in template(moved_on(played), "fearless", "duel")


def test_a_mount_says_what_its_magazine_counts() -> None:
    by_rows, by_missiles = mount("port", magazine_rows=True), mount("port")
    assert isinstance(by_rows, Mount)
    assert (by_rows.stores, by_rows.takes(3, 8)) == ("row", 3)
    assert (by_missiles.stores, by_missiles.takes(3, 8)) == ("missile", 24)
