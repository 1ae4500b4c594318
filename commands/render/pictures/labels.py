"""Names made fit to print in a picture."""

from __future__ import annotations

import unicodedata


def printable(text: str, *, ascii_only: bool = False) -> str:
    """The text without anything that could upset a terminal or an XML reader; `?` stands for what has no letter.

    ascii_only: accents are dropped, other letters beyond ASCII become `?`. Line breaks and tabs become blanks.
    """
    if text.isprintable() and (text.isascii() or not ascii_only) and text == " ".join(text.split()):
        return text
    text = " ".join(text.split())
    if ascii_only:
        bare = (letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
        text = "".join(letter if letter.isascii() else "?" for letter in bare)
    return "".join("?" if _upsetting(letter) else letter for letter in text)


def _upsetting(letter: str) -> bool:
    """Control, formatting, private and unassigned characters: none of them is seen, some turn a line about."""
    return unicodedata.category(letter).startswith("C")
