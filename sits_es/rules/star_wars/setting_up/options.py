"""What players agree on for a whole game: the order of initiative where it isn't rolled, and how many rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.options import names, number, read_options
from sits_es.rules.star_wars.board import Board
from sits_es.rules.star_wars.starship_class import classes_of

#: The longest game, in rounds.
MOST_ROUNDS: Final = 999
_ROUNDS: Final = f"1 to {MOST_ROUNDS} rounds, or 0 until one side is left"


@frozen(kw_only=True)
class Options:
    """order: starships by name as they act, empty where initiative is rolled. rounds: of the game, 0 for no end."""

    order: tuple[str, ...] = names("names of starships, or none where it is rolled")
    rounds: int = number(0, MOST_ROUNDS, _ROUNDS)


@frozen(kw_only=True)
class Changes:
    """What a fork can change: the order of initiative is known by then, and stays."""

    rounds: int = number(0, MOST_ROUNDS, _ROUNDS)


def new_board(options: Mapping[str, Any], tables: Mapping[str, Any], classes: Mapping[str, Any]) -> Board:
    """An empty board. Raises UnreadableError for data that are not those of Star Wars hex combat."""
    del tables
    known = read_options(Options, options)
    return Board(classes=classes_of(classes), given=known.order, rounds=known.rounds)


def change_options(board: Board, changes: Mapping[str, Any]) -> None:
    """Agree on another length of the game. Raises UnreadableError; no game ends before the round at hand."""
    changed = read_options(Changes, changes).rounds if changes else board.rounds
    if 0 < changed < board.turn:
        raise UnreadableError(
            f"Option rounds is {changed}, but round {board.turn} is at hand; it can be {board.turn} to {MOST_ROUNDS} "
            "rounds, or 0 until one side is left."
        )
    board.rounds = changed
