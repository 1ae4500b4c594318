"""What players agree on for a whole game: whether dials are sealed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from sits_es.errors import UnreadableError
from sits_es.rules.options import either, read_options
from sits_es.rules.xwing.board import Board
from sits_es.values import Value


@frozen(kw_only=True)
class Options(Value):
    """What a game is set up with. dials: "open", and nobody seals them, or "sealed". Rule: rules.md, Dials."""

    dials: str = either("open", "sealed")


def new_board(options: Mapping[str, Any], tables: Mapping[str, Any], classes: Mapping[str, Any]) -> Board:
    """An empty board. Raises UnreadableError for data that a game of X-Wing does not have."""
    if tables or classes:
        raise UnreadableError("A game of X-Wing has no tables or classes.")
    return Board(sealed=read_options(Options, options).dials == "sealed")


def change_options(board: Board, changes: Mapping[str, Any]) -> None:
    """Seal dials from now on, or no more. Raises UnreadableError."""
    if changes:
        board.sealed = read_options(Options, changes).dials == "sealed"
