"""What players agree on for a whole game: whose the slots of initiative are, and how many rounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.options import either, number, read_options
from sits_es.rules.starwars.board import Board
from sits_es.rules.starwars.critical_table import CRITICALS, criticals_of
from sits_es.rules.starwars.starship_class import classes_of
from sits_es.values import Value

#: The longest game, in rounds.
MOST_ROUNDS: Final = 999
_ROUNDS: Final = f"1 to {MOST_ROUNDS} rounds, or 0 to play until one side is left"


@frozen(kw_only=True)
class Options(Value):
    """What a game is set up with. rounds: of the game, 0 for no end.

    crews: whether starships have crews and all that they do in the base game, "on" or "off", the printed page alone.
    initiative: whose the slots are: of "sides", whose players choose who acts, or of the "starships" that rolled them.
    Rule: rules.md, Slots.
    """

    crews: str = either("on", "off")
    initiative: str = either("sides", "starships")
    rounds: int = number(0, MOST_ROUNDS, _ROUNDS)


@frozen(kw_only=True)
class Changes(Value):
    """What a fork can change: how slots are used stays."""

    rounds: int = number(0, MOST_ROUNDS, _ROUNDS)


def new_board(options: Mapping[str, Any], tables: Mapping[str, Any], classes: Mapping[str, Any]) -> Board:
    """An empty board. Raises UnreadableError for data that are not those of Star Wars hex combat."""
    known = read_options(Options, options)
    return Board(
        classes=classes_of(classes),
        crews=known.crews == "on",
        by_side=known.initiative == "sides",
        rounds=known.rounds,
        critical_table=criticals_of(tables.get(CRITICALS)),
    )


def particulars(board: Board) -> tuple[str, ...]:
    """By which table critical hits go, where there is one."""
    if (known := board.critical_table) is None:
        return ()
    return (f"Critical hits use the table {known.name}, which is stored with the game.",)


def change_options(board: Board, changes: Mapping[str, Any]) -> None:
    """Agree on another length of the game. Raises UnreadableError; no game ends before the round at hand."""
    changed = read_options(Changes, changes).rounds if changes else board.rounds
    if 0 < changed < board.turn:
        raise UnreadableError(
            f"Option rounds is {changed}, but this is round {board.turn}. Write {board.turn} to {MOST_ROUNDS} "
            "rounds, or 0 to play until one side is left."
        )
    board.rounds = changed
