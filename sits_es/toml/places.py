"""Where everything is in a TOML file, so that a fault can be named by its line."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field

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


@define
class _Scanner:
    """Walks through good TOML and notes where everything is."""

    text: str
    at: int = 0
    lines: dict[KeyPath, int] = field(factory=lambda: {(): 1})
    _entries: dict[KeyPath, int] = field(factory=dict, init=False)
    _counted: tuple[int, int] = field(default=(0, 1), init=False)

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
            raise ValueError(f"this is not good TOML at character {self.at}")
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
