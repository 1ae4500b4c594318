"""What is asked of a record and written to it, in PostgreSQL: the log's statements are a cursor that knows them."""

from __future__ import annotations

import re
from collections.abc import Generator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from psycopg import Cursor, ServerCursor

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.sentences import either
from sits_es.store.chain import ChainedRow
from sits_es.store.log import HEADS, SnapshotKey, Statements, Tip
from sits_es.store.postgres.schema import ALONE, ASIDE, faults_of_server

if TYPE_CHECKING:
    _Rows = Cursor[tuple[Any, ...]]
else:
    _Rows = Cursor

#: What is written otherwise here than in the statements that both databases understand.
_OTHERWISE = re.compile(
    r"'[^']*'|\?|\bUNION ALL\b|\browid\b|\b(?:stored_events|stored_states|lineage|heads|seats)\b(?!\.)"
)
_APPEND = b"""
SELECT sits_es.append(
    %s, %s::bigint[], %s::text[], %s::bytea[], %s::bytea[], %s::bytea[], %s::bytea[], %s::text[]
)"""
_KEEP = b"SELECT sits_es.append(%s, '{}', '{}', '{}', '{}', '{}', '{}', '{}', %s, %s, %s, %s)"
_FORK = b"SELECT sits_es.fork(%s, %s, %s, %s)"
_SCAN = """
SELECT wanted.place - 1, convert_to(originator_id, 'UTF8'), originator_version, convert_to(topic, 'UTF8'), state,
    previous, digest,
    (originator_version IS NOT NULL AND topic IS NOT NULL AND state IS NOT NULL AND previous IS NOT NULL
    AND digest IS NOT NULL)::int,
    convert_to(recorded_at, 'UTF8')
FROM sits_es.stored_events
{join} JOIN unnest(%s::text[]) WITH ORDINALITY AS wanted (name, place) ON wanted.name = originator_id
{where}ORDER BY wanted.place NULLS FIRST, originator_id NULLS FIRST, originator_version NULLS FIRST"""
_SCAN_THESE = _SCAN.format(join="", where="").encode()
_SCAN_OTHERS = _SCAN.format(join="LEFT", where="WHERE wanted.place IS NULL ").encode()
_ROLES = b"SELECT rolname::text FROM pg_roles WHERE rolname = ANY (%s)"
_LEFT_BEHIND = b"SELECT child FROM sits_es.lineage WHERE parent = ANY (%s) AND child <> ALL (%s) LIMIT 1"
_TAKE_OUT = (
    "DELETE FROM sits_es.heads WHERE originator_id = ANY (%s) RETURNING originator_id, originator_version, digest",
    "DELETE FROM sits_es.stored_events WHERE originator_id = ANY (%s)",
    "DELETE FROM sits_es.stored_states WHERE originator_id = ANY (%s)",
    "DELETE FROM sits_es.lineage WHERE child = ANY (%s)",
    "DELETE FROM sits_es.seats WHERE game = ANY (%s)",
)
#: An index may lie.
_BY_THE_TABLE = """
SET LOCAL enable_indexscan = off; SET LOCAL enable_indexonlyscan = off; SET LOCAL enable_bitmapscan = off"""
#: Rows that come at a time in a scan.
_AT_A_TIME = 2000


@lru_cache(maxsize=256)
def _here(statement: str) -> bytes:
    """A statement that both databases understand as it is written here, where recursion is not stepped but whole."""
    words = {"?": "%s", "rowid": "notification_id", "UNION ALL": "UNION"}

    def here(found: re.Match[str]) -> str:
        text = found[0]
        return text.replace("%", "%%") if text[0] == "'" else words.get(text) or f"sits_es.{text}"

    return _OTHERWISE.sub(here, statement).encode()


class PostgresStatements(_Rows, Statements):
    """The statements of `Statements`, a cursor themselves. Its rows are plain tuples."""

    #: Many machines write here, each with a secret of its own.
    shared = True
    raw_lineage_query = "SELECT child, parent, at_version, at_digest FROM lineage ORDER BY 1"
    raw_heads_query = HEADS

    def fetch(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """See `Statements`."""
        return self.execute(_here(query), values, binary=True).fetchall()

    def step(self, query: str, values: Sequence[Any] = ()) -> Generator[Any, None, None]:
        """See `Statements`. All of it is fetched at once: a step costs more than a row."""
        yield from self.fetch(query, values)

    def write(self, statement: str, values: Sequence[Any] = ()) -> int:
        """See `Statements`."""
        return self.execute(_here(statement), values).rowcount

    def insert(self, rows: Sequence[ChainedRow]) -> None:
        """See `Statements`. The server checks them, and moves the head itself."""
        (stream, *_), columns = rows[0], list(zip(*rows, strict=True))
        self.execute(_APPEND, (stream, *(list(column) for column in columns[1:])))

    def branch_off(self, child: str, parent: str, at: Tip) -> None:
        """See `Statements`."""
        self.execute(_FORK, (child, parent, *at))

    def keep_snapshot(self, key: SnapshotKey, state: bytes, mac: bytes) -> None:
        """See `Statements`."""
        self.execute(_KEEP, (*key, state, mac))

    def let_in(self, game: str, players: Sequence[str]) -> None:
        """See `Statements`. Raises NotAllowedError for who is no role."""
        known = {name for (name,) in self.execute(_ROLES, (list(players),)).fetchall()}
        if unknown := [each for each in players if each not in known]:
            raise NotAllowedError(f"The server has no role named {either(unknown)}. Nothing was written.")
        super().let_in(game, players)

    def take_out(self, streams: Sequence[str]) -> dict[str, tuple[int, bytes]]:
        """See `Statements`. The guards let it pass in this transaction; players may delete nothing."""
        self.execute(ALONE)
        others = self.execute(_LEFT_BEHIND, (list(streams), list(streams))).fetchall()
        if others:
            raise NotNowError(f"{others[0][0]} was forked since. Nothing was set aside; check the game again.")
        self.execute(f"SET LOCAL {ASIDE} = 'on'".encode())
        heads, *rest = (statement.encode() for statement in _TAKE_OUT)
        found = self.execute(heads, (list(streams),)).fetchall()
        for statement in rest:
            self.execute(statement, (list(streams),))
        return {stream: (version, digest) for stream, version, digest in found}

    def scan(self, streams: Sequence[str], *, others: bool = False) -> Generator[tuple[Any, ...], None, None]:
        """See `Statements`."""
        self.execute(_BY_THE_TABLE)
        with ServerCursor(self.connection, "scan", row_factory=self.row_factory) as rows:
            rows.itersize = _AT_A_TIME
            yield from rows.execute(_SCAN_OTHERS if others else _SCAN_THESE, (list(streams),), binary=True)

    def faults(self) -> list[str]:
        """See `Statements`."""
        return faults_of_server(self)

    def engine(self) -> tuple[str, str]:
        """See `Statements`."""
        row = self.execute("SHOW server_version").fetchone()
        return "PostgreSQL", "" if row is None else str(row[0])
