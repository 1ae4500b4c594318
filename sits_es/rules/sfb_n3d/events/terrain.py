"""Facts of planets, rings, asteroids and black holes."""

from __future__ import annotations

from typing import Final, Literal

from attrs import frozen

from sits_es.events import Event, event
from sits_es.rules.sfb_n3d.sums.places import Place

TerrainKind = Literal["planet", "gas giant", "moon", "star", "ring", "asteroid", "hole"]

#: Bodies that are solid, or as good as: who is nearer than their radius has collided or landed, and nobody fires
#: through them; asteroid hexes and rings are not solid enough. Rule: P2.1, P2.231; stars by house.
SOLID: Final = ("planet", "gas giant", "moon", "star")
#: Bodies that hold a web. Rule: G10.11, house.
HOLDING: Final = ("planet", "gas giant", "moon", "asteroid")
#: Bodies that a ship can orbit, planets or others (P8.41); a ring and a black hole are not among them (house).
ORBITED: Final = ("planet", "gas giant", "moon", "star", "asteroid")


@event("sfb.TerrainPlaced")
@frozen(kw_only=True)
class TerrainPlaced(Event):
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


@event("sfb.FieldLaid")
@frozen(kw_only=True)
class FieldLaid(Event):
    """The asteroid field that dice were to make is there. number: how many asteroids. Rule: P3.11."""

    number: int


@event("sfb.PlanetReached")
@frozen(kw_only=True)
class PlanetReached(Event):
    """A unit is nearer to a body's middle than its radius: it has collided or landed. exact: km. Rule: P2.1, P2.231."""

    unit: str
    body: str
    exact: int


@event("sfb.AtmosphereEntered")
@frozen(kw_only=True)
class AtmosphereEntered(Event):
    """A unit is nearer than the radius of the atmosphere. exact: km. Rule: P2.1."""

    unit: str
    body: str
    exact: int


@event("sfb.BodyLeft")
@frozen(kw_only=True)
class BodyLeft(Event):
    """A unit is away again from a body, or from its atmosphere."""

    unit: str
    body: str


@event("sfb.HazardMet")
@frozen(kw_only=True)
class HazardMet(Event):
    """A unit is in a ring or among asteroids in an impulse in which it is scheduled to move. die: 1 to 6.

    What the die does stands in the printed rules. Rule: P2.223, P3.12, P3.2.
    """

    unit: str
    body: str
    die: int
