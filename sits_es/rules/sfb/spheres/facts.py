"""Mines, explosions and expanding spheres."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Entry, Fact, Order
from sits_es.rules.sfb.sums.places import Place

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board


@event("sfb.SphereOrdered")
@frozen(kw_only=True)
class SphereOrdered(Order):
    """`sphere 2.5 energy 10`: an expanding sphere of this radius. Rule: G23.41."""

    RULE = "G23.41"
    radius: int
    energy: int


@event("sfb.SphereEndOrdered")
@frozen(kw_only=True)
class SphereEndOrdered(Order):
    """`sphere off`. Rule: G23."""

    RULE = "G23.4"


@event("sfb.SphereEntered")
@frozen(kw_only=True)
class SphereEntered(Entry):
    """`sphere energy 4`: what a sphere has left by the printed rules; 0 ends it."""

    energy: int

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        radius = 0 if unit.sphere is None else unit.sphere[0]
        unit.sphere = (radius, self.energy) if self.energy else None


@event("sfb.MineTriggered")
@frozen(kw_only=True)
class MineTriggered(Fact):
    """A unit moved on schedule within a mine's zone.

    unit: the mine; by: name of the unit; die: 1 to 6, 0 where none was rolled; detonated: whether it goes off. Rule:
    M2.40.
    """

    unit: str
    by: str
    exact: int
    die: int
    detonated: bool

    def apply(self, board: "Board") -> None:
        if self.detonated:
            board.units[self.unit].gone = "detonated"


@event("sfb.ExplosionMade")
@frozen(kw_only=True)
class ExplosionMade(Fact):
    """Something exploded. source: the unit. Rule: D5.2, M2.50."""

    source: str
    place: Place
    strength: int
    cause: Literal["mine", "seeking", "loss"]


@event("sfb.ExplosionFelt")
@frozen(kw_only=True)
class ExplosionFelt(Fact):
    """What an explosion does to one unit.

    strength: what reaches it, less in a web, ten-thousandths of a point; damage: whole points. Rule: D5.2, G10.72.
    """

    unit: str
    source: str
    exact: int
    strength: int
    damage: int
    in_web: bool


@event("sfb.SphereFormed")
@frozen(kw_only=True)
class SphereFormed(Fact):
    """A unit formed an expanding sphere. Rule: G23.41."""

    unit: str
    radius: int
    energy: int

    def apply(self, board: "Board") -> None:
        board.units[self.unit].sphere = (self.radius, self.energy)


@event("sfb.SphereEnded")
@frozen(kw_only=True)
class SphereEnded(Fact):
    """The sphere is gone."""

    unit: str

    def apply(self, board: "Board") -> None:
        board.units[self.unit].sphere = None


@event("sfb.SphereStruck")
@frozen(kw_only=True)
class SphereStruck(Fact):
    """A unit met a sphere.

    unit: the sphere's ship; target: the unit that met it; strength: of the sphere, ten-thousandths of a point. before,
    after: km between the two. Rule: G23.41, G23.42.
    """

    unit: str
    target: str
    before: int
    after: int
    strength: int
