"""What is asked about frontiers, in PostgreSQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from psycopg import Cursor

if TYPE_CHECKING:
    _Rows = Cursor[tuple[Any, ...]]
else:
    _Rows = Cursor

_LEAVES = (
    "SELECT digest FROM sits_es.stored_events WHERE originator_id = %s AND originator_version > %s "
    "AND originator_version <= %s ORDER BY originator_version"
)
_NEWEST = (
    "SELECT size, hashes FROM sits_es.frontiers AS kept JOIN sits_es.stored_events AS last "
    "ON last.originator_id = kept.originator_id AND originator_version = size - 1 AND last.digest = kept.digest "
    "WHERE kept.originator_id = %s AND size <= %s ORDER BY size DESC LIMIT 1"
)
_KEEP = (
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
        found = self.execute(_NEWEST.encode(), (stream, upto), binary=True).fetchone()
        return cast("tuple[int, Any] | None", found)

    def keep_frontier(self, stream: str, size: int, digest: bytes, hashes: bytes) -> None:
        """See `Statements`."""
        self.execute(_KEEP.encode(), (stream, size, digest, hashes))

    def raw_frontiers(self) -> list[tuple[str, Any, Any, Any]]:
        """See `Statements`."""
        if not self.reads_frontiers:
            return []
        return cast("list[tuple[str, Any, Any, Any]]", self.execute(_RAW.encode(), binary=True).fetchall())
