"""Our factory on top of the library's: what makes the recorders over one SQLite file."""

from __future__ import annotations

from eventsourcing.persistence import AggregateRecorder, ApplicationRecorder
from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import Environment, EnvType

from sits_es.store.sqlite.datastore import Datastore
from sits_es.store.sqlite.recorder import GameRecorder, SnapshotRecorder


class GameFactory(SQLiteFactory):
    """Makes our recorders over one SQLite file. SQLITE_DBNAME names it, SQLITE_LOCK_TIMEOUT gives seconds to wait.

    SQLITE_LOOKING says that it is only looked at.
    """

    aggregate_recorder_class = SnapshotRecorder
    application_recorder_class = GameRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        wait = self.datastore.pool.lock_timeout
        self.datastore.close()
        self.datastore = Datastore(self.datastore.pool.db_name, **({"wait": wait} if wait else {}))
        self.datastore.pool.looking = self.env.get("SQLITE_LOOKING") is not None

    def aggregate_recorder(self, purpose: str = "snapshots") -> AggregateRecorder:
        """Make the recorder of snapshots, the only other events that there are."""
        return super().aggregate_recorder("states" if purpose == "snapshots" else purpose)

    def application_recorder(self) -> ApplicationRecorder:
        """Make the recorder of events."""
        return super().application_recorder()
