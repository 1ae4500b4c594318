"""The game store: every game as a stream of facts, appended, read, forked and audited."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError, UnsoundError
from sits_es.events import REGISTRY, Event, Registry
from sits_es.store.branches import (
    PAGE,
    Ancestry,
    ancestry,
    line_of,
    next_pages,
    owner_of,
    proved_tip_at,
    tip_at,
    version_of,
)
from sits_es.store.chain import GENESIS, ChainedRow, broken_at, check_name, first_break, other_head
from sits_es.store.codec import DECODING_FAULTS, Codec
from sits_es.store.log import Log, OvertakenError, Span, Statements, Tip, tip_of, write_rows
from sits_es.store.postgres import is_server
from sits_es.store.record import Branch, Head, Recorded, Snapshot, Stored, StoredSnapshot
from sits_es.store.snapshots import SECRET, drop, keys_of, newest, read_snapshot, write_snapshot

if TYPE_CHECKING:
    from sits_es.store.application import GameApplication
    from sits_es.store.audit import AuditReport, BadEvent
    from sits_es.store.bundle import BundleReader


#: Seconds that one wait for other programs takes at most.
FOLLOW = 60.0


def head_of(stream: str, tip: Tip) -> Head:
    """A tip as the store hands it out."""
    return Head(stream, tip.version, tip.digest.hex())


class GameStore:
    """All games of one player or club, in a file or on a server. Use it in a `with` block, or close it."""

    def __init__(self, log: Log, codec: Codec, secret: bytes | None = None) -> None:
        self._log = log
        self.codec = codec
        self._secret = secret

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
            raise ValueError(f"The secret has {len(secret)} bytes; it must have {SECRET}.")
        codec = Codec(registry)
        if isinstance(path, str) and is_server(path):
            try:
                from sits_es.store.postgres.datastore import ServerDatastore
            except ImportError as fault:
                raise NotAllowedError(
                    "The game store is on a PostgreSQL server, but the library for it is not installed. Install it: "
                    "pip install 'psycopg[binary,pool]'"
                ) from fault
            server = ServerDatastore(path, wait=wait)
            server.make_tables()
            return cls(server, codec, secret)
        from sits_es.store.sqlite.datastore import Datastore

        name = ":memory:" if str(path) == ":memory:" else str(Path(path).absolute())
        file = Datastore(name, wait=wait, looking=looking)
        file.make_tables()
        return cls(file, codec, secret)

    def close(self) -> None:
        """Close the file."""
        self._log.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def place(self) -> str:
        """Where the record is, for people, when it is not in the player's own folder."""
        return self._log.place

    def application(self) -> GameApplication:
        """The event sourcing library's application over this record, for a program that goes by that."""
        from sits_es.store.application import GameApplication

        return GameApplication(self._log, self.codec)

    def engine(self) -> tuple[str, str]:
        """The database that holds the record, and its version."""
        with self._reading() as log:
            return log.engine()

    @property
    def keeps_snapshots(self) -> bool:
        """Whether there is a secret, without which no snapshot is read or written."""
        return self._secret is not None

    def keep_snapshots(self, secret: bytes) -> None:
        """Read and write snapshots under a secret of 32 bytes from now on."""
        self._secret = secret

    def head(self, stream: str) -> Head:
        """Tell where a stream ends; version -1 for a stream that the store does not hold."""
        with self._reading() as log:
            return head_of(stream, tip_of(log, stream))

    def heads(self) -> dict[str, Head]:
        """Tell where every stream ends, by its name, in one query. The last events themselves are not looked at."""
        with self._reading() as log:
            rows = log.heads()
        return {stream: Head(stream, version, digest.hex()) for stream, version, digest in rows}

    def streams(self) -> list[Branch]:
        """Every stream by name, with its last version and where it branches off."""
        with self._reading() as log:
            return [Branch(*row) for row in log.branches()]

    def forks(self) -> list[tuple[str, str]]:
        """Every branch that leaves another, with that one, in the order in which they were opened."""
        with self._reading() as log:
            return log.forks()

    def knows(self, stream: str) -> bool:
        """Whether a stream was ever begun here, sound or not."""
        with self._reading() as log:
            return log.end(stream) is not None

    def spans(self, stream: str) -> list[Span]:
        """The spans that make up a branch, oldest ancestor first."""
        with self._reading() as log:
            return ancestry(log, stream)

    def line(self, stream: str) -> list[tuple[str, int]]:
        """A branch and its ancestors, nearest first, each with the version after which it left its parent, or -1."""
        with self._reading() as log:
            return list(line_of(log, stream))

    def read(self, stream: str, *, after: int = -1, upto: int | None = None) -> Iterator[Recorded]:
        """Read a branch's events, inherited ones first: versions above `after`, up to `upto` or the head of now.

        Every link of the chain is checked before its event is handed out; with `after`, that event's digest is taken on
        trust. Nothing for an unknown stream. Raises UnreadableError that names the first event that is missing, was
        changed or cannot be read.
        """
        for span, rows in self._checked(self.ancestry(stream, after), after, upto):
            yield from self._decoded(span, rows)

    def ancestry(self, stream: str, after: int = -1) -> Ancestry:
        """The line of a branch and where it ends, for many readings of events from a version on."""
        with self._reading() as log:
            return Ancestry.of(log, stream, after)

    def read_runs(self, line: Ancestry, runs: Iterable[tuple[int, int]]) -> Iterator[Recorded]:
        """Read several runs of a branch's events, each above a version and up to another, as `read` does."""
        for after, upto in runs:
            for span, rows in self._checked(line, after, upto):
                yield from self._decoded(span, rows)

    def openings(self, stream: str) -> dict[str, Recorded]:
        """The facts that opened a branch and its forked ancestors, by name, each checked as `read` does."""
        with self._reading() as log:
            rows = log.openings(stream)
        found = {}
        for name, at_digest, *row in rows:
            if first_break([row], name, row[0] - 1, at_digest) is not None:
                raise UnreadableError(broken_at(name, row[0]))
            (found[name],) = self._decoded(Span(name, row[0] - 1, None), [row])
        return found

    def stored(self, stream: str, *, after: int = -1) -> Iterator[Stored]:
        """A branch's events with their bytes as they are stored, known here or not, checked as `read` does it."""
        for span, rows in self._checked(self.ancestry(stream, after), after, None):
            for version, topic, state, previous, digest, recorded_at in rows:
                yield Stored(span.stream, version, topic, state, previous.hex(), digest.hex(), recorded_at)

    def rows(self, stream: str, after: int, upto: int) -> Iterator[ChainedRow]:
        """A stream's own rows above one version and up to another, with all their columns, as they are stored."""
        while after < upto:
            with self._reading() as log:
                found = log.rows(stream, after, upto, PAGE)
            if not found:
                raise UnreadableError(broken_at(stream, after + 1))
            yield from found
            after = found[-1][1]

    def _checked(self, line: Ancestry, after: int, upto: int | None) -> Iterator[tuple[Span, list[Any]]]:
        """Fetch a branch's rows a page at a time and check each link; rows are never changed, so pages fit together."""
        left, start = deque(line.runs(after, upto)), Tip(-1, GENESIS) if after < 0 else None
        while left:
            with self._reading() as log:
                start = start or line.tip(log, after)
                pages = [] if start is None else next_pages(log, left)
            if start is None:
                raise UnreadableError(broken_at(line.stream, after))
            for span, rows in pages:
                if not rows:
                    raise UnreadableError(broken_at(line.stream, start.version + 1))
                broken = first_break(rows, span.stream, *start)
                if broken is not None:
                    raise UnreadableError(broken_at(line.stream, broken))
                start = Tip(rows[-1][0], rows[-1][4])
                yield span, rows

    def read_one(self, stream: str, version: int) -> Recorded | None:
        """One event of a branch, its own or inherited; None if it has none of that version. Raises as `read`."""
        return next(self.read(stream, after=version - 1, upto=version), None)

    def digest_at(self, stream: str, version: int) -> str | None:
        """The digest of an event of a branch, its own or inherited, as it is stored; None if there is none."""
        with self._reading() as log:
            tip = tip_at(log, stream, version)
        return None if tip is None else tip.digest.hex()

    def versions_of(self, line: Ancestry, *names: str, after: int = -1, upto: int | None = None) -> list[list[int]]:
        """Versions of a branch's events, above `after` and up to `upto` or the head, that are stored under each name.

        names: such as game.OrdersSealed, in whatever version of it; an index answers, and nothing is read.
        """
        runs = line.runs(after, upto)
        with self._reading() as log:
            return [
                [each for span, start, end in runs for each in log.named(span.stream, name, start, end)]
                for name in names
            ]

    def _decoded(self, span: Span, rows: list[Any]) -> Iterator[Recorded]:
        readers = self.codec.readers
        name, topic, new = span.stream, "", tuple.__new__
        version = span.after
        try:
            for version, topic, state, _, digest, recorded_at in rows:
                # what the class's own constructor does, at half the cost
                yield new(Recorded, (name, version, readers[topic](state), digest.hex(), recorded_at))
        except UnsoundError:
            raise
        except (UnreadableError, *DECODING_FAULTS) as fault:
            said = fault if isinstance(fault, UnreadableError) else self.codec.unreadable(topic, fault)
            raise UnsoundError(name, version, "cannot be read", str(said)) from fault

    def snapshot(self, stream: str, fingerprint: str, *, upto: int | None = None) -> Snapshot | None:
        """Newest snapshot of a branch that holds, its own or inherited, at `upto` or before; None without a secret."""
        if self._secret is None:
            return None
        with self._reading() as log:
            return newest(log, self._secret, stream, fingerprint, upto)

    def snapshots(self, stream: str, instead: bytes | None = None) -> Iterator[StoredSnapshot]:
        """Every snapshot of a branch, its own or inherited, oldest first, sound or not; none without a secret.

        instead: a secret to judge them by where the store has none.
        """
        secret = self._secret or instead
        if secret is None:
            return
        with self._reading() as log:
            keys = [key for span in ancestry(log, stream) for key in keys_of(log, secret, span)]
        for key in keys:
            with self._reading() as log:
                found = read_snapshot(log, secret, key)
            if found is not None:
                yield found

    def digests(self, stream: str, *, size: int | None = None) -> list[bytes]:
        """Digests of a branch's first `size` events, all by default: the leaves of its Merkle tree."""
        found: list[bytes] = []
        with self._reading() as log:
            for span, after, upto in Ancestry.of(log, stream).runs(-1, None if size is None else size - 1):
                leaves = log.leaves(span.stream, after, upto)
                if len(leaves) < upto - after:
                    raise UnreadableError(broken_at(stream, after + 1 + len(leaves)))
                found += leaves
        return found

    def origin(self, stream: str) -> str:
        """What checkpoints call a branch. Raises UnreadableError if the first event that it wrote is missing."""
        from sits_es.store.checkpoints import origin_of

        with self._reading() as log:
            _, after = next(line_of(log, stream))
            first = log.digest(stream, after + 1)
        if first is None:
            raise UnreadableError(broken_at(stream, after + 1))
        return origin_of(stream, first)

    def checkpoint(self, stream: str, *, size: int | None = None) -> str:
        """Text of the checkpoint of a branch's first `size` events, all by default. Raises as `origin` does."""
        from sits_es.store.checkpoints import Checkpoint, root_of

        leaves = self.digests(stream, size=size)
        return str(Checkpoint(self.origin(stream), len(leaves), root_of(leaves)))

    def changes(self, seconds: float | None = None) -> Iterator[None]:
        """Wait until anybody has written, and say so each time, and once at the beginning. seconds: None for ever."""
        until = None if seconds is None else monotonic() + seconds
        with closing(self._log.changes()) as changed:
            next(changed)
            yield
            while (left := FOLLOW if until is None else min(FOLLOW, until - monotonic())) > 0:
                if changed.send(left):
                    yield

    def follow(self, stream: str, after: int, seconds: float | None = None) -> Iterator[Stored]:
        """A branch's events above a version, and each that anybody writes in so many seconds, None for ever."""
        for _ in self.changes(seconds):
            for stored in self.stored(stream, after=after):
                yield stored
                after = stored.version

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

        after: version of the last event the caller saw, -1 for none. command_id: what caused them; the same twice in a
        stream is one command: nothing is written. recorded_at: ISO 8601. snapshot: after any of these events. Raises
        NotNowError when somebody else wrote first, NotAllowedError for a name that no stream may have.
        """
        check_name(stream)
        encoded = self.codec.encode_all(events)

        def write(log: Statements) -> Head:
            tip = tip_of(log, stream)
            if command_id is not None and version_of(log, stream, command_id) is not None:
                return head_of(stream, tip)
            if tip.version != after:
                raise NotNowError(other_head(stream, after, tip.version))
            if not encoded:
                return head_of(stream, tip)
            tip = write_rows(log, tip, stream, encoded, command_id=command_id, recorded_at=recorded_at)
            if snapshot is not None:
                if not after < snapshot.version <= tip.version:
                    raise ValueError(f"The snapshot is of event {snapshot.version}, which this write does not include.")
                if self._secret is not None:
                    write_snapshot(log, self._secret, stream, snapshot)
            return head_of(stream, tip)

        return self._written(write)

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
            raise ValueError("A fork must begin with at least one event of its own.")
        encoded = self.codec.encode_all(first_events)

        def write(log: Statements) -> Head:
            taken = tip_of(log, child)
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
                    f"{parent} cannot be forked after event {at_version}: it holds events 0 to {last.version}."
                )
            log.branch_off(child, parent, at)
            tip = write_rows(log, at, child, encoded, command_id=command_id, recorded_at=recorded_at)
            return head_of(child, tip)

        return self._written(write)

    def _written(self, write: Callable[[Statements], Head]) -> Head:
        """Write in one transaction; once more where another writer came between the look and the write."""
        with suppress(OvertakenError), self._writing() as log:
            return write(log)
        with self._writing() as log:
            return write(log)

    def import_bundle(self, bundle: BundleReader, seen: Callable[[object], object] = lambda _: None) -> dict[str, int]:
        """Write what a bundle holds and the store lacks, all or nothing: how many events are new, by stream.

        seen: is handed every row as it is taken. Raises UnreadableError for an unsound bundle, NotAllowedError for one
        that contradicts the record here, or goes on from events that are not here.
        """
        from sits_es.store.bundle import import_bundle

        with self._writing() as log:
            return import_bundle(log, bundle, seen)

    def evidence(self, streams: Sequence[str]) -> Iterator[str]:
        """Whole streams as the lines of a bundle: every row under their names as it lies there, sound or not."""
        from sits_es.store.bundle import CarriedStream, as_it_lies, written

        with self._reading() as log:
            forks, heads = log.raw_lineage(), log.raw_heads()
            rows = [row for stream in streams for row in log.every_row(stream)]
        carried = []
        for stream in streams:
            fork, (head, digest) = forks.get(stream), heads.get(stream, (-1, GENESIS))
            carried.append(
                CarriedStream(
                    stream=stream,
                    parent=None if fork is None else fork.parent,
                    at_version=None if fork is None else fork.at_version,
                    at_digest=None if fork is None else fork.at_digest.hex(),
                    after=-1 if fork is None or fork.at_version is None else fork.at_version,
                    after_digest=(GENESIS if fork is None else fork.at_digest).hex(),
                    head=head,
                    digest=digest.hex(),
                )
            )
        return written(carried, rows, as_it_lies)

    def take_out(self, heads: Mapping[str, Head]) -> None:
        """Take whole streams out of a server's store, all or none, once `evidence` of them is kept elsewhere.

        heads: where they end. Raises NotNowError if one has gone on since, NotAllowedError for whoever is not the
        owner.
        """
        with self._writing() as log:
            ends = log.take_out([*heads])
            for stream, head in heads.items():
                if head_of(stream, Tip(*ends.get(stream, (-1, GENESIS)))) != head:
                    raise NotNowError(
                        f"{stream} has changed in the meantime. Nothing was set aside; check the game again."
                    )

    def save_snapshot(self, stream: str, snapshot: Snapshot) -> None:
        """Keep a snapshot that was folded while reading a branch; ValueError off its end. Without a secret: none."""
        with self._writing() as log:
            if not 0 <= snapshot.version <= tip_of(log, stream).version:
                raise ValueError(f"{stream} holds no event {snapshot.version} after which a snapshot could be taken.")
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

        seen: is handed every sound event in its turn; it may not ask the store anything. Raises UnreadableError for a
        text that is no checkpoint, NotAllowedError for one of another game.
        """
        from sits_es.store.audit import Audit
        from sits_es.store.checkpoints import Checkpoint

        texts = [checkpoints] if isinstance(checkpoints, str) else checkpoints
        saved = [Checkpoint.parse(text) for text in texts]
        with self._reading() as log:
            return Audit(log, self.codec, [stream], seen).report(stream, saved)

    def audit_all(
        self, streams: Iterable[str] | None = None, *, seen: Callable[[Recorded], object] | None = None
    ) -> tuple[list[AuditReport], list[BadEvent]]:
        """Audit every branch, or those named, in one scan of the store, and list rows that belong to no branch at all.

        seen: as above; an event that several branches inherit comes once, and parents before their forks. Rows that
        belong to none are looked for only where every branch is audited.
        """
        from sits_es.store.audit import Audit, strays

        with self._reading() as log:
            reports = Audit(log, self.codec, streams, seen).reports()
            return reports, strays(log) if streams is None else []

    def strays(self) -> list[BadEvent]:
        """Rows and lineage under names that no stream in the store has."""
        from sits_es.store.audit import strays

        with self._reading() as log:
            return strays(log)

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

    def seats(self, stream: str, others: Sequence[str] = ()) -> tuple[str, list[str]]:
        """Let roles of a server write to a game; who began it, and all that were let in. others: none to ask only.

        Raises NotAllowedError if the record is in a file, and for whoever did not begin the game.
        """
        with self._writing() if others else self._reading() as log:
            if not log.shared:
                raise NotAllowedError(
                    "The record is a file: anybody who has it can play. Only a PostgreSQL server has seats: sits docs "
                    "postgresql"
                )
            begun_by, players = log.seat(stream) or ("nobody", [])
            if new := [each for each in dict.fromkeys(others) if each not in (begun_by, *players)]:
                log.let_in(stream, new)
            return begun_by, [*players, *new]

    def health(self) -> list[str]:
        """What is wrong with the file itself, in words; an empty list when nothing is."""
        with self._reading() as log:
            return log.faults()

    def _reading(self) -> AbstractContextManager[Statements]:
        return self._log.work(commit=False)

    def _writing(self) -> AbstractContextManager[Statements]:
        return self._log.work(commit=True)
