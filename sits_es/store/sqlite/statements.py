"""What is asked of a record and written to it, in SQLite: the log's statements are a cursor that knows them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Collection, Generator, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

from sits_es.store.chain import ChainedRow
from sits_es.store.log import Fork, SnapshotKey, Span, Tip
from sits_es.store.sqlite.schema import faults_in, is_named

_LEAVES = (
    "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
    "ORDER BY originator_version"
)
_NEWEST_FRONTIER = (
    "SELECT size, hashes FROM frontiers AS kept JOIN stored_events AS last ON last.originator_id = kept.originator_id "
    "AND last.originator_version = size - 1 AND last.digest = kept.digest "
    "WHERE kept.originator_id = ? AND size <= ? ORDER BY size DESC LIMIT 1"
)
_KEEP_FRONTIER = "INSERT OR IGNORE INTO frontiers (originator_id, size, digest, hashes) VALUES (?, ?, ?, ?)"
_RAW = (
    "SELECT CASE typeof(originator_id) WHEN 'text' THEN CAST(originator_id AS BLOB) END, "
    "CASE typeof(size) WHEN 'integer' THEN size END, CASE typeof(digest) WHEN 'blob' THEN digest END, "
    "CASE typeof(hashes) WHEN 'blob' THEN hashes END FROM frontiers ORDER BY originator_id, size"
)


class SQLiteFrontiers(sqlite3.Cursor):
    """Those of the statements that are about frontiers."""

    __slots__ = ()

    #: Whoever may write to the file may write all of it.
    keeps_frontiers = True

    def leaves(self, stream: str, after: int, upto: int) -> list[bytes]:
        """See `Statements`."""
        return [digest for (digest,) in self.execute(_LEAVES, (stream, after, upto))]

    def frontier(self, stream: str, upto: int) -> tuple[int, Any] | None:
        """See `Statements`."""
        found = self._kept(_NEWEST_FRONTIER, (stream, upto))
        return found[0] if found else None

    def keep_frontier(self, stream: str, size: int, digest: bytes, hashes: bytes) -> None:
        """See `Statements`."""
        self.execute(_KEEP_FRONTIER, (stream, size, digest, hashes))

    def raw_frontiers(self) -> list[tuple[str, Any, Any, Any]]:
        """See `Statements`."""
        return [((name or b"").decode(errors="replace"), *rest) for name, *rest in self._kept(_RAW, ())]

    def _kept(self, statement: str, values: Sequence[Any]) -> list[Any]:
        """Rows of the table of frontiers; none in a store of a release before it, which nobody has written to since."""
        try:
            return self.execute(statement, values).fetchall()
        except sqlite3.OperationalError as fault:
            if "no such table: frontiers" not in str(fault):
                raise
            return []


_INSERT = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state, previous, digest, command_id, "
    "recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_MOVE_HEAD = (
    "INSERT INTO heads (originator_id, originator_version, digest) VALUES (?, ?, ?) ON CONFLICT (originator_id) "
    "DO UPDATE SET originator_version = excluded.originator_version, digest = excluded.digest"
)
_END = (
    "SELECT heads.originator_version, heads.digest, last.digest FROM heads LEFT JOIN stored_events AS last "
    "ON last.originator_id = heads.originator_id AND last.originator_version = heads.originator_version "
    "WHERE heads.originator_id = ?"
)
_PAGE = (
    "SELECT originator_version, topic, state, previous, digest, recorded_at FROM stored_events "
    "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
    "ORDER BY originator_version LIMIT ?"
)
_ROWS = (
    "SELECT originator_id, originator_version, topic, state, previous, digest, command_id, recorded_at "
    "FROM stored_events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
    "ORDER BY originator_version LIMIT ?"
)

#: From a branch to its parent, to that one's parent and so on: a row at a time, and no further than they are asked for.
_LINE = """
WITH RECURSIVE line (child, parent, at_version) AS (
    SELECT child, parent, at_version FROM lineage WHERE child = ?
    UNION ALL
    SELECT lineage.child, lineage.parent, lineage.at_version FROM line JOIN lineage ON lineage.child = line.parent
)
SELECT parent, at_version FROM line"""

#: What the branches of that line begin with, beside the event that each says it follows.
_OPENINGS = """
WITH RECURSIVE line (child, parent, at_version, at_digest) AS (
    SELECT child, parent, at_version, at_digest FROM lineage WHERE child = ?
    UNION
    SELECT older.child, older.parent, older.at_version, older.at_digest
    FROM line JOIN lineage AS older ON older.child = line.parent
)
SELECT child, at_digest, originator_version, topic, state, previous, digest, recorded_at
FROM line JOIN stored_events ON originator_id = child AND originator_version = at_version + 1"""

#: The first stretch with a snapshot at a version or before, from a branch's own to its oldest ancestor's, and that one.
#: An ancestor counts as far as every fork on the way down from it shares its events.
_NEWEST = """
WITH RECURSIVE span (stream, after, upto) AS (
    SELECT :stream, COALESCE((SELECT at_version FROM lineage WHERE child = :stream), -1), :upto
    UNION
    SELECT
        lineage.parent,
        COALESCE((SELECT older.at_version FROM lineage AS older WHERE older.child = lineage.parent), -1),
        MIN(upto, lineage.at_version)
    FROM span JOIN lineage ON child = stream
)
SELECT stream, version FROM (
    SELECT stream, (
        SELECT MAX(originator_version) FROM stored_states WHERE originator_id = stream AND topic = :fingerprint
        AND originator_version > after AND originator_version <= upto
    ) AS version FROM span
) WHERE version IS NOT NULL LIMIT 1"""

_SNAPSHOT = """
SELECT kept.state, kept.mac, event.digest FROM stored_states AS kept
LEFT JOIN stored_events AS event USING (originator_id, originator_version)
WHERE originator_id = ? AND originator_version = ? AND kept.topic = ?"""

_SCAN = """
SELECT
    CASE typeof(originator_id) WHEN 'text' THEN place_of(CAST(originator_id AS BLOB)) END AS place,
    CAST(originator_id AS BLOB) AS origin,
    CASE typeof(originator_version) WHEN 'integer' THEN originator_version ELSE CAST(originator_version AS BLOB) END,
    CAST(topic AS BLOB), CAST(state AS BLOB), CAST(previous AS BLOB), CAST(digest AS BLOB),
    typeof(originator_version) = 'integer' AND typeof(topic) = 'text' AND typeof(state) = 'blob'
    AND typeof(previous) = 'blob' AND typeof(digest) = 'blob',
    CASE typeof(recorded_at) WHEN 'text' THEN CAST(recorded_at AS BLOB) END
FROM stored_events NOT INDEXED {where}ORDER BY place, origin, originator_version"""
_SOME = "WHERE originator_id IN (SELECT value FROM json_each(?)) "
_STRANGE = "WHERE hex(CAST(originator_id AS BLOB)) IN (SELECT value FROM json_each(?)) "
_NAMES = "SELECT DISTINCT CAST(originator_id AS BLOB) FROM stored_events NOT INDEXED"


class SQLiteStatements(SQLiteFrontiers):
    """The statements of `Statements`, a cursor themselves: a transaction costs no object and no call more."""

    __slots__ = ()

    #: A file is one player's, or a club's on one machine.
    shared = False

    def engine(self) -> tuple[str, str]:
        """See `Statements`."""
        return "SQLite", sqlite3.sqlite_version

    # machines

    def machine(self, game: str) -> tuple[str, str] | None:
        """See `Statements`. A file is on one machine."""

    def bind(self, game: str, machine: str, name: str) -> None:
        """See `Statements`."""

    # streams

    def end(self, stream: str, *, hold: bool = False) -> tuple[int, bytes, bytes | None] | None:  # noqa: ARG002 -- a writer holds the whole file
        """See `Statements`."""
        row: tuple[int, bytes, bytes | None] | None = self.execute(_END, (stream,)).fetchone()
        return row

    def heads(self) -> list[tuple[str, int, bytes]]:
        """See `Statements`."""
        return self.execute("SELECT originator_id, originator_version, digest FROM heads ORDER BY 1").fetchall()

    def branches(self) -> list[tuple[str, int, str | None, int | None]]:
        """See `Statements`."""
        return self.execute(
            "SELECT originator_id, originator_version, parent, at_version FROM heads "
            "LEFT JOIN lineage ON child = originator_id ORDER BY originator_id"
        ).fetchall()

    def forks(self) -> list[tuple[str, str]]:
        """See `Statements`."""
        return self.execute(
            "SELECT child, parent FROM lineage JOIN stored_events ON originator_id = child "
            "AND originator_version = at_version + 1 ORDER BY stored_events.rowid"
        ).fetchall()

    def ends(self, streams: Sequence[str]) -> dict[str, int]:
        """See `Statements`."""
        statement = (
            "SELECT originator_id, originator_version FROM heads "
            "WHERE originator_id IN (SELECT value FROM json_each(?))"
        )
        return dict(self.execute(statement, (json.dumps(streams),)).fetchall())

    def line(self, stream: str) -> Generator[tuple[str, Any], None, None]:
        """See `Statements`."""
        # a cursor of its own: it is stepped along while this one is asked other things
        with closing(self.connection.execute(_LINE, (stream,))) as rows:
            yield from rows

    # events

    def page(self, stream: str, after: int, upto: int, limit: int) -> list[Any]:
        """See `Statements`."""
        return self.execute(_PAGE, (stream, after, upto, limit)).fetchall()

    def rows(self, stream: str, after: int, upto: int, limit: int) -> list[ChainedRow]:
        """See `Statements`."""
        return self.execute(_ROWS, (stream, after, upto, limit)).fetchall()

    def openings(self, stream: str) -> list[Any]:
        """See `Statements`."""
        return self.execute(_OPENINGS, (stream,)).fetchall()

    def digest(self, stream: str | None, version: int) -> bytes | None:
        """See `Statements`."""
        statement = "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version = ?"
        row = self.execute(statement, (stream, version)).fetchone()
        return None if row is None else row[0]

    def named(self, stream: str, name: str, after: int, upto: int) -> list[int]:
        """See `Statements`."""
        statement = (
            "SELECT originator_version FROM stored_events WHERE originator_id = ? AND originator_version > ? "  # noqa: S608 -- the name is quoted
            f"AND originator_version <= ? AND {is_named(name)} ORDER BY originator_version"
        )
        return [version for (version,) in self.execute(statement, (stream, after, upto))]

    def commanded(self, command_id: bytes) -> list[tuple[str, int]]:
        """See `Statements`."""
        statement = "SELECT originator_id, originator_version FROM stored_events WHERE command_id = ?"
        return self.execute(statement, (command_id,)).fetchall()

    def insert(self, rows: Sequence[ChainedRow]) -> None:
        """See `Statements`."""
        self.executemany(_INSERT, rows)
        last = rows[-1]
        self.execute(_MOVE_HEAD, (last[0], last[1], last[5]))

    def branch_off(self, child: str, parent: str, at: Tip) -> None:
        """See `Statements`."""
        self.execute(
            "INSERT INTO lineage (child, parent, at_version, at_digest) VALUES (?, ?, ?, ?)",
            (child, parent, at.version, at.digest),
        )

    # snapshots

    def newest_snapshot(self, stream: str, fingerprint: str, upto: int) -> tuple[str, int] | None:
        """See `Statements`."""
        found = self._states(_NEWEST, {"stream": stream, "upto": upto, "fingerprint": fingerprint})
        return found[0] if found else None

    def snapshot(self, key: SnapshotKey) -> tuple[Any, Any, Any] | None:
        """See `Statements`."""
        row: tuple[Any, Any, Any] | None = self.execute(_SNAPSHOT, key).fetchone()
        return row

    def snapshot_keys(self, span: Span) -> list[SnapshotKey]:
        """See `Statements`."""
        rows = self._states(
            "SELECT originator_version, CAST(topic AS BLOB) FROM stored_states WHERE originator_id = ? "
            "AND originator_version > ? AND originator_version <= ? ORDER BY 1, 2",
            (span.stream, span.after, 2**62 if span.upto is None else span.upto),
        )
        # one that is not text belongs to no program
        return [SnapshotKey(span.stream, version, topic.decode(errors="replace")) for version, topic in rows]

    def keep_snapshot(self, key: SnapshotKey, state: bytes, mac: bytes) -> None:
        """See `Statements`."""
        self.execute(
            "INSERT OR REPLACE INTO stored_states (originator_id, originator_version, topic, state, mac) "
            "VALUES (?, ?, ?, ?, ?)",
            (*key, state, mac),
        )

    def drop_snapshots(self, keys: Iterable[SnapshotKey] | None) -> int:
        """See `Statements`."""
        if keys is None:
            return self.execute("DELETE FROM stored_states").rowcount
        statement = "DELETE FROM stored_states WHERE originator_id = ? AND originator_version = ? AND topic = ?"
        return sum(self.execute(statement, key).rowcount for key in keys)

    def _states(self, statement: str, values: Mapping[str, Any] | tuple[Any, ...]) -> list[Any]:
        """Rows of the table of snapshots; none in a store of the first release, which nobody has written to since."""
        try:
            return self.execute(statement, values).fetchall()
        except sqlite3.OperationalError as fault:
            if "no such table: stored_states" not in str(fault):
                raise
            return []

    # audits

    def raw_lineage(self) -> dict[str, Fork]:
        """See `Statements`."""
        rows = self.execute(
            "SELECT CAST(child AS BLOB), CASE typeof(parent) WHEN 'text' THEN CAST(parent AS BLOB) END, CASE "
            "typeof(at_version) WHEN 'integer' THEN at_version END, CAST(at_digest AS BLOB) FROM lineage ORDER BY 1"
        )
        return {_text(child): Fork(parent and _text(parent), at, digest) for child, parent, at, digest in rows}

    def raw_heads(self) -> dict[str, tuple[Any, bytes]]:
        """See `Statements`."""
        rows = self.execute(
            "SELECT CAST(originator_id AS BLOB), CASE typeof(originator_version) WHEN 'integer' THEN "
            "originator_version END, CAST(digest AS BLOB) FROM heads ORDER BY originator_id"
        )
        return {_text(stream): (version, digest) for stream, version, digest in rows}

    def scan(self, places: Mapping[bytes, int], *, only: bool) -> Generator[tuple[Any, ...], None, None]:
        """See `Statements`."""
        statement = _SCAN.format(where=_SOME if only else "")
        names = (json.dumps([name.decode() for name in places]),) if only else ()
        return self._scanned(statement, names, places)

    def scan_strange(self, known: Collection[str]) -> Generator[tuple[Any, ...], None, None]:
        """See `Statements`."""
        names = [name for (name,) in self.execute(_NAMES).fetchall() if _text(name) not in known]
        if names:
            wanted = json.dumps([name.hex().upper() for name in names])
            yield from self._scanned(_SCAN.format(where=_STRANGE), (wanted,), {})

    def _scanned(
        self, statement: str, values: tuple[str, ...], places: Mapping[bytes, int]
    ) -> Generator[Any, None, None]:
        self.connection.create_function("place_of", 1, places.get, deterministic=True)
        try:
            # a cursor of its own: what is done with a row may ask this one
            with closing(self.connection.execute(statement, values)) as rows:
                yield from rows
        finally:
            self.connection.create_function("place_of", 1, None)

    def faults(self) -> list[str]:
        """See `Statements`."""
        return faults_in(self)


def _text(name: bytes) -> str:
    return name.decode(errors="replace")
