"""A game's record as the protocol needs it: which exchange was owed after each event, and where seals became void."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

from attrs import Factory, define, evolve, field, frozen

from sits_es.events import Event
from sits_es.game.events import (
    DeadlineSet,
    ExchangeVoided,
    FactsRecorded,
    GameClaimed,
    GameForked,
    OrdersSealed,
    PlayerResigned,
    SegmentClosed,
)
from sits_es.game.exchanges import Walk
from sits_es.game.fold import Fold
from sits_es.game.state import Game
from sits_es.mail.packet import LastEvent
from sits_es.post.protocol.decided import Agreed
from sits_es.post.protocol.left_behind import LeftBehind, PutOut
from sits_es.post.protocol.terms import Terms, terms_of
from sits_es.rules.moments import Moment
from sits_es.rules.system import System

#: An event on record: its version, itself, and the digest of the record up to and with it, in hexadecimal.
Row = tuple[int, Event, str]

#: By which protocol this program plays: an invitation names it, so that a later one is refused in words.
PROTOCOL = 1

#: What can be the first thing that players do.
_FIRST = (OrdersSealed, FactsRecorded, ExchangeVoided, GameClaimed, GameForked)


@define
class _Entries:
    """Entries of facts along a record. before: moment -> the event before the first there; owed: the chain's own."""

    before: dict[Moment, int]
    owed: dict[int, Moment]
    inside: bool = False

    def take(self, version: int, fact: Event) -> None:
        """Go past one event: in the middle of an entry nothing is owed, and orders of its moment come after it."""
        if isinstance(fact, FactsRecorded):
            self.before.setdefault(Moment(fact.turn, fact.segment), version - 1)
        elif isinstance(fact, OrdersSealed):
            self.before.pop(Moment(fact.turn, fact.segment), None)
        if isinstance(fact, _FIRST):
            self.inside = isinstance(fact, FactsRecorded)
        elif self.inside:
            self.owed.pop(version - 1, None)


@frozen(kw_only=True)
class Chain:
    """The record of one branch. digests: of its events, in order; owed: version -> the exchange owed after it.

    name: the branch's id; called: what people see in its place.
    walk: how far along its exchanges it has come; stopped: whether a stop was met in the exchange under way.
    resets: versions of events that make every seal void whose sender had not seen them: stops, voids, the fork.
    shared: the last event that every replica writes by itself, before the first seal of the branch.
    beginning: the last event before anybody did anything, the same for all who have the invitation and the start.
    deadlines: version and turn of each deadline on record; entered: moment -> the last event before facts were entered
    there, where nobody sealed orders after it; returned: player -> the events that signed them in again;
    seated: player -> the events since each of which their seat has another key; past: the game as it stood after an
    earlier event.
    agreed: what was agreed on -> the exchange in which it went on record, the last one.
    put_out: how the branch began, where it plays an exchange again without some players; behind: version of each close
    of an exchange -> those whose seal it went on without; forked: branches that it has left, with their last event that
    it holds.
    """

    name: str
    fold: Fold = field(repr=False, eq=False)
    walk: Walk = field(factory=Walk)
    stopped: bool = False
    digests: tuple[str, ...] = field(default=(), repr=False)
    owed: Mapping[int, Moment] = field(factory=dict, repr=False)
    resets: tuple[int, ...] = ()
    shared: int = -1
    beginning: int = -1
    deadlines: tuple[tuple[int, int], ...] = ()
    entered: Mapping[Moment, int] = field(factory=dict, repr=False)
    returned: Mapping[str, tuple[int, ...]] = field(factory=dict)
    seated: Mapping[str, tuple[int, ...]] = field(factory=dict)
    agreed: Mapping[Agreed, Moment] = field(factory=dict, repr=False)
    past: Callable[[int], Game] | None = field(default=None, repr=False, eq=False)
    put_out: PutOut | None = None
    behind: Mapping[int, tuple[str, ...]] = field(factory=dict, repr=False)
    forked: Mapping[str, int] = field(factory=dict)
    called: str = field(default=Factory(lambda chain: chain.name, takes_self=True), eq=False)

    def extended(self, rows: Iterable[Row], fold: Fold) -> Chain:
        """The chain with the events that follow its own. fold: the game after them.

        Raises ValueError for events that do not follow.
        """
        stops = fold.system.stops
        walk, stopped, shared, beginning = self.walk, self.stopped, self.shared, self.beginning
        digests, owed, resets, deadlines = list(self.digests), dict(self.owed), [*self.resets], [*self.deadlines]
        entries = _Entries(dict(self.entered), owed)
        left = LeftBehind(dict(self.behind), self.put_out, dict(self.returned), dict(self.seated), dict(self.agreed))
        left_branches, moment = dict(self.forked), None if walk.sealed else walk.owed
        for version, fact, digest in rows:
            if version != len(digests):
                raise ValueError(f"event {version} of {self.name} does not follow event {len(digests) - 1}")
            digests.append(digest)
            before, walk = walk, walk.past(fact)
            if walk is not before:
                moment = None if walk.sealed else walk.owed
            if moment is not None:
                owed[version] = moment
            entries.take(version, fact)
            left.take(version, fact)
            forked, closed = isinstance(fact, GameForked), isinstance(fact, SegmentClosed)
            if forked or isinstance(fact, ExchangeVoided) or (closed and stopped):
                resets.append(version)
            if isinstance(fact, GameForked):
                left_branches[fact.parent] = fact.at_version
            stopped = not (forked or closed) and (stopped or stops(fact))
            if isinstance(fact, DeadlineSet):
                deadlines.append((version, fact.turn))
            if forked or (
                shared == version - 1 and not isinstance(fact, OrdersSealed | FactsRecorded | PlayerResigned)
            ):
                shared = version
            if beginning == version - 1 and not isinstance(fact, (*_FIRST, PlayerResigned)):
                beginning = version
        return evolve(
            self,
            fold=fold,
            walk=walk,
            stopped=stopped,
            digests=tuple(digests),
            owed=owed,
            resets=tuple(resets),
            shared=shared,
            beginning=beginning,
            deadlines=tuple(deadlines),
            entered=entries.before,
            returned=left.returned,
            seated=left.seated,
            agreed=left.agreed,
            put_out=left.put_out,
            behind=left.behind,
            forked=left_branches,
        )

    @property
    def game(self) -> Game:
        """The game as it stands."""
        return self.fold.game

    def game_at(self, version: int) -> Game:
        """The game as it stood after an event. Raises ValueError for an earlier one where nothing gives it."""
        if version == self.head.version:
            return self.game
        if self.past is None:
            raise ValueError(f"what {self.name} was after event {version} is not known here")
        return self.past(version)

    @cached_property
    def terms(self) -> Terms | None:
        """What the terms say of people who fail; None for a game that has none."""
        return terms_of(self.game)

    @property
    def rules(self) -> System:
        """The rule system."""
        return self.fold.system

    @cached_property
    def head(self) -> LastEvent:
        """The last event."""
        return LastEvent(len(self.digests) - 1, self.digests[-1])

    def holds(self, head: LastEvent) -> bool:
        """Whether the record holds this very event at this place, and no exchange was being played there."""
        return head.version in self.owed and self.digests[head.version] == head.digest

    def opened(self, moment: Moment) -> int:
        """The last event before the orders of an exchange, or before the facts entered at a moment that has no orders.

        Raises ValueError for one that was never owed.
        """
        if (before := self.entered.get(moment)) is not None:
            return before
        for version in range(len(self.digests) - 1, -1, -1):  # it is asked for of late exchanges
            if self.owed.get(version) == moment:
                return version
        raise ValueError(f"{moment} was never owed in {self.name}")

    @property
    def mark(self) -> str | None:
        """The game's mark, by which its packets are told from those of another game of the same name."""
        found = self.game.terms.get("mark")
        return found if isinstance(found, str) else None

    def deadline_before(self, version: int, turn: int) -> bool:
        """Whether a deadline for the turn was on record at an event."""
        return any(at <= version and of == turn for at, of in self.deadlines)

    def left_behind(self, version: int) -> tuple[str, ...]:
        """Those without whose seal the last exchange that was closed at an event went on, or who were out of it."""
        closed = max((at for at in self.behind if at <= version), default=None)
        return self.behind[closed] if closed is not None else ()

    def back_by(self, player: str, version: int) -> int:
        """The last event up to `version` that signed a player in again; -1 when there is none."""
        return max((at for at in self.returned.get(player, ()) if at <= version), default=-1)

    def seated_by(self, player: str, version: int) -> int:
        """The last event up to `version` that gave a player's seat another key; -1 when there is none."""
        return max((at for at in self.seated.get(player, ()) if at <= version), default=-1)

    def void_before(self, version: int) -> int:
        """The last event up to `version` that made seals void; -1 when there is none."""
        return max((reset for reset in self.resets if reset <= version), default=-1)


def chain_of(
    name: str,
    rows: Iterable[Row],
    fold: Fold,
    past: Callable[[int], Game] | None = None,
    called: str | None = None,
) -> Chain:
    """The chain of a branch from all its events. fold: the game after them; past: the game after an earlier one.

    called: what people see in place of the branch's name, where that is something else.
    """
    return Chain(name=name, fold=fold, past=past, called=called or name).extended(rows, fold)
