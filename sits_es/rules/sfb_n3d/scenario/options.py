"""What players agree on for a whole game: how long runs of impulses are, how many turns, a field that dice lay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import asdict, frozen

from sits_es.errors import UnreadableError
from sits_es.events import Data
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.cards.unit_class import classes_of
from sits_es.sentences import quoted, unknown

#: The longest game, in turns.
MOST_TURNS: Final = 999
#: How an asteroid field is still to be laid by dice: not at all, around the middle, or with no coordinate below 0.
FIELDS: Final = ("", "mirrored", "positive")

#: What each option can be, in words; for those that are numbers the least and the most too.
ALLOWED: Final[dict[str, str]] = {
    "run": f"1 to {IMPULSES} impulses",
    "field": "mirrored or positive, or empty for none",
    "turns": f"1 to {MOST_TURNS} turns, or 0 until one side is left",
}
NUMBERS: Final[dict[str, tuple[int, int]]] = {"run": (1, IMPULSES), "turns": (0, MOST_TURNS)}


@frozen(kw_only=True)
class Options:
    """run: impulses that are ordered together, 1 to 32. Rule: house. turns: after which the game ends, 0 for none.

    field: "mirrored" or "positive" where dice are to lay an asteroid field in the first exchange. Rule: P3.11.
    """

    run: int = 8
    field: str = ""
    turns: int = 0


def read_options(data: Mapping[str, Any]) -> Options:
    """Options from plain data, numbers also as texts. What is not there is as in `Options`.

    Raises UnreadableError naming each unknown option and each with a wrong value.
    """
    faults: list[str] = []
    known: dict[str, Any] = {}
    for name, value in data.items():
        if name not in ALLOWED:
            faults.append(unknown("option", str(name), ALLOWED))
            continue
        read = _number(value) if name in NUMBERS else value
        if _fits(name, read):
            known[name] = read
        else:
            shown = quoted(str(value)) if isinstance(value, str) else str(value)[:40]
            faults.append(f"Option {name} is {shown}; it can be {ALLOWED[name]}.")
    if faults:
        raise UnreadableError(faults)
    return Options(**known)


def new_board(options: Data, tables: Data, classes: Data) -> Board:
    """An empty board. Raises UnreadableError for data that are not those of SFB 'n3D."""
    del tables
    known = read_options(options)
    return Board(classes=classes_of(classes), run=known.run, field=known.field, turns=known.turns)


def change_options(board: Board, changes: Data) -> None:
    """Agree on another length of runs, or of the game. Raises UnreadableError."""
    now = {"run": board.run, "field": board.field, "turns": board.turns}
    known = read_options({**now, **changes})
    board.run, board.field, board.turns = known.run, known.field, known.turns


def options_data(options: Options) -> dict[str, Any]:
    """Options as plain data, for a game's first event."""
    return asdict(options)


def _number(value: object) -> object:
    """A whole number that may have been written as a text."""
    if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) <= 4:
        return int(value)
    return value


def _fits(name: str, value: object) -> bool:
    if name not in NUMBERS:
        return isinstance(value, str) and value in FIELDS
    least, most = NUMBERS[name]
    return type(value) is int and least <= value <= most
