from sits_es.rules.sits.board import Board
from sits_es.rules.sits.views.board import bearings
from sits_es.space.hexes import Position
from tests.shared.view_samples import Change, Page


def test_every_pair_of_enemies_sees_each_other_through_opposite_windows(page: Page, duel: Board) -> None:
    assert page(bearings(duel)) == [
        "  From      To        Range  Map  Ship  Mounts that bear    Comes in on",
        "  ─",
        "  Fearless  Sirius        6  B+   B+    forward, starboard  forward A-",
        "  Sirius    Fearless      6  E-   A-    forward             starboard B+",
    ]


def test_a_target_behind_its_wedge_is_told_and_where_missiles_go(page: Page, duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", position=Position(0, 0, 9))
    assert page(bearings(board), 82) == [
        "  From      To        Range  Map  Ship  Mounts that bear  Comes in on",
        "  ─",
        "  Fearless  Sirius        9  +++  +++   none: own wedge   wedge ---; missiles",
        "                                                          slide to port or",
        "                                                          starboard or forward or",
        "                                                          aft",
        "  Sirius    Fearless      9  ---  ---   none: own wedge   wedge +++; missiles",
        "                                                          slide to port or",
        "                                                          starboard or forward or",
        "                                                          aft",
    ]


def test_ships_in_one_place_bear_with_everything(page: Page, duel: Board, with_ship: Change) -> None:
    board = with_ship(duel, "Sirius", position=Position(0, 0, 0))
    assert page(bearings(board), 82)[2:6] == [
        "  Fearless  Sirius        0  -    -     forward, port,        same place: its",
        "                                        starboard             choice",
        "  Sirius    Fearless      0  -    -     forward, port,        same place: its",
        "                                        starboard             choice",
    ]


def test_ships_of_one_side_and_ships_out_of_the_game_are_left_out(page: Page, duel: Board, with_ship: Change) -> None:
    assert len(page(bearings(with_ship(duel, "Sirius", side="red")))) == 2
    assert len(page(bearings(with_ship(duel, "Sirius", destroyed="it exploded")))) == 2
