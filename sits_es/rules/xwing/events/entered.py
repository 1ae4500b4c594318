"""What people enter: what they have done at their table, each fact of one of their own ships."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen
from attrs.validators import ge

from sits_es.events import Event, event
from sits_es.rules.xwing.sums.numbers import is_number


@frozen(kw_only=True)
class OfShip(Event):
    """Something that is entered of a ship, by its name."""

    ship: str


@frozen(kw_only=True)
class _AtPlace(OfShip):
    """x, y: of the middle of its base, to the right and up the table, in mm; facing: in degrees, 0 to below 360."""

    x: str = field(validator=is_number)
    y: str = field(validator=is_number)
    facing: str = field(validator=is_number)


@event("xwing.ShipPlaced")
@frozen(kw_only=True)
class ShipPlaced(_AtPlace):
    """`place at -40,12.5 facing 30`: the ship is put on the table; also of a scenario that says where it begins."""


@event("xwing.ShipMoved")
@frozen(kw_only=True)
class ShipMoved(_AtPlace):
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


@event("xwing.AttackEntered")
@frozen(kw_only=True)
class AttackEntered(OfShip):
    """`attack Hawk with lasers`. ruling: empty, or the ruling by which it is made where these rules have no answer."""

    target: str
    weapon: str
    ruling: str = ""


@frozen(kw_only=True)
class _OnDisplay(OfShip):
    """shields, hull: how many, 0 up, one of them at least."""

    shields: int = field(validator=ge(0))
    hull: int = field(validator=ge(0))


@event("xwing.DamageEntered")
@frozen(kw_only=True)
class DamageEntered(_OnDisplay):
    """`lose 2 shields 1 hull`."""


@event("xwing.DamageRegained")
@frozen(kw_only=True)
class DamageRegained(_OnDisplay):
    """`regain 1 shield`."""


@frozen(kw_only=True)
class _Said(OfShip):
    """text: a player's own words, on one line."""

    text: str


@event("xwing.CriticalEntered")
@frozen(kw_only=True)
class CriticalEntered(_Said):
    """`critical: TEXT`: a critical hit, in the words of its card."""


@event("xwing.NoteEntered")
@frozen(kw_only=True)
class NoteEntered(_Said):
    """`note: TEXT`: anything else that is to be on record."""


@event("xwing.ShipRemoved")
@frozen(kw_only=True)
class ShipRemoved(_Said):
    """`remove: TEXT`: it is off the table, destroyed or fled. text: why, which may be empty."""


@event("xwing.DisputeEntered")
@frozen(kw_only=True)
class DisputeEntered(_Said):
    """`dispute 1: TEXT`. attack: its number, 1 up; the ship is any of whoever disputes it. Rule: house."""

    attack: int = field(validator=ge(1))


@event("xwing.RulingEntered")
@frozen(kw_only=True)
class RulingEntered(_Said):
    """`ruling 1 stands: TEXT`, `ruling 1 does not stand: TEXT`. attack: a disputed one, by its number. Rule: house."""

    attack: int = field(validator=ge(1))
    stands: bool


@event("xwing.RoundEndEntered")
@frozen(kw_only=True)
class RoundEndEntered(OfShip):
    """`end round`: the round is over with this entry."""


#: Everything that people enter.
ENTRIES: Final[tuple[type[OfShip], ...]] = (
    ShipPlaced,
    ShipMoved,
    TurretRotated,
    AttackEntered,
    DamageEntered,
    DamageRegained,
    CriticalEntered,
    NoteEntered,
    ShipRemoved,
    DisputeEntered,
    RulingEntered,
    RoundEndEntered,
)
