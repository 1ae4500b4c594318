"""Which exchange of orders a fact belongs to, and which is owed after it: the one walk along a record."""

from __future__ import annotations

from attrs import evolve, frozen

from sits_es.events import Event
from sits_es.game.events import (
    GameEnded,
    GameForked,
    GameStarted,
    OrdersRevealed,
    OrdersSealed,
    SeedMade,
    SegmentClosed,
    TurnClosed,
)
from sits_es.game.moments import Moment

#: Facts that say themselves which exchange they belong to; it is not over with them.
_SAYING = frozenset({OrdersSealed, OrdersRevealed, SeedMade, GameForked})
#: Facts that belong to the exchange that has just been closed.
_CLOSING = frozenset({TurnClosed, GameEnded})


@frozen(kw_only=True)
class Exchange:
    """One exchange. opened: version of the last event before its orders; first, last: of what it brought, or None.

    The facts that open the next exchange belong to the one that closed before them.
    """

    moment: Moment
    opened: int
    first: int | None = None
    last: int | None = None

    @property
    def played(self) -> bool:
        """Whether its orders are on record."""
        return self.first is not None


@frozen
class Walk:
    """How far along its exchanges a branch has come. place: the exchange that the last fact belongs to, None in set-up.

    closed: all that belongs to it has happened, so that what comes next belongs to the one after it; sealed: its first
    seal is on record, and it is not closed.
    """

    place: Moment | None = None
    closed: bool = False
    sealed: bool = False

    def owed(self, steps: int) -> Moment | None:
        """The exchange at hand: this one, or once it is closed the next. steps: exchanges of a turn, 1 up."""
        if not self.closed:
            return self.place
        return Moment() if self.place is None else self.place.next(steps)

    def past(self, fact: Event, steps: int) -> Walk:
        """The walk behind one more fact. steps: exchanges of a turn, 1 up."""
        kind = type(fact)
        if isinstance(fact, SegmentClosed):
            return Walk(Moment(fact.turn, fact.segment), closed=True)
        if kind in _SAYING:
            place = Moment(fact.turn, fact.segment)  # type: ignore[attr-defined]  # each of them says it
            return Walk(place, sealed=kind is OrdersSealed or (self.sealed and kind is not GameForked))
        if kind is GameStarted:
            return evolve(self, closed=True)
        if kind in _CLOSING or not self.closed:
            return self
        return Walk(self.owed(steps))
