"""Events to canonical JSON bytes and back: sorted keys, no spaces, UTF-8, integers and exact text, no floats.

Two writers make the same bytes, and tests prove it: msgspec straight from the attrs class for what the program writes
and reads all day, cattrs with orjson for whatever old versions wrote, strict and with the place of every fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event, Registry
from sits_es.store.strict import (
    ANY,
    NO,
    NULLS,
    class_faults,
    converter,
    doubt_of,
    faults_of,
    mirror_of,
    quick_reader,
    sorted_json,
    structured,
)

if TYPE_CHECKING:
    from cattrs import Converter

Reader = Callable[[bytes], Event]
#: The topic of a class, its decoder, a quicker one that proves the types only, and the doubt that remains then.
_Writer = tuple[str, Reader, Callable[[bytes], Any], int]
K = TypeVar("K")
V = TypeVar("V")

#: What decoding may raise; loops over many rows catch it once, outside.
DECODING_FAULTS = (msgspec.MsgspecError, ValueError, TypeError)


def _refuse_float(literal: str) -> Any:
    raise ValueError(f"{literal} is not a whole number; events hold no fractions")


class _Made(dict[K, V]):
    """Values by key, made when a key is first met."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self[key] = self._make(key)
        return value


class Codec:
    """Writes and reads the events of one registry. A topic is a stored name with its version, `sits.BeamFired/1`."""

    def __init__(self, registry: Registry = REGISTRY) -> None:
        self._registry = registry
        self._encoder = msgspec.json.Encoder(order="sorted")
        self._plain = msgspec.json.Decoder(float_hook=_refuse_float)
        self._writers = _Made(self._writer)
        #: Decoders by topic for loops over many rows; their errors are for `unreadable` to put in words.
        self.readers = _Made(self._reader)

    @cached_property
    def _converter(self) -> Converter:
        """What reads old versions: cattrs, which takes 10 ms to import, waits until one is met."""
        return converter()

    def encode(self, event: Event) -> tuple[str, bytes]:
        """Write one event as (topic, bytes); see `encode_all`."""
        return self.encode_all((event,))[0]

    def encode_all(self, events: Iterable[Event]) -> list[tuple[str, bytes]]:
        """Write events as (topic, bytes), each proved to read back.

        A float, a value of another type than its field's or anything else that would not come back is a bug:
        ValueError. KeyError for a class that was never registered, TypeError for one that the store cannot hold.
        """
        encoded = []
        write, writers = self._encoder.encode, self._writers
        for event in events:
            topic, read, proof, doubt = writers[type(event)]
            try:
                state = write(event)
                if doubt == NO or (doubt == NULLS and b"null" not in state):
                    proof(state)
                    same = True
                else:
                    same = read(state) == event
            except DECODING_FAULTS as fault:
                raise ValueError(f"{topic} cannot be stored: {'; '.join(faults_of(fault))}.") from fault
            if not same:
                raise ValueError(f"{topic} cannot be stored: it would not read back as the same event.")
            encoded.append((topic, state))
        return encoded

    def encode_plainly(self, event: Event) -> tuple[str, bytes]:
        """Write an event by the other writer, cattrs and orjson: the same bytes, several times slower."""
        return str(self._registry.stored_name(type(event))), sorted_json(self._converter.unstructure(event))

    def decode(self, topic: str, state: bytes) -> Event:
        """Read an event. Raises UnreadableError for an unknown topic or bytes that are not such an event."""
        try:
            return self.readers[topic](state)
        except UnreadableError:
            raise
        except DECODING_FAULTS as fault:
            raise self.unreadable(topic, fault) from fault

    def unreadable(self, topic: str, fault: Exception) -> UnreadableError:
        """Put what a reader raised in words."""
        return UnreadableError(f"An event stored as {topic} cannot be read: {'; '.join(faults_of(fault))}.")

    def _writer(self, cls: type[Event]) -> _Writer:
        topic = str(self._registry.stored_name(cls))
        if faults := class_faults(cls):
            raise TypeError(f"{topic} cannot be stored: " + "; ".join(faults) + ".")
        read, doubt = self._current(cls), doubt_of(cls)
        proof = read if doubt == ANY else msgspec.json.Decoder(mirror_of(cls)).decode
        return topic, read, proof, doubt

    def _reader(self, topic: str) -> Reader:
        name, _, digits = topic.rpartition("/")
        try:
            version = int(digits)
            newest, cls = self._registry.current(name)
        except (ValueError, KeyError):
            raise UnreadableError(
                f"The store holds an event named {topic}, which this program does not know. "
                "Read it with the program that wrote it, or a newer one."
            ) from None
        if str(version) != digits or not 1 <= version <= newest:
            raise UnreadableError(
                f"The store holds an event named {topic}; this program knows {name} in the versions 1 to {newest}. "
                "Read it with the program that wrote it, or a newer one."
            )
        return self._current(cls) if version == newest else self._older(name, version, cls)

    def _current(self, cls: type[Event]) -> Reader:
        try:
            decode: Reader = msgspec.json.Decoder(cls, float_hook=_refuse_float).decode
        except TypeError:
            # msgspec refuses unions of attrs classes; cattrs tells them apart by their fields
            return lambda state: structured(self._converter, self._plain.decode(state), cls)
        return decode

    def _older(self, name: str, version: int, cls: type[Event]) -> Reader:
        quick = quick_reader(cls)

        def read(state: bytes) -> Event:
            data = self._plain.decode(state)
            if not isinstance(data, dict):
                raise TypeError("it is not a JSON object")
            try:
                data = self._registry.upcast(name, version, data)
            except (KeyError, IndexError, AttributeError) as fault:
                raise ValueError(f"it lacks what version {version} holds: {fault}") from fault
            if (event := quick(data)) is not None:
                return event
            return structured(self._converter, data, cls)

        return read
