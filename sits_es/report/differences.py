"""What differs between the units of two boards, unit by unit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")

#: Unit, what, in the one, in the other.
Contrast = tuple[str, str, str, str]


def differing(
    one: Mapping[str, T],
    other: Mapping[str, T],
    word: str,
    says: Callable[[T], Iterable[tuple[str, str]]],
    there: str = "on the board",
) -> Iterator[Contrast]:
    """Everything that differs, by name, and of each in the order in which it is said.

    word: what one of them is called; says: all about one that may differ, each with its name, empty for none; there:
    what is told of one that the other board has not.
    """
    for name in sorted({*one, *other}):
        if name not in one or name not in other:
            ours, theirs = (there if name in board else "not there" for board in (one, other))
            yield name, word, ours, theirs
            continue
        left, right = dict(says(one[name])), dict(says(other[name]))
        for what in dict.fromkeys((*left, *right)):
            if (was := left.get(what, "")) != (now := right.get(what, "")):
                yield name, what, was or "none", now or "none"
