"""Facts of movement: how units stand, turn and move."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sits_es.events import Event, event
from sits_es.rules.sfb_n3d.orders.forms import Side
from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.places import Inertia, Place


@event("sfb.UnitPlaced")
@frozen(kw_only=True)
class UnitPlaced(Event):
    """A unit stands on the map before the first impulse, or aboard another.

    aboard: name of the other, or null; speed, thrust: as ordered for turn 1, ten-thousandths of a hex a turn and of a
    point; outstanding: its crew (G21.224); rotation: of a base, each impulse, fixed for the game, ten-thousandths of a
    degree (C3.71).
    """

    unit: str
    unit_class: str
    player: str
    side: str
    place: Place
    facing: Facing
    speed: int = 0
    thrust: int = 0
    inertia: Inertia = Inertia()
    outstanding: bool = False
    rotation: Turn = Turn()
    aboard: str | None = None


@event("sfb.ImpulseBegun")
@frozen(kw_only=True)
class ImpulseBegun(Event):
    """What follows happens in this impulse; an impulse in which nothing happens has none."""

    impulse: int


@event("sfb.RunEnded")
@frozen(kw_only=True)
class RunEnded(Event):
    """The run of impulses is over after this one. stopped: by a `stop if`, before its agreed length."""

    impulse: int
    stopped: bool = False


@event("sfb.TimeRanOut")
@frozen(kw_only=True)
class TimeRanOut(Event):
    """The last turn that the scenario gives is over."""

    turns: int


@event("sfb.SpeedChanged")
@frozen(kw_only=True)
class SpeedChanged(Event):
    """The warp speed. before, after: ten-thousandths of a hex a turn."""

    unit: str
    before: int
    after: int
    cause: Literal["order", "deceleration", "orbit", "binding"] = "order"


@event("sfb.ThrustChanged")
@frozen(kw_only=True)
class ThrustChanged(Event):
    """The impulse energy used for movement, 0 to 1 point a turn. before, after: ten-thousandths of a point.

    Rule: C2.111.
    """

    unit: str
    before: int
    after: int
    cause: Literal["order", "deceleration", "orbit", "binding"] = "order"


@event("sfb.TacBegun")
@frozen(kw_only=True)
class TacBegun(Event):
    """Tactical manoeuvres began. until: the last impulse of them, 1 to 32. Rule: C5."""

    unit: str
    tac: Literal["warp", "sublight"]
    until: int


@event("sfb.TacEnded")
@frozen(kw_only=True)
class TacEnded(Event):
    """All tactical manoeuvres of a unit ended before their time."""

    unit: str


@event("sfb.UnitTurned")
@frozen(kw_only=True)
class UnitTurned(Event):
    """A unit turned.

    turn: ten-thousandths of a degree; limit: how far it could have turned about each axis, ten-thousandths of a degree,
    null where none holds. Rule: C3.1, C3.7, F2.21.
    """

    unit: str
    cause: Literal["order", "rotation", "orbit", "seek"]
    turn: Turn
    facing: Facing
    limit: int | None = None


@event("sfb.HighEnergyTurned")
@frozen(kw_only=True)
class HighEnergyTurned(Event):
    """A high-energy turn: the facing after it. die: of the breakdown roll, 1 to 6, 0 for none.

    needed: this number or more breaks down, 7 where nothing does; broke_down: then `to` is what was ordered, and
    `facing` what the six dice gave. Rule: C6, C6.541.
    """

    unit: str
    to: Facing
    facing: Facing
    die: int
    needed: int
    broke_down: bool = False


@event("sfb.Decelerated")
@frozen(kw_only=True)
class Decelerated(Event):
    """An emergency deceleration, or one of inertia only. period: how many impulses without thrust come after it.

    Rule: C8, C8.41.
    """

    unit: str
    inertia_only: bool
    period: int


@event("sfb.OrbitEntered")
@frozen(kw_only=True)
class OrbitEntered(Event):
    """A standard orbit.

    side: on which the planet lies; exact: km from the planet's middle; turn: of yaw each impulse, ten-thousandths of a
    degree. Rule: P8.41 to P8.413.
    """

    unit: str
    planet: str
    side: Side
    exact: int
    facing: Facing
    turn: int


@event("sfb.OrbitLeft")
@frozen(kw_only=True)
class OrbitLeft(Event):
    """The standard orbit is over."""

    unit: str


@event("sfb.InertiaChanged")
@frozen(kw_only=True)
class InertiaChanged(Event):
    """Inertia by rule, and by nothing else.

    change: in ten-millionths of a hex a turn; by: the hole's, the web's or the first other bound ship's name, or empty.
    Rule: C2.111 (thrust), P4.11 (pull), G10.511 (web), C8 (deceleration), C14.20 (binding).
    """

    unit: str
    cause: Literal["thrust", "pull", "web", "deceleration", "binding"]
    change: Inertia
    inertia: Inertia
    by: str = ""


@event("sfb.UnitMoved")
@frozen(kw_only=True)
class UnitMoved(Event):
    """A unit moved in an impulse.

    speed: the warp speed that moved it, after a web's strength, ten-thousandths of a hex a turn. Rule: C1.11, C1.43.
    """

    unit: str
    moved: Place
    place: Place
    speed: int


@event("sfb.UnitsBound")
@frozen(kw_only=True)
class UnitsBound(Event):
    """Three ships bound by web energy; their inertia is averaged. Rule: C14.20."""

    units: tuple[str, ...]
    inertia: Inertia


@event("sfb.UnitsParted")
@frozen(kw_only=True)
class UnitsParted(Event):
    """Ships that were bound are bound no more. Rule: C14.20."""

    units: tuple[str, ...]


@event("sfb.UnitReleased")
@frozen(kw_only=True)
class UnitReleased(Event):
    """A unit that was carried goes out at its carrier's place, with its facing and its inertia. Rule: A3.4, house."""

    unit: str
    carrier: str
    place: Place
    facing: Facing
    speed: int
    inertia: Inertia
