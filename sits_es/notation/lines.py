"""One line of the notation: what it says, or where and why it can't be read."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from attrs import field, frozen

from sits_es.orders.faults import OrderFault, TextPlace
from sits_es.sentences import nearest, quoted

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

#: The words with which a line that is not an order begins.
WORDS: Final = (
    *("notation", "game", "player", "variation", "fact", "start", "at", "seal", "orders", "open", "default", "enter"),
    *("seed", "text", "end", "head", "position"),
)
#: What the grammar's terminals are called where one was expected.
_TERMS: Final = {
    "NUMBER": "a number",
    "FACT": "a fact's name, such as sits.ShipPlaced",
    "MOMENT": "a moment such as 2.5",
    "HEX": "hex digits in small letters",
    "WORD": "a word",
    "STRING": "a text in quotes",
    "$END": "the end of the line",
}
#: Digits of a number, and dots before a field, at the most; and brackets within brackets.
MOST_DIGITS: Final = 18
MOST_DEEP: Final = 60
#: Digits that a line of each kind has to have, where it has any.
_DIGITS: Final = {"seal": 64, "orders": 64, "seed": 64, "end": 16, "head": 64, "position": 16}


class NotReadableError(Exception):
    """A line that can't be read. fault: where and why."""

    def __init__(self, fault: OrderFault) -> None:
        self.fault = fault
        super().__init__(fault.message)


@frozen
class Statement:
    """A line that was read. kind: its first word, or `field` for one that begins with dots; place: of the whole line.

    values: what it says, as its kind has it; of a field its depth, its name (None: parts of a list) and its value or
    its parts, of which a heading has none; places: of each word that a later fault may be about.
    """

    kind: str
    place: TextPlace
    values: tuple[Any, ...] = ()
    places: tuple[TextPlace, ...] = field(factory=tuple)


def read_statement(number: int, line: str) -> Statement:
    """Read a line. number: 1 up. Raises NotReadableError."""
    from lark.exceptions import UnexpectedCharacters, UnexpectedToken

    machine = _parser().parse_interactive(line)
    tokens: list[Token] = []
    try:
        for token in machine.iter_parse():
            tokens.append(token)  # noqa: PERF402 - where a fault comes, those before it are known
        tree = machine.feed_eof()  # type: ignore[no-untyped-call]  # lark leaves it without types
    except UnexpectedCharacters as fault:
        raise _stumbled(number, line, fault.pos_in_stream or 0, frozenset(machine.accepts()), tokens) from None  # type: ignore[no-untyped-call]
    except UnexpectedToken as fault:
        end = len(line.rstrip()) if fault.token.type == "$END" else fault.pos_in_stream or 0
        raise _stumbled(number, line, end, frozenset(machine.accepts()), tokens) from None  # type: ignore[no-untyped-call]
    return _said(number, tree, tokens)


@cache
def _parser() -> Lark:
    from importlib.resources import files

    from lark import Lark

    grammar = files("sits_es.notation").joinpath("notation.lark").read_text("utf-8")
    return Lark(grammar, parser="lalr", maybe_placeholders=False)


def place_of(number: int, first: Token, last: Token | None = None) -> TextPlace:
    """The place of some tokens of a line."""
    start, end = first.start_pos or 0, (last if last is not None else first).end_pos or 0
    return TextPlace(number, start + 1, end - start)


def _said(number: int, tree: Tree[Token], tokens: list[Token]) -> Statement:
    """What a parsed line says."""
    kind = str(tree.data)
    place = place_of(number, tokens[0], tokens[-1])
    wanted = _DIGITS.get(kind)
    for token in tokens:
        if token.type == "HEX" and len(token) != wanted:
            fault = f"There are {len(token)} hex digits."
            raise NotReadableError(OrderFault.at(place_of(number, token), fault, f"{wanted} of them"))
    deep = 0
    for token in tokens:
        deep += (token in {"[", "("}) - (token in {"]", ")"})
        if deep > MOST_DEEP:
            said = f"There are more than {MOST_DEEP} brackets within each other."
            raise NotReadableError(OrderFault.at(place_of(number, token), said))
    reader = _Reader(number)
    values = tuple(reader.value(part) for part in tree.children)
    places = tuple(place_of(number, token) for token in tokens[1:])
    return Statement("start" if kind == "begun" else kind, place, values, places)


@frozen
class _Reader:
    """Makes values of what the grammar found in a line. number: the line's, 1 up."""

    number: int

    def value(self, part: Tree[Token] | Token) -> Any:
        """The value of a part. Raises NotReadableError."""
        if isinstance(part, str):
            return self._token(part)
        kind, inside = str(part.data), part.children
        if kind in {"list", "group"}:
            values = [self.value(each) for each in inside]
            return values if kind == "list" else self._group(part, values)
        if kind == "entry":
            return tuple(self.value(each) for each in inside)
        if not inside:
            return {"unknown": None, "yes": True, "no": False}[kind]
        return self.value(inside[0])

    def _token(self, token: Token) -> Any:
        match token.type:
            case "NUMBER":
                if len(token) > MOST_DIGITS:
                    raise self._too_much(token, f"The number has {len(token)} digits.", f"at most {MOST_DIGITS}")
                return int(token)
            case "DOTS":
                if len(token) > MOST_DEEP:
                    raise self._too_much(token, f"There are {len(token)} dots.", f"at most {MOST_DEEP}")
                return len(token)
            case "PLUS":
                return None
            case "STRING":
                return self._text(token)
        return str(token)

    def _too_much(self, token: Token, said: str, expected: str) -> NotReadableError:
        return NotReadableError(OrderFault.at(place_of(self.number, token), said, expected))

    def _text(self, token: Token) -> str:
        try:
            text = json.loads(token)
        except ValueError:
            said = f"{quoted(token)} is not a text in quotes as JSON writes it."
            raise NotReadableError(OrderFault.at(place_of(self.number, token), said)) from None
        return str(text)

    def _group(self, part: Tree[Token], entries: list[Any]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for name, value in entries:
            if name in found:
                token = next(each for each in part.scan_values(_is_name) if str(each).strip('"') == name)
                said = f"The field {quoted(name)} is there twice."
                raise NotReadableError(OrderFault.at(place_of(self.number, token), said, "each field once"))
            found[name] = value
        return found


def _is_name(token: Any) -> bool:
    return getattr(token, "type", "") in {"WORD", "STRING"}


def _stumbled(number: int, line: str, at: int, accepts: frozenset[str], tokens: list[Token]) -> NotReadableError:
    """Why a line can't be read. at: where reading ended, 0 up."""
    rest = line[at:]
    word = rest.split()[0] if rest.strip() else ""
    if not tokens:
        return NotReadableError(_no_line(number, line, at, word))
    expected = listed_terms(accepts)
    if not word or word[0] in ";{":
        return NotReadableError(OrderFault(number, at + 1, "The line ends too early.", expected))
    if word.startswith('"') and "STRING" in accepts:
        return NotReadableError(OrderFault(number, at + 1, "The quote is not closed.", 'a " after the text', len(rest)))
    said = f"{quoted(word)} does not belong here."
    return NotReadableError(OrderFault(number, at + 1, said, expected, len(word)))


def _no_line(number: int, line: str, at: int, word: str) -> OrderFault:
    """A line that begins with none of the notation's words, and is no order either."""
    first = word or line.strip()
    said = f"No line begins with {quoted(first)}."
    if meant := nearest(first, WORDS):
        return OrderFault(number, at + 1, f"{said} Did you mean {meant}?", "", max(len(first), 1))
    expected = f"{', '.join(WORDS)}, dots, a number, or an order such as Fearless: thrust 4"
    return OrderFault(number, at + 1, said, expected, max(len(first), 1))


def listed_terms(accepts: frozenset[str]) -> str:
    """Terminals that could come at a place, in words."""
    from lark.lexer import PatternStr

    words = {each.name: each.pattern.value for each in _parser().terminals if isinstance(each.pattern, PatternStr)}
    plain = sorted(words[name] for name in accepts if name in words)
    other = sorted(_TERMS[name] for name in accepts if name in _TERMS)
    every = [*plain, *other]
    return f"{', '.join(every[:-1])} or {every[-1]}" if len(every) > 1 else "".join(every)
