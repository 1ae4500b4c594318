"""The end of a game: one side is left, or nobody is. Rule: house."""

from __future__ import annotations

from typing import Final

from sits_es.events import Coded, Shape
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Outcome
from sits_es.rules.xwing.state import Board

#: Why a game is over, by code; the sentences are in the story. Values: the side that is left.
ENDINGS: Final[dict[str, Shape]] = {"last-side": (str,), "no-side": ()}


def ending(board: Board) -> Ending:
    """How long a game lasts and who wins it, as `outcome` has it."""
    del board
    return Ending(length="no last round", terms=("The last side with ships left wins, placed or not.",))


def outcome(board: Board) -> Outcome | None:
    """How the game ended, or None while it goes on.

    The last side with ships wins, placed or not. While no ship was ever placed the game goes on; one with a single side
    goes on until nothing is left of it.
    """
    if all(ship.stand is None for ship in board.ships.values()):
        return None
    sides = {ship.side for ship in board.ships.values()}
    left = {ship.side for ship in board.left()}
    if not left:
        return Outcome(winner=None, why=(Coded("no-side"),))
    if len(sides) > 1 and len(left) == 1:
        (side,) = left
        return Outcome(winner=side, why=(Coded("last-side", (side,)),))
    return None
