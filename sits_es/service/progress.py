"""How far something has come that may take a while, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

#: Told how much is done, of how much: both 0 up, in whatever is counted; 0 of 0 where nobody knows how much there is.
Progress = Callable[[int, int], object]
T = TypeVar("T")


def silent(done: int, whole: int) -> None:
    """Nobody waits for it."""
    del done, whole


def with_progress(things: Iterable[T], whole: int, told: Progress) -> Iterator[T]:
    """The things as they come, each told of once whoever asked for it is through with it."""
    told(0, whole)
    for number, thing in enumerate(things, 1):
        yield thing
        told(number, whole)


def counter(whole: int, told: Progress) -> Callable[[object], None]:
    """Counts whatever it is handed, and tells of it."""
    count = 0

    def seen(_: object) -> None:
        nonlocal count
        count += 1
        told(count, whole)

    told(0, whole)
    return seen
