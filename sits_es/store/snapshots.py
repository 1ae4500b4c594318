"""Snapshots: folded states kept to save time, keyed by stream, version and the fingerprint of the folding code.

They are a cache. They stand outside the chain, and dropping them changes nothing but speed.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from sits_es.store.branches import Span
from sits_es.store.recorded import Snapshot


def write_snapshot(cursor: sqlite3.Cursor, stream: str, snapshot: Snapshot) -> None:
    """Keep a snapshot of a branch; one more of the same key replaces the old one."""
    cursor.execute(
        "INSERT OR REPLACE INTO stored_snapshots (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
        (stream, snapshot.version, snapshot.fingerprint, snapshot.state),
    )


def newest(cursor: sqlite3.Cursor, spans: Sequence[Span], fingerprint: str, upto: int | None) -> Snapshot | None:
    """Find the newest snapshot of a branch at `upto` or before, in its own stretch or an ancestor's."""
    for span in reversed(spans):
        ends = [end for end in (span.upto, upto) if end is not None]
        row = cursor.execute(
            "SELECT originator_version, topic, state FROM stored_snapshots WHERE originator_id = ? AND topic = ? "
            "AND originator_version > ? AND originator_version <= ? ORDER BY originator_version DESC LIMIT 1",
            (span.stream, fingerprint, span.after, min(ends) if ends else 2**62),
        ).fetchone()
        if row is not None:
            return Snapshot(*row)
    return None


def drop_all(cursor: sqlite3.Cursor) -> int:
    """Delete every snapshot and tell how many there were."""
    return cursor.execute("DELETE FROM stored_snapshots").rowcount
