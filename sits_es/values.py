"""Values of attrs: small frozen classes whose fields are stored in events, checked or converted.

A value that is only worked out, and holds what it was given, is a `msgspec.Struct`: one is made ten times faster.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from attrs import fields


class Value:
    """The base of a value. What attrs would write out for each class of them stands here once.

    Written out for a hundred classes it takes a seventh of a command's time. Values that are compared or hashed by the
    thousand, such as places, do without this base.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        # attrs writes no method that stands in the class already
        for name in ("__eq__", "__hash__", "__repr__"):
            if name not in vars(cls):
                setattr(cls, name, vars(Value)[name])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        compared = _COMPARED[type(self)]
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        return hash((type(self), _COMPARED[type(self)](self)))

    def __repr__(self) -> str:
        cls: type[Any] = type(self)
        said = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(cls) if field.repr)
        return f"{cls.__qualname__.rpartition('>.')[2]}({', '.join(said)})"


class _Compared(dict[type[Any], Callable[[Any], Any]]):
    """What gives the fields by which values of a class are compared, all at once; made when one is first compared."""

    def __missing__(self, cls: type[Any]) -> Callable[[Any], Any]:
        names = [field.name for field in fields(cls) if field.eq]
        found = self[cls] = attrgetter(*names) if names else type
        return found


_COMPARED = _Compared()
