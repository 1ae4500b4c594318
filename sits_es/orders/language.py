"""What a rule system gives so that its orders can be read and written: its language, and the reader of parsed lines."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from decimal import ROUND_DOWN, Decimal
from functools import cache, cached_property
from typing import Any, Final, TypeVar

from attrs import field, frozen
from msgspec import json

from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.orders import names
from sits_es.orders.faults import OrderFault, TextPlace
from sits_es.orders.tables import END, Machine, ParseTables, Token, Tree, tables_from
from sits_es.sentences import article, counted, quoted, visible

T = TypeVar("T")

#: The highest number that an order may name, unless the order itself has a lower one.
MOST: Final = 9999
#: Characters of a decimal; what is longer is not read as a number.
MOST_DIGITS: Final = 20


def shortest(number: Decimal) -> str:
    """A decimal as it is kept: `8.2`, `-3`, `0`; no zeros that say nothing."""
    text = f"{number:f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text in {"-0", ""} else text


class FormReader:
    """Reads the tree of one line. A system's reader adds a method for each rule of its grammar.

    No rule bears the name of a method here, such as place. A method gets what its rule's parts have become, words as
    tokens, absent options as None. A mistake goes to `fault` and reading goes on with any value; what comes of a line
    with faults is thrown away.
    unit: who carries the line's orders out; places: each field's words, for faults that the rules find later.
    """

    def __init__(self, unit: str, line: int) -> None:
        self.unit = unit
        self.line = line
        self.places: dict[str, TextPlace] = {}
        self.faults: list[OrderFault] = []

    def read(self, tree: Tree) -> Any:
        """What a tree becomes."""
        parts = [self.read(part) if isinstance(part, Tree) else part for part in tree.children]
        return getattr(self, tree.data)(*parts)

    def name(self, token: Token) -> Token:
        """A name, in quotes or not; the token keeps its place."""
        value = token[1:-1] if token.type == "QUOTED" else str(token)
        if problem := names.problem_of(value):
            self.fault(token, problem, f"a name of 1 to {names.MOST_LETTERS} visible characters")
        return Token(token.type, value, token.start_pos, token.end_pos)

    def text(self, field: str, token: Token) -> str:
        """The text of a field."""
        self.note(field, token)
        return str(token)

    def number(self, field: str, token: Token, least: int = 1, most: int = MOST) -> int:
        """The number of a field, least to most."""
        self.note(field, token)
        sign = -1 if token.startswith("-") else 1
        # of a long row of digits no number is made: it is beyond any limit
        digits = token.lstrip("+-").lstrip("0")[: len(str(max(most, -least))) + 1] or "0"
        number = sign * int(digits)
        if least <= number <= most:
            return number
        expected = f"a number from {least} to {most}" if least < most else f"{least}"
        self.fault(token, f"{quoted(token)} is too {'low' if number < least else 'high'}.", expected)
        return least

    def decimal(self, field: str, token: Token, least: Decimal, most: Decimal, places: int = 1) -> str:
        """The exact decimal of a field, least to most, with at most so many decimal places, in its shortest form."""
        self.note(field, token)
        number = Decimal(str(token)) if len(token) <= MOST_DIGITS else None
        expected = f"a number from {least} to {most} with up to {counted(places, 'decimal place')}"
        if number is None or number.quantize(Decimal(1).scaleb(-places), ROUND_DOWN) != number:
            self.fault(token, f"{quoted(token)} has too many digits.", expected)
            return shortest(least)
        if not least <= number <= most:
            self.fault(token, f"{quoted(token)} is too {'low' if number < least else 'high'}.", expected)
            return shortest(least)
        return shortest(number)

    def elsewhere(self, field: str, token: Token, read: Callable[[str], T], otherwise: T) -> T:
        """The value of a field as another module reads it; its refusals become faults at the columns they name.

        The text is handed over after as many spaces as the line has characters before it, so columns are the line's.
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
        end = (first if last is None else last).end_pos
        return TextPlace(self.line, self.column(first), end - self.column(first) + 1)

    @staticmethod
    def column(token: Token) -> int:
        """The column (1 up) at which a token begins."""
        return token.start_pos + 1


#: What the frame's own terminals are called in messages to players; empty: not worth mentioning.
TERMS: Final = {
    "NUMBER": "a number",
    "DECIMAL": "a number",
    "NAME": "a name",
    "QUOTED": "a name",
    "DIGITS": "64 hex digits",
    "COMMA": "",
    "MINUS": "",
    "COLON": "a colon",
    "SEMICOLON": "a semicolon",
    END: "the end of the line",
}

_HEADERS: Final = ("header_game", "header_turn", "header_player", "header_secret")


@frozen(eq=False)
class Language:
    """The order language of one rule system.

    grammar: a Lark fragment that defines `order` (an order of a step) and, where the system has them,
    `break_order` (an order of the turn break) and `anytime_order` (an order that without a step holds in every
    one, and in a numbered language once for each exchange, at its first step; `order` must take it too). It may use
    `name`, NUMBER, DECIMAL and whatever it defines itself.
    reader: makes events of what the grammar finds, one method for each rule.
    write: an order as text, without its unit and step; forms: the classes of orders, and of what people enter.
    unit: what carries orders out, as it is called in files and in messages; every order has a field of this name.
    step: what a step of a turn is called; run: the steps that are ordered at a time, where that is more than one.
    numbered: an order has a field with the step's name, and its lines begin with it:
    `impulse 5 turn ...`, sealed as `impulse 5 Kestrel: turn ...`; for systems whose exchanges take several steps. An
    order of the turn break has no such field, or the number of the break in it; its lines don't name it.
    last_step: steps are 1 to this; the turn break counts as the one after it.
    stepless: lines name no step: each holds for the exchange at hand, whatever its number; last_step is 1 then.
    terms: what the fragment's terminals that are not plain words are called in messages to players.
    tables: gives the parse tables that were made beforehand, if any.
    """

    name: str
    grammar: str
    reader: type[FormReader]
    write: Callable[[Event], str]
    forms: tuple[type[Event], ...] = ()
    unit: str = "unit"
    step: str = "step"
    run: str = ""
    numbered: bool = False
    last_step: int = 8
    stepless: bool = False
    terms: Mapping[str, str] = field(factory=dict)
    tables: Callable[[], bytes] = bytes

    @property
    def exchange(self) -> str:
        """What is ordered at a time, in the system's own word."""
        return self.run or self.step

    @property
    def a_step(self) -> str:
        """What a step is called in a sentence: "a segment from 1 to 8"."""
        return f"{article(self.step)} from 1 to {self.last_step}"

    def unit_of(self, form: Event) -> str:
        """Who carries an order out."""
        return str(getattr(form, self.unit))

    def step_of(self, form: Event) -> int | None:
        """The step that an order names itself; None for one of the turn break, and where orders don't name theirs."""
        step = int(getattr(form, self.step)) if self.numbered and hasattr(form, self.step) else None
        return None if step == self.break_step else step

    @property
    def break_step(self) -> int:
        """The number under which the turn break is kept: 9 where steps are 1 to 8."""
        return self.last_step + 1

    @property
    def has_break(self) -> bool:
        """Whether there are orders for the turn break."""
        return _defines(self.grammar, "break_order")

    @property
    def has_anytime(self) -> bool:
        """Whether there are orders that need no step."""
        return self.stepless or _defines(self.grammar, "anytime_order")

    @cached_property
    def step_names(self) -> tuple[str, ...]:
        """What the steps of a turn are called in order files: 1, 2, ... and break."""
        return (*map(str, range(1, self.last_step + 1)), *(["break"] if self.has_break else []))


def language_in(
    package: str, reader: type[FormReader], writers: Mapping[type[Event], Callable[[Any], str]], **more: Any
) -> Language:
    """The language of a rule system's package, whose folder `orders` holds its grammar, and the tables of it if any.

    writers: each order as text, without its unit and step, by its class; more: fields of `Language`.
    """
    from sits_es.packaged import files

    orders = files(package).joinpath("orders")
    tables = orders.joinpath("language.tables")
    return Language(
        name=package.rpartition(".")[2],
        grammar=orders.joinpath("language.lark").read_text("utf-8"),
        reader=reader,
        write=lambda form: writers[type(form)](form),
        forms=tuple(writers),
        tables=lambda: tables.read_bytes() if tables.is_file() else b"",
        **more,
    )


@cache
def _defines(grammar: str, rule: str) -> bool:
    return any(line.lstrip("?!").startswith(f"{rule}:") for line in grammar.splitlines())


@cache
def tables_of(language: Language) -> ParseTables:
    """The parse tables of a language: those made beforehand where they are of its grammar, or else made of it."""
    grammar = grammar_of(language)
    kept, stamp = language.tables(), stamp_of(grammar)
    return json.decode(kept, type=ParseTables) if stamp.encode() in kept else made_of(language, grammar)


def made_of(language: Language, grammar: str) -> ParseTables:
    """The parse tables of a grammar, worked out by Lark."""
    from lark import Lark

    parser = Lark(grammar, parser="lalr", start=["line", "order", *_starts(language)], maybe_placeholders=True)
    return tables_from(parser, stamp_of(grammar))


def grammar_of(language: Language) -> str:
    """The whole grammar of a language: its own, and the frame that is the same for all."""
    from sits_es.packaged import files

    made = list(_lines(language))
    own = [rule.partition(":")[0] for rule in made if not rule.startswith("sealed")]
    frame = files("sits_es.orders").joinpath("frame.lark").read_text("utf-8")
    return "\n".join([f"?line: {' | '.join([*_HEADERS, *own])}", *made, frame, language.grammar])


def _lines(language: Language) -> Iterator[str]:
    """The lines, and the sealed lines, that the frame makes of the language's words and of what its fragment has."""
    step = f'"{language.step}"i ' if language.numbered else ""
    yield f'unit: "{language.unit}"i name'
    if not language.stepless:
        yield f"in_steps: {step}steps order"
    yield f'sealed: {step and step + "STEP "}name ":" order'
    if language.stepless:
        yield "anytime: order"
    elif _defines(language.grammar, "anytime_order"):
        yield "anytime: anytime_order"
    if _defines(language.grammar, "break_order"):
        yield 'in_break: "break"i break_order'
        yield 'sealed_break: name ":" break_order'


def _starts(language: Language) -> list[str]:
    return ["sealed", "break_order", "sealed_break"] if language.has_break else ["sealed"]


@cache
def first_words(language: Language, start: str) -> frozenset[str]:
    """Words with which a line of this kind (`line`, `order`, `break_order`) can begin."""
    tables = tables_of(language)
    return frozenset(tables.words[terminal] for terminal in Machine(tables, "", start).accepts() & {*tables.words})


def stamp_of(grammar: str) -> str:
    """What tells the parse tables of a grammar from those of any other."""
    return hashlib.sha256(grammar.encode()).hexdigest()
