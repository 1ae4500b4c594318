"""A game's record cut into its exchanges of orders: where each opened and what it brought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from sits_es.errors import NotNowError
from sits_es.events import Event
from sits_es.game.events import GameForked, GameStarted, OrdersSealed, RulingMade, SegmentClosed
from sits_es.game.moments import Moment
from sits_es.store import Recorded


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


def exchanges(record: Iterable[Recorded], steps: Sequence[str]) -> list[Exchange]:
    """The exchanges of a branch in order; the last is the one whose orders are owed. Empty before the start.

    An exchange that the parent went on with and a fork plays anew is listed once, as the fork has it.
    """
    found: dict[Moment, Exchange] = {}
    moment: Moment | None = None
    first: int | None = None
    version = -1
    for version, fact in ((recorded.version, recorded.event) for recorded in record):
        if isinstance(fact, GameStarted):
            moment = Moment()
        elif isinstance(fact, GameForked):
            moment, first = Moment(fact.turn, fact.segment), None
        elif isinstance(fact, OrdersSealed) and first is None and moment is not None:
            first = version
            found[moment] = Exchange(moment=moment, opened=version - 1, first=first, last=version)
        elif isinstance(fact, SegmentClosed) and moment is not None:
            moment, first = moment.next(steps), None
        if found and first is None and not isinstance(fact, GameForked | RulingMade):
            latest = next(reversed(found.values()))
            found[latest.moment] = Exchange(
                moment=latest.moment, opened=latest.opened, first=latest.first, last=version
            )
    if moment is not None:
        found[moment] = Exchange(moment=moment, opened=version)
    return list(found.values())


def exchange_at(listed: Sequence[Exchange], moment: Moment, steps: Sequence[str], game: str) -> Exchange:
    """The exchange of a moment. Raises NotNowError when the game has not come so far, with how far it has."""
    for exchange in listed:
        if exchange.moment == moment:
            return exchange
    if not listed:
        raise NotNowError(f"{game} has not begun.")
    raise NotNowError(
        f"{game} has not come to {moment.written(steps)}: it stands at {listed[-1].moment.written(steps)}."
    )


def events_of(record: Sequence[Recorded], exchange: Exchange) -> list[Event]:
    """The facts that an exchange brought, from a whole record."""
    if exchange.first is None or exchange.last is None:
        return []
    return [recorded.event for recorded in record[exchange.first : exchange.last + 1]]
