"""What every event is, and the registry of their stored names.

An event is a fact that every replica of a game agrees on: no wall clock, no random id, no float. Its stored name
and version are stated once, where it is defined, so that modules may move and yesterday's games still open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar

from attrs import Factory, define, frozen

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]


@frozen(kw_only=True)
class Event:
    """The base of all events: a frozen, slotted value whose fields are written out in full when stored.

    WORDS: fields that hold codes in place of sentences. An old record may hold a sentence there that no code was found
    for; the fact is then known by its other fields.
    """

    WORDS: ClassVar[frozenset[str]] = frozenset()


E = TypeVar("E", bound=type[Event])


@frozen(order=True)
class StoredName:
    """An event's name and version as they are in the store, written `sits.BeamFired/1`."""

    name: str
    version: int

    def __str__(self) -> str:
        return f"{self.name}/{self.version}"


@define
class Registry:
    """Stored names of event classes, and the upcasters that carry old versions to the newest."""

    _classes: dict[str, tuple[int, type[Event]]] = Factory(dict)
    _names: dict[type[Event], StoredName] = Factory(dict)
    _upcasters: dict[tuple[str, int], Upcaster] = Factory(dict)

    def event(self, name: str, version: int = 1) -> Callable[[E], E]:
        """Register an attrs class of events as `name`, currently in `version` (from 1 up)."""

        def register(cls: E) -> E:
            if name in self._classes:
                other = self._classes[name][1].__name__
                raise RuntimeError(f"Two events are stored as {name}: {other} and {cls.__name__}.")
            self._classes[name] = (version, cls)
            self._names[cls] = StoredName(name, version)
            return cls

        return register

    def upcaster(self, name: str, version: int) -> Callable[[Upcaster], Upcaster]:
        """Register the function that turns the data of `name` in `version` into the data of `version` + 1."""

        def register(function: Upcaster) -> Upcaster:
            if (name, version) in self._upcasters:
                raise RuntimeError(f"Two upcasters lead from {name}/{version}.")
            self._upcasters[name, version] = function
            return function

        return register

    def check(self) -> None:
        """Raise RuntimeError where an event's earlier version has no upcaster, or an upcaster leads nowhere."""
        needed = {(name, older) for name, (newest, _) in self._classes.items() for older in range(1, newest)}
        gaps = [f"{name}/{version} has no upcaster" for name, version in sorted(needed - set(self._upcasters))]
        idle = sorted(set(self._upcasters) - needed)
        gaps += [f"an upcaster leads from {name}/{version} to no event" for name, version in idle]
        if gaps:
            raise RuntimeError("The event registry has gaps: " + "; ".join(gaps) + ".")

    def stored_name(self, cls: type[Event]) -> StoredName:
        """Name under which events of this class are stored. Raises KeyError for a class never registered."""
        return self._names[cls]

    def current(self, name: str) -> tuple[int, type[Event]]:
        """Newest version and class of a stored name. Raises KeyError for an unknown name."""
        return self._classes[name]

    def upcast(self, name: str, version: int, data: Data) -> Data:
        """Carry data stored as `name` in `version` to the newest version, one step at a time."""
        newest, _ = self._classes[name]
        for step in range(version, newest):
            data = self._upcasters[name, step](data)
        return data

    def names(self) -> Mapping[str, tuple[int, type[Event]]]:
        """Every stored name with its newest version and class."""
        return dict(self._classes)


#: The one registry of the program; rule systems fill it when they are imported.
REGISTRY = Registry()
event = REGISTRY.event
upcaster = REGISTRY.upcaster
stored_name = REGISTRY.stored_name
