"""Files that players write in TOML: what stands where, so that every fault can be named by its key and its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

from attrs import define, field

from sits_es.errors import UnreadableError
from sits_es.orders.faults import quoted
from sits_es.orders.names import unknown

#: Where a value stands: names of tables and keys, and places in lists, counted from 0.
Path = tuple[str | int, ...]

#: Stands for a value that is not in the file.
ABSENT: Final = object()


@define
class Sheet:
    """A file's values, and all that is wrong with them. source: what to call the file in a fault.

    lines: the line of every value, 1 up; empty for data that never stood in a file.
    """

    source: str
    data: Mapping[str, Any]
    lines: Mapping[Path, int] = field(factory=dict)
    _faults: list[tuple[int, str]] = field(factory=list, init=False)

    def fault(self, path: Path, message: str) -> None:
        """Remember what is wrong at a place; one that is missing is named at the table it should stand in."""
        found = next((self.lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in self.lines), 1)
        place = f"{self.source}:{found}" if self.lines else self.source
        self._faults.append((found, f"{place}: {named(path)}: {message}" if path else f"{place}: {message}"))

    def refuse(self) -> None:
        """Raise UnreadableError with every fault in order of line, if there is one."""
        if self._faults:
            raise UnreadableError(message for _, message in sorted(self._faults, key=lambda fault: fault[0]))

    def get(self, path: Path) -> Any:
        """The value at a place, or ABSENT."""
        found: Any = self.data
        for step in path:
            if isinstance(step, int):
                found = found[step]
            elif isinstance(found, Mapping) and step in found:
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
            self.fault(path, f"{_shown(found)} is no table. Write keys and their values under [{named(path)}].")
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
            self.fault(path, f"{_shown(found)} is no whole number. {allowed}")
        elif not least <= found <= most:
            self.fault(path, f"{_shown(found)} is out of range. {allowed}")
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
            self.fault(path, f"{_shown(found)} is no text. Write a text in quotes, such as {quoted(example)}.")
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
            self.fault(path, f"{_shown(found)} is none of them. {listed}")
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
            self.fault(path, f"{_shown(found)} is no list. Write one, such as {example}.")
            return ()
        return tuple(found)


def named(path: Path) -> str:
    """A place as a fault names it: mounts.port.tubes, hits.port[3], entries of a list counted from 1."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def _shown(value: object) -> str:
    """A value of the wrong kind, as the player wrote it or nearly so."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "a table"
    return "a list" if isinstance(value, list | tuple) else str(value)[:40]


def read_toml(text: str, source: str) -> Sheet:
    """Read a TOML file; decimals are kept exact. UnreadableError for text that is no TOML, with the line."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except RecursionError:
        raise UnreadableError(f"{source}:1: Lists stand in lists too deep to read. Leave the inner ones out.") from None
    except (ValueError, ArithmeticError) as error:
        found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
        last = text.count("\n", 0, len(text.rstrip())) + 1
        said, line, column = found.groups() if found else (str(error), None, None)
        at = f" at column {column}" if column else ""
        raise UnreadableError(
            f"{source}:{line or last}: This is no TOML{at}: {said}. "
            "Write key = value, texts in quotes, lists in square brackets."
        ) from error
    return Sheet(source, data, lines_of_values(text))


def lines_of_values(text: str) -> dict[Path, int]:
    """The line (1 up) of every table, key and list entry of a text that is good TOML; () is the text itself."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


#: What ends a name that is not in quotes, and a value that is neither in quotes nor a list or table.
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]+")
_GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"{3,5}(?!")' r"|'''.*?'{3,5}(?!')" r'|"(?:[^"\\]|\\.)*"' r"|'[^']*'", re.DOTALL
)


@define
class _Scanner:
    """Walks through good TOML and notes where everything stands."""

    text: str
    at: int = 0
    lines: dict[Path, int] = field(factory=lambda: {(): 1})
    _starts: list[int] = field(init=False)
    _entries: dict[Path, int] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._starts = [0]

    def document(self) -> None:
        """Read the whole text."""
        table: Path = ()
        while self._next():
            if self._next() != "[":
                self._pair(table)
                continue
            begun, several = self.at, self.text.startswith("[[", self.at)
            self.at += 1 + several
            table = self._table(self._name(), several=several)
            self._note(table, begun)
            self.at += 1 + several

    def _next(self) -> str:
        """The next character that is neither gap nor comment; empty at the end."""
        self._take(_GAP)
        return self.text[self.at : self.at + 1]

    def _take(self, form: re.Pattern[str]) -> str:
        found = form.match(self.text, self.at)
        if found is None:
            raise ValueError(f"no good TOML at character {self.at}")
        self.at = found.end()
        return found.group()

    def _note(self, path: Path, at: int) -> None:
        for end in range(len(path), 0, -1):
            if path[:end] in self.lines:
                break
            self.lines[path[:end]] = self._line(at)

    def _line(self, at: int) -> int:
        """The line of a character; lines are counted once, as far as anybody asked."""
        while (start := self.text.find("\n", self._starts[-1], at) + 1) > 0:
            self._starts.append(start)
        return next(line for line in range(len(self._starts), 0, -1) if self._starts[line - 1] <= at)

    def _name(self) -> list[str]:
        """A name and its parts between dots."""
        parts = []
        while True:
            quote = self._next()
            word = self._take(_STRING if quote in "\"'" else _BARE)
            parts.append(str(tomllib.loads(f"word = {word}")["word"]) if quote in "\"'" else word)
            if self._next() != ".":
                return parts
            self.at += 1

    def _table(self, names: list[str], *, several: bool) -> Path:
        """The place of a table's head; one in double brackets is the next entry of its list."""
        path: Path = ()
        for place, name in enumerate(names, 1):
            path = (*path, name)
            if several and place == len(names):
                self._entries[path] = self._entries.get(path, -1) + 1
            if path in self._entries:
                path = (*path, self._entries[path])
        return path

    def _pair(self, table: Path) -> None:
        self._next()
        begun = self.at
        path = (*table, *self._name())
        self._note(path, begun)
        self.at += 1
        self._value(path)

    def _value(self, path: Path) -> None:
        opening = self._next()
        self._note(path, self.at)
        if opening in "\"'":
            self._take(_STRING)
        elif opening in "[{":
            self._several(path, "]" if opening == "[" else "}")
        else:
            self._take(_SCALAR)

    def _several(self, path: Path, closing: str) -> None:
        """The entries of a list or of a table in braces."""
        self.at += 1
        place = 0
        while self._next() != closing:
            if closing == "]":
                self._value((*path, place))
            else:
                self._pair(path)
            place += 1
            if self._next() == ",":
                self.at += 1
        self.at += 1
