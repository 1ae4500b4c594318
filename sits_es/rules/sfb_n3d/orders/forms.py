"""Orders, and facts that players enter from their own displays. Each names its unit, and the impulse from 1 to 32.

Speeds, power and hexes are in ten-thousandths, angles in ten-thousandths of a degree, places in kilometres. In the turn
break the impulse is 33.
"""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from sits_es.events import Event, event
from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn
from sits_es.rules.sfb_n3d.sums.places import Place

Manoeuvre = Literal["warp", "sublight", "both", "none"]
Side = Literal["left", "right"]
Condition = Literal["launched at", "fired at", "struck", "trapped", "broken down", "range at most", "target bears"]


@frozen(kw_only=True)
class OfUnit(Event):
    """Something that a unit is ordered to do, or that is entered of it."""

    unit: str
    impulse: int = 1


@event("sfb.SpeedOrdered")
@frozen(kw_only=True)
class SpeedOrdered(OfUnit):
    """`speed 12.5`: the warp speed from this impulse on, in the break from the next turn on. Rule: C1.4."""

    speed: int


@event("sfb.ThrustOrdered")
@frozen(kw_only=True)
class ThrustOrdered(OfUnit):
    """`thrust 1`: the impulse energy from this impulse on, 0 to 1. Rule: C2.111."""

    thrust: int


@event("sfb.TurnOrdered")
@frozen(kw_only=True)
class TurnOrdered(OfUnit):
    """`turn yaw 8.2 pitch -3`: in this impulse. turn: ten-thousandths of a degree. Rule: C3.1."""

    turn: Turn


@event("sfb.TacOrdered")
@frozen(kw_only=True)
class TacOrdered(OfUnit):
    """`tac warp`: tactical manoeuvres by warp for a quarter of the turn, sublight for all of its rest. Rule: C5."""

    tac: Manoeuvre


@event("sfb.HetOrdered")
@frozen(kw_only=True)
class HetOrdered(OfUnit):
    """`het to yaw 90 pitch 0`: a high-energy turn to any facing; what is left out is 0. Rule: C6."""

    to: Facing


@event("sfb.DecelerationOrdered")
@frozen(kw_only=True)
class DecelerationOrdered(OfUnit):
    """`decelerate for 16`, `decelerate inertia`: it takes effect in this impulse.

    Rule: C8. period: how many impulses after an emergency deceleration in which no impulse energy moves the ship
    (C8.41); None: the rest of the turn.
    """

    inertia_only: bool = False
    period: int | None = None


@event("sfb.OrbitOrdered")
@frozen(kw_only=True)
class OrbitOrdered(OfUnit):
    """`orbit Haven left`: a standard orbit. side: on which the planet lies. Rule: P8.41."""

    planet: str
    side: Side = "left"


@event("sfb.OrbitEndOrdered")
@frozen(kw_only=True)
class OrbitEndOrdered(OfUnit):
    """`leave orbit`. Rule: P8."""


@event("sfb.BindOrdered")
@frozen(kw_only=True)
class BindOrdered(OfUnit):
    """`bind to Hawk and Heron`: three ships bound by web energy. first, second: names of the others. Rule: C14.20."""

    first: str
    second: str


@event("sfb.SphereOrdered")
@frozen(kw_only=True)
class SphereOrdered(OfUnit):
    """`sphere 2.5 energy 10`: an expanding sphere of this radius. Rule: G23.41."""

    radius: int
    energy: int


@event("sfb.SphereEndOrdered")
@frozen(kw_only=True)
class SphereEndOrdered(OfUnit):
    """`sphere off`. Rule: G23."""


@event("sfb.FireOrdered")
@frozen(kw_only=True)
class FireOrdered(OfUnit):
    """`fire phasers at Hawk`, `fire 2 phasers at Hawk`: weapons of a group that bear. number: how many, None: all."""

    weapon: str
    target: str
    number: int | None = None


@event("sfb.LaunchOrdered")
@frozen(kw_only=True)
class LaunchOrdered(OfUnit):
    """`launch drone-rack at Kestrel`, or ballistic `launch drone-rack at 3,0,2`. Rule: F1.24, F4, FP3.1."""

    launcher: str
    target: str | None = None
    aim: Place | None = None


@event("sfb.ReleaseOrdered")
@frozen(kw_only=True)
class ReleaseOrdered(OfUnit):
    """`release Wasp`: a unit that was carried goes out at its carrier's place. carried: its name. Rule: A3.4."""

    carried: str


@event("sfb.WebOrdered")
@frozen(kw_only=True)
class WebOrdered(OfUnit):
    """`lay web to Weaver at 6.6`: power for a strand between the two. to: name of the other anchor. Rule: G10.211."""

    to: str
    power: int


@event("sfb.PointOrdered")
@frozen(kw_only=True)
class PointOrdered(OfUnit):
    """`lay point at 3.2`, `lay point from Weaver at 3.2`: a point of a globular web where the unit is. Rule: G10.12.

    start: the anchor of a web's first point; None: on from the point laid last.
    """

    power: int
    start: str | None = None


@event("sfb.JoinOrdered")
@frozen(kw_only=True)
class JoinOrdered(OfUnit):
    """`join point 3 of web-1 at 6`: a strand from the point laid last to another of the same web. Rule: G10.12."""

    web: str
    point: str
    power: int


@event("sfb.PointMoveOrdered")
@frozen(kw_only=True)
class PointMoveOrdered(OfUnit):
    """`move point 3 of web-1`: inward to where the unit is, for six points of power. Rule: G10.12."""

    web: str
    point: str


@event("sfb.WebPowerOrdered")
@frozen(kw_only=True)
class WebPowerOrdered(OfUnit):
    """`power web-1 to 3.5`: the strength by the printed rules, which the players work out. Rule: G10.3."""

    web: str
    traditional: int


@event("sfb.AnchorDropOrdered")
@frozen(kw_only=True)
class AnchorDropOrdered(OfUnit):
    """`drop web-1`: the unit is no anchor of it any more. Rule: G10.117."""

    web: str


@event("sfb.CastOrdered")
@frozen(kw_only=True)
class CastOrdered(OfUnit):
    """`cast web from 0,0,0 to 1,0,0 strength 12`: by the caster's own chart.

    start, end: places, in km. Rule: G10, note on web casters.
    """

    start: Place
    end: Place
    strength: int


@event("sfb.StopOrdered")
@frozen(kw_only=True)
class StopOrdered(OfUnit):
    """`stop if launched at`: from this impulse on, the run ends after the impulse in which it happens. range: km."""

    condition: Condition
    target: str | None = None
    range: int | None = None


@event("sfb.DamageEntered")
@frozen(kw_only=True)
class DamageEntered(OfUnit):
    """`damage 4 "both phasers"`: what a unit's own display came to. points: whole ones, 0 up; note: may be empty."""

    points: int
    note: str = ""


@event("sfb.LossEntered")
@frozen(kw_only=True)
class LossEntered(OfUnit):
    """`lost`, `lost exploding 12.5`: the unit is out of the game.

    strength: of its explosion, ten-thousandths of a point, 0 for none. Rule: D5.2.
    """

    strength: int = 0


@event("sfb.SphereEntered")
@frozen(kw_only=True)
class SphereEntered(OfUnit):
    """`sphere energy 4`: what a sphere has left by the printed rules; 0 ends it."""

    energy: int


@event("sfb.WebEntered")
@frozen(kw_only=True)
class WebEntered(OfUnit):
    """`web web-1 is 2.5`: a web's strength as the printed rules leave it; here it counts four times, a cast web's once.

    The unit is any of its owner's. Rule: G10.3.
    """

    web: str
    traditional: int


#: Orders that move a unit or turn it.
STEERING: Final = (
    SpeedOrdered,
    ThrustOrdered,
    TurnOrdered,
    TacOrdered,
    HetOrdered,
    DecelerationOrdered,
    OrbitOrdered,
    OrbitEndOrdered,
    BindOrdered,
)
#: Orders of an impulse.
IMPULSE_ORDERS: Final[tuple[type[OfUnit], ...]] = (
    *STEERING,
    SphereOrdered,
    SphereEndOrdered,
    FireOrdered,
    LaunchOrdered,
    ReleaseOrdered,
    WebOrdered,
    PointOrdered,
    JoinOrdered,
    PointMoveOrdered,
    WebPowerOrdered,
    AnchorDropOrdered,
    CastOrdered,
    StopOrdered,
)
#: Orders that the turn break takes as well.
BREAK_ORDERS: Final[tuple[type[OfUnit], ...]] = (SpeedOrdered, ThrustOrdered)
#: Facts that players enter.
ENTRIES: Final[tuple[type[OfUnit], ...]] = (DamageEntered, LossEntered, SphereEntered, WebEntered)
