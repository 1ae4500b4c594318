"""Files that players write in TOML: their values, and every fault in them by its key and its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from attrs import define, field, frozen

from sits_es.errors import UnreadableError
from sits_es.rules.sits.toml_places import Path, lines_of_values
from sits_es.sentences import quoted, unknown

#: Stands for a value that is not in the file.
ABSENT: Final = object()


@frozen
class SheetFault:
    """One mistake in a file. line: 1 up, None for data that never stood in a file; key: empty for the whole file."""

    source: str
    line: int | None
    key: str
    message: str

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class SheetFaults(UnreadableError):  # noqa: N818 - every fault of a file at once, so it is named in the plural
    """A file that cannot be read, with all its faults in order of line."""

    def __init__(self, faults: Iterable[SheetFault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.line or 0))
        super().__init__(str(fault) for fault in self.faults)


@define
class Sheet:
    """A file's values, and all that is wrong with them. source: what to call the file in a fault.

    lines: the line of every value, 1 up; empty for data that never stood in a file.
    """

    source: str
    data: Mapping[str, Any]
    lines: Mapping[Path, int] = field(factory=dict)
    _faults: list[SheetFault] = field(factory=list, init=False)

    def fault(self, path: Path, message: str) -> None:
        """Remember what is wrong at a place; one that is missing is named at the table it should stand in."""
        lines = (self.lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self.lines)
        self._faults.append(SheetFault(self.source, next(lines, None), named(path), message))

    def refuse(self) -> None:
        """Raise SheetFaults with every fault in order of line, if there is one."""
        if self._faults:
            raise SheetFaults(self._faults)

    def get(self, path: Path) -> Any:
        """The value at a place, or ABSENT."""
        found: Any = self.data
        for step in path:
            if isinstance(step, int) or (isinstance(found, Mapping) and step in found):
                found = found[step]
            else:
                return ABSENT
        return found

    def table(self, path: Path, known: Iterable[str] | None = None) -> Mapping[str, Any]:
        """The table at a place, empty when there is none; each key that is not `known` is a fault."""
        found = self.get(path)
        if found is ABSENT:
            return {}
        if not isinstance(found, Mapping):
            self.fault(path, f"{shown(found)} is no table. Write keys and their values under [{named(path)}].")
            return {}
        if known is not None:
            names = tuple(known)
            for name in found:
                if name not in names:
                    self.fault((*path, name), unknown("key", name, names))
        return found

    def whole(self, path: Path, least: int, most: int, default: int | None = None) -> int:
        """A whole number from `least` to `most`; a fault reads as `least`."""
        found = self.get(path)
        allowed = f"Write a whole number from {least} to {most}."
        if found is ABSENT:
            if default is None:
                self.fault(path, f"it is missing. {allowed}")
            return least if default is None else default
        if not isinstance(found, int) or isinstance(found, bool):
            self.fault(path, f"{shown(found)} is no whole number. {allowed}")
        elif not least <= found <= most:
            self.fault(path, f"{shown(found)} is out of range. {allowed}")
        else:
            return found
        return least

    def text(self, path: Path, example: str, default: str | None = None) -> str:
        """A text; a fault reads as empty. example: one to show when it is missing."""
        found = self.get(path)
        if found is ABSENT:
            if default is None:
                self.fault(path, f"it is missing. Write a text in quotes, such as {quoted(example)}.")
            return default or ""
        if not isinstance(found, str):
            self.fault(path, f"{shown(found)} is no text. Write a text in quotes, such as {quoted(example)}.")
            return ""
        return found

    def choice(self, path: Path, allowed: Iterable[str], default: str | None = None) -> str:
        """One of the texts allowed; a fault reads as the first of them."""
        names = tuple(allowed)
        listed = f"Write one of {', '.join(names)}, in quotes."
        found = self.get(path)
        if found is ABSENT:
            if default is None:
                self.fault(path, f"it is missing. {listed}")
            return default or names[0]
        if found not in names:
            self.fault(path, f"{shown(found)} is none of them. {listed}")
            return names[0]
        return str(found)

    def many(self, path: Path, example: str, default: tuple[Any, ...] | None = None) -> tuple[Any, ...]:
        """The entries of a list; a fault reads as none."""
        found = self.get(path)
        if found is ABSENT:
            if default is None:
                self.fault(path, f"it is missing. Write a list, such as {example}.")
            return default or ()
        if not isinstance(found, list | tuple):
            self.fault(path, f"{shown(found)} is no list. Write one, such as {example}.")
            return ()
        return tuple(found)


def named(path: Path) -> str:
    """A place as a fault names it: mounts.port.tubes, hits.port[3], entries of a list counted from 1."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def shown(value: object) -> str:
    """A value of the wrong kind, as the player wrote it or nearly so."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, int) and abs(value) >= 10**18:
        return "a number of more than 18 digits"
    return "a list" if isinstance(value, list | tuple) else str(value)[:40]


def read_toml(text: str, source: str) -> Sheet:
    """Read a TOML file; decimals are kept exact. SheetFaults for text that is no TOML, with the line."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        message = "Lists or tables stand in each other too deep to read. Leave the inner ones out."
        raise SheetFaults([SheetFault(source, 1, "", message)]) from None
    except (ValueError, ArithmeticError) as error:
        raise SheetFaults([_no_toml(text, source, str(error))]) from error
    return Sheet(source, data, lines_of_values(text))


def _no_toml(text: str, source: str, said: str) -> SheetFault:
    """Where and why a text is no TOML. said: the words of the library that reads it."""
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", said, re.DOTALL)
    reason, line, column = found.groups() if found else (said, None, None)
    at = f" at column {column}" if column else ""
    rule = "Write key = value, texts in quotes, lists in square brackets."
    last = text.count("\n", 0, len(text.rstrip())) + 1
    return SheetFault(source, int(line) if line else last, "", f"This is no TOML{at}: {reason}. {rule}")
