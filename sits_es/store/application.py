"""The event sourcing library's application over a log and our codec; no environment variable counts.

The game store appends and reads by its own statements. This is the library's way to the same rows, imported where
somebody asks for it: a command that reads a game need not wait for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import cast

from eventsourcing.application import Application
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    ApplicationRecorder,
    IntegrityError,
    JSONTranscoder,
    Mapper,
    StoredEvent,
)
from eventsourcing.utils import Environment, EnvType

from sits_es.store.codec import Codec
from sits_es.store.log import Log, Statements, Tip, tip_of, write_rows
from sits_es.store.record import Recorded


class GameMapper(Mapper[str]):
    """Turns recorded events into stored ones and back; slotted classes, tuples and validators all survive."""

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
    """The library's application over a log."""

    def __init__(self, log: Log, codec: Codec) -> None:
        self._log = log
        self._codec = codec
        super().__init__({})

    @staticmethod
    def construct_env(name: str, env: EnvType | None = None) -> Environment:
        """Take the environment that was given, and nothing else."""
        return Environment(name, env)

    def construct_recorder(self) -> ApplicationRecorder:
        """The log's."""
        return self._log.recorder()

    def construct_mapper(self) -> Mapper[str]:
        """Make our mapper."""
        return GameMapper(self._codec)


def tips_of(log: Statements, events: Iterable[StoredEvent]) -> dict[str, Tip]:
    """Where the streams of the library's events end."""
    return {name: tip_of(log, name) for name in {str(each.originator_id) for each in events}}


def write_stored(log: Statements, tips: dict[str, Tip], events: Iterable[StoredEvent]) -> None:
    """Chain the library's events on to the tips of their streams and write them, in the order given."""
    runs = groupby(enumerate(events), lambda each: (str(each[1].originator_id), each[1].originator_version - each[0]))
    for (stream, offset), group in runs:
        run = list(group)
        first = offset + run[0][0]
        if first < 0:
            raise IntegrityError("an event must follow the last event of its stream")
        # any other version goes in as the caller gave it, so that the trigger can refuse it
        tip = Tip(first - 1, tips[stream].digest)
        tips[stream] = write_rows(log, tip, stream, [(event.topic, event.state) for _, event in run])
