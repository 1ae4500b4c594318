"""What every event is, and the registry of their stored names.

An event is a fact that every replica of a game agrees on: no wall clock, no random id, no float. Its stored name
and version are stated once, where it is defined, so that modules may move and games of every release still open.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from types import EllipsisType
from typing import Any, TypeVar

from attrs import frozen
from msgspec import Struct

from sits_es.values import Value

Data = dict[str, Any]
Upcaster = Callable[[Data], Data]


@frozen(kw_only=True)
class Event(Value):
    """The base of all events: a frozen, slotted value whose fields are written out in full when stored."""


E = TypeVar("E", bound=type[Event])


class StoredName(Struct, frozen=True, order=True):
    """An event's name and version as they are in the store, written `sits.BeamFired/1`."""

    name: str
    version: int

    def __str__(self) -> str:
        return f"{self.name}/{self.version}"


class Registry(Struct):
    """Stored names of event classes, and the upcasters that carry old versions to the newest."""

    _classes: dict[str, tuple[int, type[Event]]] = {}
    _names: dict[type[Event], StoredName] = {}
    _upcasters: dict[tuple[str, int], Upcaster] = {}
    _homes: dict[str, tuple[str, ...]] = {}

    def home(self, prefix: str, modules: Iterable[str]) -> None:
        """Say in which modules names with this first word are defined: imported one by one until a name is met."""
        self._homes[prefix] = tuple(modules)

    def is_home(self, prefix: str) -> bool:
        """Whether names with this first word can be defined here: a rule system's, where that is installed."""
        return prefix in self._homes or any(name.partition(".")[0] == prefix for name in self._classes)

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
        """Raise RuntimeError if an event's earlier version has no upcaster, or an upcaster leads nowhere."""
        self._import_all()
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
        for module in self._homes.get(name.partition(".")[0], ()):
            if name in self._classes:
                break
            import_module(module)
        return self._classes[name]

    def upcast(self, name: str, version: int, data: Data) -> Data:
        """Carry data stored as `name` in `version` to the newest version, one step at a time."""
        newest, _ = self._classes[name]
        for step in range(version, newest):
            data = self._upcasters[name, step](data)
        return data

    def names(self) -> Mapping[str, tuple[int, type[Event]]]:
        """Every stored name with its newest version and class."""
        self._import_all()
        return dict(self._classes)

    def defined_in(self, modules: Iterable[str]) -> Iterator[tuple[str, type[Event]]]:
        """Stored names and classes of the events that these modules define; they are imported."""
        among = set(modules)
        for module in among:
            import_module(module)
        return ((name, cls) for name, (_, cls) in self._classes.items() if cls.__module__ in among)

    def _import_all(self) -> None:
        for module in chain.from_iterable(self._homes.values()):
            import_module(module)


#: The one registry of the program; rule systems say where their events are defined.
REGISTRY = Registry()
event = REGISTRY.event


# What is told in words is kept as a code with values, so that a later release can put it better: an event holds no
# sentence. It says why an order came to nothing, or how a game ended, by a code out of a small closed set and by the
# values that its sentence needs; the sentence is made where people are told.

#: The types of a code's values, in order; an ellipsis lets the last of them come any number of times, or not at all.
Shape = tuple[type | EllipsisType, ...]


@frozen
class Coded(Value):
    """A code in place of a sentence. code: out of a small set; values: what its sentence needs, as the set says."""

    code: str
    values: tuple[str | int, ...] = ()

    def fits(self, codes: Mapping[str, Shape]) -> bool:
        """Whether the code is one of these and has the values that belong to it."""
        shape = codes.get(self.code)
        if shape is None:
            return False
        kinds: list[object] = list(shape)
        if ... in kinds:
            kinds[-2:] = [kinds[-2]] * (len(self.values) - len(kinds) + 2)
        return [type(value) for value in self.values] == kinds


@frozen(eq=False)
class CodeAmong:
    """A validator of a field that holds one of these codes with its values, or any number; ValueError for any other."""

    codes: Mapping[str, Shape]
    several: bool = False

    def __call__(self, _event: Any, field: Any, held: Any) -> None:
        """Raise ValueError for a code or values that are not among them."""
        for value in held if self.several else (held,):
            if not value.fits(self.codes):
                raise ValueError(f"{field.name} holds a code or values that do not belong here: {value.code}")


def one_of(codes: Mapping[str, Shape]) -> CodeAmong:
    """A validator of a field that holds one of these codes with its values."""
    return CodeAmong(codes)


def all_of(codes: Mapping[str, Shape]) -> CodeAmong:
    """A validator of a field that holds any number of these codes with their values."""
    return CodeAmong(codes, several=True)
