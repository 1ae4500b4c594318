"""What the explanations share: a starship on the board, the dice right before a fact."""

from __future__ import annotations

from sits_es.dice import DiceRolled
from sits_es.report.working import Context
from sits_es.rules.star_wars.state import Board, Starship


def known(context: Context, name: str) -> tuple[Board, Starship] | None:
    """The board before a fact and a starship on it; None where there is no board yet, or no such starship."""
    board: Board | None = context.board
    if board is None or name not in board.starships:
        return None
    return board, board.starships[name]


def thrown(context: Context) -> tuple[DiceRolled, ...]:
    """The dice thrown right before a fact, in order."""
    rolls: list[DiceRolled] = []
    for fact in reversed(context.earlier):
        if not isinstance(fact, DiceRolled):
            break
        rolls.insert(0, fact)
    return tuple(rolls)
