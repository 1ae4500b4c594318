"""Audits: bytes, links and checkpoints, and exchanges worked out again by the rules; of a game, or of whole stores."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, Self

from attrs import Factory, asdict, define, evolve, field, frozen

from sits_es.errors import GameError, NotAllowedError, NotNowError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, GameForked, OrdersSealed
from sits_es.game.exchanges import Exchange, exchanges
from sits_es.game.fold import Fold
from sits_es.game.state import pack
from sits_es.game.verify import STUMBLES, KeptSeed, check_exchange
from sits_es.sentences import counted
from sits_es.service.files import read_text
from sits_es.service.forks import Inheritance
from sits_es.service.progress import Progress, counter, silent
from sits_es.service.session import OpenGame, Session
from sits_es.service.snapshots import fingerprint
from sits_es.store import Branch, GameStore, Head, Recorded
from sits_es.store.audit import AuditReport
from sits_es.store.checkpoints import Checkpoint

#: Events that are worth the start of another process.
WORTH_A_PROCESS = 15_000
#: What a file of SQLite begins with, and how much of it is looked at for the name of a table.
_SQLITE: Final = b"SQLite format 3\0"
_BEGINNING: Final = 65536


@frozen
class Recomputation:
    """What was recomputed. exchanges: all; entries: those of them in which people only entered facts."""

    exchanges: int = 0
    entries: int = 0

    @classmethod
    def of(cls, run: Iterable[Exchange]) -> Self:
        """Count exchanges on record."""
        recorded = [exchange.recorded for exchange in run]
        return cls(len(recorded), sum(recorded))

    @property
    def said(self) -> str:
        """The number in words: `18 exchanges`, or `5 entries` where nothing was ordered."""
        if self._entered_alone:
            return "1 entry" if self.entries == 1 else f"{self.entries} entries"
        return counted(self.exchanges, "exchange")

    @property
    def sources(self) -> str:
        """What they were worked out from."""
        return "what was entered" if self._entered_alone else "orders, seals and dice"

    @property
    def _entered_alone(self) -> bool:
        return 0 < self.exchanges == self.entries


@frozen(kw_only=True)
class Findings(ABC):
    """What a check of a game found. faults: all that is wrong, in words; none for a sound game."""

    game: str
    faults: tuple[str, ...]

    def in_words(self) -> str:
        """For people."""
        return "\n".join(self.faults) or self.sound()

    @abstractmethod
    def sound(self) -> str:
        """What to say of a game without faults."""

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {"ok": not self.faults, **asdict(self)}


def finished_exchanges(opened: OpenGame, run: Sequence[Exchange]) -> list[Exchange]:
    """Exchanges without the last one, if later events are hidden: it can't be recomputed then."""
    end = opened.head.version
    if not opened.hides or not run or run[-1].last != end:
        return list(run)
    begins = (OrdersSealed, FactsRecorded, GameForked)
    (last,) = opened.facts(end, end)
    try:
        after = opened.store.read_one(opened.stream, end + 1)
    except GameError:
        return list(run[:-1])
    over = not isinstance(last, OrdersSealed) and (after is None or isinstance(after.event, begins))
    return list(run if over else run[:-1])


def require_finished(opened: OpenGame, run: Sequence[Exchange]) -> list[Exchange]:
    """The same. Raises NotNowError where no exchange is left."""
    found = finished_exchanges(opened, run)
    if not found:
        raise NotNowError(f"{opened.name}: nothing between those moments was finished then.")
    return found


def verify_exchanges(opened: OpenGame, run: Sequence[Exchange], done: Progress = silent) -> list[str]:
    """Everything in which exchanges that follow each other are not what the rules give; the chain is checked too.

    What comes before them is taken for granted; if they are the game's first, all events from #0 are checked.

    done: told of recomputed events.
    """
    first = run[0].opened
    after = -1 if first < opened.history.set_up else first
    record = opened.store.read(opened.stream, after=after, upto=run[-1].last)
    facts = {each.version: each.event for each in record}
    last = run[-1].last or first

    def seen(version: int, _: Fold) -> None:
        done(version - first, last - first)

    return derive(opened.name, opened.fold(first), run, facts, Inheritance(opened).seed, seen)


def derive(
    name: str,
    fold: Fold,
    run: Iterable[Exchange],
    facts: Mapping[int, Event],
    kept: KeptSeed,
    seen: Callable[[int, Fold], None] = lambda *_: None,
) -> list[str]:
    """Everything in which exchanges that follow each other are not what the rules give.

    fold: the game when the first of them opened; it is not changed. facts: by version; kept: seeds of the parent's
    exchanges; seen: called with the version after each exchange and the game there, which it must not change.
    """
    faults: list[str] = []
    done: int | None = None
    try:
        for exchange in run:
            if done is not None and done <= exchange.opened:
                # a fork begins between two exchanges
                fold = fold.copy().add_all(facts[version] for version in range(done, exchange.opened + 1))
            done = (exchange.last or exchange.opened) + 1
            recorded = [facts[version] for version in range(exchange.opened + 1, done)]
            redone = check_exchange(fold.game, recorded, kept)
            faults += [f"{name} {fault}" for fault in redone.faults]
            fold = redone.fold or fold.copy().add_all(recorded)
            seen(done - 1, fold)
    except STUMBLES as fault:
        if not faults:
            raise
        faults.append(
            f"{name}: what follows cannot be recomputed from such a record ({type(fault).__name__}: {fault})."
        )
    return faults


def sound_verdict(name: str, run: Sequence[Exchange]) -> str:
    """What to say when the exchanges have no faults."""
    done = Recomputation.of(run)
    return f"{name}: {done.said} recomputed from {done.sources}; every event is the same as on record."


@frozen(kw_only=True)
class GameAudit(Findings):
    """An audit of a game. faults: the first bad event, or everything that the rules give differently.

    recomputed: what was checked by the rules; dropped: how many snapshots did not match the record.
    """

    events: int
    head: str
    checkpoint: str
    recomputed: Recomputation
    dropped: int = field(default=0, kw_only=True)

    @property
    def exchanges(self) -> int:
        """How many were recomputed, entries included."""
        return self.recomputed.exchanges

    def sound(self) -> str:
        """Head and checkpoint, and what they rest on."""
        wrong = "did not match the record and was" if self.dropped == 1 else "did not match the record and were"
        saves = "it only saves time." if self.dropped == 1 else "they only save time."
        cache = f"{counted(self.dropped, 'snapshot')} {wrong} dropped; {saves}"
        lines = (
            f"{self.game}: {counted(self.events, 'event')}; every byte, link and digest is sound.",
            f"{self.recomputed.said} checked: recomputing from {self.recomputed.sources} gives the same events.",
            *([cache] if self.dropped else []),
            f"Head {self.head}",
            "Checkpoint, to keep or to mail (a later audit proves the record against it):",
        )
        return "\n".join(lines) + "\n" + self.checkpoint.rstrip("\n")

    def in_a_line(self) -> str:
        """The audit in a line, as one of many."""
        if self.faults:
            return "\n".join(self.faults)
        return f"{self.game}: {counted(self.events, 'event')} sound, {self.recomputed.said} recomputed."

    def as_json(self) -> dict[str, Any]:
        """For programs. exchanges: how many were recomputed, entries too; dropped: snapshots, where there were some."""
        told = {"ok": not self.faults, **asdict(self), "exchanges": self.exchanges}
        del told["recomputed"]
        dropped = told.pop("dropped")
        return told | {"dropped": dropped} if dropped else told


def audit_game(opened: OpenGame, checkpoints: Sequence[Path] = (), done: Progress = silent) -> GameAudit:
    """Check a game's bytes, and if they are sound recompute it by the rules.

    Snapshots are compared with the folded events, and dropped where they differ. Hidden events are left out. done: told
    of recomputed events.
    """
    name, store = opened.stream, opened.store
    record: list[Recorded] = []
    found = store.audit(name, [read_text(path) for path in checkpoints], seen=record.append)
    report = _upto(store, found, opened.head) if opened.hides else found
    del record[report.events :]
    if report.bad is not None:
        return game_audit(report, [str(report.bad)], Recomputation(), 0)
    facts = dict(enumerate(each.event for each in record))
    run = finished_exchanges(opened, exchanges(facts.items()))
    snapshots = Snapshots(store, name, upto=report.events - 1)

    def seen(version: int, fold: Fold) -> None:
        snapshots.compare(version, fold)
        done(version + 1, report.events)

    faults = _differences(opened.session, name, run, facts, snapshots, seen)
    return game_audit(report, faults, Recomputation.of(run), 0 if faults else snapshots.drop())


def _differences(
    session: Session,
    name: str,
    run: Sequence[Exchange],
    facts: Mapping[int, Event],
    snapshots: Snapshots,
    seen: Callable[[int, Fold], None],
) -> list[str]:
    """Everything in which a branch's facts, with or without those of its ancestors, are not what the rules give.

    facts: by version, their bytes sound; snapshots: those that match are noted.
    """
    after, first = min(facts) - 1, run[0].opened if run else max(facts)
    try:
        opened = session.open_game(name)
        before = None if after < 0 else opened.fold(after)
        fold = Fold() if before is None else before.copy()
        fold.add_all(facts[version] for version in range(after + 1, first + 1))
        faults = derive(name, fold, run, facts, Inheritance(opened).seed, seen)
        if not faults:
            snapshots.compare_others(facts, before)
    except GameError as fault:
        return list(fault.problems)
    except STUMBLES as fault:
        # bytes that are unsound later on in the branch are told instead
        return [f"{name}: it cannot be recomputed from such a record ({type(fault).__name__}: {fault})."]
    return faults


def _upto(store: GameStore, report: AuditReport, end: Head) -> AuditReport:
    """A report on a branch cut at an event."""
    if end.version >= report.events - 1:
        return report
    size = end.version + 1
    checkpoint = Checkpoint.parse(store.checkpoint(end.stream, size=size))
    confirmed = tuple(each for each in report.confirmed if each.size <= size)
    return evolve(report, events=size, digest=end.digest, checkpoint=checkpoint, confirmed=confirmed, bad=None)


class Snapshots:
    """The snapshots of a branch that this program would use, compared with the folded events."""

    def __init__(self, store: GameStore, stream: str, *, own: bool = False, upto: int | None = None) -> None:
        """own: leave out inherited ones; upto: leave out those after a later event."""
        self._store = store
        self._compared: set[int] = set()
        self._doubted = {
            each.snapshot.version: each
            for each in store.snapshots(stream)
            if each.snapshot.fingerprint == fingerprint()
            and (each.stream == stream or not own)
            and (upto is None or each.snapshot.version <= upto)
        }
        #: How many there are.
        self.count = len(self._doubted)

    @property
    def wrong(self) -> list[int]:
        """Versions of those that did not match."""
        return sorted(self._doubted)

    def compare(self, version: int, fold: Fold) -> None:
        """Note it if the snapshot after an event matches."""
        self._compared.add(version)
        found = self._doubted.get(version)
        if found is not None and found.holds and found.snapshot.state == pack(fold.game):
            del self._doubted[version]

    def compare_others(self, facts: Mapping[int, Event], before: Fold | None = None) -> None:
        """Compare those that were not taken at the end of an exchange, such as where a branch was opened.

        facts: by version; before: the game that they follow, which is not changed.
        """
        fold, upto = before.copy() if before is not None else Fold(), min(facts, default=0)
        for version in sorted(self._doubted.keys() - self._compared):
            if version in facts:
                fold.add_all(facts[each] for each in range(upto, version + 1))
                upto = version + 1
                self.compare(version, fold)

    def drop(self) -> int:
        """Drop those that did not match, and count them."""
        return self._store.drop_snapshots(self._doubted.values()) if self._doubted else 0


def game_audit(report: AuditReport, faults: Iterable[str], done: Recomputation, dropped: int) -> GameAudit:
    """The audit that a store's report and the rules give together."""
    found = tuple(faults)
    return GameAudit(
        game=report.stream,
        events=report.events,
        head=report.digest,
        checkpoint="" if found else str(report.checkpoint),
        recomputed=done,
        faults=found,
        dropped=dropped,
    )


@frozen
class Store:
    """A store of games. path: its file, or the player's folder with `server` for the record, where it is their own."""

    path: Path
    own: bool = False
    server: str | None = None

    def open(self) -> Session:
        """Open it: one's own with its snapshots, which an audit compares; any other as it lies, and nothing changes."""
        return Session.open(self.path, self.server) if self.own else Session.over(self.path)

    @property
    def name(self) -> str:
        """What people are shown."""
        return "the server" if self.server else str(self.path / "sits.db" if self.own else self.path)


@frozen(kw_only=True)
class StoreAudit:
    """What an audit of a store found. strays: what belongs to none of its games; refused: why it can't be read."""

    store: str
    games: tuple[GameAudit, ...] = ()
    strays: tuple[str, ...] = ()
    refused: str = ""

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.refused or self.strays or any(each.faults for each in self.games))

    def lines(self) -> Iterator[tuple[str, bool]]:
        """What is said of it, line by line, and whether each is good news."""
        for game in self.games:
            yield game.in_a_line(), not game.faults
        for bad in (*self.strays, *filter(None, [self.refused])):
            yield bad, False

    def as_json(self) -> dict[str, Any]:
        """For programs. refused: null where the store can be read."""
        return {
            "store": self.store,
            "ok": self.sound,
            "refused": self.refused or None,
            "games": [each.as_json() for each in self.games],
            "strays": list(self.strays),
        }


def stores_in(places: Sequence[Path]) -> list[Store]:
    """The stores at these places: each a store's file, or a folder in which they are looked for.

    Raises NotAllowedError for places where there is none, all of them at once.
    """
    found: list[Path] = []
    faults = []
    for place in places:
        stores = [place] if place.is_file() else sorted(path for path in place.rglob("*.db") if _is_store(path))
        if not stores:
            there = "no store of games" if place.exists() else "nothing"
            faults.append(f"There is {there} at {place}. Name a store's file, such as var/sits.db, or a folder.")
        found += stores
    if faults:
        raise NotAllowedError(faults)
    return [Store(path) for path in dict.fromkeys(found)]


def _is_store(path: Path) -> bool:
    """Whether a file is a store, or should be one by its name: what is damaged must not be passed over.

    Nothing is opened: not even files beside it come into being.
    """
    if path.name == "sits.db":
        return True
    try:
        with path.open("rb") as file:
            begins = file.read(_BEGINNING)
    except OSError:
        return False
    return begins.startswith(_SQLITE) and b"CREATE TABLE stored_events" in begins


@frozen
class _Part:
    """A part of the work: branches of one store, and how many events of theirs there are."""

    store: Store
    streams: tuple[str, ...]
    events: int


def audit_stores(stores: Sequence[Store], jobs: int | None = None, done: Progress = silent) -> list[StoreAudit]:
    """Audit every game of these stores, in the order given: each event is read once, each exchange recomputed once.

    jobs: processes that share the work, by default one a core; fewer where there is too little of it for so many. done:
    told of events that were checked.
    """
    looked = {store: _looked_into(store) for store in stores}
    whole = sum(each.own for _, branches in looked.values() for each in branches)
    jobs = min(jobs or os.cpu_count() or 1, 1 + whole // WORTH_A_PROCESS)
    # more parts than processes, the largest first: nobody works alone while the others are done
    work = [part for store in stores for part in _parts(store, looked[store][1], 1 if jobs == 1 else jobs * 4)]
    games: dict[Store, list[GameAudit]] = {store: [] for store in stores}
    refused: dict[Store, str] = {}
    done(0, whole)
    for part, audited, why in _checked(sorted(work, key=lambda part: -part.events), jobs, whole, done):
        games[part.store] += audited
        refused[part.store] = refused.get(part.store) or why
    return [
        evolve(
            looked[store][0],
            games=tuple(sorted(games[store], key=lambda each: each.game)),
            refused=refused.get(store) or looked[store][0].refused,
        )
        for store in stores
    ]


def _looked_into(store: Store) -> tuple[StoreAudit, Sequence[Branch]]:
    """Rows of a store that belong to no game, and its branches."""
    try:
        with store.open() as session:
            strays = tuple(map(str, session.store.strays()))
            return StoreAudit(store=store.name, strays=strays), session.store.streams()
    except GameError as refusal:
        return StoreAudit(store=store.name, refused=str(refusal)), ()


def _parts(store: Store, branches: Sequence[Branch], most: int) -> list[_Part]:
    """The branches of a store in parts of about equal size; a game stays with its forks."""
    parents = {branch.stream: branch.parent for branch in branches}
    families: dict[str, list[str]] = {}
    sizes: dict[str, int] = {}
    for branch in branches:
        root = _root(branch.stream, parents)
        families.setdefault(root, []).append(branch.stream)
        sizes[root] = sizes.get(root, 0) + branch.own
    streams: list[list[str]] = [[] for _ in range(most)]
    loads = [0] * most
    for root in sorted(families, key=lambda root: (-sizes[root], root)):
        least = loads.index(min(loads))
        streams[least] += families[root]
        loads[least] += sizes[root]
    return [_Part(store, tuple(names), load) for names, load in zip(streams, loads, strict=True) if names]


def _root(stream: str, parents: dict[str, str | None]) -> str:
    """The root of a branch; in a lineage that runs in a circle, any branch of it."""
    seen = {stream}
    while (parent := parents.get(stream)) is not None and parent not in seen:
        stream = parent
        seen.add(stream)
    return stream


def _checked(
    parts: Sequence[_Part], jobs: int, whole: int, done: Progress
) -> Iterator[tuple[_Part, list[GameAudit], str]]:
    """Check parts as processes become free: what was found, or why a part can't be read."""
    checked = 0
    if jobs == 1:
        for part in parts:
            yield part, *_check(part, partial(_further, done, checked, whole))
            checked += part.events
        return
    with ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_quietly) as pool:
        with _keyboard_waits():
            work = {pool.submit(_check, part): part for part in parts}
        for each in as_completed(work):
            yield work[each], *each.result()
            checked += work[each].events
            done(checked, whole)


def _further(done: Progress, before: int, whole: int, seen: int, _of_part: int) -> None:
    """Report the events of a part as events of the whole work."""
    done(before + seen, whole)


def _check(part: _Part, done: Progress = silent) -> tuple[list[GameAudit], str]:
    try:
        with part.store.open() as session:
            return _verify_part(session, part.streams, done), ""
    except GameError as refusal:
        return [], str(refusal)


@contextmanager
def _keyboard_waits() -> Iterator[None]:
    """Hold ^C back until all processes are started; they let it through in `_end_quietly`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _end_quietly() -> None:
    """End this process silently on ^C: the one that started it speaks."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _verify_part(session: Session, streams: Sequence[str], done: Progress) -> list[GameAudit]:
    """Audit branches. done: told of events."""
    rules = _Rules(session)
    count = counter(sum(each.own for each in session.store.streams() if each.stream in streams), done)

    def seen(recorded: Recorded) -> None:
        rules.take(recorded)
        count(recorded)

    reports, _ = session.store.audit_all(streams, seen=seen)
    rules.finish()
    found = []
    for report in reports:
        bad, derived = report.bad, rules.done.get(report.stream, _Derived())
        faults = derived.faults if bad is None else (str(bad),)
        found.append(game_audit(report, faults, Recomputation.of(derived.run), derived.drop() if not faults else 0))
    return found


@frozen
class _Derived:
    """What the rules say of a branch. run: its exchanges, inherited ones included."""

    faults: tuple[str, ...] = ()
    run: tuple[Exchange, ...] = ()
    snapshots: Snapshots | None = None

    def drop(self) -> int:
        """Drop snapshots that did not match, and count them."""
        return self.snapshots.drop() if self.snapshots is not None else 0


@define
class _Rules:
    """Checks branches by the rules as their events arrive, parents before their forks, each event once."""

    _session: Session
    done: dict[str, _Derived] = Factory(dict)
    _stream: str = ""
    _events: dict[int, Event] = Factory(dict)

    def take(self, recorded: Recorded) -> None:
        """Take the next sound event."""
        if recorded.stream != self._stream:
            self.finish()
            self._stream = recorded.stream
        self._events[recorded.version] = recorded.event

    def finish(self) -> None:
        """Recompute the branch whose events were taken."""
        if self._events:
            self.done[self._stream] = self._derive(self._stream, self._events)
            self._events = {}

    def _derive(self, name: str, events: dict[int, Event]) -> _Derived:
        after = min(events) - 1
        parent = self._parent(name)
        inherited = [each for each in parent.run if each.opened < after] if parent is not None else []
        run = exchanges(events.items())
        snapshots = Snapshots(self._session.store, name, own=True)
        faults = _differences(self._session, name, run, events, snapshots, snapshots.compare)
        if parent is not None and parent.faults:
            faults.append(f"{name} goes on from a game in which faults were found.")
        return _Derived(tuple(faults), (*inherited, *run), snapshots)

    def _parent(self, name: str) -> _Derived | None:
        line = self._session.store.line(name)
        return self.done.get(line[1][0]) if len(line) > 1 else None
