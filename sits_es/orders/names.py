"""Names in orders: how they are written, and the nearest known one to a misspelt one."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from sits_es.orders.faults import quoted

#: The longest name that an order takes, in characters.
MOST_LETTERS: Final = 60

#: A name that needs no quotes: letters, digits, - ' _, the first of them a letter, a digit or _.
PLAIN: Final = re.compile(r"\w[\w'-]*")


def problem_of(name: str) -> str | None:
    """Why a name can't stand in an order; None for one that can."""
    if not name:
        return "The name is empty."
    if len(name) > MOST_LETTERS:
        return f"The name has {len(name)} characters; it may have {MOST_LETTERS}."
    if name != name.strip() or not name.isprintable():
        return f"The name {quoted(name)} holds something that can't be seen."
    if '"' in name or unicodedata.normalize("NFC", name) != name:
        return f"The name {quoted(name)} can't be written in an order."
    return None


def written(name: str) -> str:
    """A name as it stands in an order, in quotes where it needs them. ValueError for one that no order can hold."""
    if problem := problem_of(name):
        raise ValueError(problem)
    return name if PLAIN.fullmatch(name) else f'"{name}"'


def same(name: str, known: Iterable[str]) -> str | None:
    """The known spelling of a name, of which only upper and lower case may differ; None when there is none."""
    every = tuple(known)
    if name in every:
        return name
    return next((other for other in every if other.casefold() == name.casefold()), None)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like this one, the first of equals; None when nothing is alike."""
    every = {other.casefold(): other for other in reversed(tuple(known))}
    if len(name) > MOST_LETTERS:
        return None
    found = difflib.get_close_matches(name.casefold(), sorted(every), n=1, cutoff=0.6)
    return every[found[0]] if found else None


def unknown(kind: str, name: str, known: Iterable[str], kinds: str = "") -> str:
    """Say that there is no such name, which may have been meant, and which there are, in the order given.

    kind: the word for one of them, such as "ship"; kinds: for several, when an s behind it is not right.
    """
    every = tuple(known)
    kinds = kinds or f"{kind}s"
    said = [f"There is no {kind} {name if PLAIN.fullmatch(name) else quoted(name)}."]
    if (meant := nearest(name, every)) is not None:
        said.append(f"Did you mean {meant}?")
    if all(other.isascii() for other in every) and (stranger := strangers(name)):
        said.append(stranger)
    said.append(f"{kinds.capitalize()}: {', '.join(every)}." if every else f"There are no {kinds}.")
    return " ".join(said)


def strangers(text: str) -> str:
    """Name the first character of a text that is not plain ASCII, since many look like one that is; else empty."""
    for letter in text:
        if not letter.isascii():
            name = unicodedata.name(letter, f"U+{ord(letter):04X}").lower()
            return f"It holds {quoted(letter)} ({name})." if letter.isprintable() else f"It holds {name}."
    return ""
