"""Where ships come to stand, and where their turrets point."""

from typing import TYPE_CHECKING, ClassVar

from attrs import field, frozen
from attrs.validators import optional

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

    def apply(self, board: "Board") -> None:
        """It stands there."""
        board.ships[self.ship].stand = self.stand


@event("xwing.ShipPlaced")
@frozen(kw_only=True)
class ShipPlaced(AtPlace):
    """`place at -40,12.5 facing 30`: the ship is put on the table; or the scenario says where it begins."""


@event("xwing.MoveEntered")
@frozen(kw_only=True)
class MoveEntered(OfShip):
    """`2 bank left`, `2 bank left to 10,80.5 facing 75`, `move "barrel roll" to 10,80.5 facing 75`.

    `ShipMoved` tells where the ship comes to stand.

    template: by its name, or the players' word for another way. x, y, facing: where the move ends, as in `ShipMoved`;
    None if that is worked out. Rule: rules.md, Templates.
    """

    template: str
    x: str | None = field(default=None, validator=optional(is_number))
    y: str | None = field(default=None, validator=optional(is_number))
    facing: str | None = field(default=None, validator=optional(is_number))

    @property
    def stand(self) -> Stand | None:
        """Where it ends, where that is entered."""
        if self.x is None or self.y is None or self.facing is None:
            return None
        return Stand(self.x, self.y, self.facing)


@event("xwing.ShipMoved")
@frozen(kw_only=True)
class ShipMoved(AtPlace):
    """The ship moved to this place. template: as in `MoveEntered`.

    stopped: ships in its way, which stop it where it last fits; over: ships and objects that it overlaps where it
    stands; through: objects that its template lies on. off, turned: mm and degrees, as decimals, between the place that
    was entered and the end of the template; empty if they are the same. dial: the template on its dial, if that is
    another one. Rule: rules.md, Templates.
    """

    entered: ClassVar[bool] = False

    template: str
    stopped: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    through: tuple[str, ...] = ()
    off: str = ""
    turned: str = ""
    dial: str = ""

    def apply(self, board: "Board") -> None:
        """It stands there, and its dial is taken away."""
        super().apply(board)
        board.ships[self.ship].shows = None


@event("xwing.TurretRotated")
@frozen(kw_only=True)
class TurretRotated(OfShip):
    """`rotate left,right`. points: the standard arcs it points toward now, in order; ruling: empty, or the ruling.

    Rule: rules.md, Turrets.
    """

    points: tuple[str, ...]
    ruling: str = ""

    def apply(self, board: "Board") -> None:
        """Its turret points there."""
        board.ships[self.ship].points = self.points
