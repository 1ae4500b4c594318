"""Events to canonical JSON bytes and back: sorted keys, no spaces, UTF-8, integers and exact text, no floats.

msgspec writes and reads the attrs classes themselves, all day; cattrs reads what older versions wrote, strictly and
with the place of every fault. Both take the same bytes for the same event, and tests prove it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from types import GenericAlias
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin

import attrs
import msgspec

from sits_es.errors import UnreadableError
from sits_es.events import REGISTRY, Event, Registry

if TYPE_CHECKING:
    from cattrs import Converter


T = TypeVar("T")
K = TypeVar("K")
V = TypeVar("V")


def _exactly(kind: type[T]) -> Callable[[Any, Any], T]:
    def take(value: Any, _: Any) -> T:
        # an exact type: True is not a number here, and neither is "3"
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
        return value

    return take


def _text_or_number(value: Any, _: Any) -> str | int:
    if type(value) is not str and type(value) is not int:
        raise TypeError(f"expected str or int, got {type(value).__name__}")
    return value


class UnfitError(ValueError):
    """Plain data that are not what a class holds. Its arguments: every fault in words, with its place."""


def converter() -> Converter:
    """Make a converter that refuses unknown keys and values of the wrong type instead of bending them."""
    from cattrs import Converter

    strict = Converter(forbid_extra_keys=True, detailed_validation=True)

    def tuples(kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
        args = get_args(kind)
        every = len(args) == 2 and args[1] is Ellipsis

        def take(value: Any, _: Any) -> tuple[Any, ...]:
            if not isinstance(value, list):
                raise TypeError(f"expected a list, got {type(value).__name__}")
            if every:
                return tuple(strict.structure(value, cast("Any", GenericAlias(list, args[:1]))))
            if len(args) != len(value):
                raise ValueError(f"expected {len(args)} values, got {len(value)}")
            return tuple(strict.structure(item, of) for item, of in zip(value, args, strict=True))

        return take

    for kind in (int, str, bool):
        strict.register_structure_hook(kind, _exactly(kind))
    strict.register_structure_hook(str | int, _text_or_number)
    strict.register_structure_hook_factory(lambda kind: cast("Any", get_origin(kind)) is tuple, tuples)
    return strict


def structured(strict: Converter, data: object, cls: type[T]) -> T:
    """Read plain data as a value of a class. Raises UnfitError."""
    from cattrs.errors import BaseValidationError, StructureHandlerNotFoundError

    try:
        return strict.structure(data, cls)
    except BaseValidationError as fault:
        from cattrs import transform_error

        raise UnfitError(*transform_error(fault, format_exception=_in_words)) from fault
    except StructureHandlerNotFoundError as fault:
        raise UnfitError(str(fault)) from fault


def _in_words(fault: BaseException, kind: type | None) -> str:
    from cattrs.v import format_exception

    # our own hooks say what they expected and got
    return str(fault) if type(fault) in {TypeError, ValueError} else format_exception(fault, kind)


def faults_of(fault: Exception) -> list[str]:
    """Say what a decoder found wrong, each fault with its place where the decoder knows it."""
    found = fault.args if isinstance(fault, UnfitError) else (fault,)
    return [str(text).rstrip(".") for text in found]


def class_faults(kind: Any, seen: set[Any]) -> Iterator[str]:
    """Say why values of an attrs class would not come back from the store unchanged. seen: classes gone into before."""
    if kind is float:
        yield "events hold no float"
    for part in get_args(kind):
        if not isinstance(part, str | int):
            yield from class_faults(part, seen)
    if (supertype := getattr(kind, "__supertype__", None)) is not None:
        yield from class_faults(supertype, seen)
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield f"{kind.__name__} is a struct, and what is stored is a class of attrs"
    if not isinstance(kind, type) or not attrs.has(kind) or kind in seen:
        return
    seen.add(kind)
    for field in attrs.fields(attrs.resolve_types(kind)):
        if field.name.startswith("_") or not field.init:
            # msgspec leaves such fields out without a word
            yield f"{kind.__name__}.{field.name} is not given by its own name when the value is made"
        yield from class_faults(field.type, seen)


Reader = Callable[[bytes], Event]

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
            topic, read = writers[type(event)]
            try:
                state = write(event)
                same = read(state) == event
            except DECODING_FAULTS as fault:
                raise ValueError(f"{topic} cannot be stored: {'; '.join(faults_of(fault))}.") from fault
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
        return UnreadableError(f"An event stored as {topic} cannot be read: {'; '.join(faults_of(fault))}.")

    def _writer(self, cls: type[Event]) -> tuple[str, Reader]:
        topic = str(self._registry.stored_name(cls))
        if faults := dict.fromkeys(class_faults(cls, set())):
            raise TypeError(f"{topic} cannot be stored: " + "; ".join(faults) + ".")
        return topic, self._current(cls)

    def _reader(self, topic: str) -> Reader:
        name, _, digits = topic.rpartition("/")
        try:
            version = int(digits)
            newest, cls = self._registry.current(name)
        except (ValueError, KeyError):
            whose = name.partition(".")[0]
            why = "which this program does not know"
            if name and not self._registry.is_home(whose):
                why = f"and the rules {whose} are not installed here"
            raise UnreadableError(
                f"The store holds an event named {topic}, {why}. "
                "Read the record with the program that wrote it, or a newer one."
            ) from None
        if str(version) != digits or not 1 <= version <= newest:
            raise UnreadableError(
                f"The store holds an event named {topic}; this program knows versions 1 to {newest} of {name}. "
                "Read the record with the program that wrote it, or a newer one."
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
        def read(state: bytes) -> Event:
            data = self._plain.decode(state)
            if not isinstance(data, dict):
                raise TypeError("it is not a JSON object")
            try:
                data = self._registry.upcast(name, version, data)
            except (KeyError, IndexError, AttributeError) as fault:
                raise ValueError(f"it lacks what version {version} holds: {fault}") from fault
            return structured(self._converter, data, cls)

        return read
