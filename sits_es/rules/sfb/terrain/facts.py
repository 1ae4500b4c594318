"""Planets, rings, asteroids and black holes."""

from typing import TYPE_CHECKING, Final, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact
from sits_es.rules.sfb.sums.places import Place

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board

TerrainKind = Literal["planet", "gas giant", "moon", "star", "ring", "asteroid", "hole"]

#: Bodies that are solid, or as good as: who is nearer than their radius has collided or landed, and nobody fires
#: through them; asteroid hexes and rings are not solid enough. Rule: P2.1, P2.231; stars by house.
SOLID: Final = ("planet", "gas giant", "moon", "star")

#: Bodies that hold a web. Rule: G10.11, house.
HOLDING: Final = ("planet", "gas giant", "moon", "asteroid")


@event("sfb.TerrainPlaced")
@frozen(kw_only=True)
class TerrainPlaced(Fact):
    """A body on the map.

    name: its name; kind: of body; radius, atmosphere, inner, thick: thirds of a kilometre, 0 for none; size: of a black
    hole, ten-thousandths; class_m: whether it is of class M. A ring lies level around its middle, from `inner` to
    `radius`, `thick` above and below. Rule: P2, P3.11, P4.
    """

    name: str
    kind: TerrainKind
    place: Place
    radius: int = 0
    atmosphere: int = 0
    inner: int = 0
    thick: int = 0
    size: int = 0
    class_m: bool = False

    def apply(self, board: "Board") -> None:
        board.bodies[self.name] = self


@event("sfb.FieldLaid")
@frozen(kw_only=True)
class FieldLaid(Fact):
    """Dice have laid the asteroid field. number: how many asteroids. Rule: P3.11."""

    number: int

    def apply(self, board: "Board") -> None:
        board.field = ""


@event("sfb.PlanetReached")
@frozen(kw_only=True)
class PlanetReached(Fact):
    """A unit has collided with a body or landed: it is within the body's radius. exact: km. Rule: P2.1, P2.231."""

    unit: str
    body: str
    exact: int

    def apply(self, board: "Board") -> None:
        board.enter(self.unit, self.body)


@event("sfb.AtmosphereEntered")
@frozen(kw_only=True)
class AtmosphereEntered(Fact):
    """A unit is within the radius of the atmosphere. exact: km. Rule: P2.1."""

    unit: str
    body: str
    exact: int

    def apply(self, board: "Board") -> None:
        board.enter(self.unit, self.body)


@event("sfb.BodyLeft")
@frozen(kw_only=True)
class BodyLeft(Fact):
    """A unit is clear of a body, or of its atmosphere, again."""

    unit: str
    body: str

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        unit.inside = tuple(body for body in unit.inside if body != self.body)


@event("sfb.HazardMet")
@frozen(kw_only=True)
class HazardMet(Fact):
    """A unit is in a ring or among asteroids in an impulse in which it is scheduled to move. die: 1 to 6.

    The printed rules say what the die does. Rule: P2.223, P3.12, P3.2.
    """

    unit: str
    body: str
    die: int
