"""Plain English for facts: numbers with their words, lists, and texts of players kept on one line."""

from __future__ import annotations

from collections.abc import Iterable


def counted(number: int, word: str) -> str:
    """A number with its word: `1 salvo`, `3 salvoes`, `2 hexes`, `0 points`."""
    if number == 1:
        return f"1 {word}"
    return f"{number} {word}{'es' if word.endswith(('o', 'x')) else 's'}"


def listed(words: Iterable[str], none: str = "none") -> str:
    """Words as a list: `port, forward and aft`; `none` when there is not one."""
    *first, last = list(words) or [none]
    return f"{', '.join(first)} and {last}" if first else last


def one_line(text: str) -> str:
    """A text without line breaks, control characters or double spaces."""
    if not text.isprintable():
        text = "".join(mark if mark.isprintable() else " " for mark in text)
    return " ".join(text.split())


def unstopped(text: str) -> str:
    """A text that may be a sentence of its own, ready to stand at the end of another: without its full stop."""
    return one_line(text).removesuffix(".")
