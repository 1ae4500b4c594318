"""The points of globular webs."""

from typing import TYPE_CHECKING

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Fact, Order
from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.webs.facts import Strand

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board


@event("sfb.PointOrdered")
@frozen(kw_only=True)
class PointOrdered(Order):
    """`lay point at 3.2`, `lay point from Weaver at 3.2`: a point of a globular web where the unit is. Rule: G10.12.

    start: the anchor of a web's first point; None: it continues from the point laid last.
    """

    RULE = "G10.12"
    power: int
    start: str | None = None


@event("sfb.JoinOrdered")
@frozen(kw_only=True)
class JoinOrdered(Order):
    """`join point 3 of web-1 at 6`: a strand from the point laid last to another of the same web. Rule: G10.12."""

    RULE = "G10.12"
    web: str
    point: str
    power: int


@event("sfb.PointMoveOrdered")
@frozen(kw_only=True)
class PointMoveOrdered(Order):
    """`move point 3 of web-1`: inward to where the unit is, for six points of power. Rule: G10.12."""

    RULE = "G10.12"
    web: str
    point: str


@event("sfb.PointLaid")
@frozen(kw_only=True)
class PointLaid(Fact):
    """A point of a globular web, with the strand to it from `start`, the point or anchor before it. Rule: G10.12."""

    web: str
    unit: str
    point: str
    place: Place
    start: str
    length: int
    cost: int

    def apply(self, board: "Board") -> None:
        web = board.webs[self.web]
        web.points = {**web.points, self.point: self.place}
        web.strands = (*web.strands, Strand(self.start, self.point, self.length))
        board.units[self.unit].point = (self.web, self.point)


@event("sfb.PointMoved")
@frozen(kw_only=True)
class PointMoved(Fact):
    """A point was drawn inward to a ship. The six points of power don't add to the web's strength. Rule: G10.12."""

    web: str
    unit: str
    point: str
    place: Place

    def apply(self, board: "Board") -> None:
        web = board.webs[self.web]
        web.points = {**web.points, self.point: self.place}


@event("sfb.PointsLost")
@frozen(kw_only=True)
class PointsLost(Fact):
    """Points that were not held by two others when the web was powered. points: their names. Rule: G10.12."""

    web: str
    points: tuple[str, ...]

    def apply(self, board: "Board") -> None:
        web = board.webs[self.web]
        web.points = {name: place for name, place in web.points.items() if name not in self.points}
        web.strands = tuple(strand for strand in web.strands if not {strand.one, strand.other} & {*self.points})
        for unit in board.units.values():
            if unit.point is not None and unit.point[0] == self.web and unit.point[1] in self.points:
                unit.point = None
