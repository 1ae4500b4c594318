"""What follows from what people entered: an attack with its proof, a ship that is lost, the entry itself."""

from __future__ import annotations

from attrs import field, frozen
from attrs.validators import ge, in_, optional

from sits_es.events import Event, event


@event("xwing.AttackDeclared")
@frozen(kw_only=True)
class AttackDeclared(Event):
    """An attack with the proof of its arc, as the ships stood when it was entered.

    attack: its number in the game, 1 up. arcs: every arc of the ship in which the target is; arc: the one attacked in,
    None for an attack by a ruling. range: 1 to 3, to the closest part of the target in that arc; of an attack by a
    ruling that of the bases, 0 where they touch, None beyond 3. Areas and lengths are worked out again when they are
    shown. Rule: rules.md, Range bands.
    """

    attack: int = field(validator=ge(1))
    ship: str
    target: str
    weapon: str
    arcs: tuple[str, ...]
    arc: str | None
    range: int | None = field(validator=optional(in_((0, 1, 2, 3))))


@event("xwing.ShipLost")
@frozen(kw_only=True)
class ShipLost(Event):
    """The ship has no hull left. Rule: house."""

    ship: str


@event("xwing.EntryCounted")
@frozen(kw_only=True)
class EntryCounted(Event):
    """The entry is complete. turn: the round, entry: of the round, each 1 up; last: whether the round is over."""

    turn: int = field(validator=ge(1))
    entry: int = field(validator=ge(1))
    last: bool = False
