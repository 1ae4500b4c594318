"""The recorders: rows of events, chained, and rows of snapshots, which are only a cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from eventsourcing.persistence import IntegrityError, StoredEvent
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from sits_es.store.frontiers import write_rows
from sits_es.store.log import Tip, runs_of, tip_of
from sits_es.store.sqlite.datastore import Datastore


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
        for run in runs_of(stored_events):
            stream = str(run[0].originator_id)
            tip = tips.get(stream) or tip_of(cursor, stream)
            if run[0].originator_version < 0:
                raise IntegrityError("an event must follow the last event of its stream")
            # any other version goes in as the caller gave it, so that the trigger can refuse it
            at = Tip(run[0].originator_version - 1, tip.digest)
            tips[stream] = write_rows(cursor, at, stream, [(event.topic, event.state) for event in run])
        return list(range(last_id + 1, last_id + 1 + len(stored_events)))


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
