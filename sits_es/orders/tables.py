"""The parse tables of an order language, and the reading of a line by them.

Lark works the tables out of the grammar. They are kept beside it, and reading by them needs no Lark: to import it takes
as long as to play a short exchange.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Self

from msgspec import Struct

if TYPE_CHECKING:
    from lark import Lark

#: The terminal that stands for the end of the line.
END: Final = "$END"


class Token(str):
    """A word of a line. type: its terminal. start_pos, end_pos: its first character and the one after it, 0 up."""

    __slots__ = ("end_pos", "start_pos", "type")

    type: str
    start_pos: int
    end_pos: int

    def __new__(cls, kind: str, text: str, start_pos: int, end_pos: int) -> Self:
        """A word. kind: its terminal."""
        made = super().__new__(cls, text)
        made.type, made.start_pos, made.end_pos = kind, start_pos, end_pos
        return made


class Tree(Struct, frozen=True):
    """What a rule of the grammar found. children: words, what other rules found, and None for an option left out."""

    data: str
    children: list[Tree | Token | None]


class Terminal(Struct, frozen=True, array_like=True):
    """A kind of word. pattern: a word in small letters, or where `open` the regular expression of all such words."""

    name: str
    pattern: str
    open: bool

    def end_in(self, text: str, at: int) -> int:
        """Where such a word at a place ends; -1 where there is none."""
        if self.open:
            found = re.compile(self.pattern).match(text, at)
            return found.end() if found else -1
        end = at + len(self.pattern)
        return end if text[at:end].lower() == self.pattern else -1


class Rule(Struct, frozen=True, array_like=True):
    """How some parts become one. origin: the symbol it then is; size: how many parts.

    data: the tree's name. kept: which parts are its children: by place 0 up, None for an option left out, and by ~place
    for a part whose own children are. bare: an only child stands for itself.
    """

    origin: str
    size: int
    data: str
    kept: tuple[int | None, ...]
    bare: bool

    def made_of(self, parts: list[Any]) -> Tree | Token | None:
        """The tree of some parts."""
        children: list[Tree | Token | None] = []
        for place in self.kept:
            if place is None:
                children.append(None)
            elif place < 0:
                children += parts[~place].children
            else:
                children.append(parts[place])
        return children[0] if self.bare and len(children) == 1 else Tree(self.data, children)


class ParseTables(Struct, dict=True):
    """The parse tables of a grammar. stamp: of the grammar.

    terminals: in the order in which they are looked for; ignored: those between words. states: what a symbol does in
    each: 0 up, go on in this state; below 0, apply the rule at ~number. starts: the first state of each kind of line.
    """

    stamp: str
    terminals: tuple[Terminal, ...]
    ignored: tuple[str, ...]
    rules: tuple[Rule, ...]
    states: tuple[dict[str, int], ...]
    starts: dict[str, int]

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Terminals that are one word or sign -> that word or sign, in small letters."""
        return {each.name: each.pattern for each in self.terminals if not each.open}

    @cached_property
    def _terminal_of(self) -> Mapping[str, str]:
        return {word: name for name, word in self.words.items()}

    def word_at(self, text: str, at: int, row: Mapping[str, int]) -> Token | None:
        """The word at a place, or what is ignored there; None if there is neither. row: of the state."""
        for terminal in self.terminals:
            if terminal.name not in row and terminal.name not in self.ignored:
                continue
            end = terminal.end_in(text, at)
            if end < 0:
                continue
            # a word of the language is that, although it might be a name
            word = self._terminal_of.get(text[at:end].lower(), "")
            return Token(word if word in row else terminal.name, text[at:end], at, end)
        return None


class StuckError(Exception):
    """A line goes on in a way that its grammar doesn't have. position: where, 0 up."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class Machine:
    """Reads a line word by word."""

    def __init__(self, tables: ParseTables, text: str, start: str) -> None:
        self._tables = tables
        self._text = text
        self._end = 0  # of the last word
        self._states = [tables.starts[start]]
        self._parts: list[Any] = []

    def read(self) -> Iterator[Token]:
        """Each word, which is taken in when the next is asked for. StuckError if it can't be."""
        at = 0
        while at < len(self._text):
            word = self._tables.word_at(self._text, at, self._tables.states[self._states[-1]])
            if word is None:
                raise StuckError(at)
            at = word.end_pos
            if word.type not in self._tables.ignored:
                yield word
                self._take(word)

    def result(self) -> Tree:
        """What a line came to that was read to its end. StuckError if it ends too early."""
        self._take(Token(END, "", self._end, self._end))
        found: Tree = self._parts[0]
        return found

    def _take(self, word: Token) -> None:
        if not _advance(self._tables, word.type, self._states, self._parts):
            raise StuckError(word.start_pos)
        if word.type != END:
            self._parts.append(word)
            self._end = word.end_pos

    def accepts(self) -> frozenset[str]:
        """Terminals that could come next."""
        could_come = filter(str.isupper, self._tables.states[self._states[-1]])
        return frozenset(symbol for symbol in could_come if _advance(self._tables, symbol, [*self._states]))


def _advance(tables: ParseTables, symbol: str, states: list[int], parts: list[Any] | None = None) -> bool:
    """Go on by one terminal; False where it can't come. parts: become trees, if they are wanted."""
    # the state behind the end of a line goes nowhere
    while row := tables.states[states[-1]]:
        step = row.get(symbol)
        if step is None:
            return False
        if step >= 0:
            states.append(step)
            return True
        rule = tables.rules[~step]
        first = len(states) - rule.size
        del states[first:]
        states.append(tables.states[states[-1]][rule.origin])
        if parts is not None:
            parts[first - 1 :] = [rule.made_of(parts[first - 1 :])]
    return True


def tables_from(parser: Lark, stamp: str) -> ParseTables:
    """The tables of a parser, the same each time they are made."""
    from lark.grammar import Rule as Expansion
    from lark.lexer import PatternStr, TerminalDef

    saved, memo = parser.memo_serialize([TerminalDef, Expansion])
    found = saved["parser"]["parser"]
    # Lark's own numbers differ each time; here states have theirs as lines come to them, and rules as they are applied
    starts = sorted(found["start_states"].items())
    states: list[int] = [state for _, state in starts]
    rules: list[int] = []
    rows = []
    for state in states:
        row = {}
        for symbol, (reduces, to) in sorted(
            (found["tokens"][key], step) for key, step in found["states"][state].items()
        ):
            row[symbol] = ~_number_of(to["@"], rules) if reduces else _number_of(to, states)
        rows.append(row)
    terminals = sorted(
        parser.terminals,
        key=lambda each: (-each.priority, -each.pattern.max_width, -len(each.pattern.value), each.name),
    )
    return ParseTables(
        stamp=stamp,
        terminals=tuple(
            Terminal(each.name, each.pattern.value.lower(), open=False)
            if isinstance(each.pattern, PatternStr)
            else Terminal(each.name, each.pattern.to_regexp(), open=True)
            for each in terminals
        ),
        ignored=tuple(sorted(parser.ignore_tokens)),
        rules=tuple(_rule(memo[rule]) for rule in rules),
        states=tuple(rows),
        starts={start: states.index(state) for start, state in starts},
    )


def _number_of(each: int, numbered: list[int]) -> int:
    """The number of a state or rule, which is the next one when it is first met."""
    if each not in numbered:
        numbered.append(each)
    return numbered.index(each)


def _rule(saved: Mapping[str, Any]) -> Rule:
    """A rule as Lark saves it."""
    parts, options = saved["expansion"], saved["options"]
    kept: list[int | None] = []
    places = iter(enumerate(parts))
    # True where an option is left out, False where a part stands
    for left_out in options["empty_indices"] or [False] * len(parts):
        if left_out:
            kept.append(None)
            continue
        place, part = next(places)
        if part["__type__"] == "NonTerminal":
            kept.append(~place if part["name"].startswith("_") else place)
        elif options["keep_all_tokens"] or not part["filter_out"]:
            kept.append(place)
    origin = saved["origin"]["name"]
    bare = options["expand1"] and not saved["alias"]
    return Rule(origin, len(parts), saved["alias"] or origin, tuple(kept), bare=bare)
