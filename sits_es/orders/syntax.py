"""How each order of a language is written, worked out of its grammar: `launch MOUNT NUMBER salvoes at SHIP`.

Words that are typed stand in small letters, what is filled in in capitals; `[...]` may be left out, `a|b` is a choice,
and `...` says that what stands before it may be repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from msgspec import Struct

from sits_es.orders.language import Language

#: Kinds of orders, by the rules of a grammar at which they begin.
STARTS: Final = ("order", "break_order", "anytime_order")

_TOKEN: Final = re.compile(r'"(?P<word>[^"]*)"i?|(?P<name>\w+)|(?P<sign>[][()|+*?])')
_RULE: Final = re.compile(r"[?!]*(\w+)(?:\.\d+)?\s*:\s*(.*)")
_A_WORD: Final = re.compile(r'"([^"]+)"i?')
#: A pattern that only says in which ways one word may end.
_ONE_WORD: Final = re.compile(r"/[a-z()?|]+/i")
#: So many single words are told apart below the form, and not in it.
_MANY: Final = 3
#: Signs between the parts of an order.
_SIGNS: Final = (";", ",")


class Typed(Struct, frozen=True, eq=False):
    """A word or sign that is typed as it stands."""

    text: str


class Open(Struct, frozen=True, eq=False):
    """What is filled in. name: in capitals; symbol: of the grammar.

    words: all that can stand there, where the grammar has them.
    """

    name: str
    symbol: str
    words: tuple[str, ...] = ()


class InTurn(Struct, frozen=True, eq=False):
    """Parts, one after the other."""

    parts: tuple[Wording, ...]


class OneOf(Struct, frozen=True, eq=False):
    """One of several."""

    parts: tuple[Wording, ...]


class Repeated(Struct, frozen=True, eq=False):
    """As often as one likes. least: 0 or 1 times."""

    part: Wording
    least: int


class Optional(Struct, frozen=True, eq=False):
    """It may be left out."""

    part: Wording


Wording = Typed | Open | InTurn | OneOf | Repeated | Optional


class Syntax(Struct, frozen=True, eq=False):
    """How an order is written. rule: of the grammar, which makes it; starts: those of STARTS that take it.

    part: all of it; slots: what is filled in, in the order in which it stands there.
    """

    rule: str
    starts: tuple[str, ...]
    part: Wording
    slots: tuple[Open, ...]

    def ways(self) -> dict[str, Wording]:
        """Every way to write it, by its text; ways that differ by more than a word or an option stand by themselves."""
        return {_neat(_text(part)): part for part in _apart(self.part)}

    def forms(self) -> tuple[str, ...]:
        """The texts of all ways."""
        return tuple(self.ways())

    @property
    def words(self) -> tuple[str, ...]:
        """The words with which all its forms begin."""
        begun = [form.split() for form in self.forms()]
        found: list[str] = []
        for words in zip(*begun, strict=False):
            word = words[0].rstrip(":")
            if len(set(words)) > 1 or not word.isalpha() or word.isupper():
                break
            found.append(word)
        return tuple(found)


def syntaxes_of(language: Language, names: Mapping[str, Sequence[str]]) -> tuple[Syntax, ...]:
    """How every order of a language is written, in the order of its grammar.

    names: rule -> what its slots are to be called, in the order in which they stand there; those whose words the
    grammar has are called like their rule, as are all of a rule that isn't named. ValueError for too few or too many.
    """
    rules = dict(_rules(language.grammar))
    starts: dict[str, list[str]] = {}
    for start in STARTS:
        for name in _alternatives(rules, start) if start in rules else ():
            starts.setdefault(name, []).append(start)
    found = []
    for name, taken in starts.items():
        reader = _Reader(rules, language.terms, names.get(name))
        part = reader.rule(name)
        if reader.names:
            raise ValueError(f"{name}: no slot is left for {', '.join(reader.names)}")
        found.append(Syntax(name, tuple(taken), part, tuple(reader.slots)))
    return tuple(found)


def _rules(grammar: str) -> Iterator[tuple[str, str]]:
    """Each rule and terminal of a grammar with what it says, on one line."""
    lines: list[str] = []
    for line in grammar.splitlines():
        if line[:1].isspace() and line.strip():
            lines[-1] += f" {line.strip()}"
        elif line.strip() and not line.startswith(("//", "%")):
            lines.append(line)
    for line in lines:
        if found := _RULE.fullmatch(line):
            yield found[1], found[2]


def _alternatives(rules: Mapping[str, str], name: str) -> Iterator[str]:
    """The orders that a rule such as `order` chooses from."""
    for each in map(str.strip, rules[name].split("|")):
        if each.startswith("_"):
            yield from _alternatives(rules, each)
        else:
            yield each


class _Reader:
    """Reads what a rule says, with all that it refers to."""

    def __init__(self, rules: Mapping[str, str], terms: Mapping[str, str], names: Sequence[str] | None) -> None:
        self._rules = rules
        self._terms = terms
        self._named_by_us = names is not None
        self.names = list(names or ())
        self._seen: dict[str, Wording] = {}
        self._pieces: list[re.Match[str]] = []
        self.slots: list[Open] = []

    def rule(self, name: str) -> Wording:
        """What a rule says."""
        outer, self._pieces = self._pieces, list(_TOKEN.finditer(self._rules[name]))
        found = self._choice()
        self._pieces = outer
        return found

    def _choice(self) -> Wording:
        found = [self._row()]
        while self._next("|"):
            found.append(self._row())
        return found[0] if len(found) == 1 else OneOf(tuple(found))

    def _row(self) -> Wording:
        found: list[Wording] = []
        while self._pieces and self._pieces[0]["sign"] not in {"|", ")", "]"}:
            found.append(self._repeated())
        return found[0] if len(found) == 1 else InTurn(tuple(found))

    def _repeated(self) -> Wording:
        part = self._piece()
        if self._next("?"):
            return Optional(part)
        if self._next("+"):
            return Repeated(part, 1)
        return Repeated(part, 0) if self._next("*") else part

    def _piece(self) -> Wording:
        piece = self._pieces.pop(0)
        if piece["word"] is not None:
            return Typed(piece["word"])
        if piece["name"] is not None:
            return self._named(piece["name"])
        inner = self._choice()
        self._pieces.pop(0)
        if piece["sign"] != "[":
            return inner
        # a sign at the end says nothing
        return InTurn(()) if isinstance(inner, Typed) and inner.text in _SIGNS else Optional(inner)

    def _next(self, sign: str) -> bool:
        """Whether a sign comes next; it is taken then."""
        if found := bool(self._pieces) and self._pieces[0]["sign"] == sign:
            self._pieces.pop(0)
        return found

    def _named(self, name: str) -> Wording:
        """What a rule or a terminal stands for; a rule that is named twice is filled in alike."""
        says = self._rules.get(name, "")
        if word := _A_WORD.fullmatch(says):
            return Typed(word[1])
        if _ONE_WORD.fullmatch(says):
            return Typed(self._terms[name])
        # a rule of the frame, such as name, is open like a terminal
        if not name.lstrip("_")[0].islower() or not says:
            return self._open(Open(self._called(name), name))
        if name not in self._seen:
            part = self.rule(name)
            words = [each.text for each in part.parts if isinstance(each, Typed)] if isinstance(part, OneOf) else []
            whole = isinstance(part, OneOf) and _MANY <= len(words) == len(part.parts)
            self._seen[name] = self._open(Open(name.upper(), name, tuple(words))) if whole else part
        return self._seen[name]

    def _called(self, name: str) -> str:
        if not self._named_by_us:
            return name.upper()
        if not self.names:
            raise ValueError(f"no name is left for a slot of {name}")
        return self.names.pop(0)

    def _open(self, slot: Open) -> Open:
        self.slots.append(slot)
        return slot


def _apart(part: Wording) -> list[Wording]:
    """Every way to write a part, but for what one line can say."""
    match part:
        case OneOf(parts=parts) if not all(isinstance(each, Typed) for each in parts):
            return [way for each in parts for way in _apart(each)]
        case InTurn(parts=parts):
            return [InTurn(ways) for ways in product(*map(_apart, parts))]
        case _:
            return [part]


def _text(part: Wording) -> str:
    """How a part is written."""
    match part:
        case Typed(text=text) | Open(name=text):
            return text
        case OneOf(parts=parts) if all(isinstance(each, Typed) for each in parts):
            return "|".join(map(_text, parts))
        case OneOf(parts=parts):
            return " | ".join(map(_text, parts))
        case Optional(part=inner):
            return f"[{' | '.join(map(_text, _apart(inner)))}]"
        case Repeated(part=inner, least=least):
            inside = " | ".join(map(_text, _apart(inner)))
            return f"{inside} ..." if least else f"[{inside} ...]"
        case InTurn(parts=parts):
            return " ".join(filter(None, map(_text, parts)))


def _neat(text: str) -> str:
    """Signs stand close to the word before them."""
    text = re.sub(r" (:)|(?<=\S) (\[?[;,])", r"\1\2", text)
    return " ".join(text.split())
