"""A branch's rows page by page: which stretches of which streams they are, and what one transaction fetches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from itertools import islice
from typing import Any, NamedTuple, Self

from sits_es.store.branches import ancestry
from sits_es.store.log import Span, Statements, Tip, tip_of

#: Rows fetched at a time: no transaction stays open while the caller thinks.
PAGE = 2000

#: Part of a branch's span: the span, and the versions above one and up to another that are wanted of it.
RunOfRows = tuple[Span, int, int]


class Ancestry(NamedTuple):
    """The stretches that make up a branch, oldest ancestor first, and its last version: asked for once, read often."""

    spans: list[Span]
    head: int

    @classmethod
    def of(cls, log: Statements, stream: str, after: int = -1) -> Self:
        """The line of a branch, as far as events from a version on need it."""
        return cls(ancestry(log, stream, after=after - 1), tip_of(log, stream).version)

    def stretches(self, after: int, upto: int | None) -> list[RunOfRows]:
        """Where a branch's events above `after`, up to `upto` or its head, are, oldest ancestor first."""
        last = self.head if upto is None else min(upto, self.head)
        wanted = []
        for span in islice(self.spans, max(0, bisect_right(self.spans, after, key=_left) - 1), None):
            if span.after >= last:
                break
            start, end = max(after, span.after), last if span.upto is None else min(last, span.upto)
            if start < end:
                wanted.append((span, start, end))
        return wanted

    def tip(self, log: Statements, version: int) -> Tip | None:
        """An event of a branch, its own or inherited, by its digest as it is stored; None where there is none."""
        number = bisect_left(self.spans, version, key=_left)
        digest = log.digest(self.spans[number - 1].stream, version) if number else None
        return None if digest is None else Tip(version, digest)


def _left(span: Span) -> int:
    return span.after


def next_pages(log: Statements, left: deque[RunOfRows]) -> list[tuple[Span, int, list[Any]]]:
    """A page's worth of rows from the first stretches that are left, many short ones of a deep fork at once."""
    found: list[tuple[Span, int, list[Any]]] = []
    room = PAGE
    while left and room:
        span, after, end = left.popleft()
        rows = log.page(span.stream, after, end, room)
        found.append((span, after, rows))
        if not rows:
            break
        room -= len(rows)
        if rows[-1][0] < end:
            left.appendleft((span, rows[-1][0], end))
    return found
