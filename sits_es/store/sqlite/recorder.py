"""The event sourcing library's recorder over a store's SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from eventsourcing import persistence
from eventsourcing.persistence import StoredEvent
from eventsourcing.sqlite import SQLiteApplicationRecorder, SQLiteCursor, SQLiteDatastore

from sits_es.store.application import tips_of, write_stored
from sits_es.store.sqlite.statements import SQLiteStatements

if TYPE_CHECKING:
    from sits_es.store.sqlite.datastore import Datastore


class _LibraryDatastore(SQLiteDatastore):
    """A datastore as the library sees one: rows are SQLite's, troubles the library's, stream names are text."""

    originator_id_type = "text"

    def __init__(self, own: Datastore) -> None:
        # the library's pool closes connections under the hands of the threads that use them: we have our own
        self._own = own

    def close(self) -> None:
        """Close its connections, once no other thread uses them any more."""
        self._own.close()

    def __del__(self) -> None:
        """Nothing is to be closed: whoever made the datastore closes it."""

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        """The library's way to a transaction."""
        try:
            with self._own.transaction(commit=commit) as cursor:
                cursor.row_factory = sqlite3.Row
                yield cast("SQLiteCursor", cursor)
        except sqlite3.Error as fault:
            raise getattr(persistence, type(fault).__name__, persistence.PersistenceError)(fault) from fault


class GameRecorder(SQLiteApplicationRecorder):
    """The library's way to events of all streams, each chained to the one before. Streams start at version 0."""

    def __init__(self, datastore: Datastore) -> None:
        super().__init__(_LibraryDatastore(datastore))

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Insert the library's stored events, in the order given, whatever streams they belong to."""
        log = cast("SQLiteStatements", c)
        ((last_id,),) = log.fetch("SELECT COALESCE(MAX(rowid), 0) FROM stored_events")
        write_stored(log, tips_of(log, stored_events), stored_events)
        return list(range(last_id + 1, last_id + 1 + len(stored_events)))
