"""Files that people write in TOML: their values, and every fault in them by its key and its line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, ClassVar, Final, Self, TypeVar

from msgspec import Struct, field

from sits_es.errors import UnreadableError
from sits_es.sentences import quoted, unknown, visible

#: Where a value is: names of tables and keys, and places in lists, counted from 0.
KeyPath = tuple[str | int, ...]


def lines_of_values(text: str) -> dict[KeyPath, int]:
    """The line (1 up) of every table, key and list entry of a text that is good TOML; () is the text itself."""
    scanner = _Scanner(text)
    scanner.document()
    return scanner.lines


#: What ends a name that is not in quotes, and a value that is neither in quotes nor a list or table.
_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]+")
_GAP: Final = re.compile(r"(?:\s|#[^\n]*)*")
_STRING: Final = re.compile(
    r'''
    """ (?: [^\\] | \\. )*? "{3,5} (?!")    # several lines; up to two quotes may stand before the closing three
    | \'{3} .*? \'{3,5} (?!\')
    | " (?: [^"\\] | \\. )* "
    | \' [^\']* \'
    ''',
    re.DOTALL | re.VERBOSE,
)


class _Scanner(Struct):
    """Walks through good TOML and notes where everything is."""

    text: str
    at: int = 0
    lines: dict[KeyPath, int] = field(default_factory=lambda: {(): 1})
    _entries: dict[KeyPath, int] = {}
    _counted: tuple[int, int] = (0, 1)

    def document(self) -> None:
        """Read the whole text."""
        table: KeyPath = ()
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
            raise ValueError(f"this is not valid TOML at character {self.at}")
        self.at = found.end()
        return found.group()

    def _note(self, path: KeyPath, at: int) -> None:
        for end in range(len(path), 0, -1):
            if path[:end] in self.lines:
                break
            self.lines[path[:end]] = self._line(at)

    def _line(self, at: int) -> int:
        """The line of a character; places are asked for from first to last, so that each line is counted once."""
        begun, line = self._counted
        self._counted = at, line + self.text.count("\n", begun, at)
        return self._counted[1]

    def _name(self) -> list[str]:
        """A name and its parts between dots."""
        import tomllib

        parts = []
        while True:
            quote = self._next()
            word = self._take(_STRING if quote in "\"'" else _BARE)
            parts.append(str(tomllib.loads(f"word = {word}")["word"]) if quote in "\"'" else word)
            if self._next() != ".":
                return parts
            self.at += 1

    def _table(self, names: list[str], *, several: bool) -> KeyPath:
        """The place of a table's head; one in double brackets is the next entry of its list."""
        path: KeyPath = ()
        for place, name in enumerate(names, 1):
            path = (*path, name)
            if several and place == len(names):
                self._entries[path] = self._entries.get(path, -1) + 1
            if path in self._entries:
                path = (*path, self._entries[path])
        return path

    def _pair(self, table: KeyPath) -> None:
        self._next()
        begun = self.at
        path = (*table, *self._name())
        self._note(path, begun)
        self.at += 1
        self._value(path)

    def _value(self, path: KeyPath) -> None:
        opening = self._next()
        self._note(path, self.at)
        if opening in "\"'":
            self._take(_STRING)
        elif opening in "[{":
            self._several(path, "]" if opening == "[" else "}")
        else:
            self._take(_SCALAR)

    def _several(self, path: KeyPath, closing: str) -> None:
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


#: Stands for a value that is not in the file.
ABSENT: Final = object()

#: How deep lists and tables may be nested.
DEEPEST: Final = 50

#: Characters that a title may have, and a longer text.
MOST_IN_TITLE: Final = 100
MOST_IN_PROSE: Final = 10_000

T = TypeVar("T")


class SheetFault(Struct, frozen=True):
    """One mistake in a file. line: 1 up, None for data that was never in a file; path: empty for the whole file.

    joint: what comes between the key and the message.
    """

    source: str
    line: int | None
    path: KeyPath
    message: str
    joint: str = ": "

    @property
    def key(self) -> str:
        """The place as a player reads it; empty for the whole file."""
        return named(self.path)

    def __str__(self) -> str:
        place = self.source if self.line is None else f"{self.source}:{self.line}"
        return f"{place}: {self.key}{self.joint}{self.message}" if self.path else f"{place}: {self.message}"


class SheetFaults(UnreadableError):  # noqa: N818 - every fault of a file at once, so it is named in the plural
    """A file that cannot be read, or several together, each with all its faults in order of line."""

    def __init__(self, faults: Iterable[SheetFault]) -> None:
        found = tuple(faults)
        files = list(dict.fromkeys(fault.source for fault in found))
        self.faults = tuple(sorted(found, key=lambda fault: (files.index(fault.source), fault.line or 0)))
        super().__init__(str(fault) for fault in self.faults)


class Sheet(Struct):
    """A file's values, and all that is wrong with them. source: what to call the file in a fault.

    written: the file's text, None for data that was never in a file. A kind of file that has words of its own for
    a wrong value sets WRONG, NO_TABLE and what joins them to the key, JOINT.
    """

    WRONG: ClassVar[str] = "{shown} {why}. Write {allowed}."
    NO_TABLE: ClassVar[str] = "{shown} is not a table. Write keys and their values under [{key}]."
    JOINT: ClassVar[str] = ": "

    source: str
    data: Mapping[str, Any]
    written: str | None = None
    _noted: list[tuple[KeyPath, str, str]] = []

    @classmethod
    def read(cls, text: str, source: str) -> Self:
        """Read a TOML file; decimals are kept exact. SheetFaults for text that is not TOML, with the line."""
        import tomllib

        text = text.removeprefix("\ufeff").replace("\r\n", "\n")
        try:
            data = tomllib.loads(text, parse_float=Decimal)
        except RecursionError:
            data = None
        except (ValueError, ArithmeticError) as error:
            raise SheetFaults([_no_toml(text, source, str(error))]) from error
        if data is None or _too_deep(data):
            message = "Lists or tables are nested too deep to read. Use fewer levels."
            raise SheetFaults([SheetFault(source, 1, (), message)])
        return cls(source, data, text)

    def lines(self) -> Mapping[KeyPath, int]:
        """The line of every value, 1 up; empty for data that was never in a file."""
        return {} if self.written is None else lines_of_values(self.written)

    def fault(self, path: KeyPath, message: str, joint: str | None = None) -> None:
        """Remember what is wrong at a place; one that is missing has the line of the table it should be in."""
        self._noted.append((path, message, self.JOINT if joint is None else joint))

    def wrong(self, path: KeyPath, why: str, allowed: str) -> None:
        """Remember that a value is not what it must be, in the words of this kind of file."""
        self._say(self.WRONG, path, why=why, allowed=allowed)

    def _say(self, words: str, path: KeyPath, **said: str) -> None:
        found = self.get(path)
        self.fault(path, words.format(key=named(path), shown=shown(found), brief=brief(found), **said))

    def refuse(self) -> None:
        """Raise SheetFaults with every fault in order of line, if there is one."""
        if self._noted:
            lines = self.lines()
            raise SheetFaults(self.placed(*noted, lines) for noted in self._noted)

    def placed(self, path: KeyPath, message: str, joint: str, lines: Mapping[KeyPath, int]) -> SheetFault:
        """A fault as players are told it. lines: of every value, 1 up."""
        return SheetFault(self.source, _line_of(path, lines), path, message, joint)

    def get(self, path: KeyPath) -> Any:
        """The value at a place, or ABSENT."""
        found: Any = self.data
        for step in path:
            if isinstance(step, int) or (isinstance(found, Mapping) and step in found):
                found = found[step]
            else:
                return ABSENT
        return found

    def table(self, path: KeyPath, known: Iterable[str] | None = None) -> Mapping[str, Any]:
        """The table at a place, empty when there is none; each key or table in it that is not `known` is a fault."""
        found = self.get(path)
        if found is ABSENT:
            return {}
        if not isinstance(found, Mapping):
            self._say(self.NO_TABLE, path)
            return {}
        names = tuple(found if known is None else known)
        for name in found:
            if name not in names:
                self.unknown_key((*path, name), names)
        return found

    def unknown_key(self, path: KeyPath, names: tuple[str, ...]) -> None:
        """Remember that a key or table is not one of those allowed, and which of them may have been meant."""
        self.fault(path, unknown("key", str(path[-1]), names))

    def whole(self, path: KeyPath, least: int, most: int | None = None, default: int | None = None) -> int:
        """A whole number from `least` to `most`; a fault reads as `least`."""
        found = self.get(path)
        # almost always it is one, and then no words are needed
        if type(found) is int and found >= least and (most is None or found <= most):
            return found
        allowed = f"a whole number from {least} {'up' if most is None else f'to {most}'}"
        if found is ABSENT:
            return self._default(path, allowed, default, least)
        known = isinstance(found, int) and not isinstance(found, bool)
        self.wrong(path, "is out of range" if known else "is not a whole number", allowed)
        return least

    def text(self, path: KeyPath, example: str, default: str | None = None) -> str:
        """A text; a fault reads as empty. example: one to show when it is missing."""
        found = self.get(path)
        allowed = f"a text in quotes, such as {quoted(example)}"
        if found is ABSENT:
            return self._default(path, allowed, default, "")
        if not isinstance(found, str):
            self.wrong(path, "is not a text", allowed)
            return ""
        return found

    def title(self, path: KeyPath, example: str) -> str:
        """A text of one line that can be seen, and is not too long for one; a fault reads as it stands."""
        found = self.text(path, example)
        self._in_sight(path, found, found, MOST_IN_TITLE)
        return found

    def prose(self, path: KeyPath, example: str, default: str | None = None) -> str:
        """A text of any number of lines that can be seen, up to so many characters; a fault reads as it stands."""
        found = self.text(path, example, default)
        self._in_sight(path, found, "".join(found.replace("\t", " ").splitlines()), MOST_IN_PROSE)
        return found

    def _in_sight(self, path: KeyPath, text: str, seen: str, most: int) -> None:
        if len(text) > most:
            self.fault(path, f"The text has {len(text):,} characters; it may have at most {most:,}.")
        elif not seen.isprintable():
            self.fault(path, "The text holds an invisible character.")

    def choice(self, path: KeyPath, allowed: Iterable[str], default: str | None = None) -> str:
        """One of the texts allowed; a fault reads as the first of them."""
        names = tuple(allowed)
        listed = f"one of {', '.join(names)}, in quotes"
        found = self.get(path)
        if found is ABSENT:
            return self._default(path, listed, default, names[0])
        if found not in names:
            self.wrong(path, "is not one of them", listed)
            return names[0]
        return str(found)

    def switch(self, path: KeyPath) -> bool:
        """Whether a switch is on; false when it is not there, and for a fault."""
        found = self.get(path)
        if found is not ABSENT and not isinstance(found, bool):
            self.wrong(path, "is neither true nor false", "one of them, without quotes")
        return found is True

    def many(self, path: KeyPath, example: str, default: tuple[Any, ...] | None = None) -> tuple[Any, ...]:
        """The entries of a list; a fault reads as none."""
        found = self.get(path)
        if found is ABSENT:
            return self._default(path, f"a list, such as {example}", default, ())
        if not isinstance(found, list | tuple):
            self.wrong(path, "is not a list", f"one, such as {example}")
            return ()
        return tuple(found)

    def _default(self, path: KeyPath, allowed: str, default: T | None, otherwise: T) -> T:
        """What holds where nothing is written; without a default that is a fault."""
        if default is not None:
            return default
        self.fault(path, f"it is missing. Write {allowed}.")
        return otherwise


def named(path: KeyPath) -> str:
    """A place as a fault names it: mounts.port.tubes, hits.port[3], entries of a list counted from 1."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return visible("".join(steps).removeprefix("."))


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


def brief(value: object) -> str:
    """A value as the player may have written it, entries of a list included, 40 characters at most."""
    text = f"[{', '.join(map(brief, value))}]" if isinstance(value, list | tuple) else shown(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _line_of(path: KeyPath, lines: Mapping[KeyPath, int]) -> int | None:
    return next((lines[path[:end]] for end in range(len(path), -1, -1) if path[:end] in lines), None)


def _too_deep(data: object) -> bool:
    level = [data]
    for _ in range(DEEPEST):
        entries = (each.values() if isinstance(each, dict) else each for each in level if isinstance(each, dict | list))
        level = [entry for inner in entries for entry in inner]
    return bool(level)


#: Python reads no whole number with more digits than 4300.
_LONG_NUMBER = re.compile(r"[0-9_]{4301,}")


def _no_toml(text: str, source: str, said: str) -> SheetFault:
    """Where and why a text is not TOML. said: the words of the library that reads it."""
    if long := _LONG_NUMBER.search(text):
        at_line = text.count("\n", 0, long.start()) + 1
        return SheetFault(source, at_line, (), f"This number has {len(long[0])} digits. Write a shorter one.")
    found = re.fullmatch(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", said, re.DOTALL)
    reason, line, column = found.groups() if found else (said, None, None)
    at = f" at column {column}" if column else ""
    rule = "Write key = value, texts in quotes, lists in square brackets."
    if reason == "Unclosed array":
        rule = "Put a comma after each entry of a list, and ] after the last."
    last = text.count("\n", 0, len(text.rstrip())) + 1
    return SheetFault(source, int(line) if line else last, (), f"This is not TOML{at}: {reason}. {rule}")
