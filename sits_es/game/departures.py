"""Facts of who leaves a game and who comes back, in games whose terms say what happens when people fail.

Rule: house, for play by mail. A player who is out owes nothing: where others play on, their units drift or follow
their standing orders, exchange by exchange, as facts of their own say.
"""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from sits_es.events import Event, event
from sits_es.game.events import ExchangeFact, hexadecimal


@event("game.PlayersPutOut")
@frozen(kw_only=True)
class PlayersPutOut(ExchangeFact):
    """Players withheld their reveal of an exchange; a branch before it is the game, and they are out of it.

    players: who is out, until all others sign them in; by: who signed, all others who were in.
    """

    players: tuple[str, ...]
    by: tuple[str, ...]


@event("game.PlayerResigned")
@frozen(kw_only=True)
class PlayerResigned(ExchangeFact):
    """A player has resigned; from this exchange on, the first for which no seal of theirs holds, they are out."""

    player: str


@event("game.PlayerReadmitted")
@frozen(kw_only=True)
class PlayerReadmitted(ExchangeFact):
    """A player who was out takes part again, from the exchange after this one on. by: who signed it."""

    player: str
    by: tuple[str, ...]


@event("game.SeatTaken")
@frozen(kw_only=True)
class SeatTaken(ExchangeFact):
    """A seat has a new key, and maybe another person. name: theirs; key: public, in hexadecimal; by: who signed it."""

    player: str
    name: str
    key: str = field(validator=hexadecimal)
    by: tuple[str, ...]


@event("game.UmpireReplaced")
@frozen(kw_only=True)
class UmpireReplaced(ExchangeFact):
    """All players go on without an umpire who is silent, in a branch after the last event that they were told.

    old: the umpire's id, who looks on from here; new: who is the umpire now, None among peers; by: who signed it.
    """

    old: str
    new: str | None
    by: tuple[str, ...]


#: What is agreed about seats within an exchange; it comes between the seals and the reveals.
SEATS: Final[tuple[type[Event], ...]] = (PlayerResigned, PlayerReadmitted, SeatTaken)
#: What opens a branch, right after the fork.
OPENING: Final[tuple[type[Event], ...]] = (PlayersPutOut, UmpireReplaced)
