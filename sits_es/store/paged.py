"""A branch's rows page by page: which stretches of which streams they are, and what one transaction fetches."""

from __future__ import annotations

from collections import deque
from typing import Any

from sits_es.store.branches import ancestry
from sits_es.store.log import Span, Statements, tip_of

#: Rows fetched at a time: no transaction stays open while the caller thinks.
PAGE = 2000

#: Part of a branch's span: the span, and the versions above one and up to another that are wanted of it.
_Stretch = tuple[Span, int, int]


def stretches_of(log: Statements, stream: str, after: int, upto: int | None) -> list[_Stretch]:
    """Where a branch's events above `after`, up to `upto` or its head, are, oldest ancestor first."""
    head = tip_of(log, stream).version
    last = head if upto is None else min(upto, head)
    wanted = []
    for span in ancestry(log, stream, after=after):
        start = max(after, span.after)
        end = last if span.upto is None else min(last, span.upto)
        if start < end:
            wanted.append((span, start, end))
    return wanted


def next_pages(log: Statements, left: deque[_Stretch]) -> list[tuple[Span, int, list[Any]]]:
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
