"""How units stand and move: warp speed, thrust, inertia, emergency decelerations, and ships that are bound."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact, Steering
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board


@event("sfb.UnitPlaced")
@frozen(kw_only=True)
class UnitPlaced(Fact):
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

    def apply(self, board: "Board") -> None:
        board.place(self)


@event("sfb.SpeedOrdered")
@frozen(kw_only=True)
class SpeedOrdered(Steering):
    """`speed 12.5`: the warp speed from this impulse on, in the break from the next turn on. Rule: C1.4."""

    RULE = "C1.4, C1.43"
    speed: int


@event("sfb.ThrustOrdered")
@frozen(kw_only=True)
class ThrustOrdered(Steering):
    """`thrust 1`: the impulse energy from this impulse on, 0 to 1. Rule: C2.111."""

    RULE = "C2.111"
    thrust: int


@event("sfb.DecelerationOrdered")
@frozen(kw_only=True)
class DecelerationOrdered(Steering):
    """`decelerate for 16`, `decelerate inertia`: it takes effect in this impulse.

    Rule: C8. period: the number of impulses after an emergency deceleration in which no impulse energy moves the ship
    (C8.41); None: the rest of the turn.
    """

    RULE = "C8.0, C8.41"
    inertia_only: bool = False
    period: int | None = None


@event("sfb.BindOrdered")
@frozen(kw_only=True)
class BindOrdered(Steering):
    """`bind to Hawk and Heron`: three ships bound by web energy. first, second: names of the others. Rule: C14.20."""

    RULE = "C14.20"
    first: str
    second: str


@event("sfb.SpeedChanged")
@frozen(kw_only=True)
class SpeedChanged(Fact):
    """The warp speed changed. before, after: ten-thousandths of a hex a turn."""

    unit: str
    before: int
    after: int
    cause: Literal["order", "deceleration", "orbit", "binding"] = "order"

    def apply(self, board: "Board") -> None:
        board.units[self.unit].speed = self.after


@event("sfb.ThrustChanged")
@frozen(kw_only=True)
class ThrustChanged(Fact):
    """The impulse energy used for movement changed, 0 to 1 point a turn. before, after: ten-thousandths of a point.

    Rule: C2.111.
    """

    unit: str
    before: int
    after: int
    cause: Literal["order", "deceleration", "orbit", "binding"] = "order"

    def apply(self, board: "Board") -> None:
        board.units[self.unit].thrust = self.after


@event("sfb.Decelerated")
@frozen(kw_only=True)
class Decelerated(Fact):
    """An emergency deceleration, or one of inertia only. period: the number of impulses without thrust after it.

    Rule: C8, C8.41.
    """

    unit: str
    inertia_only: bool
    period: int

    def apply(self, board: "Board") -> None:
        if not self.inertia_only:
            board.units[self.unit].waits = board.clock + self.period if self.period else 0


@event("sfb.InertiaChanged")
@frozen(kw_only=True)
class InertiaChanged(Fact):
    """A rule changed a unit's inertia.

    change: in ten-millionths of a hex a turn; by: name of the hole, the web or the first other bound ship, or empty.
    Rule: C2.111 (thrust), P4.11 (pull), G10.511 (web), C8 (deceleration), C14.20 (binding),
    P8.41 (orbit).
    """

    unit: str
    cause: Literal["thrust", "pull", "web", "deceleration", "binding", "orbit"]
    change: Inertia
    inertia: Inertia
    by: str = ""

    def apply(self, board: "Board") -> None:
        board.units[self.unit].inertia = self.inertia


@event("sfb.UnitMoved")
@frozen(kw_only=True)
class UnitMoved(Fact):
    """A unit moved in an impulse.

    speed: the warp speed that moved it, less a web's strength, ten-thousandths of a hex a turn. Rule: C1.11, C1.43.
    """

    unit: str
    moved: Place
    place: Place
    speed: int

    def apply(self, board: "Board") -> None:
        board.units[self.unit].place = self.place


@event("sfb.UnitsBound")
@frozen(kw_only=True)
class UnitsBound(Fact):
    """Three ships bound by web energy; their inertia is averaged. Rule: C14.20."""

    units: tuple[str, ...]
    inertia: Inertia

    def apply(self, board: "Board") -> None:
        for name in self.units:
            unit = board.units[name]
            unit.bound, unit.inertia = tuple(other for other in self.units if other != name), self.inertia


@event("sfb.UnitsParted")
@frozen(kw_only=True)
class UnitsParted(Fact):
    """Ships that were bound are no longer bound. Rule: C14.20."""

    units: tuple[str, ...]

    def apply(self, board: "Board") -> None:
        for name in self.units:
            board.units[name].bound = ()
