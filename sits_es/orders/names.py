"""Names in orders: which there can be, how they are written, and what a word processor makes of quotes and dashes."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from sits_es.errors import NotAllowedError
from sits_es.sentences import PLAIN, quoted, unknown, unstorable

#: What is said where a name is written without the quotes that it needs.
QUOTES_NEEDED: Final = "Put quotes round a name that has spaces or signs"

#: The longest name that an order takes, in characters.
MOST_LETTERS: Final = 60


def problem_of(name: str) -> str | None:
    """Why an order can't hold a name; None for one that it can."""
    if not name:
        return "The name is empty."
    if len(name) > MOST_LETTERS:
        return f"The name has {len(name)} characters; it may have at most {MOST_LETTERS}."
    if name != name.strip() or not name.isprintable():
        return f"The name {quoted(name)} holds an invisible character."
    if '"' in name or unicodedata.normalize("NFC", name) != name:
        return f"The name {quoted(name)} can't be written in an order."
    return None


def problem_of_new(name: str) -> str | None:
    """Why a new game or branch can't be called so; None for a name that it can have, which files of it have too."""
    if name.startswith("-") or "/" in name:
        return (
            f"The name {quoted(name)} begins with - or contains a /; a command line or a file system would misread it."
        )
    return problem_of(name) or unstorable(name)


def written(name: str) -> str:
    """A name as an order writes it, in quotes where it needs them. ValueError for one that no order can hold."""
    if problem := problem_of(name):
        raise ValueError(problem)
    return name if PLAIN.fullmatch(name) else f'"{name}"'


def same(name: str, known: Iterable[str]) -> str | None:
    """The known spelling of a name; None when there is none.

    Only upper and lower case may differ, and how dashes and apostrophes were typed.
    """
    every = tuple(known)
    if name in every:
        return name
    return next((other for other in every if key_of(other) == key_of(name)), None)


def known_as(kind: str, name: str, known: Iterable[str], kinds: str = "") -> str:
    """The known spelling of a name that somebody typed. NotAllowedError, worded by `unknown`, when there is none."""
    every = tuple(known)
    if (found := same(name, every)) is None:
        raise NotAllowedError(unknown(kind, name, every, kinds))
    return found


_QUOTES: Final = str.maketrans(dict.fromkeys("\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033", '"'))
_OTHERS: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'") | dict.fromkeys("\u2010\u2011\u2212", "-")
)
_LONG: Final = "\u2012\u2013\u2014\u2015"
#: A long dash between letters or numbers was a hyphen; elsewhere it may have been two, as at the end of "D--".
_JOINT: Final = re.compile(rf"(?<=[^\W_])[{_LONG}](?=[^\W_])")
_QUOTED: Final = re.compile(r'("[^"]*")')


def straighten(line: str) -> str:
    """A line with a keyboard's quotes, and outside of them with its dashes and apostrophes; as long as before.

    Inside quotes a name stays as it is typed, and so does a long dash that may have been two hyphens.
    """
    if line.isascii():
        return line
    parts = _QUOTED.split(line.translate(_QUOTES))
    return "".join(
        part if number % 2 else _JOINT.sub("-", part.translate(_OTHERS)) for number, part in enumerate(parts)
    )


def key_of(name: str) -> str:
    """A name as it is compared with others: upper and lower case, and how its signs were typed, make no difference."""
    return re.sub(f"[{_LONG}]", "-", name.translate(_OTHERS)).casefold()
