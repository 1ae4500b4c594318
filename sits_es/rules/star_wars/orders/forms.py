"""Orders, and facts that players enter of their own starships. All are for the slot at hand and name no step."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from sits_es.events import Event, event
from sits_es.rules.star_wars.starship_class import Arc, HexSide, Skill

#: A step of a Fly manoeuvre: one hex forward, a turn of 60 degrees to the left or to the right.
FlyStep = Literal["F", "L", "R"]
#: What can be spent, and which of a slot's checks it came from: the flight through an asteroid field, or the action.
Spendable = Literal["advantage", "triumph"]
Source = Literal["flight", "action"]


@frozen(kw_only=True)
class OfStarship(Event):
    """Something that a starship is ordered to do, or that is entered of it."""

    starship: str


@frozen(kw_only=True)
class OfCheck(OfStarship):
    """An order that is a check, or may bring one. What the players agree on is added to the pool, 0 up each.

    boost, setback: dice; upgrades: of one's own dice; harder: upgrades of the difficulty, 0 up.
    """

    boost: int = 0
    setback: int = 0
    upgrades: int = 0
    harder: int = 0


@event("starwars.FlyOrdered")
@frozen(kw_only=True)
class FlyOrdered(OfCheck):
    """`fly F F R F L`, a manoeuvre. steps: at least one. Rule: rules.md, Fly."""

    steps: tuple[FlyStep, ...]


@event("starwars.SpeedOrdered")
@frozen(kw_only=True)
class SpeedOrdered(OfStarship):
    """`accelerate` or `decelerate`, a manoeuvre. change: number of steps, 1 or -1. Rule: base game."""

    change: int


@event("starwars.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(OfCheck):
    """`fire forward-lasers at Corvette zone aft toward C`, an action.

    zone: the one that is attacked, where several are open; toward: in one hex, the side on which the target is taken
    to lie. None where nothing is said. Rule: rules.md, Arcs and zones; One hex.
    """

    weapon: str
    target: str
    zone: Arc | None = None
    toward: HexSide | None = None


@event("starwars.AdvantageOrdered")
@frozen(kw_only=True)
class AdvantageOrdered(OfCheck):
    """`gain advantage on Raider`, an action. Rule: rules.md, Gain the Advantage."""

    target: str


@event("starwars.CheckOrdered")
@frozen(kw_only=True)
class CheckOrdered(OfCheck):
    """`check computers difficulty 2: slice the beacon`, an action. difficulty: dice, 0 to 5; why: may be empty."""

    skill: Skill
    difficulty: int
    why: str


@event("starwars.SideOrdered")
@frozen(kw_only=True)
class SideOrdered(OfStarship):
    """`side C`, by whoever holds the advantage: where the attacker is taken to have its target, as seen on the map.

    Rule: rules.md, One hex.
    """

    side: HexSide


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


@event("starwars.TraumaEntered")
@frozen(kw_only=True)
class TraumaEntered(OfStarship):
    """Entered: `trauma +3`, `trauma -1`. change: points of hull trauma more or less."""

    change: int


@event("starwars.StrainEntered")
@frozen(kw_only=True)
class StrainEntered(OfStarship):
    """Entered: `strain +2`, `strain -1`. change: points of system strain more or less."""

    change: int


@event("starwars.ShieldsEntered")
@frozen(kw_only=True)
class ShieldsEntered(OfStarship):
    """Entered: `shields aft 2`. shields: what the zone has now, 0 up."""

    zone: Arc
    shields: int


@event("starwars.CriticalEntered")
@frozen(kw_only=True)
class CriticalEntered(OfStarship):
    """Entered: `critical 3: engines out`, what the players' table says of a critical hit, by its number in the game."""

    critical: int
    text: str


@event("starwars.CriticalMended")
@frozen(kw_only=True)
class CriticalMended(OfStarship):
    """Entered: `critical 3 mended`: a critical hit, by its number in the game, counts no more."""

    critical: int


@event("starwars.NoteEntered")
@frozen(kw_only=True)
class NoteEntered(OfStarship):
    """Entered: `note: spends its threat on Hawk's aim`."""

    text: str


MANOEUVRES: Final = (FlyOrdered, SpeedOrdered)
ACTIONS: Final = (FireOrdered, AdvantageOrdered, CheckOrdered)
#: What is ordered in a slot, in the order in which it is listed to players.
SLOT_ORDERS: Final = (*MANOEUVRES, *ACTIONS, SideOrdered, SpendOrdered)
ENTRIES: Final = (TraumaEntered, StrainEntered, ShieldsEntered, CriticalEntered, CriticalMended, NoteEntered)
