"""Why an order can't be given, or comes to nothing: each reason has a code, values, and one wording."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from sits_es.events import Coded, Shape
from sits_es.sentences import counted


class Refusal(Struct, frozen=True):
    """Why an order can't be given. message: who, what is wrong, what is allowed; field: the word concerned, or None.

    at: which of several facts to be entered it is about, 0 up; None for an order, and for the entry as a whole. warns:
    the order can be given, and this is only told. passing: a line that orders the same for later steps too can be.
    why: the code that goes on record when the order comes to nothing in play; None if that can't happen. assumes: of
    a warning that rests on a forecast, what that goes by, such as "if everybody else drifts"; otherwise empty.
    """

    message: str
    field: str | None = None
    at: int | None = None
    warns: bool = False
    passing: bool = False
    why: Coded | None = None
    assumes: str = ""


class Reason(Struct, frozen=True):
    """One reason why orders are refused or come to nothing.

    values: the types of its code's values, in order; said: its wording, with what is allowed, from the unit's name and
    those values, or a sentence with their places: {it}, {0} and, for a number with its word, {1:salvo}; field: the word
    of the order that it is about, None for the whole order. lasts: once it is so, it is so until orders are written for
    other exchanges, so that an order for a later one is refused for it as well.
    """

    values: Shape
    said: Callable[..., str] | str
    field: str | None = None
    lasts: bool = False


#: How a system writes a value of a sentence, by what stands behind its number there: {1:hexes}; "" for one alone.
Forms = Mapping[str, Callable[[Any], str]]


class _Value:
    """A value of a reason, for its sentence."""

    def __init__(self, value: str | int, forms: Forms) -> None:
        self._value, self._forms = value, forms

    def __format__(self, word: str) -> str:
        if word in self._forms:
            return self._forms[word](self._value)
        return counted(int(self._value), word) if word else str(self._value)


def worded(said: str, unit: str, values: Sequence[str | int], forms: Forms) -> str:
    """A sentence with the unit's name and the values in their places."""
    return said.format(*(_Value(value, forms) for value in values), it=unit)


class Reasons(Mapping[str, Shape]):
    """Every reason of a rule system by code. As a mapping it gives the types of values, as stored facts check them."""

    def __init__(self, *tables: Mapping[str, Reason], forms: Forms = MappingProxyType({})) -> None:
        self._forms = forms
        self._rows = {code: row for table in tables for code, row in table.items()}

    def __getitem__(self, code: str) -> Shape:
        return self._rows[code].values

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def lasts(self, why: Coded | None) -> bool:
        """Whether a reason, once it is so, stays so. False for none."""
        return why is not None and self._rows[why.code].lasts

    def told(self, unit: str, why: Coded) -> str:
        """A reason in words. Raises KeyError for a code that is not here."""
        said = self._rows[why.code].said
        return worded(said, unit, why.values, self._forms) if isinstance(said, str) else said(unit, *why.values)

    def refusal(self, unit: str, why: Coded, **more: Any) -> Refusal:
        """A reason as whoever checks orders shows it. more: other fields of the refusal."""
        return Refusal(self.told(unit, why), **{"field": self._rows[why.code].field, "why": why, **more})
