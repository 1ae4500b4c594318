"""Advantage and triumph as they are ordered to be spent, and are."""

from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.starwars.checks.facts import Source
from sits_es.rules.starwars.fact import OfStarship

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board

#: What can be spent by whoever rolled it, and what by the other side.
Spendable = Literal["advantage", "triumph"]
Owing = Literal["threat", "despair"]
Spent = Literal["advantage", "triumph", "threat", "despair"]
SPENDABLE: Final[tuple[Spendable, ...]] = ("advantage", "triumph")
OWING: Final[tuple[Owing, ...]] = ("threat", "despair")


@event("starwars.SpendOrdered")
@frozen(kw_only=True)
class SpendOrdered(OfStarship):
    """`spend 2 advantage: two boost dice for Kestrel`, `spend 1 triumph: critical hit`, once a roll is known.

    number: 1 up; source: the check that it came from. text: a use that the program carries out, or the player's words.
    """

    number: int
    what: Spendable
    source: Source = "action"
    text: str


@event("starwars.AnswerOrdered")
@frozen(kw_only=True)
class AnswerOrdered(OfStarship):
    """`spend 2 threat: boost for Kestrel`, by the other side, once a roll is known. As SpendOrdered.

    starship: the one that spends it, a foe of the one that rolled it. Rule: rules.md, Spending.
    """

    number: int
    what: Owing
    source: Source = "action"
    text: str


@event("starwars.NoteOpened")
@frozen(kw_only=True)
class NoteOpened(OfStarship):
    """Something was spent in the players' own words, to which the other side has not agreed yet.

    number: of the note in the game, 1 up. Rule: house.
    """

    number: int
    text: str

    def apply(self, board: "Board") -> None:
        """It is open."""
        board.open_note(self.starship, self.number, self.text)


@event("starwars.ResultSpent")
@frozen(kw_only=True)
class ResultSpent(OfStarship):
    """Part of a roll's result was spent, threat and despair by the other side. text: on what, in the player's words."""

    number: int
    what: Spent
    source: Source
    text: str

    def apply(self, board: "Board") -> None:
        """It is there no more."""
        key = f"{self.source} {self.what}"
        board.spent[key] = board.spent.get(key, 0) + self.number
