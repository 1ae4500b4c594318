"""The port to whatever database holds the record: a log, its transactions, and what may be asked and written in one.

SQLite is one side of it, PostgreSQL the other. Above it nobody sees SQL. What both databases understand is written
here, once; the side of PostgreSQL puts its own marks for values, its schema and its name for a row's number in.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from sits_es.errors import NotNowError, UnreadableError
from sits_es.sentences import shell
from sits_es.store.chain import GENESIS, ChainedRow, chained

if TYPE_CHECKING:
    from eventsourcing.persistence import ApplicationRecorder

#: What every exchange of a game begins with, and what people enter beside them. Each has an index of its own.
SEAL = "game.OrdersSealed"
ENTRY = "game.FactsRecorded"


class OvertakenError(NotNowError):
    """Somebody else wrote to a stream after it was looked at and before this was written, which was not."""


class Tip(NamedTuple):
    """Where a stream ends: its last version, -1 for none, and the raw digest to chain on to."""

    version: int
    digest: bytes


class Span(NamedTuple):
    """A stream's own rows that belong to a branch: versions above `after`, up to `upto`, None while it may grow."""

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


def is_named(name: str) -> str:
    """The condition, in SQL, that an event is stored under a name. An index is used only for these very words."""
    quoted = name.replace("'", "''")
    return f"substr(topic, 1, {len(name) + 1}) = '{quoted}/'"


HEADS = "SELECT originator_id, originator_version, digest FROM heads ORDER BY 1"
_END = """
SELECT heads.originator_version, heads.digest, last.digest FROM heads
LEFT JOIN stored_events AS last USING (originator_id, originator_version) WHERE originator_id = ?"""

_BRANCHES = """
SELECT originator_id, originator_version, parent, at_version FROM heads
LEFT JOIN lineage ON child = originator_id ORDER BY originator_id"""

_FORKS = """
SELECT child, parent FROM lineage CROSS JOIN stored_events
WHERE originator_id = child AND originator_version = at_version + 1 ORDER BY rowid"""

#: From a branch to its parent, to that one's parent and so on: a row at a time, and no further than they are asked for.
_PARENTS = """
WITH RECURSIVE line (parent, at_version) AS (
    SELECT parent, at_version FROM lineage WHERE child = ?
    UNION ALL
    SELECT older.parent, older.at_version FROM line JOIN lineage AS older ON older.child = line.parent
)
SELECT parent, at_version FROM line"""

#: What the branches of that line begin with, beside the event that each says it follows. A circle ends where it began.
_OPENINGS = """
WITH RECURSIVE line (child, parent, at_version, at_digest) AS (
    SELECT child, parent, at_version, at_digest FROM lineage WHERE child = ?
    UNION
    SELECT older.child, older.parent, older.at_version, older.at_digest
    FROM line JOIN lineage AS older ON older.child = line.parent
)
SELECT child, at_digest, originator_version, topic, state, previous, digest, recorded_at
FROM line JOIN stored_events ON originator_id = child AND originator_version = at_version + 1"""

#: A stream's own events above one version and up to another.
_OWN = "FROM stored_events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ?"
_PAGE = f"SELECT originator_version, topic, state, previous, digest, recorded_at {_OWN} ORDER BY 1 LIMIT ?"
_EVERY = """
SELECT originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at FROM stored_events
WHERE originator_id = ? ORDER BY originator_version"""
_ROWS = f"""
SELECT originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at {_OWN}
ORDER BY originator_version LIMIT ?"""

#: The first span with a snapshot at a version or before, from a branch's own to its oldest ancestor's, and that one.
#: An ancestor counts as far as every fork on the way down from it shares its events.
_NEWEST_SNAPSHOT = """
WITH RECURSIVE span (stream, after, upto) AS (
    SELECT originator_id, COALESCE(at_version, -1), CAST(? AS bigint)
    FROM heads LEFT JOIN lineage ON child = originator_id WHERE originator_id = ?
    UNION
    SELECT
        lineage.parent,
        COALESCE((SELECT older.at_version FROM lineage AS older WHERE older.child = lineage.parent), -1),
        CASE WHEN upto < lineage.at_version THEN upto ELSE lineage.at_version END
    FROM span JOIN lineage ON child = stream
)
SELECT stream, version FROM (
    SELECT stream, (
        SELECT MAX(originator_version) FROM stored_states WHERE originator_id = stream AND topic = ?
        AND originator_version > after AND originator_version <= upto
    ) AS version FROM span
) AS found WHERE version IS NOT NULL LIMIT 1"""

_SNAPSHOT = """
SELECT kept.state, kept.mac, event.digest FROM stored_states AS kept
LEFT JOIN stored_events AS event USING (originator_id, originator_version)
WHERE originator_id = ? AND originator_version = ? AND kept.topic = ?"""

_KEEP_SNAPSHOT = """
INSERT INTO stored_states (originator_id, originator_version, topic, state, mac) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (originator_id, topic, originator_version) DO UPDATE SET state = excluded.state, mac = excluded.mac"""


class Statements(Protocol):
    """One transaction on a log. What it reads is the record as it stood when the transaction began, or its own.

    Each database has its own way for the first dozen methods; all others are SQL that both understand.
    """

    __slots__ = ()

    #: Whether machines with secrets of their own write here, so that snapshots of several of them lie side by side.
    shared: bool
    #: How rows of lineage and heads are asked for as they stand, whatever somebody has put there.
    raw_lineage_query: ClassVar[str]
    raw_heads_query: ClassVar[str]

    def fetch(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows that a query gives, as plain tuples; values stand for its question marks."""

    def step(self, query: str, values: Sequence[Any] = ()) -> Generator[Any, None, None]:
        """The same, by a generator to be closed: whoever stops early may pay for no more."""

    def write(self, statement: str, values: Sequence[Any] = ()) -> int:
        """Carry out a statement; how many rows it changed."""

    def insert(self, rows: Sequence[ChainedRow]) -> None:
        """Write rows of one stream, one or more in order, and move its head to the last of them."""

    def scan(self, streams: Sequence[str], *, others: bool = False) -> Generator[tuple[Any, ...], None, None]:
        """Rows of streams, or of all others, by a scan of the table, as `Row` has them; by place, stream, version."""

    def faults(self) -> list[str]:
        """What is wrong with the database itself, in words; an empty list when nothing is."""

    def engine(self) -> tuple[str, str]:
        """The database that does the work, and its version."""

    # what both databases understand

    def raw_lineage(self) -> dict[str, Fork]:
        """Every row of lineage by its child, as it stands there."""
        return {child: Fork(*fork) for child, *fork in self.fetch(self.raw_lineage_query)}

    def raw_heads(self) -> dict[str, tuple[Any, bytes]]:
        """Where each stream ends, as it stands there: a version, or None for what is not a number, and a digest."""
        return {stream: (version, digest) for stream, version, digest in self.fetch(self.raw_heads_query)}

    def end(self, stream: str) -> tuple[int, bytes, bytes | None] | None:
        """Where a stream ends by its head, and the digest of its last row; None for none."""
        return self._one(_END, (stream,))

    def heads(self) -> list[tuple[str, int, bytes]]:
        """Where every stream ends by its head, in order of name."""
        return self.fetch(HEADS)

    def branches(self) -> list[tuple[str, int, str | None, int | None]]:
        """Every stream in order of name: its last version, its parent and the version after which it left that."""
        return self.fetch(_BRANCHES)

    def forks(self) -> list[tuple[str, str]]:
        """Every fork with its parent, in the order in which they were opened."""
        return self.fetch(_FORKS)

    def line(self, stream: str) -> Generator[tuple[str, Any], None, None]:
        """The ancestors of a branch, nearest first, each with the version after which it was left; to be closed."""
        return self.step(_PARENTS, (stream,))

    def branch_off(self, child: str, parent: str, at: Tip) -> None:
        """Write the row of lineage of a stream that is about to begin."""
        self.write(
            "INSERT INTO lineage (child, parent, at_version, at_digest) VALUES (?, ?, ?, ?)", (child, parent, *at)
        )

    def page(self, stream: str, after: int, upto: int, limit: int) -> list[Any]:
        """A stream's own first rows between two versions: version, topic, state, previous, digest, recorded_at."""
        return self.fetch(_PAGE, (stream, after, upto, limit))

    def rows(self, stream: str, after: int, upto: int, limit: int) -> list[ChainedRow]:
        """The same rows with all their columns."""
        return self.fetch(_ROWS, (stream, after, upto, limit))

    def every_row(self, stream: str) -> list[Any]:
        """All rows under a stream's name with all their columns, whatever stands there."""
        return self.fetch(_EVERY, (stream,))

    def take_out(self, streams: Sequence[str]) -> dict[str, tuple[int, bytes]]:
        """Take whole streams, whose rows are kept elsewhere, out of a server's record: lineage, heads, snapshots too.

        Where they ended, version and digest by stream. Its owner alone may. A file is written anew without them
        instead: see `sqlite.files`.
        """
        name, _ = self.engine()
        raise NotImplementedError(f"{name} has no way to take {len(streams)} streams out")

    def openings(self, stream: str) -> list[Any]:
        """First own events of a branch and its forked ancestors, each behind its name and the digest it follows."""
        return self.fetch(_OPENINGS, (stream,))

    def digest(self, stream: str | None, version: int) -> bytes | None:
        """The digest of one of a stream's own events; None for none."""
        query = "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version = ?"
        found = self.fetch(query, (stream, version))
        return found[0][0] if found else None

    def leaves(self, stream: str, after: int, upto: int) -> list[bytes]:
        """Digests of a stream's own events above one version and up to another, in order."""
        rows = self.fetch(f"SELECT digest {_OWN} ORDER BY originator_version", (stream, after, upto))
        return [digest for (digest,) in rows]

    def named(self, stream: str, name: str, after: int, upto: int) -> list[int]:
        """Versions of a stream's own events above one version and up to another that are stored under a name."""
        query = f"SELECT originator_version {_OWN} AND {is_named(name)} ORDER BY 1"
        return [version for (version,) in self.fetch(query, (stream, after, upto))]

    def commanded(self, command_id: bytes) -> list[tuple[str, int]]:
        """Every event that a command wrote: stream and version."""
        query = "SELECT originator_id, originator_version FROM stored_events WHERE command_id = ?"
        return self.fetch(query, (command_id,))

    def newest_snapshot(self, stream: str, fingerprint: str, upto: int) -> tuple[str, int] | None:
        """Stream and version of a branch's newest snapshot, its own or inherited, up to a version."""
        return self._one(_NEWEST_SNAPSHOT, (upto, stream, fingerprint))

    def snapshot(self, key: SnapshotKey) -> tuple[Any, Any, Any] | None:
        """State and HMAC of a snapshot, and the digest of the event that it was taken after; None for no snapshot."""
        return self._one(_SNAPSHOT, key)

    def snapshot_keys(self, span: Span) -> list[SnapshotKey]:
        """Keys of all snapshots in a span, oldest first."""
        # a topic that is not text belongs to no program
        query = """
        SELECT originator_version, CAST(topic AS text) FROM stored_states
        WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY 1, 2"""
        rows = self.fetch(query, (span.stream, span.after, 2**62 if span.upto is None else span.upto))
        return [SnapshotKey(span.stream, version, topic) for version, topic in rows]

    def keep_snapshot(self, key: SnapshotKey, state: bytes, mac: bytes) -> None:
        """Keep a snapshot; one more of the same key replaces the old one."""
        self.write(_KEEP_SNAPSHOT, (*key, state, mac))

    def drop_snapshots(self, keys: Iterable[SnapshotKey] | None) -> int:
        """Delete snapshots, all of them for None, and tell how many there were."""
        if keys is None:
            return self.write("DELETE FROM stored_states")
        statement = "DELETE FROM stored_states WHERE originator_id = ? AND originator_version = ? AND topic = ?"
        return sum(self.write(statement, key) for key in keys)

    def machine(self, game: str) -> tuple[str, str] | None:
        """The machine that a game by mail is bound to in a shared store, and its name for people; None for none."""
        return self._one("SELECT machine, machine_name FROM seats WHERE game = ? AND machine IS NOT NULL", (game,))

    def bind(self, game: str, machine: str, name: str) -> None:
        """Bind a game to a machine in a shared store, if it has begun and is bound to none."""
        statement = "UPDATE seats SET machine = ?, machine_name = ? WHERE game = ? AND machine IS NULL"
        self.write(statement, (machine, name, game))

    def seat(self, game: str) -> tuple[str, list[str]] | None:
        """Who began a game in a shared store, and who else may write to it; None for a game that has not begun."""
        return self._one("SELECT begun_by, players FROM seats WHERE game = ?", (game,))

    def let_in(self, game: str, players: Sequence[str]) -> None:
        """Let others write to a game in a shared store. Whoever began it may, and the owner."""
        self.write("UPDATE seats SET players = players || ? WHERE game = ?", (list(players), game))

    def _one(self, query: str, values: Sequence[Any]) -> Any | None:
        found = self.fetch(query, values)
        return found[0] if found else None


class Log(Protocol):
    """One store's record, whichever database holds it. place: where it is, for people; empty in their own folder."""

    place: str

    def work(self, *, commit: bool) -> AbstractContextManager[Statements]:
        """A transaction for one `with` block, its troubles in words; to write, it commits at the end, or undoes all."""

    def changes(self) -> Generator[bool, float, None]:
        """Whether anybody wrote since it was asked last; it is sent the seconds to wait. At first it says nothing."""

    def recorder(self) -> ApplicationRecorder:
        """The event sourcing library's recorder over it."""

    def close(self) -> None:
        """Close its connections, once no other thread uses them any more."""


def tip_of(log: Statements, stream: str) -> Tip:
    """Where a stream ends. Raises UnreadableError if its last event is not what was recorded."""
    end = log.end(stream)
    if end is None:
        return Tip(-1, GENESIS)
    version, digest, found = end
    if found is None or found != digest:
        raise UnreadableError(
            f"The record of {stream} is damaged: its last event, {version}, is not the one that was recorded. "
            f"Nothing was written. `sits audit verify {shell(stream)}` names the first bad event."
        )
    return Tip(version, digest)


def write_rows(
    log: Statements,
    tip: Tip,
    stream: str,
    encoded: Sequence[tuple[str, bytes]],
    *,
    command_id: bytes | None = None,
    recorded_at: str | None = None,
) -> Tip:
    """Chain encoded events on to a tip and write them; one or more. The command's id goes on the first row."""
    rows = chained(tip.digest, stream, tip.version, encoded, command_id=command_id, recorded_at=recorded_at)
    log.insert(rows)
    return Tip(rows[-1][1], rows[-1][5])
