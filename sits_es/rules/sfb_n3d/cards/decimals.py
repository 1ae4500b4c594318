"""Files with exact decimals in them: a number may be written as it is or as a text, `12.5` or `"12.5"`."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import TypeVar

from attrs import define

from sits_es.errors import UnreadableError
from sits_es.orders.names import problem_of
from sits_es.rules.sfb_n3d.sums.numbers import read_decimal, written
from sits_es.sentences import unknown
from sits_es.toml import ABSENT, KeyPath, Sheet

T = TypeVar("T")

#: From this on a number is too large to be a number of the game, whatever it stands for.
TOO_LARGE = 10**18


@define
class DecimalSheet(Sheet):
    """A file of SFB 'n3D: a sheet that reads decimals, switches, names and texts that mean something in the game."""

    def decimal(self, path: KeyPath, what: str, least: int, most: int, *, rule: str, default: int | None = None) -> int:
        """A decimal in ten-thousandths, from `least` to `most`; a fault reads as `least`.

        what: what it is, for a fault, such as "a speed"; rule: where its limits stand, a rule number or house.
        """
        allowed = f"a number from {written(least)} to {written(most)} ({rule})"
        found = self.get(path)
        if found is ABSENT:
            return self._default(path, allowed, default, least)
        text = number_text(found)
        if text is None:
            self.wrong(path, "is not a number", allowed)
            return least
        try:
            read = read_decimal(text, what, rule=rule)
        except UnreadableError as refusal:
            self.fault(path, str(refusal))
            return least
        if not least <= read <= most:
            self.wrong(path, "is out of range", allowed)
            return least
        return read

    def is_right(self, path: KeyPath) -> bool:
        """Whether nothing has been found wrong at a place so far."""
        return all(path != faulty for faulty, *_ in self._noted)

    def switch(self, path: KeyPath) -> bool:
        """Whether a switch is on; false when it is not there, and for a fault."""
        found = self.get(path)
        if found is not ABSENT and not isinstance(found, bool):
            self.wrong(path, "is neither true nor false", "one of them, without quotes")
        return found is True

    def name(self, path: KeyPath, example: str) -> str:
        """A name that orders can hold; a fault reads as it is written, or as empty."""
        name = self.text(path, example)
        if isinstance(self.get(path), str) and (problem := problem_of(name)):
            self.fault(path, f"{problem} Write letters, digits, spaces, - and ', 60 at most.")
        return name

    def meant(self, path: KeyPath, example: str, read: Callable[[str], T], instead: T, *, needed: bool = True) -> T:
        """A text that means something of the game's own; `instead` for one with a fault and one that is not there."""
        if not needed and self.get(path) is ABSENT:
            return instead
        text = self.text(path, example)
        if not isinstance(self.get(path), str):
            return instead
        try:
            return read(text)
        except UnreadableError as refusal:
            for problem in refusal.problems:
                self.fault(path, problem)
            return instead

    def one_of(self, path: KeyPath, example: str, kind: str, known: tuple[str, ...], kinds: str = "") -> str:
        """The name of something there is; a fault reads as it is written. kind, kinds: the word for one and several."""
        name = self.text(path, example)
        if isinstance(self.get(path), str) and name not in known:
            self.fault(path, unknown(kind, name, known, kinds))
        return name


def number_text(value: object) -> str | None:
    """A number as it was written, or a text that may hold one; None for what can't be a number."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        return None
    if isinstance(value, int):
        return str(value) if abs(value) < TOO_LARGE else None
    return str(value) if value.is_finite() else None
