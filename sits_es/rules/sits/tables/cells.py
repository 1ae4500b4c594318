"""Reading single cells of a set of rule tables, and collecting everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import ClassVar, Final, TypeVar

from sits_es.toml import ABSENT, KeyPath, Sheet, named

#: The longest name of a type, in characters.
MOST_NAME: Final = 20

#: Every decimal is below this.
MOST: Final = 10**9

#: Said of bands that leave a gap.
GAP: Final = (
    "leaves a gap. Begin at 0, begin each {} above the end of the one before,{} and leave the last without an end."
)

N = TypeVar("N")
Bound = Decimal | int


class Cells(Sheet):
    """A set of rule tables. What is missing is named once, at its table; a faulty cell reads as 0 or empty."""

    WRONG: ClassVar[str] = "is {brief}. It must be {allowed}."
    NO_TABLE: ClassVar[str] = "is {brief}. Write a table with names."
    JOINT: ClassVar[str] = " "

    def must_be(self, path: KeyPath, allowed: str) -> None:
        """Remember what a cell may hold, if there is one."""
        if self.get(path) is not ABSENT:
            self.wrong(path, "", allowed)

    def number(self, path: KeyPath, least: int = 0, most: int | None = None) -> int:
        """A whole number from `least` up to `most`."""
        return self.whole(path, least, most, least)

    def exact(self, path: KeyPath) -> Decimal:
        """An exact decimal from 0 up, read exactly or written as text; a binary fraction is not exact."""
        found = self.get(path)
        if isinstance(found, str | int | Decimal) and not isinstance(found, bool):
            try:
                number = Decimal(found)
            except InvalidOperation:
                number = Decimal(-1)
            if number.is_finite() and number >= MOST:
                self.must_be(path, f"below {MOST}")
                return Decimal(0)
            if number.is_finite() and number >= 0:
                return number
        self.must_be(path, 'a decimal from 0 up, written as text such as "0.75"')
        return Decimal(0)

    def record(self, path: KeyPath, names: Sequence[str], optional: Sequence[str] = ()) -> None:
        """A table with exactly these names: every name missing or unknown is a fault."""
        found = self.table(path)
        if not isinstance(self.get(path), Mapping):
            return
        whole = named(path) or "The tables"
        for name in names:
            if name not in found:
                self.fault((*path, name), f"is missing. {whole} must have {_listed(names)}.")
        known = (*names, *optional)
        for name in found:
            if name not in known:
                self.fault((*path, name), f"is unknown. {whole} may have {_listed(known)}.")

    def rows(self, path: KeyPath, length: int | None = None) -> list[KeyPath]:
        """Where the entries of a list are, of `length` if that is given, otherwise of at least one."""
        found = self.get(path)
        if isinstance(found, list | tuple) and found and len(found) == (length or len(found)):
            return [(*path, place) for place in range(len(found))]
        self.must_be(path, f"a list of {length}" if length else "a list of at least one")
        return []

    def types(self, path: KeyPath) -> list[str]:
        """The names of a table's entries, at least one: types as a card prints them, such as 3M or heavy."""
        found = list(self.table(path))
        for name in found:
            if not (name.isascii() and name.replace("-", "").isalnum() and len(name) <= MOST_NAME):
                self.fault((*path, name), "is not a type. Write at most 20 letters, digits and -, such as 3M.")
        if self.get(path) == {}:
            self.must_be(path, "a table with at least one type")
        return found

    def numbered(
        self, path: KeyPath, what: str, least: int = 1, most: int = MOST, besides: Iterable[str] = ()
    ) -> list[tuple[int, KeyPath]]:
        """The entries of a table that is named by whole numbers, smallest first: number and place.

        what: the numbers allowed, in words, such as "weapon sizes such as 20"; besides: names that are none of them.
        """
        found = []
        for name in self.table(path):
            number = int(name) if name.isascii() and name.isdigit() and len(name) < 10 else -1
            if str(number) == name and least <= number <= most:
                found.append((number, (*path, name)))
            elif name not in besides:
                also = "".join(f", {each}" for each in besides)
                self.fault((*path, name), f"is unknown. {named(path)} may have {what}{also}.")
        return sorted(found)

    def band(self, row: KeyPath, read: Callable[[KeyPath], N]) -> tuple[N, N | None]:
        """The ends of a band; the last one has no end."""
        last = (*row, "to")
        return read((*row, "from")), None if self.get(last) is ABSENT else read(last)

    def follow(self, path: KeyPath, step: Decimal, bands: Iterable[tuple[Bound, Bound | None]], *said: str) -> None:
        """Bands follow each other from 0 in steps, without gap or overlap, and only the last is open.

        The first that does not is a fault. said: one of them with the step in words, and what more there is to say.
        """
        expected: Decimal | None = Decimal(0)
        listed = list(bands)
        for place, (first, last) in enumerate(listed):
            unsteady = any(isinstance(end, Decimal) and end % step for end in (first, last))
            wrong = unsteady or expected is None or first != expected or (last is not None and last < first)
            expected = None if last is None else Decimal(last) + step
            if wrong or (place == len(listed) - 1 and last is not None):
                self.fault((*path, place), GAP.format(*said))
                return


def ends(first: str | int, last: str | int | None) -> dict[str, str | int]:
    """A band as data hold it."""
    return {"from": first} if last is None else {"from": first, "to": last}


def _listed(names: Sequence[str]) -> str:
    """Names as a player reads them; a page of them by its ends."""
    return ", ".join(names) if len(names) <= 16 else f"{names[0]} to {names[-1]}"
