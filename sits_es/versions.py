"""Which versions of its events a game writes, and how the older ones are made of the newest.

Programs of different releases may share a game, and must write the same bytes. So a game goes on writing the versions
of events that it began with: its first event says by a number which (nothing said: 1), and whatever writes events of
that game is made for that number. Of every event that has changed since there is a writer of the older version, whose
words are frozen for ever: stories may be told better in a later release, what stands on a record may not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

import msgspec
from attrs import fields

from sits_es.coded import Coded
from sits_es.events import Data, Event, stored_name, upcaster

#: What games write that begin with this release. 1: each event in its first version; 2: codes in place of sentences;
#: 3: SITS's pivots and rolls by segments due, its decoys by how many are launched, and from how near.
NEWEST: Final = 3

#: Makes the data of an older version of those of the newest.
Downcaster = Callable[[Data], Data]

#: By stored name, from version 1 on: the last number of a game that writes it, and what makes its data of the next.
_OLDER: Final[dict[str, list[tuple[int, Downcaster]]]] = {}


def number_of(first: Event) -> int:
    """Which versions of its events a game writes, by its first event."""
    number: int = getattr(first, "events", 1)
    return number


def older(name: str, number: int) -> tuple[int, Downcaster] | None:
    """The older version in which a game of that number writes an event, and what makes its data; None: the newest."""
    known = _OLDER.get(name, ())
    version = next((version for version, (last, _) in enumerate(known, start=1) if number <= last), None)
    if version is None:
        return None

    def write(data: Data) -> Data:
        for _, downcast in reversed(known[version - 1 :]):
            data = downcast(data)
        return data

    return version, write


def downcaster(name: str, version: int, last: int) -> Callable[[Downcaster], Downcaster]:
    """Register the function that turns the data of `name` in `version` + 1 into the data of `version`.

    last: the last number of a game that writes that version. Versions come in order, from 1 on; RuntimeError otherwise.
    """

    def register(function: Downcaster) -> Downcaster:
        known = _OLDER.setdefault(name, [])
        if version != len(known) + 1:
            raise RuntimeError(f"{name}/{version} is written out of order: the next is version {len(known) + 1}.")
        known.append((last, function))
        return function

    return register


def first_version(name: str, module: str) -> None:
    """Version 1 of an event is read by READ[name] and written by WRITE[name] of a module, loaded when it is needed.

    Games of the number 1 write it.
    """

    def read(data: Data) -> Data:
        readers: Mapping[str, Downcaster] = import_module(module).READ
        return readers[name](data)

    def write(data: Data) -> Data:
        writers: Mapping[str, Downcaster] = import_module(module).WRITE
        return writers[name](data)

    upcaster(name, 1)(read)
    downcaster(name, 1, last=1)(write)


def same_fact(one: Event | None, other: Event | None) -> bool:
    """Whether two events say the same.

    Where an old record holds a sentence that no code was found for, all that is no sentence must be the same; and two
    events that an older version can't tell apart, since a name in them reads like words of it, say the same as well.
    """
    if one == other:
        return True
    if one is None or other is None or type(one) is not type(other):
        return False
    if any(_as_recorded(getattr(each, name)) for each in (one, other) for name in one.WORDS):
        names = (field.name for field in fields(type(one)) if field.name not in one.WORDS)
        return all(getattr(one, name) == getattr(other, name) for name in names)
    first = older(stored_name(type(one)).name, 1)
    if first is None:
        return False
    try:
        return first[1](msgspec.to_builtins(one)) == first[1](msgspec.to_builtins(other))
    except (LookupError, TypeError, ValueError):
        return False  # the older version has no words for one of them, so it hides no difference


def _as_recorded(value: Any) -> bool:
    """Whether a field holds a sentence of an old record."""
    return any(
        each.text is not None for each in (value if isinstance(value, tuple) else (value,)) if isinstance(each, Coded)
    )
