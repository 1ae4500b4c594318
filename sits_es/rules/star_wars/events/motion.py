"""Where starships and terrain are, who acts when, and how they move."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from sits_es.events import Coded, Event, event, one_of
from sits_es.rules.star_wars.events.codes import VOIDED
from sits_es.rules.star_wars.orders.forms import FlyStep, OfStarship
from sits_es.rules.star_wars.starship_class import Crew, HexSide

TerrainKind = Literal["asteroid-field", "gas-cloud", "gravity-well"]


@event("starwars.StarshipPlaced")
@frozen(kw_only=True)
class StarshipPlaced(OfStarship):
    """A starship takes part.

    q, r: number of its hex along two axes; one hex toward A is (0, -1), toward B (1, -1), toward C (1, 0); facing: the
    side its bow points to. crew: as the scenario has it; initiative: how many dice its pool has, in the order ability,
    proficiency, boost.
    """

    player: str
    side: str
    starship_class: str
    q: int
    r: int
    facing: HexSide
    speed: int
    crew: Crew
    initiative: tuple[int, int, int]


@event("starwars.TerrainPlaced")
@frozen(kw_only=True)
class TerrainPlaced(Event):
    """Terrain lies on the map.

    name: its name; hexes: number of each along two axes, q and r; setback: dice that it puts on Piloting checks, 0 up.
    """

    name: str
    kind: TerrainKind
    hexes: tuple[tuple[int, int], ...]
    setback: int


@event("starwars.InitiativeSet")
@frozen(kw_only=True)
class InitiativeSet(Event):
    """In this order the starships act, every round.

    order: their names; rolled: net number of successes and advantages of each, none if it was given.
    """

    order: tuple[str, ...]
    rolled: tuple[tuple[int, int], ...]


@event("starwars.StarshipFlew")
@frozen(kw_only=True)
class StarshipFlew(OfStarship):
    """A Fly manoeuvre was carried out.

    q, r: number of its hex at the end along two axes; facing: at its end; path: hexes entered, in order; movement:
    points that it took.
    """

    steps: tuple[FlyStep, ...]
    path: tuple[tuple[int, int], ...]
    q: int
    r: int
    facing: HexSide
    movement: int


@event("starwars.SpeedChanged")
@frozen(kw_only=True)
class SpeedChanged(OfStarship):
    """It goes at another speed from now on."""

    speed: int


@event("starwars.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(OfStarship):
    """An order came to nothing. order: as it was written."""

    order: str
    why: Coded = field(validator=one_of(VOIDED))


@event("starwars.SlotPassed")
@frozen(kw_only=True)
class SlotPassed(OfStarship):
    """The starship did nothing in its slot."""


@event("starwars.TimeRanOut")
@frozen(kw_only=True)
class TimeRanOut(Event):
    """The last round that the scenario has is over."""
