"""The order of initiative, and slots and orders that came to nothing."""

from typing import TYPE_CHECKING

from attrs import field, frozen

from sits_es.events import Coded, Event, event, one_of
from sits_es.rules.starwars.fact import Fact, OfStarship
from sits_es.rules.starwars.reasons import REASONS

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board


@event("starwars.InitiativeSet")
@frozen(kw_only=True)
class InitiativeSet(Fact):
    """The slots of every round, in order.

    order: the names of the starships that rolled for the slots or to which the scenario gives them; rolled: each one's
    net number of successes and advantages, none if the scenario gives the order.
    """

    order: tuple[str, ...]
    rolled: tuple[tuple[int, int], ...]

    def apply(self, board: "Board") -> None:
        """The order is known; where it is given the first slot comes at once."""
        if self.rolled:
            board.order = self.order
        else:
            board.begin(self.order)


@event("starwars.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(OfStarship):
    """An order failed. order: as it was written."""

    order: str
    why: Coded = field(validator=one_of(REASONS))


@event("starwars.SlotTaken")
@frozen(kw_only=True)
class SlotTaken(OfStarship):
    """The starship acts in a slot of its side. Rule: rules.md, Slots."""

    def apply(self, board: "Board") -> None:
        """The slot is its own, and it has no other in this round."""
        board.take_slot(self.starship)


@event("starwars.SlotLeft")
@frozen(kw_only=True)
class SlotLeft(Fact):
    """Nobody acted in a slot of a side. side: its name."""

    side: str


@event("starwars.SlotPassed")
@frozen(kw_only=True)
class SlotPassed(OfStarship):
    """The starship did nothing in its slot."""


@event("starwars.TimeRanOut")
@frozen(kw_only=True)
class TimeRanOut(Fact):
    """The scenario's last round is over."""

    def apply(self, board: "Board") -> None:
        """The game is over."""
        board.over = True


def voids(fact: Event) -> str | None:
    """The order that came to nothing, as it was written, where a fact says that one did."""
    return fact.order if isinstance(fact, OrderVoided) else None
