"""What players agree on for a whole game: how long runs of impulses are, how many turns, a field that dice lay."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from sits_es.events import Data
from sits_es.rules.options import either, number, read_options
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.cards.unit_class import classes_of
from sits_es.values import Value

#: The longest game, in turns.
MOST_TURNS: Final = 999


@frozen(kw_only=True)
class Options(Value):
    """run: impulses that are ordered together, 1 to 32. Rule: house. turns: after which the game ends, 0 for none.

    field: "mirrored" around the middle, or "positive" with no coordinate below 0, where dice are to lay an asteroid
    field in the first exchange. Rule: P3.11.
    """

    run: int = number(1, IMPULSES, f"1 to {IMPULSES} impulses", 8)
    field: str = either("", "mirrored", "positive", said="mirrored or positive, or empty for none")
    turns: int = number(0, MOST_TURNS, f"1 to {MOST_TURNS} turns, or 0 until one side is left")


def new_board(options: Data, tables: Data, classes: Data) -> Board:
    """An empty board. Raises UnreadableError for data that are not those of SFB 'n3D."""
    del tables
    known = read_options(Options, options)
    return Board(classes=classes_of(classes), run=known.run, field=known.field, turns=known.turns)


def change_options(board: Board, changes: Data) -> None:
    """Agree on another length of runs, or of the game. Raises UnreadableError."""
    now = {"run": board.run, "field": board.field, "turns": board.turns}
    known = read_options(Options, {**now, **changes})
    board.run, board.field, board.turns = known.run, known.field, known.turns
