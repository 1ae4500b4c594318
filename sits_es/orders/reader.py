"""Making events of one parsed line: what every system's reader of orders has."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeVar

from sits_es.errors import UnreadableError
from sits_es.orders import names
from sits_es.orders.faults import Fault, Place
from sits_es.sentences import quoted, visible

if TYPE_CHECKING:
    from lark import Token, Tree

T = TypeVar("T")

#: The highest number that an order may name, unless the order itself has a lower one.
MOST: Final = 9999


class FormReader:
    """Reads the tree of one line. A system's reader adds a method for each rule of its grammar.

    A method gets what its rule's parts have become, words as tokens, absent options as None. A mistake goes to
    `fault` and reading goes on with any value; what comes of a line with faults is thrown away.
    ship: who carries the line's orders out; places: each field's words, for faults that the rules find later.
    """

    def __init__(self, ship: str, line: int) -> None:
        self.ship = ship
        self.line = line
        self.places: dict[str, Place] = {}
        self.faults: list[Fault] = []

    def read(self, tree: Tree[Token]) -> Any:
        """What a tree becomes."""
        parts = [part if part is None or isinstance(part, str) else self.read(part) for part in tree.children]
        return getattr(self, str(tree.data))(*parts)

    def name(self, token: Token) -> Token:
        """A name, in quotes or not; the token keeps its place."""
        value = token[1:-1] if token.type == "QUOTED" else str(token)
        if problem := names.problem_of(value):
            self.fault(token, problem, f"a name of 1 to {names.MOST_LETTERS} characters that can be seen")
        return token.update(value=value)

    def text(self, field: str, token: Token) -> str:
        """The text of a field."""
        self.note(field, token)
        return str(token)

    def number(self, field: str, token: Token, least: int = 1, most: int = MOST) -> int:
        """The number of a field, least to most."""
        self.note(field, token)
        digits = token.lstrip("0") or "0"
        number = int(digits) if len(digits) <= len(str(most)) else most + 1
        if least <= number <= most:
            return number
        expected = f"a number from {least} to {most}" if least < most else f"{least}"
        self.fault(token, f"{quoted(token)} is too {'low' if number < least else 'high'}.", expected)
        return least

    def elsewhere(self, field: str, token: Token, read: Callable[[str], T], otherwise: T) -> T:
        """The value of a field as another module reads it; its refusals become faults at the columns they name.

        The text is handed over behind as many spaces as stand for the line in front of it, so columns are the line's.
        """
        self.note(field, token)
        try:
            return read(" " * (self.column(token) - 1) + token)
        except UnreadableError as refusal:
            for problem in refusal.problems:
                self._pointed(token, problem)
            return otherwise

    def _pointed(self, token: Token, problem: str) -> None:
        first = self.column(token)
        found = re.search(r"\bcolumn ([0-9]+)", problem)
        start = int(found[1]) - first if found else 0
        start = start if 0 <= start < len(token) else 0
        word = re.match(r"\S+", token[start:]) if found else None
        length = len(word[0]) if word else len(token)
        self.faults.append(Fault(self.line, first + start, visible(problem), length=length))

    def note(self, field: str, first: Token, last: Token | None = None) -> None:
        """Keep the place of a field's words, from the first token to the last."""
        self.places[field] = self.place(first, last)

    def fault(self, token: Token, message: str, expected: str = "") -> None:
        """Keep a mistake at a token."""
        self.faults.append(Fault.at(self.place(token), message, expected))

    def place(self, first: Token, last: Token | None = None) -> Place:
        """The place of some tokens in the file."""
        end = (last if last is not None else first).end_pos or 0
        return Place(self.line, self.column(first), end - self.column(first) + 1)

    @staticmethod
    def column(token: Token) -> int:
        """The column (1 up) at which a token begins."""
        return (token.start_pos or 0) + 1
