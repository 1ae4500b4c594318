"""Which exchange of orders a fact belongs to, and which is owed after it: the one walk along a record."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from sits_es.events import Event
from sits_es.game.events import (
    ExchangeOpened,
    FactsRecorded,
    GameEnded,
    GameForked,
    GameStarted,
    OrdersRevealed,
    OrdersSealed,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.rules.moments import Moment

#: Facts that say themselves which exchange they belong to; it is not over with them.
_SAYING = (OrdersSealed, OrdersRevealed, SeedMade, GameForked, FactsRecorded, ExchangeOpened)
#: Facts that move the walk on; any other belongs where the one before it does, but is the first of the next exchange
#: once that one was closed. Only the game's end still belongs to the closed one.
_MOVING = frozenset({*_SAYING, SegmentClosed, GameStarted, TurnClosed})


class Exchange(Struct, frozen=True, kw_only=True):
    """One exchange, or one entry of recorded facts. opened: version of the last event before its orders.

    first, last: versions of its facts, or None. recorded: people entered facts, and nobody ordered anything.
    The facts that open the next exchange belong to the one that closed before them.
    """

    moment: Moment
    opened: int
    first: int | None = None
    last: int | None = None
    recorded: bool = False

    @property
    def played(self) -> bool:
        """Whether its orders are on record."""
        return self.first is not None


class Walk(Struct, frozen=True):
    """How far along its exchanges a branch has come. turn, segment: the step of the exchange of the last fact.

    Both are 0 in set-up. closed: all that belongs to it has happened, so that what comes next belongs to the one after
    it; sealed: its first seal is on record, and it is not closed; turn_over: the turn has ended with it.
    """

    turn: int = 0
    segment: int = 0
    closed: bool = False
    sealed: bool = False
    turn_over: bool = False

    @property
    def place(self) -> Moment | None:
        """The exchange that the last fact belongs to, None in set-up."""
        return Moment(self.turn, self.segment) if self.turn else None

    @property
    def owed(self) -> Moment | None:
        """The exchange at hand: this one, or once it is closed the next by its number; None in set-up."""
        place = self.place
        if not self.closed:
            return place
        if place is None:
            return Moment()
        return Moment(place.turn + 1, 1) if self.turn_over else Moment(place.turn, place.segment + 1)

    def past(self, fact: Event) -> Walk:
        """The walk after one more fact."""
        kind = type(fact)
        if kind not in _MOVING and (not self.closed or kind is GameEnded):
            return self
        if isinstance(fact, SegmentClosed):
            return Walk(fact.turn, fact.segment, closed=True)
        if isinstance(fact, _SAYING):
            sealed = kind is OrdersSealed or (self.sealed and kind not in _UNSEALED)
            return Walk(fact.turn, fact.segment, sealed=sealed)
        if kind is GameStarted:
            return Walk(self.turn, self.segment, closed=True)
        if kind is TurnClosed:
            return Walk(self.turn, self.segment, closed=self.closed, turn_over=True)
        owed = self.owed
        return self if owed is None else Walk(owed.turn, owed.segment)


#: Facts that say an exchange whose orders are not sealed yet.
_UNSEALED = frozenset({GameForked, FactsRecorded, ExchangeOpened})


def exchanges(facts: Iterable[tuple[int, Event]]) -> list[Exchange]:
    """The exchanges and entries of a stretch of a record, from its facts by version.

    What opens a fork belongs to none of them.
    """
    begun: list[tuple[Moment, int, bool]] = []
    ends: list[int] = []
    walk, going_on = Walk(), False
    for version, fact in facts:
        sealed, walk = walk.sealed, walk.past(fact)
        entered = isinstance(fact, FactsRecorded)
        if walk.place is not None and (entered or (walk.sealed and not sealed)):
            begun.append((walk.place, version, entered))
            ends.append(version)
            going_on = True
        elif isinstance(fact, GameForked):
            going_on = False
        elif going_on:
            ends[-1] = version
    return [
        Exchange(moment=moment, opened=first - 1, first=first, last=last, recorded=entered)
        for (moment, first, entered), last in zip(begun, ends, strict=True)
    ]
