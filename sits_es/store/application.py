"""Our application and factory on top of the library: built from what they are given, whatever the environment says."""

from __future__ import annotations

from typing import Any

from eventsourcing.application import Application
from eventsourcing.persistence import AggregateRecorder, ApplicationRecorder, InfrastructureFactory, Mapper
from eventsourcing.sqlite import SQLiteFactory
from eventsourcing.utils import Environment, EnvType

from sits_es.store.codec import Codec
from sits_es.store.datastore import Datastore
from sits_es.store.mapper import GameMapper
from sits_es.store.recorder import GameRecorder, SnapshotRecorder


class GameFactory(SQLiteFactory):
    """Makes our recorders over one SQLite file. SQLITE_DBNAME names it, SQLITE_LOCK_TIMEOUT gives seconds to wait."""

    aggregate_recorder_class = SnapshotRecorder
    application_recorder_class = GameRecorder

    def __init__(self, env: Environment | EnvType | None) -> None:
        super().__init__(env)
        wait = self.datastore.pool.lock_timeout
        self.datastore.close()
        self.datastore = Datastore(self.datastore.pool.db_name, **({"wait": wait} if wait else {}))

    def aggregate_recorder(self, purpose: str = "snapshots") -> AggregateRecorder:
        """Make the recorder of snapshots, the only other events that there are."""
        return super().aggregate_recorder("states" if purpose == "snapshots" else purpose)

    def application_recorder(self) -> ApplicationRecorder:
        """Make the recorder of events."""
        return super().application_recorder()


class GameApplication(Application[str]):
    """The library's application over our codec. Its whole environment is an argument: os.environ cannot redirect it.

    PERSISTENCE_MODULE in that argument may name another factory; it must keep the same columns and digests.
    """

    def __init__(self, env: EnvType, codec: Codec) -> None:
        self._codec = codec
        super().__init__(env)

    @staticmethod
    def construct_env(name: str, env: EnvType | None = None) -> Environment:
        """Take the environment that was given, and nothing else."""
        return Environment(name, dict(env or {}))

    def construct_factory(self, env: Environment) -> InfrastructureFactory[Any]:
        """Make our factory, or the one that the argument names."""
        if env.get(InfrastructureFactory.PERSISTENCE_MODULE):
            return InfrastructureFactory[Any].construct(env)
        return GameFactory(env)

    def construct_mapper(self) -> Mapper[str]:
        """Make our mapper."""
        return GameMapper(self._codec)
