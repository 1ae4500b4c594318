"""Where ships come to stand, and where their turrets point."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from sits_es.events import event
from sits_es.rules.xwing.fact import OfShip
from sits_es.rules.xwing.sums.bases import Stand
from sits_es.rules.xwing.sums.numbers import is_number

if TYPE_CHECKING:
    from sits_es.rules.xwing.board import Board


@frozen(kw_only=True)
class AtPlace(OfShip):
    """x, y: of the middle of its base, to the right and up the table, in mm; facing: in degrees, 0 to below 360."""

    x: str = field(validator=is_number)
    y: str = field(validator=is_number)
    facing: str = field(validator=is_number)

    @property
    def stand(self) -> Stand:
        """Where it stands by this."""
        return Stand(self.x, self.y, self.facing)

    def apply(self, board: Board) -> None:
        """It stands there."""
        board.ships[self.ship].stand = self.stand


@event("xwing.ShipPlaced")
@frozen(kw_only=True)
class ShipPlaced(AtPlace):
    """`place at -40,12.5 facing 30`: the ship is put on the table; also of a scenario that says where it begins."""


@event("xwing.ShipMoved")
@frozen(kw_only=True)
class ShipMoved(AtPlace):
    """`move "2 bank left" to 10,80.5 facing 75`. template: the players' word; the place is what counts. Rule: house."""

    template: str


@event("xwing.TurretRotated")
@frozen(kw_only=True)
class TurretRotated(OfShip):
    """`rotate left,right`. points: the standard arcs it points toward now, in order; ruling: empty, or by which.

    Rule: rules.md, Turrets.
    """

    points: tuple[str, ...]
    ruling: str = ""

    def apply(self, board: Board) -> None:
        """Its turret points there."""
        board.ships[self.ship].points = self.points
