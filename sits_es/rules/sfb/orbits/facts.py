"""Standard orbits."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen
from msgspec import Struct

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact, Steering
from sits_es.rules.sfb.sums.facings import Facing, Turn

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board

Side = Literal["left", "right"]


class Orbiting(Struct, frozen=True):
    """A unit in a standard orbit. side: on which it has the body; turn: of each impulse within the orbit's plane.

    entered: its facing when it went into orbit; turned: how far it has come round since; offset: what it has turned
    away from the heading that the orbit gives it, added when arcs are worked out. Angles in ten-thousandths of a
    degree, turn and turned + to the ship's left. Rule: P8.413, P8.43.
    """

    planet: str
    side: Side
    turn: int
    entered: Facing
    turned: int = 0
    offset: Turn = Turn()

    @property
    def away(self) -> str:
        """Its offset to go on a line: `, offset yaw 3 pitch -2`; empty if there is none."""
        return f", offset {self.offset}" if self.offset else ""


@event("sfb.OrbitOrdered")
@frozen(kw_only=True)
class OrbitOrdered(Steering):
    """`orbit Haven left`: a standard orbit. planet: any body; side: on which it lies. Rule: P8.41."""

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
    """A unit entered a standard orbit.

    side: on which the body lies; exact: km from its middle; facing: the unit's, with the body abeam; turn: each impulse
    within the orbit's plane, ten-thousandths of a degree, + to the ship's left. Rule: P8.41 to P8.413.
    """

    unit: str
    planet: str
    side: Side
    exact: int
    facing: Facing
    turn: int

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        unit.facing, unit.orbits = self.facing, Orbiting(self.planet, self.side, self.turn, self.facing)


@event("sfb.OrbitLeft")
@frozen(kw_only=True)
class OrbitLeft(Fact):
    """A unit left its standard orbit."""

    unit: str

    def apply(self, board: "Board") -> None:
        board.units[self.unit].orbits = None
