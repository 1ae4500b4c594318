"""Narrative dice as people see them: in symbols, in words, and read from what they write. Rule: base game; house."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from sits_es.errors import UnreadableError
from sits_es.rules.starwars.sums.narrative_dice import FACES, KINDS, Pool, Result
from sits_es.rules.starwars.words import counted_symbol
from sits_es.sentences import listed, quoted, unknown

if TYPE_CHECKING:
    from sits_es.rules.starwars.checks.facts import CheckMade

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
            problems.append(f"{quoted(word)} is not a die and its face. Write it like this: ability:sa.")
        elif kind not in FACES:
            problems.append(unknown("kind of dice", kind, KINDS, "kinds of dice"))
        elif face not in FACES[kind]:
            known = listed(dict.fromkeys(FACES[kind]))
            problems.append(f"{quoted(word)}: {kind} dice have no face {quoted(face)}. They have {known}.")
        else:
            found.append((kind, FACES[kind].index(face)))
    if not found and not problems:
        problems.append("There are no dice. Write each die with its face, such as ability:sa difficulty:blank.")
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


def faces_in_kinds(dice: Sequence[tuple[str, str]]) -> str:
    """What dice show in words, kind by kind: `ability: success, blank; difficulty: 2 threat`."""
    return "; ".join(
        f"{kind}: {', '.join(face_in_words(face) for _, face in same)}"
        for kind, same in groupby(dice, key=lambda die: die[0])
    )


def cancelling(dice: Sequence[tuple[str, str]]) -> str:
    """What cancels out: `3 successes less 1 failure; 1 advantage less 2 threat`; triumph and despair count as well."""
    faces = [face for _, face in dice]
    triumphs, despairs = faces.count("triumph"), faces.count("despair")
    won, lost = _letters(faces, "s") + triumphs, _letters(faces, "f") + despairs
    more, threat = _letters(faces, "a"), _letters(faces, "t")
    said = [
        f"{counted_symbol(won, 'success')} less {counted_symbol(lost, 'failure')}",
        f"{counted_symbol(more, 'advantage')} less {counted_symbol(threat, 'threat')}",
    ]
    if triumphs:
        said.append(f"{counted_symbol(triumphs, 'triumph')}, counted as a success too")
    if despairs:
        said.append(f"{counted_symbol(despairs, 'despair')}, counted as a failure too")
    return "; ".join(said) + "."


def _letters(faces: Iterable[str], letter: str) -> int:
    """How often a symbol stands on faces that are named by their symbols' letters."""
    return sum(face.count(letter) for face in faces if face not in ("triumph", "despair", "blank"))


def pool_of_check(check: CheckMade) -> Pool:
    """The dice of a check; a number below 0, which only an odd record has, counts as none."""
    return Pool(**{kind: max(0, number) for kind, number in zip(KINDS, check.pool, strict=True)})


def result_of_check(check: CheckMade) -> str:
    """What a check came to, in words: `2 successes, 1 threat, 1 triumph`."""
    return result_in_words(Result(check.success, check.advantage, check.triumph, check.despair))
