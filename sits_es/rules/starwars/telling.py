"""What all chapters use to tell their facts: orders as they are written, and a starship as the board has it."""

from __future__ import annotations

from typing import ClassVar, TypeVar

from sits_es.report.working import Context, Working
from sits_es.rules.starwars.board import Board, Starship
from sits_es.rules.starwars.checks.facts import CheckMade
from sits_es.rules.starwars.fact import OfStarship
from sits_es.rules.told import Ordered

F = TypeVar("F", bound=OfStarship)


class ToldOrder(Ordered[F]):
    """An order, as its player wrote it. rule: where what it asks for stands."""

    rule: ClassVar[str]

    def working(self, at: Context) -> Working:
        """Where it stands, and when it counts."""
        del at
        return Working(
            rule=f"{self.rule}: an order as its player gave it, in the open",
            steps=(
                "The order was signed before anybody else's part in the dice was known.",
                "The order is carried out if that is still possible in its slot; otherwise it fails.",
            ),
        )


def known(at: Context, name: str) -> tuple[Board, Starship] | None:
    """The board before a fact and a starship on it; None if there is no board yet, or no such starship."""
    board: Board | None = at.board
    if board is None or name not in board.starships:
        return None
    return board, board.starships[name]


def last_check(at: Context) -> CheckMade | None:
    """The check that a fact came of: the last one before it."""
    return next((fact for fact in reversed(at.earlier) if isinstance(fact, CheckMade)), None)
