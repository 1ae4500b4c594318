"""What a rule system gives so that its orders can be read and written, and the parser made of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Final, Protocol, cast

from attrs import field, frozen

from sits_es.events import Event
from sits_es.orders.reader import FormReader

if TYPE_CHECKING:
    from lark import Lark
    from lark.parsers.lalr_interactive_parser import InteractiveParser

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
