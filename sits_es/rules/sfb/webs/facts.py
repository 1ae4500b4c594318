"""Webs. Anchors are units or bodies by name, points numbers; strands join two of them."""

from typing import TYPE_CHECKING, Literal

from attrs import frozen

from sits_es.events import event
from sits_es.rules.sfb.fact import Entry, Fact, Order
from sits_es.rules.sfb.sums.places import Place
from sits_es.values import Value

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board

WebKind = Literal["linear", "globular", "cast"]


@frozen
class Strand(Value):
    """A strand between two, in the order in which it was laid.

    one, other: anchors or points by name; paid: km paid for, 0 up.
    """

    one: str
    other: str
    paid: int = 0


@frozen
class Point(Value):
    """A point of a web that stays where it is. name: a number."""

    name: str
    place: Place


@event("sfb.WebOrdered")
@frozen(kw_only=True)
class WebOrdered(Order):
    """`lay web to Weaver at 6.6`: power for a strand between the two. to: name of the other anchor. Rule: G10.211."""

    RULE = "G10.211"
    to: str
    power: int


@event("sfb.WebPowerOrdered")
@frozen(kw_only=True)
class WebPowerOrdered(Order):
    """`power web-1 to 3.5`: the strength by the printed rules, which the players work out. Rule: G10.3."""

    RULE = "G10.3"
    web: str
    traditional: int


@event("sfb.AnchorDropOrdered")
@frozen(kw_only=True)
class AnchorDropOrdered(Order):
    """`drop web-1`: the unit is no longer an anchor of it. Rule: G10.117."""

    RULE = "G10.117"
    web: str


@event("sfb.CastOrdered")
@frozen(kw_only=True)
class CastOrdered(Order):
    """`cast web from 0,0,0 to 1,0,0 strength 12`: by the caster's own chart.

    start, end: places, in km. Rule: G10, note on web casters.
    """

    RULE = "G10, note on web casters"
    start: Place
    end: Place
    strength: int


@event("sfb.WebEntered")
@frozen(kw_only=True)
class WebEntered(Entry):
    """`web web-1 is 2.5`: a web's strength as the printed rules leave it; here it counts four times, a cast web's once.

    The unit is any unit of the web's owner. Rule: G10.3.
    """

    web: str
    traditional: int


@event("sfb.WebPlaced")
@frozen(kw_only=True)
class WebPlaced(Fact):
    """A web existed at the start, or was begun or cast.

    player: whose it is; kind: of web; points: those of its own; strands: in the order in which they were laid;
    strength: ten-thousandths of a point, 0 while it is laid. Rule: G10.11, G10.12.
    """

    web: str
    player: str
    kind: WebKind
    points: tuple[Point, ...] = ()
    strands: tuple[Strand, ...] = ()
    strength: int = 0

    def apply(self, board: "Board") -> None:
        board.lay(self)


@event("sfb.StrandLaid")
@frozen(kw_only=True)
class StrandLaid(Fact):
    """A strand was laid or grew.

    one, other: anchors or points by name; length: km now; cost: what this length, or this growth, took, ten-thousandths
    of a point; by: who paid, and what each gave, in ten-thousandths of a point, in order. Rule: G10.211.
    """

    web: str
    one: str
    other: str
    length: int
    cost: int
    by: tuple[tuple[str, int], ...]

    def apply(self, board: "Board") -> None:
        web = board.webs[self.web]
        ends = {self.one, self.other}
        others = tuple(strand for strand in web.strands if {strand.one, strand.other} != ends)
        web.strands = (*others, Strand(self.one, self.other, self.length))


@event("sfb.WebPowered")
@frozen(kw_only=True)
class WebPowered(Fact):
    """A web's strength: four times what players gave, a cast web's just that; at most 35. by: the unit. Rule: G10.3."""

    web: str
    by: str
    traditional: int
    strength: int

    def apply(self, board: "Board") -> None:
        board.webs[self.web].strength = self.strength


@event("sfb.AnchorLost")
@frozen(kw_only=True)
class AnchorLost(Fact):
    """A web lost an anchor. strands: those left, with the anchor's neighbours joined. Rule: G10.117."""

    web: str
    anchor: str
    strands: tuple[Strand, ...]

    def apply(self, board: "Board") -> None:
        board.webs[self.web].strands = self.strands


@event("sfb.WebDissolved")
@frozen(kw_only=True)
class WebDissolved(Fact):
    """The web is gone: fewer than two anchors are left, its anchors parted before it was powered, or no point is left.

    Rule: G10.117.
    """

    web: str
    cause: Literal["anchors", "parted", "points"]

    def apply(self, board: "Board") -> None:
        del board.webs[self.web]
        for unit in board.units.values():
            if unit.point is not None and unit.point[0] == self.web:
                unit.point = None


@event("sfb.UnitTrapped")
@frozen(kw_only=True)
class UnitTrapped(Fact):
    """A unit is less than two hexes from a powered web. exact: km from its line. Rule: G10.51, G10.511."""

    unit: str
    web: str
    exact: int

    def apply(self, board: "Board") -> None:
        board.units[self.unit].trapped = self.web


@event("sfb.UnitFreed")
@frozen(kw_only=True)
class UnitFreed(Fact):
    """A unit is no longer in a web."""

    unit: str

    def apply(self, board: "Board") -> None:
        board.units[self.unit].trapped = None
