"""What players agree on for a whole game: runs of impulses, turns, a field that dice lay, own-side fire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from sits_es.events import Data
from sits_es.rules.options import either, number, options_data, read_options
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.board import Board
from sits_es.rules.sfb.cards.unit_class import classes_of
from sits_es.values import Value

#: The longest game, in turns.
MOST_TURNS: Final = 999


@frozen(kw_only=True)
class Options(Value):
    """run: impulses that are ordered together, 1 to 32. Rule: house. turns: after which the game ends, 0 for none.

    field: "mirrored" around the middle, or "positive" with no coordinate below 0, where dice are to lay an asteroid
    field in the first exchange. Rule: P3.11. own_side_targets: whether units may fire and launch at their own side.
    Rule: house.
    """

    run: int = number(1, IMPULSES, f"1 to {IMPULSES} impulses", 8)
    field: str = either("", "mirrored", "positive", said="mirrored or positive, or empty for none")
    turns: int = number(0, MOST_TURNS, f"1 to {MOST_TURNS} turns, or 0 to play until one side is left")
    own_side_targets: bool = either(False, True)


def new_board(options: Data, tables: Data, classes: Data) -> Board:
    """An empty board. Raises UnreadableError for data that are not those of SFB 'n3D."""
    del tables
    known = read_options(Options, options)
    board = Board(classes=classes_of(classes))
    _choose(board, known)
    return board


def change_options(board: Board, changes: Data) -> None:
    """Agree on another length of runs, or of the game, and so on. Raises UnreadableError."""
    _choose(board, read_options(Options, {**options_data(_chosen(board)), **changes}))


def particulars(board: Board) -> Iterator[str]:
    """What is agreed on otherwise than usual, for somebody who is invited to the game."""
    if board.own_side_targets:
        yield "Its option: own_side_targets true."


def _chosen(board: Board) -> Options:
    return Options(run=board.run, field=board.field, turns=board.turns, own_side_targets=board.own_side_targets)


def _choose(board: Board, known: Options) -> None:
    board.run, board.field, board.turns = known.run, known.field, known.turns
    board.own_side_targets = known.own_side_targets
