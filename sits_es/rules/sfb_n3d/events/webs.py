"""Facts of webs. Anchors are units or bodies by name, points numbers; strands join two of them."""

from __future__ import annotations

from typing import Literal

from attrs import frozen

from sits_es.events import Event, event
from sits_es.rules.sfb_n3d.sums.places import Place

WebKind = Literal["linear", "globular", "cast"]


@frozen
class Strand:
    """A strand between two, in the order in which it was laid.

    one, other: anchors or points by name; paid: km paid for, 0 up.
    """

    one: str
    other: str
    paid: int = 0


@frozen
class Point:
    """A point of a web that stays where it is. name: a number."""

    name: str
    place: Place


@event("sfb.WebPlaced")
@frozen(kw_only=True)
class WebPlaced(Event):
    """A web that is there from the beginning, or that was begun or cast.

    player: whose it is; kind: of web; points: those of its own; strands: in the order in which they were laid;
    strength: ten-thousandths of a point, 0 while it is laid. Rule: G10.11, G10.12.
    """

    web: str
    player: str
    kind: WebKind
    points: tuple[Point, ...] = ()
    strands: tuple[Strand, ...] = ()
    strength: int = 0


@event("sfb.StrandLaid")
@frozen(kw_only=True)
class StrandLaid(Event):
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


@event("sfb.PointLaid")
@frozen(kw_only=True)
class PointLaid(Event):
    """A point of a globular web, with the strand to it from `start`, the point or anchor before it. Rule: G10.12."""

    web: str
    unit: str
    point: str
    place: Place
    start: str
    length: int
    cost: int


@event("sfb.PointMoved")
@frozen(kw_only=True)
class PointMoved(Event):
    """A point was drawn inward to a ship. The six points of power don't count to the web's strength. Rule: G10.12."""

    web: str
    unit: str
    point: str
    place: Place


@event("sfb.WebPowered")
@frozen(kw_only=True)
class WebPowered(Event):
    """A web's strength: four times what players gave, once for a cast web; 35 at most. by: the unit. Rule: G10.3."""

    web: str
    by: str
    traditional: int
    strength: int


@event("sfb.PointsLost")
@frozen(kw_only=True)
class PointsLost(Event):
    """Points that were not held by two others when the web was powered. points: their names. Rule: G10.12."""

    web: str
    points: tuple[str, ...]


@event("sfb.AnchorLost")
@frozen(kw_only=True)
class AnchorLost(Event):
    """An anchor is gone. strands: those that are left, its neighbours joined. Rule: G10.117."""

    web: str
    anchor: str
    strands: tuple[Strand, ...]


@event("sfb.WebDissolved")
@frozen(kw_only=True)
class WebDissolved(Event):
    """The web is gone: fewer than two anchors are left, or its anchors parted before it was powered. Rule: G10.117."""

    web: str
    cause: Literal["anchors", "parted", "points"]


@event("sfb.UnitTrapped")
@frozen(kw_only=True)
class UnitTrapped(Event):
    """A unit is less than two hexes from a powered web. exact: km from its line. Rule: G10.51, G10.511."""

    unit: str
    web: str
    exact: int


@event("sfb.UnitFreed")
@frozen(kw_only=True)
class UnitFreed(Event):
    """A unit is in no web any more."""

    unit: str
