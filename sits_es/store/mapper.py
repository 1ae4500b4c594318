"""The library's mapper over our codec: a domain event is a `Recorded`, its topic the stored name and version."""

from __future__ import annotations

from typing import cast

from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import JSONTranscoder, Mapper, StoredEvent

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
