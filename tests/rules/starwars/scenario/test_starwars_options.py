"""What players agree on for a whole game of Star Wars hex combat."""

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.options import options_data, read_options
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.setting_up.options import Options, change_options
from tests.shared.rows import each_row


def test_options_have_defaults_and_come_back_from_their_data() -> None:
    assert read_options(Options, {}) == Options(crews="on", initiative="sides", rounds=0)
    chosen = Options(crews="off", initiative="starships", rounds=6)
    assert read_options(Options, options_data(chosen)) == chosen


@each_row(
    ("name", "value", "said"),
    [
        ("rounds", -1, "Option rounds is -1; it can be 1 to 999 rounds, or 0 to play until one side is left."),
        ("rounds", 1000, "Option rounds is 1000; it can be 1 to 999 rounds, or 0 to play until one side is left."),
        ("rounds", "soon", 'Option rounds is "soon"; it can be 1 to 999 rounds, or 0 to play until one side is left.'),
        ("initiative", "players", 'Option initiative is "players"; it can be sides or starships.'),
        ("initiative", 3, "Option initiative is 3; it can be sides or starships."),
        ("crews", "few", 'Option crews is "few"; it can be on or off.'),
        ("round", 8, "There is no option round. Did you mean rounds? Options: crews, initiative, rounds."),
    ],
)
def test_any_other_option_is_refused(name: str, value: object, said: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_options(Options, {name: value})
    assert refusal.value.problems == (said,)


def changed_rounds(rounds: int, turn: int, changes: dict[str, object]) -> int:
    """How many rounds a game has that is forked so."""
    board = Board(classes={}, rounds=rounds, turn=turn)
    change_options(board, changes)
    return board.rounds


@each_row(("changes", "rounds"), [({}, 3), ({"rounds": "5"}, 5), ({"rounds": 0}, 0), ({"rounds": 999}, 999)])
def test_a_fork_may_have_another_length(changes: dict[str, object], rounds: int) -> None:
    assert changed_rounds(3, 3, changes) == rounds


def test_a_fork_does_not_end_before_the_round_at_hand() -> None:
    assert changed_rounds(9, 4, {"rounds": "4"}) == 4
    with pytest.raises(UnreadableError) as refusal:
        changed_rounds(9, 4, {"rounds": "3"})
    assert refusal.value.problems == (
        "Option rounds is 3, but this is round 4. Write 4 to 999 rounds, or 0 to play until one side is left.",
    )


def test_a_fork_keeps_whose_the_slots_are() -> None:
    """Every wrong option is named at once."""
    with pytest.raises(UnreadableError) as refusal:
        changed_rounds(3, 1, {"initiative": "sides", "rounds": "many"})
    assert refusal.value.problems == (
        "There is no option initiative. Options: rounds.",
        'Option rounds is "many"; it can be 1 to 999 rounds, or 0 to play until one side is left.',
    )
