"""The end of a game: one side is left, nobody is, or the last round is over. Rule: house, for scenarios."""

from __future__ import annotations

from typing import Final

from sits_es.rules.last_side import last_side
from sits_es.rules.refusals import Reason, Reasons
from sits_es.rules.starwars.board import Board
from sits_es.rules.supplied import Ending
from sits_es.rules.system import Outcome
from sits_es.sentences import counted

#: Why a game is over, in words.
ENDINGS: Final = Reasons(
    {
        "last-side": Reason((str,), lambda _, side: f"Only {side} has starships left."),
        "no-side": Reason((), lambda _: "No side has starships left."),
        "time-up": Reason((int,), lambda _, rounds: f"Round {rounds} was the last of the scenario."),
    }
)


def ending(board: Board) -> Ending:
    """How long a game lasts and who wins it, as `outcome` has it."""
    terms = ["The last side with starships on the map wins."]
    if board.rounds:
        terms.append(
            f"After round {board.rounds} the game ends without a winner: the players score it by their own scenario."
        )
    return Ending(length=counted(board.rounds, "round") if board.rounds else "no last round", terms=tuple(terms))


def outcome(board: Board) -> Outcome | None:
    """How the game ended, or None while it goes on. A starship that is shut down is still there. Rule: house."""
    sides = (starship.side for starship in board.starships.values())
    return last_side(sides, (starship.side for starship in board.out()), board.rounds if board.over else None)
