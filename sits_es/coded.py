"""What is told in words and kept as a code with values, so that a later release can put it better.

An event holds no sentence. It says why an order came to nothing, or how a game ended, by a code out of a small closed
set and by the values that its sentence needs; the sentence is made where people are told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import EllipsisType
from typing import Any

from attrs import frozen

#: The types of a code's values, in order; an ellipsis lets the last of them come any number of times, or not at all.
Shape = tuple[type | EllipsisType, ...]


@frozen
class Coded:
    """A code, and the values that its sentence needs, in the order that its set of codes says."""

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


def one_of(codes: Mapping[str, Shape]) -> Callable[[Any, Any, Coded], None]:
    """A validator of a field that holds one of these codes with its values; ValueError for any other."""

    def check(_event: Any, field: Any, value: Coded) -> None:
        if not value.fits(codes):
            raise ValueError(f"{field.name} holds a code or values that do not belong here: {value.code}")

    return check


def all_of(codes: Mapping[str, Shape]) -> Callable[[Any, Any, tuple[Coded, ...]], None]:
    """A validator of a field that holds any number of these codes with their values; ValueError for any other."""
    check = one_of(codes)

    def check_all(event: Any, field: Any, values: tuple[Coded, ...]) -> None:
        for value in values:
            check(event, field, value)

    return check_all
