"""A game's record as the post office needs it: where each exchange ended, and where seals became void."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from sits_es.game.events import (
    DeadlineSet,
    ExchangeVoided,
    GameClaimed,
    GameForked,
    GameStarted,
    OrdersSealed,
    SegmentClosed,
)
from sits_es.game.fold import Fold
from sits_es.game.moments import Moment
from sits_es.game.state import Game
from sits_es.mail.packet import LastEvent
from sits_es.rules.system import System
from sits_es.service.session import Session
from sits_es.store import Recorded

#: What can be the first thing that players bring about.
_FIRST = (OrdersSealed, ExchangeVoided, GameClaimed, GameForked)


@frozen(kw_only=True)
class Chain:
    """The record of one branch. digests: of its events, in order; owed: version -> the exchange owed behind it.

    resets: versions of events that make every seal void whose sender had not seen them: stops, voids, the fork.
    shared: the last event that every replica writes by itself, before the first seal of the branch.
    beginning: the last event before anybody did anything, the same for all who have the invitation and the start.
    deadlines: version and turn of each deadline on the record.
    """

    name: str
    fold: Fold = field(repr=False)
    digests: tuple[str, ...] = field(repr=False)
    owed: dict[int, Moment] = field(repr=False)
    resets: tuple[int, ...] = ()
    shared: int = 0
    beginning: int = 0
    deadlines: tuple[tuple[int, int], ...] = ()

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.fold.game

    @property
    def rules(self) -> System:
        """The rule system."""
        return self.fold.system

    @property
    def head(self) -> LastEvent:
        """The last event."""
        return LastEvent(len(self.digests) - 1, self.digests[-1])

    def holds(self, head: LastEvent) -> bool:
        """Whether the record holds this very event at this place, and no exchange was being played there."""
        return head.version in self.owed and self.digests[head.version] == head.digest

    @property
    def mark(self) -> str | None:
        """The game's mark, by which its packets are told from those of another game of the same name."""
        found = self.game.terms.get("mark")
        return found if isinstance(found, str) else None

    def deadline_before(self, version: int, turn: int) -> bool:
        """Whether a deadline for the turn stood on the record at an event."""
        return any(at <= version and of == turn for at, of in self.deadlines)

    def void_before(self, version: int) -> int:
        """The last event up to `version` that made seals void; -1 when there is none."""
        return max((reset for reset in self.resets if reset <= version), default=-1)


def chain_of(session: Session, name: str) -> Chain:
    """Read a branch's record."""
    record = session.events(name)
    fold = session.fold(name)
    owed, resets = _places(record, fold.system)
    return Chain(
        name=name,
        fold=fold,
        digests=tuple(each.digest for each in record),
        owed=owed,
        resets=tuple(sorted(resets)),
        shared=_shared(record),
        beginning=next((each.version for each in record if isinstance(each.event, _FIRST)), len(record)) - 1,
        deadlines=tuple(
            (recorded.version, recorded.event.turn) for recorded in record if isinstance(recorded.event, DeadlineSet)
        ),
    )


def _shared(record: Sequence[Recorded]) -> int:
    """The last event before the first seal behind the start, or behind the last fork."""
    shared, counting = 0, True
    for recorded in record:
        if isinstance(recorded.event, GameForked):
            counting = True
        elif isinstance(recorded.event, OrdersSealed):
            counting = False
        if counting:
            shared = recorded.version
    return shared


def _places(record: Sequence[Recorded], rules: System) -> tuple[dict[int, Moment], list[int]]:
    owed: dict[int, Moment] = {}
    resets: list[int] = []
    moment: Moment | None = None
    playing = stopped = False
    for recorded in record:
        fact, version = recorded.event, recorded.version
        if isinstance(fact, GameStarted):
            moment = Moment()
        elif isinstance(fact, GameForked):
            moment, playing, stopped = Moment(fact.turn, fact.segment), False, False
            resets.append(version)
        elif isinstance(fact, OrdersSealed):
            playing = True
        elif isinstance(fact, ExchangeVoided):
            resets.append(version)
        elif isinstance(fact, SegmentClosed):
            moment, playing = Moment(fact.turn, fact.segment).next(len(rules.steps)), False
            if stopped:
                resets.append(version)
            stopped = False
        elif rules.stops(fact):
            stopped = True
        if moment is not None and not playing:
            owed[version] = moment
    return owed, resets
