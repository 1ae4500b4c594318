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

    Written out for a hundred classes it takes a tenth of a command's time. Values that are compared or hashed by the
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
        compared = _compared(type(self))
        return bool(compared(self) == compared(other))

    def __hash__(self) -> int:
        return hash((type(self), _compared(type(self))(self)))

    def __repr__(self) -> str:
        cls: type[Any] = type(self)
        said = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(cls) if field.repr)
        return f"{cls.__qualname__.rpartition('>.')[2]}({', '.join(said)})"


_COMPARED: dict[type[Any], Callable[[Any], Any]] = {}


def _compared(cls: type[Any]) -> Callable[[Any], Any]:
    """What gives the fields by which values are compared, all at once; made when a class is first asked for."""
    if cls not in _COMPARED:
        names = [field.name for field in fields(cls) if field.eq]
        _COMPARED[cls] = attrgetter(*names) if names else type
    return _COMPARED[cls]
