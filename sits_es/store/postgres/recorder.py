"""The recorders of a server: rows of events, chained, and rows of snapshots, which are only a cache."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from eventsourcing.persistence import IntegrityError, Notification, StoredEvent
from eventsourcing.postgres import PostgresAggregateRecorder, PostgresApplicationRecorder, PostgresDatastore
from psycopg import Cursor
from psycopg.rows import DictRow

from sits_es.store.frontiers import write_rows
from sits_es.store.log import Tip, runs_of, tip_of
from sits_es.store.postgres.datastore import ServerDatastore
from sits_es.store.postgres.schema import IN_ORDER

_ALONE = "SELECT pg_advisory_xact_lock(%s)"
_NUMBERED = "SELECT notification_id FROM sits_es.stored_events WHERE notification_id > %s ORDER BY 1"


class ServerRecorder(PostgresApplicationRecorder):
    """Events of all streams, each chained to the one before. Streams start at version 0."""

    def create_table(self) -> None:
        """Make the tables of a new store; see `ServerDatastore.make_tables`."""
        cast("ServerDatastore", self.datastore).make_tables()

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int] | None:
        """Insert the library's stored events, in the order given, whatever streams they belong to.

        Nobody else inserts meanwhile, so that their numbers follow each other.
        """
        with self.datastore.transaction(commit=True) as library:
            log = cast("ServerDatastore", self.datastore).statements(library.connection)
            # streams first, as every writer holds them, and in order: no two wait for each other
            names = sorted({str(event.originator_id) for event in stored_events})
            tips = {name: tip_of(log, name, hold=True) for name in names}
            log.execute(_ALONE, (IN_ORDER,))
            row = log.execute("SELECT COALESCE(MAX(notification_id), 0) FROM sits_es.stored_events").fetchone()
            for run in runs_of(stored_events):
                stream = str(run[0].originator_id)
                if run[0].originator_version < 0:
                    raise IntegrityError("an event must follow the last event of its stream")
                # any other version goes in as the caller gave it, so that the trigger can refuse it
                at = Tip(run[0].originator_version - 1, tips[stream].digest)
                tips[stream] = write_rows(log, at, stream, [(event.topic, event.state) for event in run])
            return [number for (number,) in log.execute(_NUMBERED, row).fetchall()]

    def select_notifications(self, *words: Any, **more: Any) -> Sequence[Notification]:
        """Events by their numbers, as the library asks for them; every insert that has begun is waited for first."""
        self._let_others_finish()
        return cast("Sequence[Notification]", super().select_notifications(*words, **more))

    def max_notification_id(self) -> int | None:
        """The number of the last event, once every insert that has begun was waited for."""
        self._let_others_finish()
        return cast("int | None", super().max_notification_id())

    def _let_others_finish(self) -> None:
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(_ALONE, (IN_ORDER,))


class ServerSnapshotRecorder(PostgresAggregateRecorder):
    """Snapshots: neither chained nor gapless. The topic column holds the fingerprint of the code that folded them.

    What comes in this way has no proof that the game store wrote it, and the game store doesn't use it.
    """

    def __init__(self, datastore: PostgresDatastore, *, events_table_name: str = "stored_states") -> None:
        super().__init__(datastore, events_table_name=events_table_name)

    def create_table(self) -> None:
        """Make the tables of a new store; see `ServerDatastore.make_tables`."""
        cast("ServerDatastore", self.datastore).make_tables()

    def _insert_stored_events(self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], **_: Any) -> None:
        columns = zip(*((str(each.originator_id), *_rest(each)) for each in stored_events), strict=True)
        curs.execute(
            "INSERT INTO sits_es.stored_states (originator_id, originator_version, topic, state) "
            "SELECT * FROM unnest(%s::text[], %s::bigint[], %s::text[], %s::bytea[])",
            [list(column) for column in columns],
        )


def _rest(event: StoredEvent) -> tuple[int, str, bytes]:
    return event.originator_version, event.topic, event.state
