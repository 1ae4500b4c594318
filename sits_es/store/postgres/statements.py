"""What is asked of a record and written to it, in PostgreSQL: the log's statements are a cursor that knows them."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, LiteralString, cast

from psycopg import Cursor, ServerCursor

from sits_es.store.chain import ChainedRow
from sits_es.store.log import Fork, SnapshotKey, Span, Tip
from sits_es.store.postgres.schema import faults_of_server, is_stored_as

if TYPE_CHECKING:
    _Rows = Cursor[tuple[Any, ...]]
else:
    _Rows = Cursor

_LEAVES = (
    "SELECT digest FROM sits_es.stored_events WHERE originator_id = %s AND originator_version > %s "
    "AND originator_version <= %s ORDER BY originator_version"
)
_NEWEST_FRONTIER = (
    "SELECT size, hashes FROM sits_es.frontiers AS kept JOIN sits_es.stored_events AS last "
    "ON last.originator_id = kept.originator_id AND originator_version = size - 1 AND last.digest = kept.digest "
    "WHERE kept.originator_id = %s AND size <= %s ORDER BY size DESC LIMIT 1"
)
_KEEP_FRONTIER = (
    "INSERT INTO sits_es.frontiers (originator_id, size, digest, hashes) VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING"
)
_RAW = "SELECT originator_id, size, digest, hashes FROM sits_es.frontiers ORDER BY 1, 2"
#: Whether the table is there and may be read, and whether it may be added to.
FRONTIERS = """
SELECT found IS NOT NULL, COALESCE(has_table_privilege(found, 'SELECT'), false),
    COALESCE(has_table_privilege(found, 'INSERT'), false)
FROM to_regclass('sits_es.frontiers') AS found"""


class PostgresFrontiers(_Rows):
    """Those of the statements that are about frontiers.

    A store that its owner has not opened since there are frontiers has none, and who is not granted them does without.
    """

    reads_frontiers = False
    keeps_frontiers = False

    def leaves(self, stream: str, after: int, upto: int) -> list[bytes]:
        """See `Statements`."""
        rows = self.execute(_LEAVES.encode(), (stream, after, upto), binary=True).fetchall()
        return [digest for (digest,) in rows]

    def frontier(self, stream: str, upto: int) -> tuple[int, Any] | None:
        """See `Statements`."""
        if not self.reads_frontiers:
            return None
        found = self.execute(_NEWEST_FRONTIER.encode(), (stream, upto), binary=True).fetchone()
        return cast("tuple[int, Any] | None", found)

    def keep_frontier(self, stream: str, size: int, digest: bytes, hashes: bytes) -> None:
        """See `Statements`."""
        self.execute(_KEEP_FRONTIER.encode(), (stream, size, digest, hashes))

    def raw_frontiers(self) -> list[tuple[str, Any, Any, Any]]:
        """See `Statements`."""
        if not self.reads_frontiers:
            return []
        return cast("list[tuple[str, Any, Any, Any]]", self.execute(_RAW.encode(), binary=True).fetchall())


_INSERT = """
INSERT INTO sits_es.stored_events
    (originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at)
SELECT %s, * FROM unnest(%s::bigint[], %s::text[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[], %s::text[])"""

_END = (
    "SELECT heads.originator_version, heads.digest, last.digest FROM sits_es.heads "
    "LEFT JOIN sits_es.stored_events AS last USING (originator_id, originator_version) WHERE heads.originator_id = %s"
)
_PAGE = (
    "SELECT originator_version, topic, state, previous, digest, recorded_at FROM sits_es.stored_events "
    "WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s "
    "ORDER BY originator_version LIMIT %s"
)
_ROWS = (
    "SELECT originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at "
    "FROM sits_es.stored_events WHERE originator_id = %s AND originator_version > %s AND originator_version <= %s "
    "ORDER BY originator_version LIMIT %s"
)

#: From a branch to its parent, to that one's parent and so on. Lineage that runs in a circle ends where it began.
_LINE = """
WITH RECURSIVE line (child, parent, at_version) AS (
    SELECT child, parent, at_version FROM sits_es.lineage WHERE child = %s
    UNION
    SELECT older.child, older.parent, older.at_version
    FROM line JOIN sits_es.lineage AS older ON older.child = line.parent
)
SELECT parent, at_version FROM line"""

#: What the branches of that line begin with, beside the event that each says it follows.
_OPENINGS = """
WITH RECURSIVE line (child, parent, at_version, at_digest) AS (
    SELECT child, parent, at_version, at_digest FROM sits_es.lineage WHERE child = %s
    UNION
    SELECT older.child, older.parent, older.at_version, older.at_digest
    FROM line JOIN sits_es.lineage AS older ON older.child = line.parent
)
SELECT child, at_digest, originator_version, topic, state, previous, digest, recorded_at
FROM line JOIN sits_es.stored_events ON originator_id = child AND originator_version = at_version + 1"""

#: The first stretch with a snapshot at a version or before, from a branch's own to its oldest ancestor's, and that one.
#: An ancestor counts as far as every fork on the way down from it shares its events.
_NEWEST = """
WITH RECURSIVE span (stream, after, upto) AS (
    SELECT %(stream)s::text COLLATE "C",
        COALESCE((SELECT at_version FROM sits_es.lineage WHERE child = %(stream)s), -1), %(upto)s::bigint
    UNION
    SELECT
        lineage.parent,
        COALESCE((SELECT older.at_version FROM sits_es.lineage AS older WHERE older.child = lineage.parent), -1),
        LEAST(upto, lineage.at_version)
    FROM span JOIN sits_es.lineage ON child = stream
)
SELECT stream, version FROM (
    SELECT stream, (
        SELECT MAX(originator_version) FROM sits_es.stored_states WHERE originator_id = stream
        AND topic = %(fingerprint)s AND originator_version > after AND originator_version <= upto
    ) AS version FROM span
) AS found WHERE version IS NOT NULL LIMIT 1"""

_SNAPSHOT = """
SELECT kept.state, kept.mac, event.digest FROM sits_es.stored_states AS kept
LEFT JOIN sits_es.stored_events AS event USING (originator_id, originator_version)
WHERE originator_id = %s AND originator_version = %s AND kept.topic = %s"""

_KEEP = """
INSERT INTO sits_es.stored_states (originator_id, originator_version, topic, state, mac) VALUES (%s, %s, %s, %s, %s)
ON CONFLICT (originator_id, topic, originator_version) DO UPDATE SET state = excluded.state, mac = excluded.mac"""

_SCAN = """
SELECT wanted.place - 1, convert_to(originator_id, 'UTF8'), originator_version, convert_to(topic, 'UTF8'), state,
    previous, digest,
    (originator_version IS NOT NULL AND topic IS NOT NULL AND state IS NOT NULL AND previous IS NOT NULL
    AND digest IS NOT NULL)::int,
    convert_to(recorded_at, 'UTF8')
FROM sits_es.stored_events
{join} JOIN unnest(%s::text[]) WITH ORDINALITY AS wanted (name, place) ON wanted.name = originator_id
{where}ORDER BY wanted.place NULLS FIRST, originator_id NULLS FIRST, originator_version NULLS FIRST"""
#: An index may lie.
_BY_THE_TABLE = """
SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off"""
#: Rows that come at a time in a scan.
_AT_A_TIME = 2000


class PostgresStatements(PostgresFrontiers):
    """The statements of `Statements`, a cursor themselves. Its rows are plain tuples."""

    #: Many machines write here, each with a secret of its own.
    shared = True

    def engine(self) -> tuple[str, str]:
        """See `Statements`."""
        row = self.execute("SHOW server_version").fetchone()
        return "PostgreSQL", "" if row is None else str(row[0])

    # machines

    def machine(self, game: str) -> tuple[str, str] | None:
        """See `Statements`."""
        found = self.execute("SELECT machine, name FROM sits_es.machines WHERE game = %s", (game,)).fetchone()
        return cast("tuple[str, str] | None", found)

    def bind(self, game: str, machine: str, name: str) -> None:
        """See `Statements`."""
        self.execute(
            "INSERT INTO sits_es.machines (game, machine, name) VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
            (game, machine, name),
        )

    # streams

    def end(self, stream: str, *, hold: bool = False) -> tuple[int, bytes, bytes | None] | None:
        """See `Statements`."""
        statement: LiteralString = "SELECT version, ended, found FROM sits_es.hold(%s)" if hold else _END
        return cast("tuple[int, bytes, bytes | None] | None", self.execute(statement, (stream,)).fetchone())

    def heads(self) -> list[tuple[str, int, bytes]]:
        """See `Statements`."""
        return self._all("SELECT originator_id, originator_version, digest FROM sits_es.heads ORDER BY 1")

    def branches(self) -> list[tuple[str, int, str | None, int | None]]:
        """See `Statements`."""
        return self._all(
            "SELECT originator_id, originator_version, parent, at_version FROM sits_es.heads "
            "LEFT JOIN sits_es.lineage ON child = originator_id ORDER BY originator_id"
        )

    def forks(self) -> list[tuple[str, str]]:
        """See `Statements`."""
        return self._all(
            "SELECT child, parent FROM sits_es.lineage JOIN sits_es.stored_events ON originator_id = child "
            "AND originator_version = at_version + 1 ORDER BY notification_id"
        )

    def ends(self, streams: Sequence[str]) -> dict[str, int]:
        """See `Statements`."""
        return dict(
            self._all(
                "SELECT originator_id, originator_version FROM sits_es.heads WHERE originator_id = ANY(%s)",
                (list(streams),),
            )
        )

    def line(self, stream: str) -> Generator[tuple[str, Any], None, None]:
        """See `Statements`. All of it is fetched at once: a step costs more than a row."""
        yield from self._all(_LINE, (stream,))

    # events

    def page(self, stream: str, after: int, upto: int, limit: int) -> list[Any]:
        """See `Statements`."""
        return self._all(_PAGE, (stream, after, upto, limit))

    def rows(self, stream: str, after: int, upto: int, limit: int) -> list[ChainedRow]:
        """See `Statements`."""
        return self._all(_ROWS, (stream, after, upto, limit))

    def openings(self, stream: str) -> list[Any]:
        """See `Statements`."""
        return self._all(_OPENINGS, (stream,))

    def digest(self, stream: str | None, version: int) -> bytes | None:
        """See `Statements`."""
        statement = "SELECT digest FROM sits_es.stored_events WHERE originator_id = %s AND originator_version = %s"
        row = self.execute(statement, (stream, version)).fetchone()
        return None if row is None else row[0]

    def named(self, stream: str, name: str, after: int, upto: int) -> list[int]:
        """See `Statements`."""
        condition = is_stored_as(name).replace("%", "%%")
        statement = (
            "SELECT originator_version FROM sits_es.stored_events WHERE originator_id = %s AND originator_version > %s "  # noqa: S608 -- the name is quoted
            f"AND originator_version <= %s AND {condition} ORDER BY originator_version"
        )
        return [version for (version,) in self._all(statement, (stream, after, upto))]

    def commanded(self, command_id: bytes) -> list[tuple[str, int]]:
        """See `Statements`."""
        return self._all(
            "SELECT originator_id, originator_version FROM sits_es.stored_events WHERE command_id = %s", (command_id,)
        )

    def insert(self, rows: Sequence[ChainedRow]) -> None:
        """See `Statements`. The server moves the head itself."""
        (stream, *_), columns = rows[0], list(zip(*rows, strict=True))
        self.execute(_INSERT, (stream, *(list(column) for column in columns[1:])))

    def branch_off(self, child: str, parent: str, at: Tip) -> None:
        """See `Statements`."""
        self.execute(
            "INSERT INTO sits_es.lineage (child, parent, at_version, at_digest) VALUES (%s, %s, %s, %s)",
            (child, parent, at.version, at.digest),
        )

    # snapshots

    def newest_snapshot(self, stream: str, fingerprint: str, upto: int) -> tuple[str, int] | None:
        """See `Statements`."""
        values = {"stream": stream, "upto": upto, "fingerprint": fingerprint}
        return cast("tuple[str, int] | None", self.execute(_NEWEST, values).fetchone())

    def snapshot(self, key: SnapshotKey) -> tuple[Any, Any, Any] | None:
        """See `Statements`."""
        return cast("tuple[Any, Any, Any] | None", self.execute(_SNAPSHOT, key, binary=True).fetchone())

    def snapshot_keys(self, span: Span) -> list[SnapshotKey]:
        """See `Statements`."""
        rows = self._all(
            "SELECT originator_version, topic FROM sits_es.stored_states WHERE originator_id = %s "
            "AND originator_version > %s AND originator_version <= %s ORDER BY 1, 2",
            (span.stream, span.after, 2**62 if span.upto is None else span.upto),
        )
        return [SnapshotKey(span.stream, version, topic) for version, topic in rows]

    def keep_snapshot(self, key: SnapshotKey, state: bytes, mac: bytes) -> None:
        """See `Statements`."""
        self.execute(_KEEP, (*key, state, mac))

    def drop_snapshots(self, keys: Iterable[SnapshotKey] | None) -> int:
        """See `Statements`."""
        if keys is None:
            return self.execute("DELETE FROM sits_es.stored_states").rowcount
        statement = (
            "DELETE FROM sits_es.stored_states WHERE originator_id = %s AND originator_version = %s AND topic = %s"
        )
        return sum(self.execute(statement, key).rowcount for key in keys)

    # audits

    def raw_lineage(self) -> dict[str, Fork]:
        """See `Statements`."""
        rows = self._all("SELECT child, parent, at_version, at_digest FROM sits_es.lineage ORDER BY 1")
        return {child: Fork(parent, at, digest) for child, parent, at, digest in rows}

    def raw_heads(self) -> dict[str, tuple[Any, bytes]]:
        """See `Statements`."""
        return {stream: (version, digest) for stream, version, digest in self.heads()}

    def scan(self, places: Mapping[bytes, int], *, only: bool) -> Generator[tuple[Any, ...], None, None]:
        """See `Statements`."""
        names = [name.decode() for name in places]
        yield from self._scanned(_SCAN.format(join="" if only else "LEFT", where=""), (names,))

    def scan_strange(self, known: Collection[str]) -> Generator[tuple[Any, ...], None, None]:
        """See `Statements`."""
        where = "WHERE NOT originator_id = ANY(%s) "
        yield from self._scanned(_SCAN.format(join="LEFT", where=where), ([], list(known)))

    def _scanned(self, statement: str, values: tuple[Any, ...]) -> Generator[tuple[Any, ...], None, None]:
        self.execute(_BY_THE_TABLE)
        with ServerCursor(self.connection, "scan", row_factory=self.row_factory) as rows:
            rows.itersize = _AT_A_TIME
            yield from rows.execute(statement.encode(), values, binary=True)

    def faults(self) -> list[str]:
        """See `Statements`."""
        return faults_of_server(self)

    def _all(self, statement: str, values: Sequence[Any] = ()) -> list[Any]:
        return self.execute(statement.encode(), values, binary=True).fetchall()
