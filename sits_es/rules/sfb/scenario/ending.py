"""The end of a game: one side is left, nobody is, or the last turn is over. Rule: house, for scenarios."""

from __future__ import annotations

from typing import Final

from sits_es.rules.last_side import last_side
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Outcome
from sits_es.sentences import counted

#: Kinds of units that keep a side in the game.
COUNTED: Final = frozenset({"ship", "base", "shuttle"})


def ending(board: Board) -> Ending:
    """How long a game lasts and who wins it, as `outcome` has it."""
    terms = ["The last side with ships, bases or shuttles left wins."]
    if board.turns:
        terms.append(
            f"After turn {board.turns} the game ends without a winner: the players score it by their own scenario."
        )
    return Ending(length=counted(board.turns, "turn") if board.turns else "no last turn", terms=tuple(terms))


def outcome(board: Board) -> Outcome | None:
    """How the game ended, or None while it goes on.

    It is over when at most one side has ships, bases or shuttles left, who then has won; and after the last turn, when
    nobody has: the players reckon by their own scenario. A game with one side alone goes on until nothing is left of
    it, or its time is up. Rule: house; S3D3 leaves the goals to the players.
    """
    units = [unit for unit in board.units.values() if unit.kind in COUNTED]
    left = (unit.side for unit in units if _is_left(board, unit))
    return last_side((unit.side for unit in units), left, board.turns if board.over else None)


def _is_left(board: Board, unit: Unit) -> bool:
    """Whether a unit is in the game, on the map or aboard another that is."""
    if unit.gone is not None:
        return False
    carrier = board.units.get(unit.aboard) if unit.aboard is not None else None
    return carrier is None or carrier.gone is None
