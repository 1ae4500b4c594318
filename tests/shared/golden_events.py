"""Golden bytes: one stored event per name and version, written once and never again, that every release must open.

A file is `<stored name>.json`, and for a later version than the first `<stored name>-<version>.json`. Where a current
version has none, `add_missing` writes one: from an event of its class in a module `golden_of_*.py` below tests/ (a
tuple `EVENTS`), or else from values that its fields take. Until the first release the file of an
event that changes is deleted, and made anew by that; afterwards never.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import attrs

import sits_es
from sits_es.events import REGISTRY, Event, Registry, StoredName
from sits_es.store.codec import Codec

TESTS = Path(__file__).parent.parent
GOLDEN = TESTS / "golden"

#: Tried in this order, until a field's validator is content.
TEXTS = ("Fearless", "A", "B/C+", "red", "1", "1/2", "2.5", "sits", "0" * 64, "2026-01-02T03:04:05Z")
NUMBERS = (3, 1, 0, 2, 10, -1)


def every_event() -> Registry:
    """The program's registry, with every module imported that could add to it."""
    for module in pkgutil.walk_packages(sits_es.__path__, "sits_es."):
        importlib.import_module(module.name)
    return REGISTRY


def events_by_hand(below: Path = TESTS) -> dict[type[Event], Event]:
    """The events that modules `golden_of_*.py` offer, by class; the first of each."""
    found: dict[type[Event], Event] = {}
    for path in sorted(below.rglob("golden_of_*.py")):
        spec = importlib.util.spec_from_file_location(path.stem, path)
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        for event in module.EVENTS:
            found.setdefault(type(event), event)
    return found


def fullest(lines: Iterable[tuple[str, Event]]) -> Iterator[Event]:
    """The orders of lines as players write them, of each form the longest first."""
    return (order for _, order in sorted(lines, key=lambda row: -len(row[0])))


def path_of(name: StoredName, folder: Path = GOLDEN) -> Path:
    return folder / f"{name.name}{'' if name.version == 1 else f'-{name.version}'}.json"


def name_of(path: Path) -> StoredName:
    name, _, version = path.stem.partition("-")
    return StoredName(name, int(version or 1))


def names(registry: Registry) -> list[StoredName]:
    """Every stored name in every version that there has been."""
    return sorted(
        StoredName(name, version) for name, (newest, _) in registry.names().items() for version in range(1, newest + 1)
    )


def add_missing(registry: Registry, by_hand: dict[type[Event], Event], folder: Path = GOLDEN) -> list[StoredName]:
    """Write golden bytes for current versions that have none, and name them. What is there is never touched."""
    codec = Codec(registry)
    added = []
    for name, (version, cls) in sorted(registry.names().items()):
        stored = StoredName(name, version)
        path = path_of(stored, folder)
        if not path.exists():
            _, state = codec.encode(by_hand.get(cls) or sample(cls))
            folder.mkdir(parents=True, exist_ok=True)
            with path.open("xb") as file:
                file.write(state)
            added.append(stored)
    return added


def sample(cls: type[Any]) -> Any:
    """A value of an attrs class, the same at every call. ValueError when its fields take none of the usual values."""
    chosen: dict[str, Any] = {}
    for field in attrs.fields(attrs.resolve_types(cls)):
        for value in _values(field.type):
            try:
                if field.validator is not None:
                    field.validator(None, field, value)
            except (ValueError, TypeError):
                continue
            chosen[field.name] = value
            break
        else:
            raise ValueError(f"No usual value suits {cls.__name__}.{field.name}; offer an event in a golden_of_*.py.")
    try:
        return cls(**chosen)
    except (ValueError, TypeError) as fault:
        raise ValueError(f"No usual {cls.__name__} holds together ({fault}); offer one in a golden_of_*.py.") from fault


def _values(kind: Any) -> Iterator[Any]:
    kind = getattr(kind, "__supertype__", kind)
    origin, parts = get_origin(kind), get_args(kind)
    if origin is Literal:
        yield from parts
    elif origin is Union or origin is UnionType:
        for part in parts:
            yield from _values(part)
    elif origin is tuple:
        several = len(parts) == 2 and parts[1] is Ellipsis
        yield from _tuples(parts[:1] if several else parts)
        if several:
            yield ()
    elif origin is dict:
        yield from ({"B": value} for value in _values(parts[1]))
        yield {}
    elif isinstance(kind, type) and attrs.has(kind):
        yield sample(kind)
    else:
        yield from _plain(kind)


def _tuples(parts: Iterable[Any]) -> Iterator[tuple[Any, ...]]:
    first, *rest = [list(_values(part)) for part in parts]
    for value in first:
        yield (value, *(others[0] for others in rest))


def _plain(kind: Any) -> Iterator[Any]:
    if kind is str:
        yield from TEXTS
    elif kind is bool:
        yield from (True, False)
    elif kind is int:
        yield from NUMBERS
    elif kind is type(None):
        yield None
    elif kind is Any:
        yield {"list": [1, "two", None, True], "text": "\u00e9"}
        yield from TEXTS
    else:
        raise ValueError(f"No usual value is known of {kind}; offer an event in a golden_of_*.py.")
