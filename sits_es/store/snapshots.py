"""Snapshots: folded states kept to save time, keyed by stream, version and the fingerprint of the folding code.

They are a cache. They stand outside the chain, and dropping them changes nothing but speed.
"""

from __future__ import annotations

import sqlite3

from sits_es.store.recorded import Snapshot


def write_snapshot(cursor: sqlite3.Cursor, stream: str, snapshot: Snapshot) -> None:
    """Keep a snapshot of a branch; one more of the same key replaces the old one."""
    cursor.execute(
        "INSERT OR REPLACE INTO stored_snapshots (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
        (stream, snapshot.version, snapshot.fingerprint, snapshot.state),
    )


#: The first stream, from a branch's own to its oldest ancestor, with a snapshot at a version or before, and that one.
#: An ancestor counts as far as every fork on the way down from it shares its events.
_NEWEST = """
WITH RECURSIVE span (stream, upto) AS (
    SELECT ?, ?
    UNION
    SELECT parent, MIN(upto, at_version) FROM span JOIN lineage ON child = stream
)
SELECT stream, version FROM (
    SELECT stream, (
        SELECT MAX(originator_version) FROM stored_snapshots
        WHERE originator_id = stream AND topic = ? AND originator_version <= upto
    ) AS version FROM span
) WHERE version IS NOT NULL LIMIT 1"""


def newest(cursor: sqlite3.Cursor, stream: str, fingerprint: str, upto: int | None) -> Snapshot | None:
    """Find the newest snapshot of a branch at `upto` or before, in its own stretch or an ancestor's."""
    key = cursor.execute(_NEWEST, (stream, 2**62 if upto is None else upto, fingerprint)).fetchone()
    if key is None:
        return None
    row = cursor.execute(
        "SELECT originator_version, topic, state FROM stored_snapshots "
        "WHERE originator_id = ? AND originator_version = ? AND topic = ?",
        (*key, fingerprint),
    ).fetchone()
    return Snapshot(*row)


def drop_all(cursor: sqlite3.Cursor) -> int:
    """Delete every snapshot and tell how many there were."""
    return cursor.execute("DELETE FROM stored_snapshots").rowcount
