"""Where in a game an event stands: the turn and the exchange of orders that it belongs to."""

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

#: Facts that say themselves which exchange they belong to; it is not over with them.
SAYING = (OrdersSealed, OrdersRevealed, SeedMade, GameForked)
#: Facts that belong to the exchange that has just been closed.
CLOSING = (TurnClosed, GameEnded)


@frozen
class Place:
    """An exchange of a game. turn from 1, segment from 1 up to the system's last step; set-up is 0 and 0.

    closed: all that belongs to it has happened, so that what comes next belongs to the one after it.
    """

    turn: int = 0
    segment: int = 0
    closed: bool = False

    def owed(self, steps: int) -> Place:
        """The exchange that is at hand: this one, or once it is closed the next. steps: exchanges of a turn, 1 up."""
        if not self.closed:
            return self
        if self.turn and self.segment < steps:
            return Place(self.turn, self.segment + 1)
        return Place(self.turn + 1, 1)


#: Before the first exchange.
SET_UP = Place()

#: All other facts belong to the exchange at hand; they are nearly all there are.
_MOVING = frozenset({GameStarted, SegmentClosed, *SAYING, *CLOSING})


def place_of(event: Event, before: Place, steps: int) -> Place:
    """The place of an event whose predecessor stood at `before`. steps: exchanges of a turn, 1 up."""
    if type(event) not in _MOVING:
        return before.owed(steps) if before.closed else before
    match event:
        case SegmentClosed(turn=turn, segment=segment):
            return Place(turn, segment, closed=True)
        case _ if isinstance(event, SAYING):
            return Place(event.turn, event.segment)
        case GameStarted():
            return evolve(before, closed=True)
        case _ if isinstance(event, CLOSING):
            return before
    return before.owed(steps)
