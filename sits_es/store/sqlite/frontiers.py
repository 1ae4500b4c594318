"""What is asked about frontiers, in SQLite."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any

_LEAVES = (
    "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? "
    "ORDER BY originator_version"
)
_NEWEST = (
    "SELECT size, hashes FROM frontiers AS kept JOIN stored_events AS last ON last.originator_id = kept.originator_id "
    "AND last.originator_version = size - 1 AND last.digest = kept.digest "
    "WHERE kept.originator_id = ? AND size <= ? ORDER BY size DESC LIMIT 1"
)
_KEEP = "INSERT OR IGNORE INTO frontiers (originator_id, size, digest, hashes) VALUES (?, ?, ?, ?)"
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
        found = self._kept(_NEWEST, (stream, upto))
        return found[0] if found else None

    def keep_frontier(self, stream: str, size: int, digest: bytes, hashes: bytes) -> None:
        """See `Statements`."""
        self.execute(_KEEP, (stream, size, digest, hashes))

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
