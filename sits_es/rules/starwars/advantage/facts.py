"""Gain the Advantage as it is ordered and achieved."""

from typing import TYPE_CHECKING

from attrs import frozen

from sits_es.events import event
from sits_es.rules.starwars.fact import OfCheck, OfStarship

if TYPE_CHECKING:
    from sits_es.rules.starwars.board import Board


@event("starwars.AdvantageOrdered")
@frozen(kw_only=True)
class AdvantageOrdered(OfCheck):
    """`gain advantage on Raider`, an action. Rule: rules.md, Gain the Advantage."""

    target: str


@event("starwars.AdvantageGained")
@frozen(kw_only=True)
class AdvantageGained(OfStarship):
    """The starship holds the advantage over another until the other gains it. Rule: rules.md, Gain the Advantage."""

    over: str

    def apply(self, board: "Board") -> None:
        """It holds it, and the other does not."""
        holder, other = board.starships[self.starship], board.starships[self.over]
        holder.advantage = tuple(sorted({*holder.advantage, self.over}))
        other.advantage = tuple(name for name in other.advantage if name != self.starship)
