"""The game store: every game as a stream of facts, appended, read, forked and audited."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.events import REGISTRY, Event, Registry
from sits_es.store.application import GameApplication
from sits_es.store.audit import Auditor, AuditReport, BadEvent, strays
from sits_es.store.branches import Span, ancestry, tip_at, write_lineage
from sits_es.store.chain import GENESIS, first_break
from sits_es.store.checkpoint import Checkpoint
from sits_es.store.codec import DECODING_FAULTS, Codec
from sits_es.store.merkle import root_of
from sits_es.store.recorded import Branch, Head, Recorded, Snapshot
from sits_es.store.recorder import GameRecorder, Tip, tip_of, write_rows
from sits_es.store.refusals import broken_at, check_name, in_words, other_head
from sits_es.store.schema import OBJECTS
from sits_es.store.snapshots import drop_all, newest, write_snapshot

#: Rows fetched at a time: no transaction stays open while the caller thinks.
PAGE = 2000

_READ = (
    "SELECT originator_version, topic, state, previous, digest, recorded_at FROM stored_events "
    "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
    "ORDER BY originator_version LIMIT ?"
)


class GameStore:
    """All games of one player or club in one SQLite file. Use it in a `with` block, or close it."""

    def __init__(self, application: GameApplication, codec: Codec) -> None:
        self._application = application
        self._recorder = cast("GameRecorder", application.recorder)
        self._snapshots = cast("Any", application.factory).aggregate_recorder("snapshots")
        self._codec = codec

    @classmethod
    def open(cls, path: Path | str, *, registry: Registry = REGISTRY, wait: int = 5) -> Self:
        """Open or make a store. path: a file, or ":memory:" for a store that is gone when closed.

        wait: seconds to wait for another program's write. Raises UnreadableError for a file of another kind.
        """
        name = ":memory:" if str(path) == ":memory:" else str(Path(path).absolute())
        codec = Codec(registry)
        with in_words(name):
            return cls(GameApplication({"SQLITE_DBNAME": name, "SQLITE_LOCK_TIMEOUT": str(wait)}, codec), codec)

    def close(self) -> None:
        """Close the file."""
        self._application.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def append(
        self,
        stream: str,
        events: Sequence[Event],
        *,
        after: int,
        command_id: bytes | None = None,
        recorded_at: str | None = None,
        snapshot: Snapshot | None = None,
    ) -> Head:
        """Write events, all or none, and return the new head.

        after: version of the last event the caller saw, -1 for none. command_id: the digest of what caused them; the
        same id twice in a stream is one command: nothing is written and the head is returned as it stands.
        recorded_at: ISO 8601 text, outside the digest. snapshot: of the state after any of these events.
        Raises NotNowError when somebody else wrote first, NotAllowedError for a name that no stream may bear.
        """
        check_name(stream)
        encoded = self._codec.encode_all(events)
        with self._writing() as cursor:
            tip = tip_of(cursor, stream)
            if command_id is not None and _known_command(cursor, stream, command_id) is not None:
                return _head(stream, tip)
            if tip.version != after:
                raise NotNowError(other_head(stream, after, tip.version))
            if not encoded:
                return _head(stream, tip)
            tip = write_rows(cursor, tip, stream, encoded, command_id=command_id, recorded_at=recorded_at)
            if snapshot is not None:
                if not after < snapshot.version <= tip.version:
                    raise ValueError(f"A snapshot of event {snapshot.version} comes with other events.")
                write_snapshot(cursor, stream, snapshot)
            return _head(stream, tip)

    def fork(
        self,
        child: str,
        parent: str,
        at_version: int,
        first_events: Sequence[Event],
        *,
        command_id: bytes | None = None,
        recorded_at: str | None = None,
    ) -> Head:
        """Open a branch after an event of a game and write its first events, all or none. Nothing is copied.

        at_version: any version of the parent, its own or inherited. first_events: one or more, ValueError otherwise.
        Raises NotAllowedError when the name is taken or the parent holds no such event.
        """
        check_name(child)
        if not first_events:
            raise ValueError("A fork opens with at least one event of its own.")
        encoded = self._codec.encode_all(first_events)
        with self._writing() as cursor:
            taken = tip_of(cursor, child)
            if taken.version >= 0:
                if command_id is not None and _known_command(cursor, child, command_id) is not None:
                    return _head(child, taken)
                raise NotAllowedError(f"There is already a game named {child}. Give the fork another name.")
            last = tip_of(cursor, parent)
            if last.version < 0:
                raise NotAllowedError(f"There is no game named {parent} to fork.")
            at = tip_at(cursor, parent, at_version)
            if at is None:
                raise NotAllowedError(
                    f"{parent} cannot be forked after event {at_version}: it holds the events 0 to {last.version}."
                )
            write_lineage(cursor, child, parent, at)
            tip = write_rows(cursor, at, child, encoded, command_id=command_id, recorded_at=recorded_at)
            return _head(child, tip)

    def head(self, stream: str) -> Head:
        """Tell where a stream ends; version -1 for a stream that the store does not hold."""
        with self._reading() as cursor:
            return _head(stream, tip_of(cursor, stream))

    def streams(self) -> list[Branch]:
        """Every stream by name, with its last version and where it branches off."""
        with self._reading() as cursor:
            return [
                Branch(*row)
                for row in cursor.execute(
                    "SELECT originator_id, originator_version, parent, at_version FROM heads "
                    "LEFT JOIN lineage ON child = originator_id ORDER BY originator_id"
                )
            ]

    def command(self, stream: str, command_id: bytes) -> int | None:
        """Version of the first event that a command wrote in a branch, or None when it has written none."""
        with self._reading() as cursor:
            return _known_command(cursor, stream, command_id)

    def read(self, stream: str, *, after: int = -1, upto: int | None = None) -> Iterator[Recorded]:
        """Read a branch's events, inherited ones first: versions above `after`, up to `upto` or the head of now.

        Nothing for an unknown stream. Raises UnreadableError at an event that this program cannot read.
        """
        for span, rows in self._pages(stream, after, upto):
            yield from self._decoded(span, rows)

    def read_verified(self, stream: str, *, after: int = -1, upto: int | None = None) -> Iterator[Recorded]:
        """Read as `read` does, with every link of the chain checked before its event is handed out.

        With `after`, that event's digest is taken on trust. Raises UnreadableError that names the first bad event.
        """
        with self._reading() as cursor:
            start = Tip(-1, GENESIS) if after < 0 else tip_at(cursor, stream, after)
            head = tip_of(cursor, stream).version
        if start is None:
            return
        version, previous = start
        for span, rows in self._pages(stream, after, upto):
            broken = first_break(rows, span.stream, version, previous)
            if broken is not None:
                raise UnreadableError(broken_at(stream, broken))
            version, previous = rows[-1][0], rows[-1][4]
            yield from self._decoded(span, rows)
        if version < (head if upto is None else min(upto, head)):
            raise UnreadableError(broken_at(stream, version + 1))

    def _decoded(self, span: Span, rows: list[Any]) -> Iterator[Recorded]:
        readers = self._codec.readers
        name = span.stream
        topic = ""
        try:
            for version, topic, state, _, digest, recorded_at in rows:
                yield Recorded(name, version, readers[topic](state), digest.hex(), recorded_at)
        except UnreadableError:
            raise
        except DECODING_FAULTS as fault:
            raise self._codec.unreadable(topic, fault) from fault

    def snapshot(self, stream: str, fingerprint: str, *, upto: int | None = None) -> Snapshot | None:
        """Newest snapshot of a branch, its own or inherited, at `upto` or before, or None."""
        with self._reading() as cursor:
            return newest(cursor, ancestry(cursor, stream), fingerprint, upto)

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep a snapshot that was folded while reading. stream: the branch that was read; ValueError off its end."""
        with self._writing() as cursor:
            if not 0 <= snapshot.version <= tip_of(cursor, stream).version:
                raise ValueError(f"{stream} holds no event {snapshot.version} to take a snapshot after.")
            # one of an inherited event is kept for all who inherit it
            spans = ancestry(cursor, stream)
            owner = next(span.stream for span in reversed(spans) if span.after < snapshot.version)
            write_snapshot(cursor, owner, snapshot)

    def drop_snapshots(self) -> int:
        """Throw all snapshots away and tell how many there were. Only speed changes."""
        with self._writing() as cursor:
            return drop_all(cursor)

    def digests(self, stream: str, *, size: int | None = None) -> list[bytes]:
        """Digests of a branch's first `size` events, all by default: the leaves of its Merkle tree."""
        upto = None if size is None else size - 1
        return [row[4] for _, rows in self._pages(stream, -1, upto) for row in rows]

    def checkpoint(self, stream: str, *, size: int | None = None) -> str:
        """Text of the checkpoint of a branch's first `size` events, all by default, for the foot of a report."""
        digests = self.digests(stream, size=size)
        return str(Checkpoint(stream, len(digests), root_of(digests)))

    def audit(self, stream: str, checkpoints: str | Iterable[str] = ()) -> AuditReport:
        """Check a branch byte by byte, and against any checkpoints that somebody saved; name the first bad event.

        Raises UnreadableError for a text that is no checkpoint, NotAllowedError for one of another game.
        """
        texts = [checkpoints] if isinstance(checkpoints, str) else checkpoints
        saved = [Checkpoint.parse(text) for text in texts]
        with self._reading() as cursor:
            return Auditor(cursor, self._codec).audit(stream, saved)

    def audit_all(self) -> tuple[list[AuditReport], list[BadEvent]]:
        """Audit every branch, and list rows that belong to none."""
        with self._reading() as cursor:
            names = [name for (name,) in cursor.execute("SELECT originator_id FROM heads ORDER BY 1").fetchall()]
            auditor = Auditor(cursor, self._codec)
            return [auditor.audit(name) for name in names], strays(cursor)

    def health(self) -> list[str]:
        """What is wrong with the file itself, in words; an empty list when nothing is."""
        with self._reading() as cursor:
            present = {name for (name,) in cursor.execute("SELECT name FROM sqlite_master").fetchall()}
            broken = [text for (text,) in cursor.execute("PRAGMA integrity_check").fetchall() if text != "ok"]
        return [f"The store lacks {name}." for name in OBJECTS if name not in present] + broken

    def _pages(self, stream: str, after: int, upto: int | None) -> Iterator[tuple[Span, list[Any]]]:
        """Fetch a branch's rows stretch by stretch, a page at a time; rows are never changed, so pages fit together."""
        with self._reading() as cursor:
            spans = ancestry(cursor, stream)
            head = tip_of(cursor, stream).version
        last = head if upto is None else min(upto, head)
        for span in spans:
            position = max(after, span.after)
            end = last if span.upto is None else min(last, span.upto)
            while position < end:
                with self._reading() as cursor:
                    rows = cursor.execute(_READ, (span.stream, position, end, PAGE)).fetchall()
                if not rows:
                    break
                yield span, rows
                position = rows[-1][0]

    @contextmanager
    def _transaction(self, *, commit: bool) -> Iterator[sqlite3.Cursor]:
        datastore = self._recorder.datastore
        with in_words(datastore.pool.db_name), datastore.transaction(commit=commit) as cursor:
            plain = cast("sqlite3.Cursor", cursor)
            plain.row_factory = None
            yield plain

    def _reading(self) -> AbstractContextManager[sqlite3.Cursor]:
        return self._transaction(commit=False)

    def _writing(self) -> AbstractContextManager[sqlite3.Cursor]:
        return self._transaction(commit=True)


def _head(stream: str, tip: Tip) -> Head:
    return Head(stream, tip.version, tip.digest.hex())


def _known_command(cursor: sqlite3.Cursor, stream: str, command_id: bytes) -> int | None:
    for span in ancestry(cursor, stream):
        row = cursor.execute(
            "SELECT originator_version FROM stored_events WHERE originator_id = ? AND command_id = ?",
            (span.stream, command_id),
        ).fetchone()
        if row is not None and (span.upto is None or row[0] <= span.upto):
            return int(row[0])
    return None
