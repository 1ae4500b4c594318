"""What is asked of a record and written to it, in SQLite: the log's statements are a cursor that knows them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator, Sequence
from contextlib import closing
from operator import methodcaller
from typing import Any

from sits_es.store.chain import ChainedRow
from sits_es.store.log import Statements
from sits_es.store.sqlite.schema import faults_in

#: What is no text is read with marks in its place: then its digest is not that of the event, which names it.
WITH_MARKS = methodcaller("decode", "utf-8", "replace")

_INSERT = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state, previous, digest, command_id, "
    "recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_MOVE_HEAD = (
    "INSERT INTO heads (originator_id, originator_version, digest) VALUES (?, ?, ?) ON CONFLICT (originator_id) "
    "DO UPDATE SET originator_version = excluded.originator_version, digest = excluded.digest"
)
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
_THESE = "WHERE originator_id IN (SELECT value FROM json_each(?)) "
_OTHERS = "WHERE place IS NULL "


class SQLiteStatements(sqlite3.Cursor, Statements):
    """The statements of `Statements`, a cursor themselves: a transaction costs no object and no call more."""

    __slots__ = ()

    #: A file is one player's, or a club's on one machine.
    shared = False
    raw_lineage_query = """
SELECT CAST(child AS TEXT), CASE typeof(parent) WHEN 'text' THEN parent END,
    CASE typeof(at_version) WHEN 'integer' THEN at_version END, CAST(at_digest AS BLOB)
FROM lineage ORDER BY 1"""
    raw_heads_query = """
SELECT CAST(originator_id AS TEXT), CASE typeof(originator_version) WHEN 'integer' THEN originator_version END,
    CAST(digest AS BLOB)
FROM heads ORDER BY originator_id"""

    def fetch(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """See `Statements`."""
        connection = self.connection
        # ten times as fast, as long as all of it is text
        connection.text_factory = str
        try:
            return self.execute(query, values).fetchall()
        except sqlite3.OperationalError as fault:
            if "UTF-8" not in str(fault):
                raise
        finally:
            connection.text_factory = WITH_MARKS
        return self.execute(query, values).fetchall()

    def step(self, query: str, values: Sequence[Any] = ()) -> Generator[Any, None, None]:
        """See `Statements`."""
        # a cursor of its own: it is stepped along while this one is asked other things
        with closing(self.connection.execute(query, values)) as rows:
            yield from rows

    def write(self, statement: str, values: Sequence[Any] = ()) -> int:
        """See `Statements`."""
        return self.execute(statement, values).rowcount

    def insert(self, rows: Sequence[ChainedRow]) -> None:
        """See `Statements`."""
        self.executemany(_INSERT, rows)
        last = rows[-1]
        self.execute(_MOVE_HEAD, (last[0], last[1], last[5]))

    def scan(self, streams: Sequence[str], *, others: bool = False) -> Generator[tuple[Any, ...], None, None]:
        """See `Statements`."""
        where, values = (_OTHERS, ()) if others else (_THESE, (json.dumps(streams),))
        places = {name.encode(): place for place, name in enumerate(streams)}
        self.connection.create_function("place_of", 1, places.get, deterministic=True)
        try:
            yield from self.step(_SCAN.format(where=where), values)
        finally:
            self.connection.create_function("place_of", 1, None)

    def faults(self) -> list[str]:
        """See `Statements`."""
        return faults_in(self)

    def engine(self) -> tuple[str, str]:
        """See `Statements`."""
        return "SQLite", sqlite3.sqlite_version
