"""Hull trauma, system strain, critical hits and what they lead to."""

from __future__ import annotations

from attrs import field, frozen

from sits_es.events import Coded, event, one_of
from sits_es.rules.star_wars.events.codes import CAUSES
from sits_es.rules.star_wars.orders.forms import OfStarship


@event("starwars.TraumaSuffered")
@frozen(kw_only=True)
class TraumaSuffered(OfStarship):
    """Hull trauma.

    damage: points before armour, with successes; armour: points that it took off; trauma: points that came through, 0
    up. total: points of hull trauma after it.
    """

    why: Coded = field(validator=one_of(CAUSES))
    damage: int
    armour: int
    trauma: int
    total: int


@event("starwars.StrainSuffered")
@frozen(kw_only=True)
class StrainSuffered(OfStarship):
    """System strain. strain: points, 1 up; total: points that there are after it."""

    why: Coded = field(validator=one_of(CAUSES))
    strain: int
    total: int


@event("starwars.CriticalSuffered")
@frozen(kw_only=True)
class CriticalSuffered(OfStarship):
    """A critical hit.

    critical: its number in the game, 1 up; rolled: 1 to 100; added: to that number, 10 for each it had (base game).
    result: number of both together, to be looked up in the players' own table.
    """

    why: Coded = field(validator=one_of(CAUSES))
    critical: int
    rolled: int
    added: int
    result: int


@event("starwars.StarshipLost")
@frozen(kw_only=True)
class StarshipLost(OfStarship):
    """Its hull trauma is beyond its threshold: it is out of the fight and off the map."""


@event("starwars.StarshipShutDown")
@frozen(kw_only=True)
class StarshipShutDown(OfStarship):
    """Its system strain is beyond its threshold: its speed is 0, and it has no slot until the strain is less."""


@event("starwars.StarshipRestored")
@frozen(kw_only=True)
class StarshipRestored(OfStarship):
    """Its system strain is within its threshold again: it has its slot."""
