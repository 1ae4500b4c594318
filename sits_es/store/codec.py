"""Events to canonical JSON bytes and back: sorted keys, no spaces, UTF-8, integers and exact text, no floats."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from operator import or_
from types import GenericAlias, UnionType
from typing import Any, Literal, TypeVar, Union, get_args, get_origin

import attrs
import msgspec

from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event, Registry

K = TypeVar("K")
V = TypeVar("V")


def class_faults(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Say why values of an attrs class would not come back from the store unchanged. seen: classes gone into before."""
    if kind is float:
        yield "events hold no float"
    for part in get_args(kind):
        if not isinstance(part, str | int):
            yield from class_faults(part, seen)
    if (supertype := getattr(kind, "__supertype__", None)) is not None:
        yield from class_faults(supertype, seen)
    if not isinstance(kind, type) or not attrs.has(kind) or kind in seen:
        return
    seen.add(kind)
    for field in attrs.fields(attrs.resolve_types(kind)):
        if field.name.startswith("_") or not field.init:
            # msgspec leaves such fields out without a word
            yield f"{kind.__name__}.{field.name} is not given by its own name when the value is made"
        yield from class_faults(field.type, seen)


#: How far two different values of a type may be written alike: not at all, where a null is written (it may have been
#: a NaN), or anywhere.
NO, NULLS, ANY = 0, 1, 2

#: Types whose values are what their JSON says: reading one back as this type proves it.
_CLOSED = frozenset({int, str, bool, type(None)})


def doubt_of(kind: Any, within: frozenset[Any] = frozenset()) -> int:
    """Tell how far values of a type may be written alike: NO, NULLS or ANY (`Any`, dicts, lists, anything unusual).

    within: the classes that are being looked into, so that one that holds itself comes to an end.
    """
    supertype = getattr(kind, "__supertype__", kind)
    origin: Any = get_origin(supertype)
    parts = [part for part in get_args(supertype) if part is not Ellipsis]
    if supertype in _CLOSED or supertype in within or origin is Literal:
        return NO
    if origin is Union or origin is UnionType:
        nulls = NULLS if type(None) in parts and {int, bool} & set(parts) else NO
        return max(nulls, *(doubt_of(part, within) for part in parts))
    if origin is tuple:
        return max(NO, NO, *(doubt_of(part, within) for part in parts))
    if isinstance(supertype, type) and attrs.has(supertype):
        fields = attrs.fields(attrs.resolve_types(supertype))
        return max(NO, NO, *(doubt_of(field.type, within | {supertype}) for field in fields))
    return ANY


def mirror_of(kind: Any, within: frozenset[Any] = frozenset()) -> Any:
    """A type that msgspec reads twice as fast, and more strictly: its own structs in the place of attrs classes.

    All fields are there, and no others. A class that holds itself stays what it is; within: as for `doubt_of`.
    """
    supertype = getattr(kind, "__supertype__", kind)
    origin: Any = get_origin(supertype)
    parts = tuple(part if part is Ellipsis else mirror_of(part, within) for part in get_args(supertype))
    if origin is Union or origin is UnionType:
        return reduce(or_, parts)
    if origin is tuple:
        return GenericAlias(tuple, parts)
    if supertype in within or not isinstance(supertype, type) or not attrs.has(supertype):
        return supertype
    fields = attrs.fields(attrs.resolve_types(supertype))
    mirrored = [(field.name, mirror_of(field.type, within | {supertype})) for field in fields]
    return msgspec.defstruct(supertype.__name__, mirrored, gc=False, forbid_unknown_fields=True)


Reader = Callable[[bytes], Event]
#: The topic of a class, its decoder, a quicker one that proves the types only, and the doubt that remains then.
_Writer = tuple[str, Reader, Callable[[bytes], Any], int]

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
                raise ValueError(f"{topic} cannot be stored: {str(fault).rstrip('.')}.") from fault
            if not same:
                raise ValueError(f"{topic} cannot be stored: it would not read back as the same event.")
            encoded.append((topic, state))
        return encoded

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
        return UnreadableError(f"An event stored as {topic} cannot be read: {str(fault).rstrip('.')}.")

    def _writer(self, cls: type[Event]) -> _Writer:
        topic = str(self._registry.stored_name(cls))
        if faults := dict.fromkeys(class_faults(cls, set())):
            raise TypeError(f"{topic} cannot be stored: " + "; ".join(faults) + ".")
        read, doubt = _decoder(cls), doubt_of(cls)
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
        return _decoder(cls) if version == newest else self._older(name, version, cls)

    def _older(self, name: str, version: int, cls: type[Event]) -> Reader:
        shape = mirror_of(cls)

        def read(state: bytes) -> Event:
            data = self._plain.decode(state)
            if not isinstance(data, dict):
                raise TypeError("it is not a JSON object")
            try:
                data = self._registry.upcast(name, version, data)
            except (KeyError, IndexError, AttributeError) as fault:
                raise ValueError(f"it lacks what version {version} holds: {fault}") from fault
            # an upcaster gives every field, and none that is not there
            msgspec.convert(data, shape)
            return msgspec.convert(data, cls)

        return read


def _decoder(cls: type[Event]) -> Reader:
    decode: Reader = msgspec.json.Decoder(cls, float_hook=_refuse_float).decode
    return decode
