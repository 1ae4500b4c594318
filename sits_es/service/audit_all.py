"""Every game of a store audited: each event read once, each exchange recomputed once, on one core or on several."""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import get_context
from pathlib import Path

from attrs import Factory, define, frozen

from sits_es.errors import GameError
from sits_es.events import Event
from sits_es.game.exchanges import Exchange, exchanges
from sits_es.game.fold import Fold
from sits_es.game.verify import STUMBLES
from sits_es.service.audit import Audited, Snapshots, audited
from sits_es.service.findings import Recomputed
from sits_es.service.forks import Inheritance
from sits_es.service.progress import Progress, counter, silent
from sits_es.service.replay import derive
from sits_es.service.session import Session
from sits_es.store import BadEvent, Branch, Recorded


@frozen(kw_only=True)
class AuditedStore:
    """What an audit of all games found. strays: what is in the store and belongs to none of them, in words."""

    games: tuple[Audited, ...]
    strays: tuple[str, ...]

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.strays and not any(each.faults for each in self.games)


def verify_all(session: Session, jobs: int = 1, done: Progress = silent) -> AuditedStore:
    """Audit every branch. jobs: processes that share the work, 1 up; a game and its forks stay together.

    done: told of the events in this process's share.
    """
    parts = parted(session.store.streams(), jobs)
    if len(parts) < 2:
        found, strays = verify_part(session, None, done)
    else:
        # this process takes a share too: it is ready while the others start
        mine, *theirs = parts
        with ProcessPoolExecutor(len(theirs), get_context("spawn"), initializer=end_quietly) as pool:
            with keyboard_waits():
                places = [(session.folder, session.server)] * len(theirs)
                others = pool.map(_verify_in, places, theirs)
            found, strays = verify_part(session, mine, done)[0], session.store.strays()
            found += chain.from_iterable(others)
    return AuditedStore(
        games=tuple(sorted(found, key=lambda each: each.game)), strays=tuple(str(bad) for bad in strays)
    )


def parted(branches: Sequence[Branch], jobs: int) -> list[list[str]]:
    """Branches in as many parts, of about as many events each; a game is not parted from its forks."""
    parents = {branch.stream: branch.parent for branch in branches}
    families: dict[str, list[str]] = {}
    sizes: dict[str, int] = {}
    for branch in branches:
        root = _root(branch.stream, parents)
        families.setdefault(root, []).append(branch.stream)
        sizes[root] = sizes.get(root, 0) + branch.head - (branch.at_version or 0)
    parts: list[list[str]] = [[] for _ in range(jobs)]
    loads = [0] * jobs
    for root in sorted(families, key=lambda root: (-sizes[root], root)):
        least = loads.index(min(loads))
        parts[least] += families[root]
        loads[least] += sizes[root]
    return [part for part in parts if part]


def _root(stream: str, parents: dict[str, str | None]) -> str:
    """The game that a branch comes from; of a lineage that runs in a circle, any branch of it."""
    seen = {stream}
    while (parent := parents.get(stream)) is not None and parent not in seen:
        stream = parent
        seen.add(stream)
    return stream


@contextmanager
def keyboard_waits() -> Iterator[None]:
    """Let ^C wait until processes are started; for these it waits until they say `end_quietly`."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def end_quietly() -> None:
    """End this process on ^C without a word: the one that started it says what is to be said."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _verify_in(place: tuple[Path, str | None], streams: Sequence[str]) -> list[Audited]:
    """The share of one process. place: the folder of a session, and its server."""
    with Session.open(*place) as session:
        return verify_part(session, streams)[0]


def verify_part(
    session: Session, streams: Sequence[str] | None, done: Progress = silent
) -> tuple[list[Audited], list[BadEvent]]:
    """Audit branches, or all that there are, and then what belongs to none as well. done: told of events."""
    rules = _Rules(session)
    wanted = (each for each in session.store.streams() if streams is None or each.stream in streams)
    count = counter(sum(each.own for each in wanted), done)

    def seen(recorded: Recorded) -> None:
        rules.take(recorded)
        count(recorded)

    reports, strays = session.store.audit_all(streams, seen=seen)
    rules.finish()
    found = []
    for report in reports:
        bad, derived = report.bad, rules.done.get(report.stream, _Derived())
        faults = derived.faults if bad is None else (str(bad),)
        found.append(audited(report, faults, Recomputed.of(derived.run), derived.drop() if not faults else 0))
    return found, strays


@frozen
class _Derived:
    """What the rules say of one branch. run: its exchanges, inherited ones too."""

    faults: tuple[str, ...] = ()
    run: tuple[Exchange, ...] = ()
    snapshots: Snapshots | None = None

    def drop(self) -> int:
        """Drop the snapshots that are not what the record gives."""
        return self.snapshots.drop() if self.snapshots is not None else 0


@define
class _Rules:
    """Checks branches against the rules as their events come in, parents before their forks, each event once."""

    _session: Session
    done: dict[str, _Derived] = Factory(dict)
    _stream: str = ""
    _events: dict[int, Event] = Factory(dict)

    def take(self, recorded: Recorded) -> None:
        """Take an event that is sound."""
        if recorded.stream != self._stream:
            self.finish()
            self._stream = recorded.stream
        self._events[recorded.version] = recorded.event

    def finish(self) -> None:
        """Recompute what was taken of a branch."""
        if self._events:
            self.done[self._stream] = self._derive(self._stream, self._events)
            self._events = {}

    def _derive(self, name: str, events: dict[int, Event]) -> _Derived:
        after = min(events) - 1
        parent = self._parent(name)
        inherited = [each for each in parent.run if each.opened < after] if parent is not None else []
        run = exchanges(events.items())
        snapshots = Snapshots(self._session, name, own=True)
        opened = run[0].opened if run else max(events)
        faults: list[str] = []
        try:
            before = None if after < 0 else self._session.fold(name, after)
            fold = (before.copy() if before is not None else Fold()).add_all(
                events[version] for version in range(after + 1, opened + 1)
            )
            faults = derive(name, fold, run, events, Inheritance(self._session, name).seed, snapshots.compare)
            if not faults:
                snapshots.compare_others(events, before)
        except GameError as fault:
            faults = list(fault.problems)
        except STUMBLES as fault:
            # bytes that are unsound later on in the branch are told instead
            faults = [f"{name}: it cannot be recomputed from such a record ({type(fault).__name__}: {fault})."]
        if parent is not None and parent.faults:
            faults.append(f"{name} goes on from a game in which faults were found.")
        return _Derived(tuple(faults), (*inherited, *run), snapshots)

    def _parent(self, name: str) -> _Derived | None:
        line = self._session.store.line(name)
        return self.done.get(line[1][0]) if len(line) > 1 else None
