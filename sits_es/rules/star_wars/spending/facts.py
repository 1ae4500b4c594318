"""Advantage and triumph as they are ordered to be spent, and are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.star_wars.checks.facts import Source
from sits_es.rules.star_wars.fact import OfStarship

if TYPE_CHECKING:
    from sits_es.rules.star_wars.board import Board

#: What can be spent.
Spendable = Literal["advantage", "triumph"]


@event("starwars.SpendOrdered")
@frozen(kw_only=True)
class SpendOrdered(OfStarship):
    """`spend 2 advantage: two boost dice for Kestrel`, `spend 1 triumph: critical hit`, once a roll is known.

    number: 1 up; source: which check it came from. text: `critical hit` is carried out, all else is kept as said.
    """

    number: int
    what: Spendable
    source: Source = "action"
    text: str


@event("starwars.ResultSpent")
@frozen(kw_only=True)
class ResultSpent(OfStarship):
    """Advantage or triumph was spent. text: on what, in the player's words."""

    number: int
    what: Spendable
    source: Source
    text: str

    def apply(self, board: Board) -> None:
        """It is there no more."""
        key = f"{self.source} {self.what}"
        board.spent[key] = board.spent.get(key, 0) + self.number
