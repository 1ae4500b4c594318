"""Snapshots: folded states kept to save time. They are a cache that cannot lie, and dropping them changes only speed.

A snapshot is bound to its stream, its version, the digest of the event there and the fingerprint of the code that
folded it: an HMAC-SHA-256 over all of them and the state, under a secret of the player's, says that this program wrote
it. One that does not hold counts as missing: the game is folded from its events.
"""

from __future__ import annotations

import hmac
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any

from sits_es.store.branches import Span
from sits_es.store.chain import prefixed
from sits_es.store.recorded import Snapshot, StoredSnapshot

#: Bytes of a secret, and of an HMAC under it.
SECRET = 32

_CONTEXT = b"sits-es/snapshot/1"


def mac_of(secret: bytes, stream: str, digest: bytes, snapshot: Snapshot) -> bytes:
    """What says that somebody who knows the secret wrote a snapshot, 32 bytes. digest: of the event at its version."""
    number = snapshot.version.to_bytes(8, "big")
    bound = _CONTEXT + prefixed(stream) + number + digest + prefixed(snapshot.fingerprint) + snapshot.state
    return hmac.digest(secret, bound, "sha256")


def write_snapshot(cursor: sqlite3.Cursor, secret: bytes, stream: str, snapshot: Snapshot) -> None:
    """Keep a snapshot after one of a stream's own events; one more of the same key replaces the old one."""
    (digest,) = cursor.execute(
        "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version = ?",
        (stream, snapshot.version),
    ).fetchone()
    cursor.execute(
        "INSERT OR REPLACE INTO stored_states (originator_id, originator_version, topic, state, mac) "
        "VALUES (?, ?, ?, ?, ?)",
        (stream, *snapshot, mac_of(secret, stream, digest, snapshot)),
    )


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

_ONE = """
SELECT kept.state, kept.mac, event.digest FROM stored_states AS kept
LEFT JOIN stored_events AS event USING (originator_id, originator_version)
WHERE originator_id = ? AND originator_version = ? AND kept.topic = ?"""


def newest(cursor: sqlite3.Cursor, secret: bytes, stream: str, fingerprint: str, upto: int | None) -> Snapshot | None:
    """Find the newest snapshot of a branch that holds, at `upto` or before, in its own stretch or an ancestor's."""
    upto = 2**62 if upto is None else upto
    while keys := _rows(cursor, _NEWEST, {"stream": stream, "upto": upto, "fingerprint": fingerprint}):
        ((owner, version),) = keys
        found = read_snapshot(cursor, secret, owner, version, fingerprint)
        if found is not None and found.holds:
            return found.snapshot
        upto = version - 1
    return None


def read_snapshot(
    cursor: sqlite3.Cursor, secret: bytes, stream: str, version: int, fingerprint: str
) -> StoredSnapshot | None:
    """Read one snapshot by its key, whether it holds or not; None where there is none."""
    row = cursor.execute(_ONE, (stream, version, fingerprint)).fetchone()
    if row is None:
        return None
    state, mac, digest = row
    snapshot = Snapshot(version, fingerprint, state)
    typed = isinstance(version, int) and all(isinstance(each, bytes) for each in row)
    holds = typed and version >= 0 and hmac.compare_digest(mac, mac_of(secret, stream, digest, snapshot))
    return StoredSnapshot(stream, snapshot, holds)


def keys_of(cursor: sqlite3.Cursor, span: Span) -> list[tuple[Any, str]]:
    """Versions and fingerprints of all snapshots in a stretch, oldest first."""
    rows = _rows(
        cursor,
        "SELECT originator_version, CAST(topic AS BLOB) FROM stored_states WHERE originator_id = ? "
        "AND originator_version > ? AND originator_version <= ? ORDER BY 1, 2",
        (span.stream, span.after, 2**62 if span.upto is None else span.upto),
    )
    # one that is not text belongs to no program
    return [(version, fingerprint.decode(errors="replace")) for version, fingerprint in rows]


def drop(cursor: sqlite3.Cursor, which: Iterable[StoredSnapshot] | None) -> int:
    """Delete snapshots, all of them by default, and tell how many there were."""
    if which is None:
        return cursor.execute("DELETE FROM stored_states").rowcount
    keys = [(kept.stream, kept.snapshot.version, kept.snapshot.fingerprint) for kept in which]
    statement = "DELETE FROM stored_states WHERE originator_id = ? AND originator_version = ? AND topic = ?"
    return sum(cursor.execute(statement, key).rowcount for key in keys)


def _rows(cursor: sqlite3.Cursor, statement: str, values: Mapping[str, Any] | tuple[Any, ...]) -> list[Any]:
    """Rows of the table of snapshots; none in a store of the first release, which nobody has written to since."""
    try:
        return cursor.execute(statement, values).fetchall()
    except sqlite3.OperationalError as fault:
        if "no such table: stored_states" not in str(fault):
            raise
        return []
