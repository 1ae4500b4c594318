"""Progress of work that may take a while, for whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

#: Called with how much is done, of how much: both 0 up; 0 of 0 where the whole is unknown.
Progress = Callable[[int, int], object]
T = TypeVar("T")


def silent(done: int, whole: int) -> None:
    """Report to nobody."""
    del done, whole


def with_progress(things: Iterable[T], whole: int, told: Progress) -> Iterator[T]:
    """The things as they come; each is reported once the caller has finished with it."""
    told(0, whole)
    for number, thing in enumerate(things, 1):
        yield thing
        told(number, whole)


def counter(whole: int, told: Progress) -> Callable[[object], None]:
    """A function that counts its calls and reports them."""
    count = 0

    def seen(_: object) -> None:
        nonlocal count
        count += 1
        told(count, whole)

    told(0, whole)
    return seen
