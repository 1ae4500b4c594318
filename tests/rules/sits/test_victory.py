"""Points and the end of the game, by the scenario's terms."""

from __future__ import annotations

from sits_es.rules.sits.board import Board, copied
from sits_es.rules.sits.procedure import BREAK
from sits_es.rules.sits.scenario.terms import Points, Victory
from sits_es.rules.sits.sits import SYSTEM
from sits_es.rules.sits.sums.score import ending, outcome, score, score_lines
from tests.shared.bundled_files import bundled_of
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, placed, with_ship, without

LIGHT = cruiser()
TERMS = Victory(turns=3, points={"Cruiser": Points(destroyed=10, disabled=4)})


def ended(board: Board) -> tuple[str | None, str]:
    """Who has won, and how the game ended, in words."""
    found = outcome(board)
    assert found is not None
    return found.winner, SYSTEM.tell(found)


def battle(victory: Victory = TERMS, turn: int = 3, segment: int = BREAK) -> Board:
    """Two ships of a side each, one of red's of a class that is worth nothing."""
    ships = (
        placed("Ajax", "0,0", side="red"),
        placed("Badger", "1,0", side="red", ship_class="Tug"),
        placed("Comet", "9,0", side="blue"),
        placed("Dart", "10,0", side="blue"),
    )
    tug = cruiser(name="Tug")
    working = copied(board_of(*ships, classes=[LIGHT, tug], turn=turn, segment=segment))
    working.victory = victory
    return working


def lost(board: Board, *names: str) -> Board:
    for name in names:
        board = with_ship(board, name, destroyed="it exploded")
    return board


def test_ships_destroyed_and_disabled_count_for_the_other_side_as_it_stands() -> None:
    board = without(lost(battle(), "Comet", "Badger"), "Dart", "thrust")
    blue, red = score(board)
    assert (blue.side, blue.points, blue.gains) == ("blue", 0, ())
    assert (red.points, [(gain.ship, gain.state, gain.points) for gain in red.gains]) == (
        14,
        [("Comet", "destroyed", 10), ("Dart", "disabled", 4)],
    )
    assert score_lines(board) == ("blue 0", "red 14 (Comet destroyed 10 and Dart disabled 4)")


def test_a_ship_counts_for_every_other_side() -> None:
    ships = (placed("Ajax", "0,0", side="red"), placed("Comet", "1,0", side="blue"), placed("Eel", "2,0", side="green"))
    working = copied(board_of(*ships))
    working.victory = TERMS
    board = lost(working, "Comet")
    assert [(each.side, each.points) for each in score(board)] == [("blue", 0), ("green", 10), ("red", 10)]


def test_a_scenario_without_points_has_no_score() -> None:
    assert score_lines(battle(Victory(turns=3))) == ()


@each_row(("turn", "segment", "over"), [(2, BREAK, False), (3, 8, False), (3, BREAK, True), (4, 1, False)])
def test_the_game_ends_with_the_break_of_its_last_turn(turn: int, segment: int, over: bool) -> None:
    assert (outcome(lost(battle(turn=turn, segment=segment), "Comet")) is not None) is over


@each_row(
    ("victory", "gone", "winner", "said"),
    [
        (
            TERMS,
            ("Comet",),
            "red",
            "Turn 3 was the last of the scenario; red leads by 10 points. Points: blue 0; red 10 (Comet destroyed 10).",
        ),
        (
            TERMS,
            (),
            None,
            "Turn 3 was the last of the scenario; nobody leads, so the game is drawn. Points: blue 0; red 0.",
        ),
        (
            Victory(turns=3, points=TERMS.points, margin=11),
            ("Comet",),
            None,
            (
                "Turn 3 was the last of the scenario; red leads by 10, but a win takes 11 points, so the game is "
                "drawn. Points: blue 0; red 10 (Comet destroyed 10)."
            ),
        ),
        (
            Victory(turns=3, points=TERMS.points, margin=10),
            ("Comet",),
            "red",
            "Turn 3 was the last of the scenario; red leads by 10 points. Points: blue 0; red 10 (Comet destroyed 10).",
        ),
        (
            Victory(turns=3),
            ("Comet",),
            None,
            "Turn 3 was the last of the scenario; the scenario gives no points, so the game is drawn.",
        ),
        (
            TERMS,
            ("Comet", "Dart", "Badger"),
            "red",
            "Only red has ships left. Points: blue 0; red 20 (Comet destroyed 10 and Dart destroyed 10).",
        ),
        (
            TERMS,
            ("Ajax", "Badger", "Comet", "Dart"),
            "red",
            (
                "No ship is left on any side; red leads by 10 points. "
                "Points: blue 10 (Ajax destroyed 10); red 20 (Comet destroyed 10 and Dart destroyed 10)."
            ),
        ),
    ],
)
def test_the_outcome_names_the_winner_the_lead_and_every_sides_points(
    victory: Victory, gone: tuple[str, ...], winner: str | None, said: str
) -> None:
    assert ended(lost(battle(victory), *gone)) == (winner, said)


def test_the_last_side_with_ships_left_has_won_at_once_and_whatever_the_points() -> None:
    board = lost(battle(turn=1, segment=3), "Comet", "Dart")
    assert ended(board) == (
        "red",
        "Only red has ships left. Points: blue 0; red 20 (Comet destroyed 10 and Dart destroyed 10).",
    )


def test_without_a_limit_of_turns_the_game_goes_on() -> None:
    assert outcome(lost(battle(Victory(points=TERMS.points), turn=99), "Comet")) is None


def test_every_bundled_scenario_gives_its_terms_to_the_game() -> None:
    for name, bundle in bundled_of("sits").items():
        ready = SYSTEM.setup(bundle.text, name, {})
        board = SYSTEM.new_board(ready.options, ready.tables, ready.classes)
        for fact in ready.opening:
            SYSTEM.facts[type(fact)](fact, board)
        assert board.victory.turns is not None
        assert set(board.victory.points) == {ship.ship_class for ship in board.ships.values()}
        assert SYSTEM.unpack(SYSTEM.pack(board)) == board


@each_row(
    ("victory", "length", "then"),
    [
        (Victory(turns=None, points={}), "no last turn", ()),
        (
            Victory(turns=None, points={"Tug": Points(destroyed=2, disabled=1)}),
            "no last turn",
            (
                "Tug: 2 points if destroyed, 1 if disabled.",
                "The side with the most points wins if no side has ships left; an equal score is a draw.",
            ),
        ),
        (
            Victory(turns=1, points={}),
            "1 turn",
            ("After the break of turn 1 the game is over.",),
        ),
        (
            TERMS,
            "3 turns",
            (
                "After the break of turn 3 the game is over.",
                "Cruiser: 10 points if destroyed, 4 if disabled.",
                "The side with the most points wins then; an equal score is a draw.",
            ),
        ),
        (
            Victory(turns=2, margin=3, points={"Tug": Points(destroyed=1, disabled=0)}),
            "2 turns",
            (
                "After the break of turn 2 the game is over.",
                "Tug: 1 point if destroyed, 0 if disabled.",
                "The side with the most points wins then; a lead of less than 3 points is a draw.",
            ),
        ),
    ],
)
def test_how_a_game_will_end_is_told_beforehand(victory: Victory, length: str, then: tuple[str, ...]) -> None:
    told = ending(battle(victory))
    assert told.length == length
    assert told.terms == ("The last side with ships left wins, whatever the points.", *then)
