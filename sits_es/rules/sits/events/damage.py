"""Facts of damage and its mending: hits, boxes, explosions, repairs, weapons made ready."""

from __future__ import annotations

from attrs import field, frozen

from sits_es.events import Coded, Event, event, one_of
from sits_es.rules.sits.events.codes import CAUSES
from sits_es.space.arcs import Facing


@event("sits.HullStruck")
@frozen(kw_only=True)
class HullStruck(Event):
    """Points of damage struck the hull. hits: how many they are split into, by the class's hit size."""

    ship: str
    source: str
    facing: Facing
    points: int
    hits: int


@event("sits.HitScored")
@frozen(kw_only=True)
class HitScored(Event):
    """One hit: 1d10 chose the row of the facing's list.

    number: of the hit, 1 up; roll: 1 to 10; row: track names in order.
    """

    ship: str
    source: str
    number: int
    points: int
    facing: Facing
    roll: int
    row: tuple[str, ...]


@event("sits.BoxDestroyed")
@frozen(kw_only=True)
class BoxDestroyed(Event):
    """One box of a track was taken. before, after: the rating in force, 0 up; cause: the shot or attack."""

    ship: str
    track: str
    box: int
    before: int
    after: int
    cause: str


@event("sits.WallDisabled")
@frozen(kw_only=True)
class WallDisabled(Event):
    """A grav lance took a sidewall down: disabled, not destroyed."""

    ship: str
    track: str


@event("sits.DamageWasted")
@frozen(kw_only=True)
class DamageWasted(Event):
    """Points found no box left to take: the ship was already gone to pieces."""

    ship: str
    points: int


@event("sits.ExplosionChecked")
@frozen(kw_only=True)
class ExplosionChecked(Event):
    """A numbered structure box was taken.

    roll: 1 to 10; below: number in the box, the ship explodes if the roll is below it; explodes: whether it does, false
    also where a miracle, spent next, lets the roll succeed.
    """

    ship: str
    roll: int
    below: int
    explodes: bool


@event("sits.ShipDestroyed")
@frozen(kw_only=True)
class ShipDestroyed(Event):
    """The ship is out of the game. cause: why."""

    ship: str
    cause: Coded = field(validator=one_of(CAUSES))


@event("sits.CountersRun")
@frozen(kw_only=True)
class CountersRun(Event):
    """Regeneration. counters: segments until each weapon can fire again, 1 up; ready: weapons that can now.

    Rule: card, regeneration.
    """

    ship: str
    counters: dict[str, int]
    ready: tuple[str, ...]


@event("sits.RepairTried")
@frozen(kw_only=True)
class RepairTried(Event):
    """A working party tried to mend a box.

    roll: 1 to 10; quality: the highest number that mends the box; repaired: whether it is; lost: beyond repair now;
    before, after: the rating in force, 0 up.
    """

    ship: str
    track: str
    box: int
    roll: int
    quality: int
    repaired: bool
    lost: bool
    before: int
    after: int
