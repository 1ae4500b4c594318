"""Hull trauma, system strain, critical hits and what they lead to."""

from __future__ import annotations

from attrs import field, frozen

from sits_es.events import Coded, event, one_of
from sits_es.rules.star_wars.events.codes import CAUSES
from sits_es.rules.star_wars.orders.forms import OfStarship


@event("starwars.TraumaSuffered")
@frozen(kw_only=True)
class TraumaSuffered(OfStarship):
    """Hull trauma. damage: before armour, with successes; armour: what it took off; trauma: what came through, 0 up.

    total: hull trauma after it.
    """

    why: Coded = field(validator=one_of(CAUSES))
    damage: int
    armour: int
    trauma: int
    total: int


@event("starwars.StrainSuffered")
@frozen(kw_only=True)
class StrainSuffered(OfStarship):
    """System strain, 1 up, and how much there is after it."""

    why: Coded = field(validator=one_of(CAUSES))
    strain: int
    total: int


@event("starwars.CriticalSuffered")
@frozen(kw_only=True)
class CriticalSuffered(OfStarship):
    """A critical hit. critical: its number in the game, 1 up; rolled: 1 to 100; added: 10 for each it had (base game).

    result: both together, to be looked up in the players' own table.
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
