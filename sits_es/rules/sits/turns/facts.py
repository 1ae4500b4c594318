"""Turns: orders and facts."""

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen
from attrs.validators import and_, ge, le

from sits_es.events import event
from sits_es.rules.sits.fact import OfShip, Order, Side
from sits_es.space.attitude import Attitude
from sits_es.space.avid import Window

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


@event("sits.PivotOrdered")
@frozen(kw_only=True)
class PivotOrdered(Order):
    """Begin to pivot the nose to a window. Rule: card, "Record Facing Changes On AVID"."""

    to: Window


@event("sits.RollOrdered")
@frozen(kw_only=True)
class RollOrdered(Order):
    """Begin to roll. side: starboard is clockwise seen from astern; steps: windows, 1 to 11."""

    side: Side
    steps: int = field(validator=and_(ge(1), le(11)))


@event("sits.PivotBegun")
@frozen(kw_only=True)
class PivotBegun(OfShip):
    """The nose starts to turn to another window. path: the attitude after each window of the pivot.

    due: segments from the start until each of them is reached, 1 up, ascending.
    """

    to: Window
    path: tuple[Attitude, ...]
    due: tuple[int, ...]

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].pivot_to(self)


@event("sits.RollBegun")
@frozen(kw_only=True)
class RollBegun(OfShip):
    """The ship starts to roll. due: segments from the start until each window of the roll is done, 1 up, ascending."""

    side: Side
    due: tuple[int, ...]

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].roll_to(self)


@event("sits.TurnSpent")
@frozen(kw_only=True)
class TurnSpent(OfShip):
    """A segment went into a pivot or roll that did not turn the ship yet.

    by: which of them; segments: how many are spent so far; of: how many in all.
    """

    by: Literal["pivot", "roll"]
    segments: int
    of: int

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].spend(self.by, self.segments)


@event("sits.ShipTurned")
@frozen(kw_only=True)
class ShipTurned(OfShip):
    """The nose or the top moved into another window.

    by: what turned it; windows: how many of the pivot or roll are done; of: how many in all.
    """

    by: Literal["pivot", "roll"]
    attitude: Attitude
    windows: int
    of: int

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].turn(self)
