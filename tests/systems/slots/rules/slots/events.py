"""Orders and facts of Slots."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sits_es.events import Event, event

Kind = Literal["blanks", "threats"]
#: Why an order came to nothing.
Reason = Literal["not-its-slot", "too-far", "no-such-target", "nothing-rolled"]


@frozen(kw_only=True)
class _OfStarship(Event):
    """Something of one starship, by its name."""

    starship: str


@event("slots.StarshipPlaced")
@frozen(kw_only=True)
class StarshipPlaced(_OfStarship):
    """A starship stands in a zone of the track, 0 up, at the beginning."""

    player: str
    side: str
    zone: int
    guns: int
    hull: int


@event("slots.HasteOrdered")
@frozen(kw_only=True)
class HasteOrdered(_OfStarship):
    """Order in planning: 0 to 2 more initiative dice."""

    haste: int


@event("slots.FlightOrdered")
@frozen(kw_only=True)
class FlightOrdered(_OfStarship):
    """Order: fly to a zone at most 2 away."""

    zone: int


@event("slots.AttackOrdered")
@frozen(kw_only=True)
class AttackOrdered(_OfStarship):
    """Order: attack somebody."""

    target: str


@event("slots.RerollOrdered")
@frozen(kw_only=True)
class RerollOrdered(_OfStarship):
    """Order once the attack was rolled: throw the dice again that show this."""

    kind: Kind


@event("slots.InitiativeGiven")
@frozen(kw_only=True)
class InitiativeGiven(_OfStarship):
    """Entered by people: what a starship rolled for initiative at the table."""

    initiative: int


@event("slots.InitiativeSet")
@frozen(kw_only=True)
class InitiativeSet(Event):
    """In this order the starships act in this turn."""

    order: tuple[str, ...]


@event("slots.StarshipFlew")
@frozen(kw_only=True)
class StarshipFlew(_OfStarship):
    """It stands in another zone now."""

    zone: int


@event("slots.AttackRolled")
@frozen(kw_only=True)
class AttackRolled(_OfStarship):
    """How many dice of an attack show what; the attacker chooses once more."""

    target: str
    successes: int
    threats: int
    blanks: int


@event("slots.AttackSettled")
@frozen(kw_only=True)
class AttackSettled(_OfStarship):
    """What an attack comes to: hull that the target loses, and hull that the attacker strains away."""

    target: str
    hits: int
    strain: int


@event("slots.StarshipLost")
@frozen(kw_only=True)
class StarshipLost(_OfStarship):
    """It has no hull left."""


@event("slots.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(_OfStarship):
    """An order came to nothing."""

    reason: Reason


@event("slots.SlotSpent")
@frozen(kw_only=True)
class SlotSpent(_OfStarship):
    """The starship has acted, or let its slot go by."""
