"""Events in the versions that a game began with, when that was under an earlier release."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from sits_es.events import REGISTRY, Event, Registry
from sits_es.store.codec import Codec, sorted_json
from sits_es.versions import older


class OlderCodec(Codec):
    """Writes events in the versions of games of a number below the newest; reads all there are."""

    def __init__(self, number: int, registry: Registry = REGISTRY) -> None:
        super().__init__(registry)
        self._number = number

    def encode_all(self, events: Iterable[Event]) -> list[tuple[str, bytes]]:
        """Write events as (topic, bytes), each proved to read back as what is written just so; raises as `Codec`."""
        return [self._as_then(topic, state) for topic, state in super().encode_all(events)]

    def _as_then(self, topic: str, state: bytes) -> tuple[str, bytes]:
        name = topic.rpartition("/")[0]
        found = older(name, self._number)
        if found is None:
            return topic, state
        version, write = found
        then, written = f"{name}/{version}", sorted_json(write(msgspec.json.decode(state)))
        ((_, again),) = super().encode_all((self.decode(then, written),))
        if again != state and sorted_json(write(msgspec.json.decode(again))) != written:
            raise ValueError(f"{then} cannot be stored: it would not read back as the same event.")
        return then, written
