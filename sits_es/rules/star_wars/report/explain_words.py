"""A starship on the board."""

from __future__ import annotations

from sits_es.report.working import Context
from sits_es.rules.star_wars.state import Board, Starship


def known(context: Context, name: str) -> tuple[Board, Starship] | None:
    """The board before a fact and a starship on it; None where there is no board yet, or no such starship."""
    board: Board | None = context.board
    if board is None or name not in board.starships:
        return None
    return board, board.starships[name]
