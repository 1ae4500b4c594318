"""Seeking weapons that are launched, and units that a carrier releases."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact, Order
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.places import Inertia, Place

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board


@event("sfb.LaunchOrdered")
@frozen(kw_only=True)
class LaunchOrdered(Order):
    """`launch drone-rack at Kestrel`, or ballistic `launch drone-rack at 3,0,2`. Rule: F1.24, F4, FP3.1."""

    RULE = "F1.24, F4, FP3.1"
    launcher: str
    target: str | None = None
    aim: Place | None = None


@event("sfb.ReleaseOrdered")
@frozen(kw_only=True)
class ReleaseOrdered(Order):
    """`release Wasp`: a carried unit leaves its carrier. carried: its name. Rule: A3.4."""

    RULE = "A3.4"
    carried: str


@event("sfb.SeekerLaunched")
@frozen(kw_only=True)
class SeekerLaunched(Fact):
    """A seeking weapon was placed at its launcher's place. seeker: its name; it is a unit itself.

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

    def apply(self, board: "Board") -> None:
        board.launch(self)


@event("sfb.SeekerStruck")
@frozen(kw_only=True)
class SeekerStruck(Fact):
    """A seeking weapon struck its target from less than one hex away and is spent. exact: km. Rule: F2.3."""

    unit: str
    target: str
    exact: int

    def apply(self, board: "Board") -> None:
        board.units[self.unit].gone = "impact"


@event("sfb.SeekerSpent")
@frozen(kw_only=True)
class SeekerSpent(Fact):
    """A seeking weapon is spent without a hit: its endurance is used up, its target is gone, or it hit a planet."""

    unit: str
    cause: Literal["endurance", "target", "planet"]

    def apply(self, board: "Board") -> None:
        board.units[self.unit].gone = self.cause


@event("sfb.UnitReleased")
@frozen(kw_only=True)
class UnitReleased(Fact):
    """A carried unit left its carrier, with the carrier's place, facing and inertia. Rule: A3.4, house."""

    unit: str
    carrier: str
    place: Place
    facing: Facing
    speed: int
    inertia: Inertia

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        unit.aboard, unit.place, unit.facing = None, self.place, self.facing
        unit.speed, unit.inertia = self.speed, self.inertia
