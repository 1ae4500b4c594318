"""The recorders: rows of events, chained, and rows of snapshots, which are only a cache."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from sits_es.errors import UnreadableError
from sits_es.sentences import typed
from sits_es.store.chain import GENESIS, chained
from sits_es.store.datastore import Datastore


class Tip(NamedTuple):
    """Where a stream ends: its last version, -1 for none, and the raw digest to chain on to."""

    version: int
    digest: bytes


_INSERT = (
    "INSERT INTO stored_events (originator_id, originator_version, topic, state, previous, digest, command_id, "
    "recorded_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
)
_MOVE_HEAD = (
    "INSERT INTO heads (originator_id, originator_version, digest) VALUES (?, ?, ?) ON CONFLICT (originator_id) "
    "DO UPDATE SET originator_version = excluded.originator_version, digest = excluded.digest"
)
_TIP = (
    "SELECT heads.originator_version, heads.digest, last.digest FROM heads LEFT JOIN stored_events AS last "
    "ON last.originator_id = heads.originator_id AND last.originator_version = heads.originator_version "
    "WHERE heads.originator_id = ?"
)


def tip_of(cursor: sqlite3.Cursor, stream: str) -> Tip:
    """Find where a stream ends. Raises UnreadableError when its last event is not the one that was recorded last."""
    row = cursor.execute(_TIP, (stream,)).fetchone()
    if row is None:
        return Tip(-1, GENESIS)
    version, digest, found = row
    if found is None or found != digest:
        raise UnreadableError(
            f"The record of {stream} is damaged: its last event, {version}, is not the one that was recorded. "
            f"Nothing was written. `sits audit {typed(stream)} --verify` names the first bad event."
        )
    return Tip(version, digest)


def write_rows(
    cursor: sqlite3.Cursor,
    tip: Tip,
    stream: str,
    encoded: Sequence[tuple[str, bytes]],
    *,
    command_id: bytes | None = None,
    recorded_at: str | None = None,
) -> Tip:
    """Chain encoded events on to a tip and write them; one or more. The command's id goes on the first row."""
    rows = chained(tip.digest, stream, tip.version, encoded, command_id=command_id, recorded_at=recorded_at)
    cursor.executemany(_INSERT, rows)
    last = rows[-1]
    cursor.execute(_MOVE_HEAD, (stream, last[1], last[5]))
    return Tip(last[1], last[5])


class GameRecorder(SQLiteApplicationRecorder):
    """Events of all streams, each chained to the one before. Streams start at version 0."""

    def create_table(self) -> None:
        """Make the tables of a new store; see `Datastore.make_tables`."""
        cast("Datastore", self.datastore).make_tables()

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Insert the library's stored events, in the order given, whatever streams they belong to."""
        cursor: Any = c
        (last_id,) = cursor.execute("SELECT COALESCE(MAX(rowid), 0) FROM stored_events").fetchone()
        tips: dict[str, Tip] = {}
        for run in _runs(stored_events):
            stream = str(run[0].originator_id)
            tip = tips.get(stream) or tip_of(cursor, stream)
            if run[0].originator_version < 0:
                raise IntegrityError("an event must follow the last event of its stream")
            # any other version goes in as the caller gave it, so that the trigger can refuse it
            at = Tip(run[0].originator_version - 1, tip.digest)
            tips[stream] = write_rows(cursor, at, stream, [(event.topic, event.state) for event in run])
        return list(range(last_id + 1, last_id + 1 + len(stored_events)))


def _runs(events: Sequence[StoredEvent]) -> list[list[StoredEvent]]:
    """Split events into runs of one stream whose versions count up by one."""
    runs: list[list[StoredEvent]] = []
    for event in events:
        last = runs[-1][-1] if runs else None
        if (
            last
            and last.originator_id == event.originator_id
            and last.originator_version + 1 == event.originator_version
        ):
            runs[-1].append(event)
        else:
            runs.append([event])
    return runs


class SnapshotRecorder(SQLiteAggregateRecorder):
    """Snapshots: neither chained nor gapless. The topic column holds the fingerprint of the code that folded them.

    What comes in this way has no proof that the game store wrote it, and the game store doesn't use it.
    """

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_states") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} (originator_id, originator_version, topic, state) "  # noqa: S608 -- our own
            "VALUES (?, ?, ?, ?)"
        )

    def create_table(self) -> None:
        """Make the tables of a new store; see `Datastore.make_tables`."""
        cast("Datastore", self.datastore).make_tables()
