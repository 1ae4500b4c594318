"""What a rule system gives so that its orders can be read and written: its language, and the reader of parsed lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar, cast

from attrs import field, frozen

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.orders import names
from sits_es.orders.faults import OrderFault, TextPlace
from sits_es.sentences import quoted, visible

if TYPE_CHECKING:
    from lark import Lark, Token, Tree
    from lark.parsers.lalr_interactive_parser import InteractiveParser


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
        self.places: dict[str, TextPlace] = {}
        self.faults: list[OrderFault] = []

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
        self.faults.append(OrderFault(self.line, first + start, visible(problem), length=length))

    def note(self, field: str, first: Token, last: Token | None = None) -> None:
        """Keep the place of a field's words, from the first token to the last."""
        self.places[field] = self.place(first, last)

    def fault(self, token: Token, message: str, expected: str = "") -> None:
        """Keep a mistake at a token."""
        self.faults.append(OrderFault.at(self.place(token), message, expected))

    def place(self, first: Token, last: Token | None = None) -> TextPlace:
        """The place of some tokens in the file."""
        end = (last if last is not None else first).end_pos or 0
        return TextPlace(self.line, self.column(first), end - self.column(first) + 1)

    @staticmethod
    def column(token: Token) -> int:
        """The column (1 up) at which a token begins."""
        return (token.start_pos or 0) + 1


#: What the frame's own terminals are called in front of a player; empty: not worth mentioning.
TERMS: Final = {
    "SEGMENT": "a segment",
    "NUMBER": "a number",
    "NAME": "a name",
    "QUOTED": "a name",
    "DIGITS": "64 hex digits",
    "COMMA": "",
    "MINUS": "",
    "COLON": "a colon",
    "SEMICOLON": "a semicolon",
    "$END": "the end of the line",
}

#: Rules that a language's fragment may define -> the lines and the sealed lines that the frame makes of them.
_LINES: Final = {
    "order": ("", 'sealed: name ":" order'),
    "anytime_order": ("anytime: anytime_order", ""),
    "break_order": ('in_break: "break"i break_order', 'sealed_break: name ":" break_order'),
}
_HEADERS: Final = ("game", "turn", "player", "secret", "ship", "in_segments")


@frozen(eq=False)
class Language:
    """The order language of one rule system.

    grammar: a Lark fragment that defines `order` (an order of a segment) and, where the system has them,
    `break_order` (an order of the turn break) and `anytime_order` (an order that without a segment holds in every
    one; `order` must take it too). It may use `name`, NUMBER and whatever it defines itself.
    reader: makes events of what the grammar finds, one method for each rule.
    write: an order as text, without its ship.
    last_segment: segments are 1 to this; the turn break counts as the one after it.
    terms: what the fragment's terminals that are no plain words are called in front of a player.
    """

    name: str
    grammar: str
    reader: type[FormReader]
    write: Callable[[Event], str]
    last_segment: int = 8
    terms: Mapping[str, str] = field(factory=dict)

    @property
    def break_segment(self) -> int:
        """The number under which the turn break is kept: 9 where segments are 1 to 8."""
        return self.last_segment + 1

    @property
    def has_break(self) -> bool:
        """Whether there are orders for the turn break."""
        return _defines(self.grammar, "break_order")

    @property
    def step_names(self) -> tuple[str, ...]:
        """What the steps of a turn are called in order files: 1, 2, ... and break."""
        return (*map(str, range(1, self.last_segment + 1)), *(["break"] if self.has_break else []))


class _Commanded(Protocol):
    ship: str


def ship_of(form: Event) -> str:
    """Who carries an order out. Every order of every system has the field `ship`."""
    return cast("_Commanded", form).ship


def _defines(grammar: str, rule: str) -> bool:
    return any(line.lstrip("?!").startswith(f"{rule}:") for line in grammar.splitlines())


@cache
def parser_of(language: Language) -> Lark:
    """The parser of a language, made once."""
    from lark import Lark

    defined = [parts for rule, parts in _LINES.items() if _defines(language.grammar, rule)]
    made = [rule for parts in defined for rule in parts if rule]
    lines = [*_HEADERS, *(line.partition(":")[0] for line, _ in defined if line)]
    frame = files("sits_es.orders").joinpath("frame.lark").read_text("utf-8")
    grammar = "\n".join([f"?line: {' | '.join(lines)}", *made, frame, language.grammar])
    return Lark(grammar, parser="lalr", start=["line", "order", *_starts(language)], maybe_placeholders=True)


def _starts(language: Language) -> list[str]:
    return ["sealed", "break_order", "sealed_break"] if language.has_break else ["sealed"]


@cache
def words_of(language: Language) -> Mapping[str, str]:
    """Terminals that are one word or sign -> that word or sign, in small letters."""
    from lark.lexer import PatternStr

    terminals = parser_of(language).terminals
    return {found.name: found.pattern.value.lower() for found in terminals if isinstance(found.pattern, PatternStr)}


@cache
def first_words(language: Language, start: str) -> frozenset[str]:
    """Words with which a line of this kind (`line`, `order`, `break_order`) can begin."""
    words = words_of(language)
    accepted = acceptable(parser_of(language).parse_interactive("", start=start))
    return frozenset(words[terminal] for terminal in accepted if terminal in words)


def acceptable(machine: InteractiveParser) -> frozenset[str]:
    """Terminals that could come next; `$END` for the end of the line."""
    return frozenset(machine.accepts())  # type: ignore[no-untyped-call]  # lark leaves it without types
