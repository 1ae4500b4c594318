"""Parsing one line, and saying where and why it can't be read."""

from __future__ import annotations

import re
from typing import Final

from msgspec import Struct

from sits_es.orders.faults import OrderFault
from sits_es.orders.language import TERMS, Language, first_words, tables_of
from sits_es.orders.names import QUOTES_NEEDED
from sits_es.orders.tables import END, Machine, StuckError, Token, Tree
from sits_es.sentences import article, either, nearest, quoted, unknown_characters

#: What ends a word besides a space or the end of the line.
_ENDS: Final = '#:;,"'
#: What some games call a header -> its word in every file.
HEADERS_BY_GAME: Final = {"round": "turn"}
_NUMBERS: Final = re.compile(r"[0-9]+(-[0-9]+)?")
_WORD: Final = re.compile(rf'"[^"]*"|[^\s{_ENDS}]+|\S')


class Parsed(Struct, frozen=True):
    """A line that could be read. tree: its grammar's rules and words; tokens: its words in order, at least one."""

    tree: Tree
    tokens: tuple[Token, ...]


class Stumble(Struct, frozen=True):
    """Where a line can't be read. position: 0 up; accepts: terminals that could come there; tokens: those before."""

    text: str
    position: int
    accepts: frozenset[str]
    tokens: tuple[Token, ...]

    @property
    def word(self) -> str:
        """The word that can't be read; empty at the end of the line."""
        found = _WORD.match(self.text, self.position)
        return found[0] if found and found[0] != "#" else ""


def parse(language: Language, text: str, start: str) -> Parsed | Stumble:
    """Parse one line without its line end. start: the kind of line: `line`, or `sealed` or `sealed_break`."""
    machine = Machine(tables_of(language), text, start)
    tokens: list[Token] = []

    def stumble(position: int) -> Stumble:
        before = tuple(token for token in tokens if token.end_pos <= position)
        return Stumble(text, position, machine.accepts(), before)

    try:
        for token in machine.read():
            if _cut_short(token, text):
                return stumble(token.start_pos)
            tokens.append(token)
        return Parsed(machine.result(), tuple(tokens))
    except StuckError as stuck:
        return stumble(stuck.position)


def _cut_short(token: Token, text: str) -> bool:
    """Whether the token is only the beginning of a longer word, as `fire` in `firework` or `4` in `4x`."""
    after = text[token.end_pos : token.end_pos + 1]
    if not after or after.isspace() or after in _ENDS or not (token[-1].isalnum() or token[-1] in "'-_"):
        return False
    return not (token.type in ("STEP", "MINUS") and (after == "-" or token.type == "MINUS"))


def explain(language: Language, line: int, stumble: Stumble) -> OrderFault:
    """Say what is wrong at a stumble and what could come there."""
    word, column = stumble.word, stumble.position + 1
    expected = _expected(language, stumble.accepts)
    if not word:
        return OrderFault(line, column, "The line is incomplete.", expected)
    if word == '"':
        rest = len(stumble.text.rstrip()) - stumble.position
        return OrderFault(line, column, "The quote is not closed.", 'a " after the name', rest)
    if found := _other_header(stumble) or _misplaced(language, stumble):
        return OrderFault(line, column, *found, len(word))
    if (header := _taken_for_header(language, stumble)) is not None:
        lacks = f"{quoted(header)} has no {language.step}."
        return OrderFault(line, header.start_pos + 1, lacks, _in_front(language), len(header))
    words = tables_of(language).words
    called = {**language.terms, **words}
    accepted = sorted(each for terminal in stumble.accepts if (each := called.get(terminal, "")).isalpha())
    last = stumble.tokens[-1] if stumble.tokens else None
    if last is not None and last.type == "NAME" and last.lower() in accepted:
        missing = f"A name is missing in front of {quoted(last)}."
        return OrderFault(line, last.start_pos + 1, missing, "a name", len(last))
    said = [f"{quoted(word)} does not belong here."]
    after_step = first_words(language, "order") if not stumble.tokens and "STEP" in stumble.accepts else ()
    if meant := nearest(word, [*accepted, *sorted(after_step)]):
        said.append(f"Did you mean {meant}?")
    if stranger := unknown_characters(word):
        said.append(stranger)
    if "NAME" in stumble.accepts:
        said.append(f"{QUOTES_NEEDED}.")
    elif last is not None and last.type == "NAME" and END in stumble.accepts and not meant:
        both = stumble.text[last.start_pos : stumble.position + len(word)].replace('"', "")
        said.append(f"{QUOTES_NEEDED}: {quoted(both)}.")
    return OrderFault(line, column, " ".join(said), expected, len(word))


def _other_header(stumble: Stumble) -> tuple[str, str] | None:
    """What is wrong and what is right when a header has the word that its game uses."""
    word = stumble.word.lower()
    if stumble.tokens or (header := HEADERS_BY_GAME.get(word)) is None:
        return None
    rest = stumble.text[stumble.position + len(word) :].partition("#")[0].rstrip()
    return f"{quoted(stumble.word)} does not belong here. The header for {article(word)} is {header}.", header + rest


def _taken_for_header(language: Language, stumble: Stumble) -> Token | None:
    """The first word of an order without its step that begins as a header does: `turn yaw 5`; None for another."""
    only = stumble.tokens[0] if len(stumble.tokens) == 1 else None
    if only is None or not language.numbered or only.lower() not in first_words(language, "order"):
        return None
    meant = parse(language, stumble.text, "order")
    return only if isinstance(meant, Parsed) or meant.position > stumble.position else None


def _in_front(language: Language) -> str:
    return f"{language.a_step}, or a range such as 3-4, in front of it"


def _misplaced(language: Language, stumble: Stumble) -> tuple[str, str] | None:
    """What is wrong and what is right when an order is given in a step of the turn where it does not belong."""
    word = stumble.word.lower()
    orders = first_words(language, "order")
    of_break = first_words(language, "break_order") if language.has_break else frozenset()
    steps = [tables_of(language).words.get(token.type, token.type) for token in stumble.tokens]
    a_step, step = language.a_step, language.step
    if not steps and ("STEP" in stumble.accepts or language.numbered):
        if word in orders:
            return f"{quoted(word)} has no {step}.", _in_front(language)
        if word in of_break:
            return f"{quoted(word)} is an order for the turn break.", "break in front of it"
        if language.numbered and _NUMBERS.fullmatch(word):
            missing = f"The word {step} is missing in front of {quoted(word)}."
            return missing, f"{a_step}, such as {step} 5 or {step} 3-4"
    if steps[-1:] == ["STEP"] and word in of_break - orders:
        return (
            f"{quoted(word)} is an order for the turn break, not for {article(step)}.",
            f"break in place of the {step}",
        )
    if steps == ["break"] and word in orders - of_break:
        return f"{quoted(word)} is an order for {article(step)}, not for the turn break.", f"{a_step} in place of break"
    return None


def _expected(language: Language, accepts: frozenset[str]) -> str:
    """What could come at a place, in words: keywords in order of the alphabet, then the rest."""
    terms = {**TERMS, "STEP": language.a_step, **language.terms}
    words = tables_of(language).words
    plain = sorted(words[terminal] for terminal in accepts if terminal in words and terminal not in terms)
    other = sorted({terms.get(terminal, terminal.lower()) for terminal in accepts - {END} if terminal not in words})
    signs = sorted(terms[terminal] for terminal in accepts if terminal in words and terminal in terms)
    end = [terms[END]] if END in accepts else []
    return either(filter(None, [*plain, *other, *signs, *end]))
