"""Initiative, flights and attacks: what is ordered, what is entered, and what happens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from sits_es.events import Coded, Event, event, one_of

from ..fact import OfStarship
from ..words import WHY_NOT

if TYPE_CHECKING:
    from ..board import Board

Kind = Literal["blanks", "threats"]


@event("slots.StarshipPlaced")
@frozen(kw_only=True)
class StarshipPlaced(OfStarship):
    """A starship stands in a zone at the beginning. guns: dice of an attack, 1 up; hull: 1 up."""

    player: str
    side: str
    zone: int
    guns: int
    hull: int

    def apply(self, board: Board) -> None:
        """It is on the track."""
        board.place(self.starship, self.player, self.side, self.zone, self.guns, self.hull)


@event("slots.HasteOrdered")
@frozen(kw_only=True)
class HasteOrdered(OfStarship):
    """`haste 2`, in planning. haste: 0 to 2 more initiative dice."""

    haste: int

    def apply(self, board: Board) -> None:
        """It rolls so many more."""
        board.starships[self.starship].haste = self.haste


@event("slots.FlightOrdered")
@frozen(kw_only=True)
class FlightOrdered(OfStarship):
    """`fly to 3`, in its slot."""

    zone: int


@event("slots.AttackOrdered")
@frozen(kw_only=True)
class AttackOrdered(OfStarship):
    """`attack Hawk`, in its slot."""

    target: str


@event("slots.RerollOrdered")
@frozen(kw_only=True)
class RerollOrdered(OfStarship):
    """`reroll blanks`, once its attack is rolled. kind: what the dice show that are thrown again."""

    kind: Kind


@event("slots.InitiativeGiven")
@frozen(kw_only=True)
class InitiativeGiven(OfStarship):
    """`initiative 5`, entered by people: what it rolled at their table."""

    initiative: int

    def apply(self, board: Board) -> None:
        """It has this in the turn."""
        board.starships[self.starship].initiative = self.initiative


@event("slots.InitiativeSet")
@frozen(kw_only=True)
class InitiativeSet(Event):
    """The order in which the starships act in this turn."""

    order: tuple[str, ...]

    def apply(self, board: Board) -> None:
        """They wait for their slots; where it was entered, that took a moment of its own."""
        board.queue = list(self.order)
        board.slot += board.entered
        for starship in board.starships.values():
            starship.initiative, starship.haste = None, 0


@event("slots.StarshipFlew")
@frozen(kw_only=True)
class StarshipFlew(OfStarship):
    """It stands in another zone now."""

    zone: int

    def apply(self, board: Board) -> None:
        """It is there."""
        board.starships[self.starship].zone = self.zone


@event("slots.AttackRolled")
@frozen(kw_only=True)
class AttackRolled(OfStarship):
    """How many dice of an attack show what; the attacker chooses once more."""

    target: str
    successes: int
    threats: int
    blanks: int

    def apply(self, board: Board) -> None:
        """It waits for that."""
        board.rolled = self


@event("slots.AttackSettled")
@frozen(kw_only=True)
class AttackSettled(OfStarship):
    """What an attack comes to. hits: hull that the target loses; strain: hull that the attacker strains away.

    successes, threats: faces after all throws; zones: between the two.
    """

    target: str
    successes: int
    threats: int
    zones: int
    hits: int
    strain: int

    def apply(self, board: Board) -> None:
        """Both have less hull."""
        board.rolled = None
        board.starships[self.target].hull -= self.hits
        board.starships[self.starship].hull -= self.strain


@event("slots.StarshipLost")
@frozen(kw_only=True)
class StarshipLost(OfStarship):
    """It has no hull left."""

    def apply(self, board: Board) -> None:
        """It has no slot any more."""
        board.leave(self.starship)


@event("slots.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(OfStarship):
    """An order came to nothing. why: by the code of the refusal."""

    why: Coded = field(validator=one_of(WHY_NOT))


@event("slots.SlotSpent")
@frozen(kw_only=True)
class SlotSpent(OfStarship):
    """It has acted, or let its slot go by."""

    def apply(self, board: Board) -> None:
        """It has no slot in this turn any more."""
        board.leave(self.starship)
