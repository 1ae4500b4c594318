"""Short labels for names, and names made fit to print."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable


def short_labels(names: Iterable[str]) -> dict[str, str]:
    """A short label for each name: its initial, or initial and number where names share one (S1, S2).

    Names that share an initial are numbered in the order given. A name without a letter or digit counts as X.
    """
    initials = {name: next((letter.upper() for letter in name if letter.isalnum()), "X")[:1] for name in names}
    shared = Counter(initials.values())
    given: Counter[str] = Counter()
    labels = {}
    for name, initial in initials.items():
        given[initial] += 1
        labels[name] = initial if shared[initial] == 1 else f"{initial}{given[initial]}"
    return labels


def printable(text: str, *, ascii_only: bool = False) -> str:
    """The text without anything that could upset a terminal or an XML reader; `?` stands for what has no letter.

    ascii_only: accents are dropped, other letters beyond ASCII become `?`. Line breaks and tabs become blanks.
    """
    text = " ".join(text.split())
    if ascii_only:
        bare = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
        text = "".join(letter if letter.isascii() else "?" for letter in bare)
    return "".join("?" if _upsetting(letter) else letter for letter in text)


def _upsetting(letter: str) -> bool:
    """Control, formatting, private and unassigned characters: none of them is seen, some turn a line about."""
    return unicodedata.category(letter).startswith("C")
