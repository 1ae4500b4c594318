"""Audits: bytes, links and checkpoints, and exchanges worked out again by the rules; of a game, or of whole stores."""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from functools import partial
from itertools import accumulate, takewhile
from multiprocessing import get_context
from operator import itemgetter
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

from attrs import Factory, define, frozen
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from sits_es.disk import UNFINISHED, read_text
from sits_es.errors import GameError, NotAllowedError, UnsoundError
from sits_es.events import Event
from sits_es.game.events import FactsRecorded, GameForked, OrdersSealed
from sits_es.game.exchanges import Exchange, exchanges
from sits_es.game.fold import STUMBLES, Fold, on_record
from sits_es.game.set_up import set_up_faults
from sits_es.game.state import line_number, pack
from sits_es.game.verify import Faults, KeptSeed, check_exchange, decision_faults
from sits_es.sentences import counted, without_full_stop
from sits_es.service.forks import Inheritance
from sits_es.service.progress import Progress, counter, silent
from sits_es.service.session import OpenGame, Session
from sits_es.service.snapshots import fingerprint
from sits_es.store import Branch, GameStore, Head, Recorded, StoredSnapshot
from sits_es.store.audit import AuditReport
from sits_es.store.checkpoints import Checkpoint
from sits_es.store.snapshots import SECRET

#: Events that are worth the start of another process.
WORTH_A_PROCESS = 15_000
#: How a file of SQLite begins, and how so many bytes of it end where it is a store of games (schema.APPLICATION).
_SQLITE: Final = b"SQLite format 3\0"
_OURS: Final = b"SITS"
_BEGINNING: Final = 72


class Recomputation(Struct, frozen=True):
    """What was recomputed. exchanges: how many, entries too; said: the number in words; sources: what it rests on."""

    exchanges: int = 0
    said: str = "0 exchanges"
    sources: str = "orders, seals and dice"

    @classmethod
    def of(cls, run: Iterable[Exchange]) -> Self:
        """Exchanges on record; they are called entries where people only entered facts."""
        recorded = [exchange.recorded for exchange in run]
        number = len(recorded)
        if recorded and all(recorded):
            return cls(number, "1 entry" if number == 1 else f"{number} entries", "what was entered")
        return cls(number, counted(number, "exchange"))


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
        return {"ok": not self.faults, **to_builtins(self)}


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


def verify_exchanges(opened: OpenGame, run: Sequence[Exchange], done: Progress = silent) -> list[str]:
    """Everything in which exchanges that follow each other are not what the rules give; the chain is checked too.

    What comes before them is taken for granted, but for set-up before the game's first.
    """
    first = run[0].opened
    after = -1 if first < opened.history.set_up else first
    last = run[-1].last or first
    facts = {each.version: each.event for each in opened.store.read(opened.stream, after=after, upto=run[-1].last)}

    seed = Inheritance(opened).seed_on_record
    return derive(opened.name, opened.fold(first), run, facts, seed, lambda at, _: done(at - first, last - first))


def derive(
    name: str,
    fold: Fold,
    run: Iterable[Exchange],
    facts: Mapping[int, Event],
    kept: KeptSeed,
    seen: Callable[[int, Fold], object] = lambda *_: None,
) -> list[str]:
    """Everything in which exchanges that follow each other are not what the rules give.

    fold: the game when the first of them opened; it is not changed. facts: by version; kept: seeds of the parent's
    exchanges; seen: called after each exchange with its last version and the game then.
    """
    faults: list[str] = []
    done: int | None = None
    for exchange in run:
        try:
            if done is not None and done <= exchange.opened:
                # a fork begins between two exchanges
                fold = fold.copy().read(
                    name, ((version, facts[version]) for version in range(done, exchange.opened + 1))
                )
            first, done = exchange.opened + 1, (exchange.last or exchange.opened) + 1
            recorded = [facts[version] for version in range(first, done)]
            with on_record(name, first, recorded[0]):
                try:
                    redone = check_exchange(fold.game, recorded, first, kept)
                except STUMBLES:
                    # perhaps a later one of them can't even be folded
                    fold.copy().read(name, enumerate(recorded, first))
                    raise
            fold = redone.fold or fold.copy().read(name, enumerate(recorded, first))
        except UnsoundError as fault:
            return [*faults, str(fault)]
        faults += [f"{name} {fault}" for fault in redone.faults]
        seen(done - 1, fold)
    return faults


@frozen(kw_only=True)
class GameAudit(Findings):
    """An audit of a game. recomputed: what was checked by the rules; dropped: how many snapshots were wrong."""

    events: int
    head: str
    checkpoint: str
    recomputed: Recomputation
    dropped: int = 0

    def sound(self) -> str:
        """Head and checkpoint, and what they rest on."""
        wrong = "did not match the record and was" if self.dropped == 1 else "did not match the record and were"
        saves = "it was only a cache." if self.dropped == 1 else "they were only caches."
        cache = f"{counted(self.dropped, 'snapshot')} {wrong} dropped; {saves}"
        lines = (
            f"{self.game}: {counted(self.events, 'event')}; every byte, link and digest is sound.",
            f"{self.recomputed.said} checked: recomputing from {self.recomputed.sources} gives the same events.",
            *([cache] if self.dropped else []),
            f"Head {self.head}",
            "Checkpoint, to keep or to mail (a later audit can check the record against it):",
        )
        return "\n".join(lines) + "\n" + self.checkpoint.rstrip("\n")

    def in_a_line(self) -> str:
        """The audit in a line, as one of many."""
        if self.faults:
            return "\n".join(self.faults)
        return f"{self.game}: {counted(self.events, 'event')} sound, {self.recomputed.said} recomputed."

    def as_json(self) -> dict[str, Any]:
        """For programs. exchanges: how many were recomputed, entries too; dropped: snapshots, where there were some."""
        told = {"ok": not self.faults, **to_builtins(self), "exchanges": self.recomputed.exchanges}
        return {name: value for name, value in told.items() if name != "recomputed" and (name, value) != ("dropped", 0)}


def audit_game(opened: OpenGame, checkpoints: Sequence[Path] = (), done: Progress = silent) -> GameAudit:
    """Check the bytes of a game, hidden events left out, and if they are sound recompute it; drop wrong snapshots."""
    name, store = opened.stream, opened.store
    record: list[Recorded] = []
    found = store.audit(name, [read_text(path) for path in checkpoints], seen=record.append)
    report = _upto(store, found, opened.head) if opened.hides else found
    del record[report.events :]
    if report.bad is not None:
        return game_audit(report, [str(report.bad)], (), 0)
    facts = dict(enumerate(each.event for each in record))
    run = finished_exchanges(opened, exchanges(facts.items()))
    faults, wrong = _recomputed(opened.session, name, run, facts, lambda version: done(version + 1, report.events))
    return game_audit(report, faults, run, _dropped(store, wrong) if wrong and not faults else 0)


def _recomputed(
    session: Session,
    name: str,
    run: Sequence[Exchange],
    facts: Mapping[int, Event],
    seen: Callable[[int], object] = lambda _: None,
) -> tuple[list[str], list[StoredSnapshot]]:
    """Everything in which a branch's facts, with or without those of its ancestors, are not what the rules give.

    facts: by version, their bytes sound. With it, where there is nothing of that, the snapshots that they do not give.
    """
    after, last = min(facts) - 1, max(facts)
    try:
        with on_record(name, last, facts[last]):
            opened = session.open_stream(name)
            before = None if after < 0 else opened.fold(after)
            fold = Fold() if before is None else before.copy()
            odd = dict.fromkeys(_unplayed(opened, fold, facts))
            faults = [f"{name}: event #{at} {without_full_stop(fault)}." for at, fault in odd]
            snapshots = snapshots_of(session, name, own=after >= 0)
            states: dict[int, bytes] = {each.snapshot.version: b"" for each in snapshots if usable(each)}

            def reached(version: int, fold: Fold) -> None:
                if version in states:
                    states[version] = pack(fold.game)
                seen(version)

            faults += derive(name, fold, run, facts, Inheritance(opened).seed_on_record, reached)
            return faults, [] if faults else wrong_snapshots(snapshots, facts.items(), before, states)
    except GameError as fault:
        return list(fault.problems), []


def last_faults(opened: OpenGame) -> list[str]:
    """Everything in which a branch's last exchange is not what the rules give; where it has none yet, its beginning.

    What a fork inherits is looked at where it was played.
    """
    last, own = opened.history.last, opened.store.line(opened.stream)[0][1]
    if last is not None and (last.last or -1) > own:
        return verify_exchanges(opened, [last])
    return _recomputed(opened.session, opened.stream, [], dict(enumerate(opened.facts(own + 1), own + 1)))[0]


def _unplayed(opened: OpenGame, fold: Fold, facts: Mapping[int, Event]) -> Faults:
    """What is wrong with facts of no exchange: set-up, what opens forks, and decisions.

    facts: by version; fold: the game before them, which reads them up to the first exchange.
    """
    run, opens = exchanges(facts.items()), _openings(opened)
    played = {version for each in run for version in range(each.opened + 1, (each.last or each.opened) + 1)}
    opening = list(takewhile(lambda version: version not in played, sorted(facts)))
    set_up = list(takewhile(lambda version: version not in opens, opening)) if 0 in facts else []
    if not run and opened.hides:
        set_up = []  # some of it may be hidden
    root = opened.store.line(opened.stream)[-1][0]
    yield from set_up_faults(root, fold, [facts[version] for version in set_up]) if set_up else ()
    fold.read(opened.stream, ((version, facts[version]) for version in opening[len(set_up) :]))
    for version in opens.keys() & facts.keys():
        fact = facts[version]
        said = isinstance(fact, GameForked) and (fact.branch, fact.parent, fact.at_version, fact.at_digest)
        if said != opens[version]:
            yield version, f"does not open {opens[version][0]} where that branches off {opens[version][1]}"
        elif isinstance(fact, GameForked):
            game, number = line_number(fact.branch)
            if number > 1 and (fact.what_if or fact.keeper is not None or line_number(fact.parent)[0] != game):
                yield version, f"is not a rewind of {game}, although its name {fact.branch} says so"
    if 0 in facts and not set_up:
        return
    for version in sorted(facts.keys() - played - opens.keys() - set(set_up)):
        yield from decision_faults(version, [facts[version]])


def _openings(opened: OpenGame) -> dict[int, tuple[str, str, int, str | None]]:
    """Where forks in the line of a branch open, with what the fact that opens each has to say."""
    store, line = opened.store, opened.store.line(opened.stream)
    shared = [*accumulate((after for _, after in line[:-1]), min)]
    # of several that leave after one event, the nearest is in the line
    return {
        after + 1: (child, parent, after, store.digest_at(parent, after))
        for (child, after), (parent, _), upto in reversed([*zip(line, line[1:], shared, strict=False)])
        if after == upto
    }


def snapshots_of(session: Session, stream: str, *, own: bool = False) -> list[StoredSnapshot]:
    """The snapshots of a branch in one's own store, oldest first, sound or not. own: without inherited ones.

    Where there is no secret yet, somebody else made all of them: a secret that nothing was made under says so.
    """
    every = session.store.snapshots(stream, None if session.looks else os.urandom(SECRET))
    return [each for each in every if each.stream == stream or not own]


def _dropped(store: GameStore, wrong: Iterable[StoredSnapshot]) -> int:
    """Throw snapshots away, and tell how many; they stay in a folder that can't be written, where nobody uses them."""
    try:
        return store.drop_snapshots(wrong)
    except NotAllowedError:
        return 0


def usable(snapshot: StoredSnapshot) -> bool:
    """Whether this release folded it, and would go on from it."""
    return snapshot.snapshot.fingerprint == fingerprint()


def wrong_snapshots(
    snapshots: Iterable[StoredSnapshot],
    facts: Iterable[tuple[int, Event]],
    before: Fold | None = None,
    states: Mapping[int, bytes] = MappingProxyType({}),
) -> list[StoredSnapshot]:
    """Snapshots that somebody else made, or that are not what folding gives, where this release can tell.

    snapshots: oldest first; facts: in order, each with its version, read as far as they are needed; before: the game
    before those; states: the game packed after versions where that is known.
    """
    fold, left, folded = before.copy() if before is not None else Fold(), iter(facts), -1
    wrong = []
    for each in snapshots:
        version = each.snapshot.version
        state = states.get(version)
        if each.holds and usable(each) and not state:
            while folded < version and (found := next(left, None)) is not None:
                folded, fact = found
                fold.add(fact)
            state = pack(fold.game) if folded == version else None
        if not each.holds or (state and each.snapshot.state != state):
            wrong.append(each)
    return wrong


def _upto(store: GameStore, report: AuditReport, end: Head) -> AuditReport:
    """A report on a branch cut at an event; that the record was rolled back is told whatever is hidden."""
    if end.version >= report.events - 1 or (report.bad is not None and report.bad.fault == "rolled back"):
        return report
    size = end.version + 1
    checkpoint = Checkpoint.parse(store.checkpoint(end.stream, size=size))
    confirmed = tuple(each for each in report.confirmed if each.size <= size)
    return replace(report, events=size, digest=end.digest, checkpoint=checkpoint, confirmed=confirmed, bad=None)


def game_audit(report: AuditReport, faults: Iterable[str], run: Iterable[Exchange], dropped: int) -> GameAudit:
    """The audit that a store's report and the rules give together. run: the exchanges that were recomputed."""
    found = tuple(faults)
    return GameAudit(
        game=report.stream,
        events=report.events,
        head=report.digest,
        checkpoint="" if found else str(report.checkpoint),
        recomputed=Recomputation.of(run),
        faults=found,
        dropped=dropped,
    )


class Store(Struct, frozen=True):
    """A store of games. path: its file, or the player's folder with `server` for the record, where it is their own."""

    path: Path
    own: bool = False
    server: str | None = None

    def open(self) -> Session:
        """Open it: one's own with its snapshots, which an audit compares; any other as it lies, and nothing changes."""
        return Session(self.path, server=self.server) if self.own else Session.over(self.path)

    @property
    def name(self) -> str:
        """What people are shown."""
        return "the server" if self.server else str(self.path / "sits.db" if self.own else self.path)


class StoreAudit(Struct, frozen=True, kw_only=True):
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
    """The stores at these places, files or folders of them. Raises NotAllowedError that names all without one."""
    found: list[Path] = []
    faults = []
    for place in places:
        within = (path for path in place.rglob("*.db") if not path.parent.name.endswith(UNFINISHED))
        stores = [place] if place.is_file() else sorted(filter(_is_store, within))
        if not stores:
            there = "no store of games" if place.exists() else "nothing"
            faults.append(f"There is {there} at {place}. Name a store's file, such as var/sits.db, or a folder.")
        found += stores
    if faults:
        raise NotAllowedError(faults)
    return [Store(path) for path in dict.fromkeys(found)]


def _is_store(path: Path) -> bool:
    """Whether a file is a store, or should be one by its name: what is damaged must not be passed over."""
    try:
        with path.open("rb") as file:
            begins = file.read(_BEGINNING)
    except OSError:
        begins = b""
    return path.name == "sits.db" or (begins.startswith(_SQLITE) and begins.endswith(_OURS))


class _Part(Struct, frozen=True):
    """A part of the work: branches of one store, and how many events of theirs there are."""

    store: Store
    streams: tuple[str, ...]
    events: int


def audit_stores(stores: Sequence[Store], jobs: int | None = None, done: Progress = silent) -> list[StoreAudit]:
    """Audit every game of these stores: each event is read once, each exchange recomputed once.

    jobs: processes that share the work, by default one a core; fewer where there is too little of it for so many.
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
        replace(
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
    families: dict[str, list[Branch]] = {}
    for branch in branches:
        families.setdefault(_root(branch.stream, parents), []).append(branch)
    sized = sorted(((sum(each.own for each in family), family) for family in families.values()), key=itemgetter(0))
    shares = [sized[::-1][at::most] for at in range(most)]
    return [
        _Part(store, tuple(each.stream for _, family in share for each in family), sum(size for size, _ in share))
        for share in shares
        if share
    ]


def _root(stream: str, parents: Mapping[str, str | None]) -> str:
    """The root of a branch; in a lineage that runs in a circle, any branch of it."""
    line = [stream]
    while (parent := parents.get(line[-1])) is not None and parent not in line:
        line.append(parent)
    return line[-1]


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
            return audit_streams(session, part.streams, done), ""
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


def audit_streams(session: Session, streams: Sequence[str], done: Progress = silent) -> list[GameAudit]:
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
        derived = rules.done.get(report.stream, _Derived())
        faults = derived.faults if report.bad is None else (str(report.bad),)
        dropped = _dropped(session.store, derived.wrong) if derived.wrong and not faults else 0
        found.append(game_audit(report, faults, derived.run, dropped))
    return found


class _Derived(Struct, frozen=True):
    """What the rules say of a branch. run: its exchanges, inherited ones too; wrong: snapshots that they don't give."""

    faults: tuple[str, ...] = ()
    run: tuple[Exchange, ...] = ()
    wrong: tuple[StoredSnapshot, ...] = ()


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
        line = self._session.store.line(name)
        parent = self.done.get(line[1][0]) if len(line) > 1 else None
        inherited = [each for each in parent.run if each.opened < line[0][1]] if parent is not None else []
        run = exchanges(events.items())
        faults, wrong = _recomputed(self._session, name, run, events)
        if parent is not None and parent.faults:
            faults.append(f"{name} branches off a game that has faults.")
        return _Derived(tuple(faults), (*inherited, *run), tuple(wrong))
