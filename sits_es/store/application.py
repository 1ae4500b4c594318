"""Our application on top of the library: built from what it is given, whatever the environment says."""

from __future__ import annotations

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper
from eventsourcing.utils import Environment, EnvType

from sits_es.store.codec import Codec
from sits_es.store.mapper import GameMapper


class GameApplication(Application[str]):
    """The library's application over our codec. Its whole environment is an argument: os.environ cannot redirect it.

    PERSISTENCE_MODULE in that argument names the factory of the database's side.
    """

    def __init__(self, env: EnvType, codec: Codec) -> None:
        self._codec = codec
        super().__init__(env)

    @staticmethod
    def construct_env(name: str, env: EnvType | None = None) -> Environment:
        """Take the environment that was given, and nothing else."""
        return Environment(name, dict(env or {}))

    def construct_mapper(self) -> Mapper[str]:
        """Make our mapper."""
        return GameMapper(self._codec)
