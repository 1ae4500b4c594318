"""The strict cattrs converter, and what an event class may not hold if its bytes are to come back unchanged."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, cast, get_args, get_origin

import attrs
import orjson
from cattrs import Converter, transform_error
from cattrs.errors import BaseValidationError

T = TypeVar("T")


def sorted_json(data: object) -> bytes:
    """Write plain data as canonical JSON. Raises TypeError for what JSON does not hold."""
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS)


def _exactly(kind: type[T]) -> Callable[[Any, Any], T]:
    def take(value: Any, _: Any) -> T:
        # an exact type: True is no number here, and "3" is none either
        if type(value) is not kind:
            raise TypeError(f"expected {kind.__name__}, got {type(value).__name__}")
        return value

    return take


def converter() -> Converter:
    """Make a converter that refuses unknown keys and values of the wrong type instead of bending them."""
    strict = Converter(forbid_extra_keys=True, detailed_validation=True)

    def tuples(kind: Any) -> Callable[[Any, Any], tuple[Any, ...]]:
        args = get_args(kind)
        every = len(args) == 2 and args[1] is Ellipsis

        def take(value: Any, _: Any) -> tuple[Any, ...]:
            if not isinstance(value, list):
                raise TypeError(f"expected a list, got {type(value).__name__}")
            kinds = args[:1] * len(value) if every else args
            if len(kinds) != len(value):
                raise ValueError(f"expected {len(kinds)} values, got {len(value)}")
            return tuple(strict.structure(item, of) for item, of in zip(value, kinds, strict=True))

        return take

    for kind in (int, str, bool):
        strict.register_structure_hook(kind, _exactly(kind))
    strict.register_structure_hook_factory(lambda kind: cast("Any", get_origin(kind)) is tuple, tuples)
    return strict


def faults_of(fault: Exception) -> list[str]:
    """Say what a decoder found wrong, each fault with its place where the decoder knows it."""
    if isinstance(fault, BaseValidationError):
        return [text.rstrip(".") for text in transform_error(fault)]
    return [str(fault).rstrip(".")]


def class_faults(cls: type[Any]) -> list[str]:
    """Say why values of an attrs class would not come back from the store unchanged; an empty list when they would."""
    return list(dict.fromkeys(_faults(cls, set())))


def _faults(kind: Any, seen: set[Any]) -> Iterator[str]:
    if kind is float:
        yield "events hold no float"
    for part in get_args(kind):
        if not isinstance(part, str | int):
            yield from _faults(part, seen)
    if (supertype := getattr(kind, "__supertype__", None)) is not None:
        yield from _faults(supertype, seen)
    if not isinstance(kind, type) or not attrs.has(kind) or kind in seen:
        return
    seen.add(kind)
    for field in attrs.fields(attrs.resolve_types(kind)):
        if field.name.startswith("_") or not field.init:
            # msgspec leaves such fields out without a word
            yield f"{kind.__name__}.{field.name} is not given by its own name when the value is made"
        yield from _faults(field.type, seen)
