"""Facts of Entries: those that people enter, and what follows from them."""

from __future__ import annotations

from attrs import frozen

from sits_es.events import Event, event


@frozen(kw_only=True)
class _OfFighter(Event):
    """Something of one fighter, by its name."""

    fighter: str


@event("entries.FighterListed")
@frozen(kw_only=True)
class FighterListed(_OfFighter):
    """A fighter takes part. shields, hull: 0 up and 1 up."""

    player: str
    side: str
    shields: int
    hull: int


@event("entries.FighterPlaced")
@frozen(kw_only=True)
class FighterPlaced(_OfFighter):
    """Entered: the fighter stands on a field of the table, columns 1 up and rows 1 up."""

    column: int
    row: int


@event("entries.AttackDeclared")
@frozen(kw_only=True)
class AttackDeclared(_OfFighter):
    """Entered: it attacks, and these hits are left after the dice on the table."""

    target: str
    hits: int


@event("entries.DamageTaken")
@frozen(kw_only=True)
class DamageTaken(_OfFighter):
    """Entered: damage on one's own display, from an asteroid or the like."""

    damage: int


@event("entries.RoundEnded")
@frozen(kw_only=True)
class RoundEnded(_OfFighter):
    """Entered: the fighter has nothing more to do in this round."""


@event("entries.ShieldsLost")
@frozen(kw_only=True)
class ShieldsLost(_OfFighter):
    """Follows: shields took this much."""

    number: int


@event("entries.HullLost")
@frozen(kw_only=True)
class HullLost(_OfFighter):
    """Follows: the hull took this much."""

    number: int


@event("entries.FighterLost")
@frozen(kw_only=True)
class FighterLost(_OfFighter):
    """Follows: no hull is left."""


@event("entries.EntryCounted")
@frozen(kw_only=True)
class EntryCounted(Event):
    """The entry is complete: the game goes on at the next, or in the next round once everybody is through."""

    turn: int
    entry: int
