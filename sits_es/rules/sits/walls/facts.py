"""Walls: orders and facts."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sits.fact import Fact, OfShip, Order
from sits_es.rules.sits.sums.tracks import put_down
from sits_es.space.arcs import Facing

if TYPE_CHECKING:
    from sits_es.rules.sits.board import Board


Reading = Literal["strikes", "stops"]


@event("sits.SlideOrdered")
@frozen(kw_only=True)
class SlideOrdered(Order):
    """Name the facing that meets missiles sliding off the wedge when several are equally near."""

    facing: Facing

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].slide = self.facing


@event("sits.PresentOrdered")
@frozen(kw_only=True)
class PresentOrdered(Order):
    """Name the facing that is hit by a shot from the ship's own hex and altitude."""

    facing: Facing

    def apply(self, board: "Board") -> None:
        board.ships[self.ship].present = self.facing


@event("sits.WallMet")
@frozen(kw_only=True)
class WallMet(Fact):
    """Damage met a standing sidewall.

    strength: its number in force, in percent; bonus: the rolled-ship bonus added, in percent; percent: strength +
    bonus + variance, limited to 0 to 100; parts: points of the chart's sum. charted: the kill chart's number for
    `damage`; reading: whether that number strikes or is stopped; strikes: points that strike the hull by the game's
    reading. Rule: flyer, sidewall layer; sits rules 8.5.
    """

    shot: str
    ship: str
    facing: Facing
    damage: int
    strength: int
    bonus: int
    variance: int
    percent: int
    parts: tuple[int, ...]
    charted: int
    reading: Reading
    strikes: int


@event("sits.TorpedoesStopped")
@frozen(kw_only=True)
class TorpedoesStopped(Fact):
    """Energy torpedoes burst without effect on a standing sidewall. Rule: sits rules 7, after the second edition."""

    shot: str
    ship: str
    facing: Facing
    damage: int


@event("sits.WallDisabled")
@frozen(kw_only=True)
class WallDisabled(OfShip):
    """A grav lance took a sidewall down: disabled, not destroyed."""

    track: str

    def apply(self, board: "Board") -> None:
        boxes = board.ships[self.ship].boxes
        boxes[self.track] = put_down(boxes[self.track])
