"""How units turn: by their turn mode, in tactical manoeuvres and in high-energy turns."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen
from msgspec.structs import replace

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact, Steering
from sits_es.rules.sfb.sums.facings import Facing, Turn

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board

Manoeuvre = Literal["warp", "sublight", "both", "none"]


@event("sfb.TurnOrdered")
@frozen(kw_only=True)
class TurnOrdered(Steering):
    """`turn yaw 8.2 pitch -3`: in this impulse. turn: ten-thousandths of a degree. Rule: C3.1."""

    RULE = "C3.1, C3.31"
    turn: Turn


@event("sfb.TacOrdered")
@frozen(kw_only=True)
class TacOrdered(Steering):
    """`tac warp`: tactical manoeuvres by warp for a quarter of the turn, sublight for the rest of it. Rule: C5."""

    RULE = "C5"
    tac: Manoeuvre


@event("sfb.HetOrdered")
@frozen(kw_only=True)
class HetOrdered(Steering):
    """`het to yaw 90 pitch 0`: a high-energy turn to any facing; axes left out are 0. Rule: C6."""

    RULE = "C6.0"
    to: Facing


@event("sfb.TacBegun")
@frozen(kw_only=True)
class TacBegun(Fact):
    """Tactical manoeuvres began. until: their last impulse, 1 to 32. Rule: C5."""

    unit: str
    tac: Literal["warp", "sublight"]
    until: int

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        if self.tac == "warp":
            unit.tac_warp = self.until
        else:
            unit.tac_sublight = self.until


@event("sfb.TacEnded")
@frozen(kw_only=True)
class TacEnded(Fact):
    """All tactical manoeuvres of a unit ended early."""

    unit: str

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        unit.tac_warp = unit.tac_sublight = 0


@event("sfb.UnitTurned")
@frozen(kw_only=True)
class UnitTurned(Fact):
    """A unit turned.

    turn: ten-thousandths of a degree; limit: how far it could have turned about each axis, ten-thousandths of a degree,
    null if there is no limit. In orbit the turn is within the orbit's plane. Rule: C3.1, C3.7, F2.21, P8.413.
    """

    unit: str
    cause: Literal["order", "rotation", "orbit", "seek"]
    turn: Turn
    facing: Facing
    limit: int | None = None

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        if self.cause == "orbit" and unit.orbits is not None:
            unit.facing, unit.orbits = self.facing, replace(unit.orbits, turned=unit.orbits.turned + self.turn.yaw)
        else:
            unit.face(self.facing)


@event("sfb.HighEnergyTurned")
@frozen(kw_only=True)
class HighEnergyTurned(Fact):
    """A unit made a high-energy turn. facing: after it; die: of the breakdown roll, 1 to 6, 0 for none.

    needed: this number or more breaks it down, 7 for never; broke_down: if so, `to` is the facing ordered, and `facing`
    the one that the six dice gave. Rule: C6, C6.541.
    """

    unit: str
    to: Facing
    facing: Facing
    die: int
    needed: int
    broke_down: bool = False

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        unit.face(self.facing)
        unit.high_energy_turns += 1
