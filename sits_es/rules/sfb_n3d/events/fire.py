"""Facts of fire, seeking weapons, explosions and spheres. Hits are numbers: the players' displays say what they do."""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

from sits_es.events import Coded, Event, event, one_of
from sits_es.rules.sfb_n3d.events.codes import VOIDED
from sits_es.rules.sfb_n3d.orders.forms import Condition
from sits_es.rules.sfb_n3d.sums.facings import Facing
from sits_es.rules.sfb_n3d.sums.places import Place


@event("sfb.OrderVoided")
@frozen(kw_only=True)
class OrderVoided(Event):
    """An order came to nothing. order: as it is written; why: the reason."""

    unit: str
    order: str
    why: Coded = field(validator=one_of(VOIDED))


@event("sfb.RunStopped")
@frozen(kw_only=True)
class RunStopped(Event):
    """A `stop if` was met: the run ends after this impulse."""

    unit: str
    condition: Condition
    target: str | None = None
    range: int | None = None


@event("sfb.WeaponFired")
@frozen(kw_only=True)
class WeaponFired(Event):
    """Declared fire that could be given.

    mounts: of the weapons that fired, one each; yaw, pitch: of the target as seen, ten-thousandths of a degree, null in
    the very same place. What dice came up stands in the rolls right before. Rule: D1.4, D2.
    """

    unit: str
    weapon: str
    target: str
    mounts: tuple[str, ...]
    exact: int
    yaw: int | None
    pitch: int | None


@event("sfb.SeekerLaunched")
@frozen(kw_only=True)
class SeekerLaunched(Event):
    """A seeking weapon was placed at its launcher's place. seeker: its name, a unit by itself.

    Rule: A3.4, F1.24, F4, FP3.1, D2.34.
    """

    unit: str
    launcher: str
    seeker: str
    unit_class: str
    target: str | None
    aim: Place | None
    place: Place
    facing: Facing
    speed: int


@event("sfb.SeekerStruck")
@frozen(kw_only=True)
class SeekerStruck(Event):
    """A seeking weapon reached its target: nearer than one hex. exact: km. The weapon is spent. Rule: F2.3."""

    unit: str
    target: str
    exact: int


@event("sfb.SeekerSpent")
@frozen(kw_only=True)
class SeekerSpent(Event):
    """A seeking weapon ended without a hit: its time is over, or its target is gone."""

    unit: str
    cause: Literal["endurance", "target", "planet"]


@event("sfb.ExplosionMade")
@frozen(kw_only=True)
class ExplosionMade(Event):
    """Something exploded. source: the unit. Rule: D5.2, M2.50."""

    source: str
    place: Place
    strength: int
    cause: Literal["mine", "seeking", "loss"]


@event("sfb.ExplosionFelt")
@frozen(kw_only=True)
class ExplosionFelt(Event):
    """What an explosion does to one unit.

    strength: what reaches it, less in a web, ten-thousandths of a point; damage: whole points. Rule: D5.2, G10.72.
    """

    unit: str
    source: str
    exact: int
    strength: int
    damage: int
    in_web: bool


@event("sfb.UnitLost")
@frozen(kw_only=True)
class UnitLost(Event):
    """A unit was lost with the unit that carried it. Rule: house."""

    unit: str
    carrier: str


@event("sfb.MineTriggered")
@frozen(kw_only=True)
class MineTriggered(Event):
    """A unit moved on schedule within a mine's zone.

    unit: the mine; by: name of the unit; die: 1 to 6, 0 where none was rolled; detonated: whether it goes off. Rule:
    M2.40.
    """

    unit: str
    by: str
    exact: int
    die: int
    detonated: bool


@event("sfb.SphereFormed")
@frozen(kw_only=True)
class SphereFormed(Event):
    """An expanding sphere. Rule: G23.41."""

    unit: str
    radius: int
    energy: int


@event("sfb.SphereEnded")
@frozen(kw_only=True)
class SphereEnded(Event):
    """The sphere is gone."""

    unit: str


@event("sfb.SphereStruck")
@frozen(kw_only=True)
class SphereStruck(Event):
    """A unit met a sphere.

    unit: the sphere's ship; target: who met it; strength: of the sphere, ten-thousandths of a point. before, after: km
    between the two. Rule: G23.41, G23.42.
    """

    unit: str
    target: str
    before: int
    after: int
    strength: int
