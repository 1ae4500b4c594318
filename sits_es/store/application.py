"""The event sourcing library's application and mapper over our codec; no environment variable redirects them."""

from __future__ import annotations

from typing import cast

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent
from eventsourcing.utils import Environment, EnvType

from sits_es.store.codec import Codec
from sits_es.store.recorded import Recorded


class GameMapper(Mapper[str]):
    """Turns recorded events into stored ones and back; slotted classes, tuples and validators all survive.

    It writes events in their newest versions. Games that write older ones are appended to by the game store.
    """

    def __init__(self, codec: Codec) -> None:
        super().__init__(transcoder=JSONTranscoder())
        self.codec = codec

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """Write a `Recorded` as the library's stored event."""
        recorded = cast("Recorded", domain_event)
        topic, state = self.codec.encode(recorded.event)
        return StoredEvent(recorded.stream, recorded.version, topic, state)

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """Read a stored event. Raises UnreadableError when it is not one of ours."""
        event = self.codec.decode(stored_event.topic, stored_event.state)
        return cast(
            "DomainEventProtocol[str]",
            Recorded(str(stored_event.originator_id), stored_event.originator_version, event),
        )


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
