"""The port to whatever database holds the record: a log, its transactions, and what may be asked and written in one.

SQLite is one side of it, PostgreSQL the other. Above it nobody sees SQL, and nothing that is said here says which.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from eventsourcing.persistence import StoredEvent

from sits_es.errors import UnreadableError
from sits_es.sentences import typed
from sits_es.store.chain import GENESIS, ChainedRow

#: What every exchange of a game begins with, and what people enter beside them. Each has an index of its own.
SEAL = "game.OrdersSealed"
ENTRY = "game.FactsRecorded"


class Tip(NamedTuple):
    """Where a stream ends: its last version, -1 for none, and the raw digest to chain on to."""

    version: int
    digest: bytes


class Span(NamedTuple):
    """The stretch of one stream's own rows that belongs to a branch: versions above `after`, up to `upto`.

    upto: None in the branch's own stretch, which may still grow.
    """

    stream: str
    after: int
    upto: int | None


class Fork(NamedTuple):
    """A row of lineage. at_version: where it isn't a number, None."""

    parent: str | None
    at_version: int | None
    at_digest: bytes


class SnapshotKey(NamedTuple):
    """What a snapshot is found by. version: whatever stands in its place."""

    stream: str
    version: Any
    fingerprint: str


class Statements(Protocol):
    """One transaction on a log. What it reads is the record as it stood when the transaction began, or its own."""

    #: Whether machines with secrets of their own write here, so that snapshots of several of them lie side by side.
    shared: bool
    #: Whether frontiers are written here: on a server, by whoever may.
    keeps_frontiers: bool

    def engine(self) -> tuple[str, str]:
        """The database that does the work, and its version."""

    # machines

    def machine(self, game: str) -> tuple[str, str] | None:
        """The machine that a game by mail is bound to, and its name for people; None for none, or none other."""

    def bind(self, game: str, machine: str, name: str) -> None:
        """Bind a game to a machine, if it is bound to none."""

    # streams

    def end(self, stream: str, *, hold: bool = False) -> tuple[int, bytes, bytes | None] | None:
        """Where a stream ends: version and digest by its head, and the digest of that event's row, None for no row.

        hold: keep other writers of the stream waiting from here to the transaction's end. None: it was never begun.
        """

    def heads(self) -> list[tuple[str, int, bytes]]:
        """Where every stream ends by its head, in order of name."""

    def branches(self) -> list[tuple[str, int, str | None, int | None]]:
        """Every stream in order of name: its last version, its parent and the version after which it left that."""

    def forks(self) -> list[tuple[str, str]]:
        """Every fork with its parent, in the order in which they were opened."""

    def ends(self, streams: Sequence[str]) -> dict[str, int]:
        """The last version of each of these streams that there is."""

    def line(self, stream: str) -> Generator[tuple[str, Any], None, None]:
        """From a branch to its parent, to that one's parent and so on: each parent and the version after which it left.

        A generator to be closed; whoever stops early pays for no more.
        """

    def page(self, stream: str, after: int, upto: int, limit: int) -> list[Any]:
        """A stream's own first rows above one version and up to another.

        Each: version, topic, state, previous, digest, recorded_at.
        """

    def rows(self, stream: str, after: int, upto: int, limit: int) -> list[ChainedRow]:
        """The same rows with all their columns."""

    def openings(self, stream: str) -> list[Any]:
        """The first own event of a branch and of every branch that it comes from, as `page` has it; none of the game.

        Each behind its stream's name and the digest of the event that its lineage says it follows.
        """

    def digest(self, stream: str | None, version: int) -> bytes | None:
        """The digest of one of a stream's own events; None for none."""

    def leaves(self, stream: str, after: int, upto: int) -> list[bytes]:
        """Digests of a stream's own events above one version and up to another, in order."""

    def named(self, stream: str, name: str, after: int, upto: int) -> list[int]:
        """Versions of a stream's own events above one version and up to another that are stored under a name."""

    def commanded(self, command_id: bytes) -> list[tuple[str, int]]:
        """Every event that a command wrote: stream and version."""

    def insert(self, rows: Sequence[ChainedRow]) -> None:
        """Write rows of one stream, one or more in order, and move its head to the last of them."""

    def branch_off(self, child: str, parent: str, at: Tip) -> None:
        """Write the row of lineage of a stream that is about to begin."""

    def frontier(self, stream: str, upto: int) -> tuple[int, Any] | None:
        """The frontier that is kept of a stream at its largest size up to one, and that size; None where none is.

        One that was kept after another event than the one that is there now does not count.
        """

    def keep_frontier(self, stream: str, size: int, digest: bytes, hashes: bytes) -> None:
        """Keep a frontier of a stream's first events, if none of that size is kept. digest: of the last of them."""

    def raw_frontiers(self) -> list[tuple[str, Any, Any, Any]]:
        """Every frontier as it stands there: stream, size, digest and hashes; None for what is not of its kind."""

    def newest_snapshot(self, stream: str, fingerprint: str, upto: int) -> tuple[str, int] | None:
        """Stream and version of a branch's newest snapshot, its own or inherited, up to a version."""

    def snapshot(self, key: SnapshotKey) -> tuple[Any, Any, Any] | None:
        """State and HMAC of a snapshot, and the digest of the event that it was taken after; None for no snapshot."""

    def snapshot_keys(self, span: Span) -> list[SnapshotKey]:
        """Keys of all snapshots in a stretch, oldest first."""

    def keep_snapshot(self, key: SnapshotKey, state: bytes, mac: bytes) -> None:
        """Keep a snapshot; one more of the same key replaces the old one."""

    def drop_snapshots(self, keys: Iterable[SnapshotKey] | None) -> int:
        """Delete snapshots, all of them for None, and tell how many there were."""

    def raw_lineage(self) -> dict[str, Fork]:
        """Every row of lineage by its child, as it stands there."""

    def raw_heads(self) -> dict[str, tuple[Any, bytes]]:
        """Where each stream ends, as it stands there: a version, or None for what is not a number, and a digest."""

    def scan(self, places: Mapping[bytes, int], *, only: bool) -> Generator[tuple[Any, ...], None, None]:
        """Rows as they stand in the table, no index asked, as `Row` has them; by place, stream and version.

        places: of streams, by name. Rows of other streams come first, without a place; only: not at all.
        """

    def scan_strange(self, known: Collection[str]) -> Generator[tuple[Any, ...], None, None]:
        """The same of the streams that are not known, without a place."""

    def faults(self) -> list[str]:
        """What is wrong with the database itself, in words; an empty list when nothing is."""


class Log(Protocol):
    """One store's record, whichever database holds it.

    place: where it is, for people, without any password; empty for one in a player's own folder.
    """

    place: str

    def work(self, *, commit: bool) -> AbstractContextManager[Statements]:
        """A transaction for one `with` block. Troubles of the database come out of it in words.

        commit: to write; it commits at the end of the block, and takes all back at an error.
        """

    def changes(self) -> Generator[bool, float, None]:
        """Whether anything was written here since it was asked last, by whichever program.

        A generator that is sent how many seconds to wait for that at most; what it gives first means nothing.
        """


def tip_of(log: Statements, stream: str, *, hold: bool = False) -> Tip:
    """Find where a stream ends. Raises UnreadableError when its last event is not the one that was recorded last.

    hold: keep other writers of the stream waiting from here on.
    """
    end = log.end(stream, hold=hold)
    if end is None:
        return Tip(-1, GENESIS)
    version, digest, found = end
    if found is None or found != digest:
        raise UnreadableError(
            f"The record of {stream} is damaged: its last event, {version}, is not the one that was recorded. "
            f"Nothing was written. `sits audit {typed(stream)} --verify` names the first bad event."
        )
    return Tip(version, digest)


def runs_of(events: Sequence[StoredEvent]) -> list[list[StoredEvent]]:
    """Split events into runs of one stream whose versions count up by one."""
    runs: list[list[StoredEvent]] = []
    for event in events:
        last = runs[-1][-1] if runs else None
        if (
            last
            and last.originator_id == event.originator_id
            and last.originator_version + 1 == event.originator_version
        ):
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs
