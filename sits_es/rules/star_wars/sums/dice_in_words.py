"""Narrative dice as people see them: in symbols, in words, and read from what they write. Rule: base game; house."""

from __future__ import annotations

import re
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.rules.star_wars.sums.narrative_dice import FACES, KINDS, Pool, Result
from sits_es.sentences import listed, quoted, unknown

#: One character for a die of each kind, and in plain ASCII: as many corners as its faces have, one's own filled.
DRAWN: Final = {
    "ability": ("◆", "A"),
    "proficiency": ("⬢", "P"),
    "boost": ("■", "B"),
    "difficulty": ("◇", "D"),
    "challenge": ("⬡", "C"),
    "setback": ("□", "S"),
}

#: One character for each symbol, and in plain ASCII, where they are the letters that name the faces.
SYMBOLS: Final = {
    "success": ("✓", "s"),
    "advantage": ("▲", "a"),
    "triumph": ("★", "T"),
    "failure": ("✗", "f"),
    "threat": ("▼", "t"),
    "despair": ("⊗", "D"),
    "blank": ("·", "-"),
}

#: What each letter of a face stands for.
_LETTERS: Final = {"s": "success", "a": "advantage", "f": "failure", "t": "threat"}

#: Where it is not an s more; as players say them.
_PLURALS: Final = {"success": "successes", "advantage": "advantage", "threat": "threat", "despair": "despair"}


def read_faces(text: str) -> tuple[tuple[str, int], ...]:
    """Read thrown dice such as `ability:sa challenge:despair` as kind and index of the face of each; any case.

    Where several faces of a die are alike it is the first of them.

    UnreadableError names every fault: no such kind, or a face that this die lacks.
    """
    found: list[tuple[str, int]] = []
    problems: list[str] = []
    for word in re.findall(r"[^\s,]+", text.lower()):
        kind, colon, face = word.partition(":")
        if not colon:
            problems.append(f"{quoted(word)} is not a die with its face. Write it so: ability:sa.")
        elif kind not in FACES:
            problems.append(unknown("kind of dice", kind, KINDS, "kinds of dice"))
        elif face not in FACES[kind]:
            known = listed(dict.fromkeys(FACES[kind]))
            problems.append(f"{quoted(word)}: no face of {kind} dice is {quoted(face)}. They have {known}.")
        else:
            found.append((kind, FACES[kind].index(face)))
    if not found and not problems:
        problems.append("There are no dice. Write each with its face, such as ability:sa difficulty:blank.")
    if problems:
        raise UnreadableError(problems)
    return tuple(found)


def result_in_words(result: Result) -> str:
    """What a roll comes to, such as `1 success, 1 threat, 1 triumph`; `nothing` when all is 0."""
    net = [
        counted_symbol(abs(number), symbol if number > 0 else against)
        for number, symbol, against in (
            (result.success, "success", "failure"),
            (result.advantage, "advantage", "threat"),
        )
        if number
    ]
    rare = [
        counted_symbol(number, symbol)
        for number, symbol in ((result.triumph, "triumph"), (result.despair, "despair"))
        if number
    ]
    return ", ".join([*net, *rare]) or "nothing"


def counted_symbol(number: int, symbol: str) -> str:
    """A number of symbols in words: `1 success`, `2 successes`."""
    return f"{number} {_PLURALS.get(symbol, f'{symbol}s') if number != 1 else symbol}"


def symbols_of(face: str) -> tuple[str, ...]:
    """The symbols on a face, by the names of SYMBOLS; a blank one has `blank`."""
    return (face,) if face in SYMBOLS else tuple(_LETTERS[letter] for letter in face)


def face_in_words(face: str) -> str:
    """A face as people say it: `success and advantage`, `2 threat`, `blank`."""
    symbols = symbols_of(face)
    return listed(
        counted_symbol(symbols.count(each), each) if symbols.count(each) > 1 else each
        for each in dict.fromkeys(symbols)
    )


def face_in_symbols(face: str, *, ascii_only: bool = False) -> str:
    """A face drawn, a character for each symbol: ✓▲, or sa in plain ASCII."""
    return "".join(SYMBOLS[symbol][ascii_only] for symbol in symbols_of(face))


def pool_in_symbols(pool: Pool, *, ascii_only: bool = False) -> str:
    """A pool drawn, a character for each die, one's own and those against one apart: ◆◆⬢ ◇⬡; empty without dice."""
    drawn = [DRAWN[kind][ascii_only] * number for kind, number in pool.by_kind().items()]
    return " ".join(part for part in ("".join(drawn[:3]), "".join(drawn[3:])) if part)
