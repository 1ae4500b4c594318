"""Standard orbits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb_n3d.fact import Fact, Steering
from sits_es.rules.sfb_n3d.sums.facings import Facing

if TYPE_CHECKING:
    from sits_es.rules.sfb_n3d.board import Board

Side = Literal["left", "right"]


@event("sfb.OrbitOrdered")
@frozen(kw_only=True)
class OrbitOrdered(Steering):
    """`orbit Haven left`: a standard orbit. side: on which the planet lies. Rule: P8.41."""

    RULE = "P8.41"
    planet: str
    side: Side = "left"


@event("sfb.OrbitEndOrdered")
@frozen(kw_only=True)
class OrbitEndOrdered(Steering):
    """`leave orbit`. Rule: P8."""

    RULE = "P8.4"


@event("sfb.OrbitEntered")
@frozen(kw_only=True)
class OrbitEntered(Fact):
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

    def apply(self, board: Board) -> None:
        unit = board.units[self.unit]
        unit.facing, unit.orbits = self.facing, (self.planet, self.side, self.turn)


@event("sfb.OrbitLeft")
@frozen(kw_only=True)
class OrbitLeft(Fact):
    """The standard orbit is over."""

    unit: str

    def apply(self, board: Board) -> None:
        board.units[self.unit].orbits = None
