"""The end of a game: one side is left, nobody is, or the last round is over. Rule: house, for scenarios."""

from __future__ import annotations

from typing import Final

from sits_es.events import Coded, Shape
from sits_es.rules.star_wars.state import Board
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Outcome
from sits_es.sentences import counted

#: Why a game is over, by code; the sentences are in the story. Values: the side that is left; the rounds of the game.
ENDINGS: Final[dict[str, Shape]] = {"last-side": (str,), "no-side": (), "time-up": (int,)}


def ending(board: Board) -> Ending:
    """How long a game lasts and who wins it, as `outcome` has it."""
    terms = ["The last side with starships on the map wins."]
    if board.rounds:
        terms.append(
            f"After round {board.rounds} it is over, and nobody has won: the players reckon by their own scenario."
        )
    return Ending(length=counted(board.rounds, "round") if board.rounds else "no last round", terms=tuple(terms))


def outcome(board: Board) -> Outcome | None:
    """How the game ended, or None while it goes on.

    It is over when at most one side has starships on the map, who then has won; and after the last round, when nobody
    has: the players reckon by their own scenario. A starship that is shut down is still there. A game with one side
    alone goes on until nothing is left of it, or its time is up. Rule: house.
    """
    sides = {starship.side for starship in board.starships.values()}
    left = {starship.side for starship in board.out()}
    if sides and not left:
        return Outcome(winner=None, why=(Coded("no-side"),))
    if len(sides) > 1 and len(left) == 1:
        (side,) = left
        return Outcome(winner=side, why=(Coded("last-side", (side,)),))
    if board.over:
        return Outcome(winner=None, why=(Coded("time-up", (board.rounds,)),))
    return None
