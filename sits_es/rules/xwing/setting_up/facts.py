"""What a game begins with: the table, what lies on it, and each ship as its card and its token say."""

from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from attrs import field, frozen

from sits_es.events import Event, event
from sits_es.rules.xwing.sums.bases import read_base
from sits_es.rules.xwing.sums.numbers import is_number, plainly
from sits_es.rules.xwing.sums.objects import Lying
from sits_es.rules.xwing.weapons import TurretKind, Weapon
from sits_es.sentences import listed

if TYPE_CHECKING:
    from sits_es.rules.xwing.board import Board


@event("xwing.TableLaid")
@frozen(kw_only=True)
class TableLaid(Event):
    """The size of the table. width, height: decimals in mm, above 0; the table's middle is at 0,0. Rule: house."""

    width: str = field(validator=is_number)
    height: str = field(validator=is_number)

    def apply(self, board: "Board") -> None:
        """It is the table that is played on."""
        board.table = self

    @property
    def reach(self) -> str:
        """Its lower left and upper right corner, in words."""
        ends = [Decimal(side) / 2 for side in (self.width, self.height)]
        low, high = (",".join(plainly(sign * end) for end in ends) for sign in (-1, 1))
        return f"from {low} to {high}"

    def holds(self, x: str, y: str) -> bool:
        """Whether a place is on it, its edges included."""
        return abs(Decimal(x)) <= Decimal(self.width) / 2 and abs(Decimal(y)) <= Decimal(self.height) / 2


ObjectKind = Literal["asteroid", "debris", "device"]


@event("xwing.ObjectLaid")
@frozen(kw_only=True)
class ObjectLaid(Event):
    """Something other than a ship lies on the table. name: its own; kind: asteroid, debris or device.

    corners: of a polygon, in order, each its x and y as decimals in mm, empty for a circle. x, y: of a circle's middle,
    in mm; radius: of a circle, in mm, above 0. Rule: rules.md, Objects.
    """

    name: str
    kind: ObjectKind
    corners: tuple[tuple[str, str], ...] = ()
    x: str = field(default="0", validator=is_number)
    y: str = field(default="0", validator=is_number)
    radius: str = field(default="0", validator=is_number)

    def apply(self, board: "Board") -> None:
        """It lies there."""
        board.objects[self.name] = self

    @property
    def lying(self) -> Lying:
        """Its shape on the table."""
        corners = tuple((float(x), float(y)) for x, y in self.corners)
        return Lying(corners, (float(self.x), float(self.y)), float(self.radius))

    @property
    def where(self) -> str:
        """Its shape in words."""
        if self.corners:
            return f"corners at {listed(f'{x},{y}' for x, y in self.corners)}"
        return f"{self.radius} mm round {self.x},{self.y}"


@event("xwing.ShipListed")
@frozen(kw_only=True)
class ShipListed(Event):
    """A ship takes part.

    base: small, medium, large, or a huge base's WIDTHxLENGTH in mm; half_angle: degrees from the bow to each of a huge
    base's arc lines, otherwise None. shaded: the shaded arcs of its token. turret: its turret arc indicator, None
    without one; points: the standard arcs that it points toward from set-up on, in order. shields: 0 up; hull: 1 up;
    dial: the templates on its dial, empty if that is not known. Rule: rules.md, Turrets, Firing arcs.
    """

    ship: str
    player: str
    side: str
    base: str
    half_angle: str | None
    shaded: tuple[str, ...]
    turret: TurretKind | None
    points: tuple[str, ...]
    weapons: tuple[Weapon, ...]
    shields: int
    hull: int
    dial: tuple[str, ...] = ()

    def apply(self, board: "Board") -> None:
        """It is in the game, not placed yet. Raises a GameError for a base that none is."""
        read_base(self.base, self.half_angle)  # refuses what no base is: it would be missed on the map alone
        board.list(self)
