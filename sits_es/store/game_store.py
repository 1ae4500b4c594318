"""The game store: every game as a stream of facts, appended, read, forked and audited."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.events import REGISTRY, Event, Registry
from sits_es.store.application import GameApplication
from sits_es.store.branches import owner_of, proved_tip_at, version_of
from sits_es.store.codec import Codec
from sits_es.store.frontiers import write_rows
from sits_es.store.log import Log, Statements, tip_of
from sits_es.store.postgres import is_server
from sits_es.store.reading import StoreReader, head_of
from sits_es.store.recorded import Head, Recorded, Snapshot, StoredSnapshot
from sits_es.store.refusals import check_name, other_head
from sits_es.store.snapshots import SECRET, drop, write_snapshot

if TYPE_CHECKING:
    from sits_es.store.audit import AuditReport
    from sits_es.store.bundle import BundleReader
    from sits_es.store.chain import ChainedRow
    from sits_es.store.stretches import BadEvent


class GameStore(StoreReader):
    """All games of one player or club, in an SQLite file or on a PostgreSQL server.

    Use it in a `with` block, or close it.
    """

    def __init__(self, application: GameApplication, codec: Codec, secret: bytes | None = None) -> None:
        super().__init__(cast("Log", cast("Any", application.recorder).datastore), codec, secret)
        self._application = application

    @classmethod
    def open(
        cls,
        path: Path | str,
        *,
        registry: Registry = REGISTRY,
        wait: int = 5,
        secret: bytes | None = None,
        looking: bool = False,
    ) -> Self:
        """Open or make a store.

        path: a file, ":memory:" for a store that is gone when closed, or postgresql://USER:PASSWORD@HOST/DATABASE.

        wait: seconds to wait for another program's write. secret: 32 bytes, known to this player's programs alone, by
        which they know their own snapshots; without it no snapshot is read or written. looking: a file that is there
        is only looked at, and nothing is made or changed. Raises UnreadableError for a file of another kind, ValueError
        for a secret of another size.
        """
        if secret is not None and len(secret) != SECRET:
            raise ValueError(f"A secret of {len(secret)} bytes is not one of {SECRET}.")
        codec = Codec(registry)
        if isinstance(path, str) and is_server(path):
            from sits_es.store import postgres

            return cls(postgres.opened(path, codec, wait=wait), codec, secret)
        from sits_es.store import sqlite

        return cls(sqlite.opened(path, codec, wait=wait, looking=looking), codec, secret)

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
        codec: Codec | None = None,
    ) -> Head:
        """Write events, all or none, and return the new head.

        after: version of the last event the caller saw, -1 for none. command_id: the digest of what caused them; the
        same id twice in a stream is one command: nothing is written and the head is returned as it is.
        recorded_at: ISO 8601 text, outside the digest. snapshot: of the state after any of these events. codec: of the
        versions that the game writes (see `in_versions`); without it, the newest.
        Raises NotNowError when somebody else wrote first, NotAllowedError for a name that no stream may have.
        """
        check_name(stream)
        encoded = (codec or self._codec).encode_all(events)
        with self._writing() as log:
            tip = tip_of(log, stream, hold=True)
            if command_id is not None and version_of(log, stream, command_id) is not None:
                return head_of(stream, tip)
            if tip.version != after:
                raise NotNowError(other_head(stream, after, tip.version))
            if not encoded:
                return head_of(stream, tip)
            tip = write_rows(log, tip, stream, encoded, command_id=command_id, recorded_at=recorded_at)
            if snapshot is not None:
                if not after < snapshot.version <= tip.version:
                    raise ValueError(f"A snapshot of event {snapshot.version} comes with other events.")
                if self._secret is not None:
                    write_snapshot(log, self._secret, stream, snapshot)
            return head_of(stream, tip)

    def fork(
        self,
        child: str,
        parent: str,
        at_version: int,
        first_events: Sequence[Event],
        *,
        command_id: bytes | None = None,
        recorded_at: str | None = None,
        codec: Codec | None = None,
    ) -> Head:
        """Open a branch after an event of a game and write its first events, all or none. Nothing is copied.

        at_version: any version of the parent, its own or inherited. first_events: one or more, ValueError otherwise.
        codec: as with `append`.
        Raises NotAllowedError when the name is taken or the parent holds no such event.
        """
        check_name(child)
        if not first_events:
            raise ValueError("A fork opens with at least one event of its own.")
        encoded = (codec or self._codec).encode_all(first_events)
        with self._writing() as log:
            taken = tip_of(log, child, hold=True)
            if taken.version >= 0:
                if command_id is not None and version_of(log, child, command_id) is not None:
                    return head_of(child, taken)
                raise NotAllowedError(f"There is already a game named {child}. Give the fork another name.")
            last = tip_of(log, parent)
            if last.version < 0:
                raise NotAllowedError(f"There is no game named {parent} to fork.")
            at = proved_tip_at(log, parent, at_version)
            if at is None:
                raise NotAllowedError(
                    f"{parent} cannot be forked after event {at_version}: it holds the events 0 to {last.version}."
                )
            log.branch_off(child, parent, at)
            tip = write_rows(log, at, child, encoded, command_id=command_id, recorded_at=recorded_at)
            return head_of(child, tip)

    def take_in(self, bundle: BundleReader, seen: Callable[[object], object] = lambda _: None) -> dict[str, int]:
        """Write what a bundle holds and the store lacks, all or nothing: how many events are new, by stream.

        seen: is handed every row as it is taken. Raises UnreadableError for a bundle that is not sound, NotAllowedError
        for one that says something else than the record here does, or that goes on from events that are not here.
        """
        from sits_es.store.taking import Taking

        with self._writing() as log:

            def rows() -> Iterator[ChainedRow]:
                for row in bundle.rows():
                    yield row
                    seen(row)

            return Taking(log, bundle.streams).take(rows())

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep a snapshot that was folded while reading. stream: the branch that was read; ValueError off its end.

        Without a secret nothing is kept.
        """
        with self._writing() as log:
            if not 0 <= snapshot.version <= tip_of(log, stream).version:
                raise ValueError(f"{stream} holds no event {snapshot.version} to take a snapshot after.")
            # one of an inherited event is kept for all who inherit it
            if self._secret is not None:
                owner = owner_of(log, stream, snapshot.version) or stream
                write_snapshot(log, self._secret, owner, snapshot)

    def drop_snapshots(self, which: Iterable[StoredSnapshot] | None = None) -> int:
        """Throw snapshots away, those of `snapshots` that are given or all, and tell how many. Only speed changes."""
        with self._writing() as log:
            return drop(log, self._secret, which)

    def audit(
        self, stream: str, checkpoints: str | Iterable[str] = (), *, seen: Callable[[Recorded], object] | None = None
    ) -> AuditReport:
        """Check a branch byte by byte, and against any checkpoints that somebody saved; name the first bad event.

        seen: is handed every sound event in its turn, so that they need not be decoded again; it may not ask
        the store anything meanwhile. Raises UnreadableError for a text that is not a checkpoint, NotAllowedError for
        one of another game.
        """
        from sits_es.store.audit import Audit
        from sits_es.store.checkpoint import Checkpoint

        texts = [checkpoints] if isinstance(checkpoints, str) else checkpoints
        saved = [Checkpoint.parse(text) for text in texts]
        with self._reading() as log:
            return Audit.of(log, self._codec, [stream], seen).report(stream, saved)

    def audit_all(
        self, streams: Iterable[str] | None = None, *, seen: Callable[[Recorded], object] | None = None
    ) -> tuple[list[AuditReport], list[BadEvent]]:
        """Audit every branch, or those named, in one scan of the store, and list rows that belong to no branch at all.

        seen: as above; an event that several branches inherit comes once, and parents before their forks. Rows that
        belong to none are looked for only where every branch is audited.
        """
        from sits_es.store.audit import Audit

        with self._reading() as log:
            audit = Audit.of(log, self._codec, streams, seen)
            return audit.reports(), audit.strays() if streams is None else []

    def strays(self) -> list[BadEvent]:
        """Rows and lineage under names that no stream in the store has."""
        from sits_es.store.audit import Audit

        with self._reading() as log:
            return Audit.of_none(log).strays()

    def bound_elsewhere(self, game: str, machine: str, name: str) -> str | None:
        """Bind a game by mail to this machine, for good; the name of another that it is bound to already, or None.

        machine: what no other machine calls itself; name: for people. In a file nothing is bound: it is on one machine.
        """
        with self._reading() as log:
            if not log.shared:
                return None
            bound = log.machine(game)
        if bound is None:
            with self._writing() as log:
                log.bind(game, machine, name)
                bound = log.machine(game)
        return None if bound is None or bound[0] == machine else bound[1]

    def health(self) -> list[str]:
        """What is wrong with the file itself, in words; an empty list when nothing is."""
        with self._reading() as log:
            return log.faults()

    def _writing(self) -> AbstractContextManager[Statements]:
        return self._log.work(commit=True)
