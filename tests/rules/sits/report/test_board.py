import pytest

from sits_es.rules.sits.board import Board
from sits_es.rules.sits.views.board import board_view, ships
from sits_es.rules.sits.views.scenes import avid_of, map_of
from tests.shared.view_samples import Change, Page


def test_all_ships_stand_in_one_table(page: Page, duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", destroyed="it exploded", future=None)
    assert page(ships(board)) == [
        "  Ship      Side  Position     Marker            Vectors   Thrust  Nose  Roll",
        "  ─",
        "  Fearless  red   0,0 alt 0    1,-1 alt 0        6B 4A 1+  0       A     0",
        "  Sirius    blue  6,-6 alt +3  out: it exploded",
    ]


def test_the_whole_board_has_map_ships_bearings_and_panels(page: Page, duel: Board) -> None:
    lines = page(board_view(duel))
    titles = [
        "Turn 2, segment 5 ",
        "Ships",
        "Bearings",
        "Fearless: Sample cruiser",
        "Sirius: Sample cruiser",
        "  Boxes:",
    ]
    places = [next(at for at, line in enumerate(lines) if line.startswith(title)) for title in titles]
    assert places == sorted(places)
    assert "●F   Fearless (red)  at 0,0 alt 0, nose A, vectors 6B 4A 1+, next 1,-1 alt 0" in lines


def test_a_side_alone_has_no_bearings(page: Page, duel: Board, with_ship: Change) -> None:
    assert "Bearings" not in page(board_view(with_ship(duel, "Sirius", side="red")))


def test_the_map_shows_ships_still_in_the_game_only(duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", destroyed="it exploded")
    assert [marker.name for marker in map_of(board).markers] == ["Fearless"]


@pytest.mark.parametrize("width", [40, 60, 80, 132])
def test_a_board_keeps_within_the_width(page: Page, duel: Board, width: int) -> None:
    assert page(board_view(duel), width)


def test_a_board_can_do_with_seven_bit_characters(page: Page, duel: Board) -> None:
    assert "\n".join(page(board_view(duel), ascii_only=True)).isascii()


def test_avids_show_the_markers_and_the_enemies_when_they_are_wanted(page: Page, duel: Board) -> None:
    lines = page(board_view(duel, detail=True))
    assert sum("S  Sirius    B+" in line for line in lines) == 1
    assert sum("F  Fearless  E-" in line for line in lines) == 1
    assert sum("nose      A" in line for line in lines) == 1


def test_an_enemy_in_the_same_place_is_in_no_window(duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", position=duel.ships["Fearless"].position)
    assert "Sirius" not in [mark.name for mark in avid_of(board.ships["Fearless"], board).marks]
