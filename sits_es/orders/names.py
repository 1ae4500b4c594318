"""Names in orders: which there can be, and how they are written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from typing import Final

from sits_es.orders.quotes import key_of
from sits_es.sentences import PLAIN, quoted

#: The longest name that an order takes, in characters.
MOST_LETTERS: Final = 60


def problem_of(name: str) -> str | None:
    """Why an order can't hold a name; None for one that it can."""
    if not name:
        return "The name is empty."
    if len(name) > MOST_LETTERS:
        return f"The name has {len(name)} characters; it may have {MOST_LETTERS}."
    if name != name.strip() or not name.isprintable():
        return f"The name {quoted(name)} holds something that can't be seen."
    if '"' in name or unicodedata.normalize("NFC", name) != name:
        return f"The name {quoted(name)} can't be written in an order."
    return None


def problem_of_new(name: str) -> str | None:
    """Why a new game or branch can't be called so; None for a name that it can have. Those of old games stay."""
    if name.startswith("-") or "/" in name:
        return f"The name {quoted(name)} begins with - or holds a /, which a command line and a file would misread."
    return problem_of(name)


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
