"""Our factory on top of the library's: what makes the recorders over one database of a server."""

from __future__ import annotations

from eventsourcing.persistence import AggregateRecorder, ApplicationRecorder
from eventsourcing.postgres import PostgresFactory
from eventsourcing.utils import Environment, EnvType

from sits_es.store.postgres.datastore import ServerDatastore
from sits_es.store.postgres.recorder import ServerRecorder, ServerSnapshotRecorder

#: What the library asks to be given one by one; the URL has all of it.
_UNUSED = {f"POSTGRES_{name}": "" for name in ("DBNAME", "HOST", "USER", "PASSWORD")}


class ServerFactory(PostgresFactory):
    """Makes our recorders. POSTGRES_URL names the database, POSTGRES_LOCK_TIMEOUT gives seconds to wait."""

    aggregate_recorder_class = ServerSnapshotRecorder
    application_recorder_class = ServerRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        given = dict(env or {})
        super().__init__(Environment(getattr(env, "name", ""), given | _UNUSED))
        self.datastore = ServerDatastore(given["POSTGRES_URL"], wait=self.datastore.lock_timeout)

    def aggregate_recorder(self, purpose: str = "snapshots") -> AggregateRecorder:
        """Make the recorder of snapshots, the only other events that there are."""
        return super().aggregate_recorder("states" if purpose == "snapshots" else purpose)

    def application_recorder(self) -> ApplicationRecorder:
        """Make the recorder of events."""
        return super().application_recorder()
