"""Tractor links and transporters. What a link does to movement by the printed rules is entered by the players.

length: the longest that a link may be, km. Rule: house, after the flat game; G10.71.
"""

from typing import TYPE_CHECKING, Literal

from attrs import field, frozen
from attrs.validators import in_
from msgspec import Struct
from msgspec.structs import replace

from sits_es.events import event
from sits_es.rules.sfb.fact import Entry, Fact, Order
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.sums.words import hexes

if TYPE_CHECKING:
    from sits_es.rules.sfb.board import Board

#: Shields by number. Rule: C14.20.
SHIELDS = (1, 2, 3, 4, 5, 6)


class TractorLink(Struct, frozen=True):
    """A tractor link from a unit to its target. length: km at most; power: ten-thousandths of a point."""

    length: int
    power: int

    def __str__(self) -> str:
        return f"up to {hexes(self.length)}, power {written(self.power)}"


@event("sfb.TractorOrdered")
@frozen(kw_only=True)
class TractorOrdered(Order):
    """`tractor Hawk length 3 power 2`: a link with the length and power that the players' numbers allow.

    length: km. Rule: house.
    """

    RULE = "house, after the flat game; G10.71"
    target: str
    length: int
    power: int


@event("sfb.TractorEndOrdered")
@frozen(kw_only=True)
class TractorEndOrdered(Order):
    """`end tractor Hawk`. Rule: house."""

    RULE = "house, after the flat game"
    target: str


@event("sfb.TransportOrdered")
@frozen(kw_only=True)
class TransportOrdered(Order):
    """`transport "boarding party" to Hawk`. note: what is moved, in the player's words. Rule: house; G10.71."""

    RULE = "house, after the flat game; G10.71"
    note: str
    target: str


@event("sfb.TractorEntered")
@frozen(kw_only=True)
class TractorEntered(Entry):
    """`tractor Hawk power 1.5`: a link's power on its player's display; 0 ends it. Rule: house."""

    target: str
    power: int

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        if self.target in unit.tractors:
            unit.tractors = {**unit.tractors, self.target: replace(unit.tractors[self.target], power=self.power)}


@event("sfb.DisplacementEntered")
@frozen(kw_only=True)
class DisplacementEntered(Entry):
    """`displaced to 3,0.5,-1`: where a link moved or swung a unit, as the players settled it. Rule: house."""

    place: Place

    def apply(self, board: "Board") -> None:
        board.units[self.unit].place = self.place


@event("sfb.InertiaEntered")
@frozen(kw_only=True)
class InertiaEntered(Entry):
    """`inertia 0.5,0,0`: the inertia of a unit in a link, as the players settled it. Rule: house."""

    inertia: Inertia

    def apply(self, board: "Board") -> None:
        board.units[self.unit].inertia = self.inertia


@event("sfb.ShieldEntered")
@frozen(kw_only=True)
class ShieldEntered(Entry):
    """`shield 3 up`, `shield 3 down`: no transporter passes one that was entered as up.

    shield: its number, 1 to 6; up: whether it is up. Rule: house.
    """

    shield: int = field(validator=in_(SHIELDS))
    up: bool

    def apply(self, board: "Board") -> None:
        unit = board.units[self.unit]
        left = {*unit.shields} - {self.shield}
        unit.shields = tuple(sorted({*left, self.shield} if self.up else left))


@event("sfb.TractorLinked")
@frozen(kw_only=True)
class TractorLinked(Fact):
    """A tractor link holds. exact: km between the two. Rule: house."""

    unit: str
    target: str
    length: int
    power: int
    exact: int

    def apply(self, board: "Board") -> None:
        unit, target = board.units[self.unit], board.units[self.target]
        unit.tractors = {**unit.tractors, self.target: TractorLink(self.length, self.power)}
        target.held_by = tuple(sorted({*target.held_by, self.unit}))


@event("sfb.TractorHeld")
@frozen(kw_only=True)
class TractorHeld(Fact):
    """Linked units completed only part of their movement, so that no link became too long.

    part: ten-thousandths, 0 to 9,999. Rule: house.
    """

    units: tuple[str, ...]
    part: int


@event("sfb.TractorEnded")
@frozen(kw_only=True)
class TractorEnded(Fact):
    """A tractor link is over. Rule: house; G10.71 for a web between the two."""

    unit: str
    target: str
    cause: Literal["order", "power", "web", "gone"]

    def apply(self, board: "Board") -> None:
        unit, target = board.units[self.unit], board.units[self.target]
        unit.tractors = {name: link for name, link in unit.tractors.items() if name != self.target}
        target.held_by = tuple(name for name in target.held_by if name != self.unit)


@event("sfb.Transported")
@frozen(kw_only=True)
class Transported(Fact):
    """Something was moved by transporter; the players enter what it does there.

    note: what, in the player's words; exact: km between the two. Rule: house; G10.71.
    """

    unit: str
    target: str
    note: str
    exact: int
