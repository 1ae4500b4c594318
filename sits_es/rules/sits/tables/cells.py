"""Reading single cells of a rule table, and collecting everything that is wrong with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal, InvalidOperation
from typing import Final, TypeVar

from attrs import Factory, define

Row = TypeVar("Row")

#: Stands for a cell that is missing and has been named as missing already.
ABSENT: Final = object()

#: The longest text of a fault's value that is repeated to the player.
SHOWN: Final = 40


@define
class Cells:
    """Reads cells and remembers each fault with its key and what is allowed; a faulty cell reads as 0 or empty.

    problems: one sentence per fault, in the order of reading.
    """

    problems: list[str] = Factory(list)

    def fault(self, key: str, value: object, allowed: str) -> None:
        """Remember that `key` holds `value` and what it may hold; a missing cell was named before."""
        if value is ABSENT:
            return
        shown = repr(value)
        shown = shown if len(shown) <= SHOWN else shown[: SHOWN - 3] + "..."
        self.problems.append(f"{key} is {shown}. It must be {allowed}.")

    def whole(self, key: str, value: object, least: int = 0, most: int | None = None) -> int:
        """A whole number from `least` up to `most`."""
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and least <= value
            and (most is None or value <= most)
        ):
            return value
        limits = f"from {least} up" if most is None else f"from {least} to {most}"
        self.fault(key, value, f"a whole number {limits}")
        return least

    def exact(self, key: str, value: object) -> Decimal:
        """An exact decimal from 0 up, written as text or as a whole number; a binary fraction is not exact."""
        if isinstance(value, str | int) and not isinstance(value, bool):
            try:
                number = Decimal(value)
            except InvalidOperation:
                number = Decimal(-1)
            if number.is_finite() and number >= 0:
                return number
        self.fault(key, value, 'a decimal from 0 up, written as text such as "0.75"')
        return Decimal(0)

    def table(self, key: str, value: object) -> Mapping[str, object]:
        """A table of named cells."""
        if isinstance(value, Mapping):
            return {str(name): cell for name, cell in value.items()}
        self.fault(key, value, "a table with names")
        return {}

    def record(
        self, key: str, value: object, names: Sequence[str], optional: Sequence[str] = ()
    ) -> Mapping[str, object]:
        """A table with exactly these names; every name missing or unknown is a fault, a missing one is left out."""
        found = self.table(key, value)
        prefix = f"{key}." if key else ""
        if isinstance(value, Mapping):
            whole = key or "The tables"
            self.problems += [
                f"{prefix}{name} is missing. {whole} must have {_listed(names)}." for name in names if name not in found
            ]
            self.problems += [
                f"{prefix}{name} is unknown. {whole} may have {_listed((*names, *optional))}."
                for name in found
                if name not in names and name not in optional
            ]
        return found

    def many(self, key: str, value: object, length: int | None = None) -> Sequence[object]:
        """A list, of `length` entries if that is given, otherwise of at least one."""
        if isinstance(value, list | tuple) and value and len(value) == (length or len(value)):
            return value
        self.fault(key, value, f"a list of {length}" if length else "a list of at least one")
        return ()

    def rows(self, key: str, value: object, read: Callable[[str, object], Row]) -> tuple[Row, ...]:
        """A list of at least one, each entry read by `read` under its own key, counted from 1."""
        return tuple(read(f"{key}[{place}]", cell) for place, cell in enumerate(self.many(key, value), 1))

    def sizes(self, key: str, value: object) -> Iterable[tuple[int, str, object]]:
        """The entries of a table named by weapon size, smallest first: size, key, cell."""
        found = []
        for name, cell in self.table(key, value).items():
            if name.isascii() and name.isdigit() and not name.startswith("0"):
                found.append((int(name), f"{key}.{name}", cell))
            else:
                self.problems.append(f"{key}.{name} is unknown. {key} may have weapon sizes such as 20.")
        return sorted(found, key=lambda entry: entry[0])


def _listed(names: Sequence[str]) -> str:
    """Names as a player reads them; a page of them by its ends."""
    return ", ".join(names) if len(names) <= 12 else f"{names[0]} to {names[-1]}"
