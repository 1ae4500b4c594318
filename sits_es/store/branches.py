"""Branches: a fork is one row of lineage; reading it reads the parent up to there, then its own. Nothing is copied."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from typing import Any, NamedTuple, Self

from sits_es.errors import UnreadableError
from sits_es.store.chain import broken_at, first_break
from sits_es.store.log import Span, Statements, Tip, tip_of


def line_of(log: Statements, stream: str) -> Iterator[tuple[str, int]]:
    """A branch and its ancestors, nearest first, each with the version after which it left its parent, or -1.

    Stopping early costs only the ancestors met so far. Raises UnreadableError when lineage runs in a circle, which
    nothing but tampering can do.
    """
    name, seen = stream, {stream}
    with closing(log.line(stream)) as line:
        for parent, at_version in line:
            if not isinstance(at_version, int):
                raise UnreadableError(f"The lineage of {stream} does not say after which event {name} was forked.")
            yield name, at_version
            if parent in seen:
                raise UnreadableError(f"The lineage of {stream} runs in a circle by way of {parent}.")
            seen.add(parent)
            name = parent
    yield name, -1


def youngest_first(log: Statements, stream: str) -> Iterator[Span]:
    """The spans that make up a branch, its own first; an ancestor's without events is left out. Raises as above."""
    upto: int | None = None
    for name, after in line_of(log, stream):
        if upto is None or upto > after:
            yield Span(name, after, upto)
        # a fork of a fork may branch off before the point where its parent did
        upto = after if upto is None else min(upto, after)


def ancestry(log: Statements, stream: str, *, after: int | None = None) -> list[Span]:
    """The spans that make up a branch, oldest ancestor first. after: leave out those with no event behind it."""
    spans = []
    for span in youngest_first(log, stream):
        spans.append(span)
        if after is not None and span.after <= after:
            break
    spans.reverse()
    return spans


def owner_of(log: Statements, stream: str, version: int) -> str | None:
    """The stream whose own span holds an event of a branch, if the event is there at all; None below version 0."""
    return next((span.stream for span in youngest_first(log, stream) if span.after < version), None)


def tip_at(log: Statements, stream: str, version: int) -> Tip | None:
    """Find an event of a branch, its own or inherited, to chain on to; None when there is none of that version."""
    digest = log.digest(owner_of(log, stream, version), version)
    return None if digest is None else Tip(version, digest)


def proved_tip_at(log: Statements, stream: str, version: int) -> Tip | None:
    """The same, once its digest was found to be that of its bytes. Raises UnreadableError if it is not."""
    owner = owner_of(log, stream, version)
    rows = [] if owner is None else log.page(owner, version - 1, version, 1)
    if owner is None or not rows:
        return None
    row = rows[0]
    if first_break([row], owner, version - 1, row[3]) is not None:
        raise UnreadableError(broken_at(stream, version))
    return Tip(version, row[4])


def version_of(log: Statements, stream: str, command_id: bytes) -> int | None:
    """Version of the first event that a command wrote in a branch, its own span or an inherited one, or None."""
    # almost always nobody has given the command yet, and who the ancestors are need not be asked
    rows = log.commanded(command_id)
    if not rows:
        return None
    written = dict(rows)
    found = (
        written[span.stream]
        for span in youngest_first(log, stream)
        if span.stream in written and (span.upto is None or written[span.stream] <= span.upto)
    )
    return min(found, default=None)


#: Rows fetched at a time: no transaction stays open while the caller thinks.
PAGE = 2000

#: Part of a branch's span: the span, and the versions above one and up to another that are wanted of it.
RunOfRows = tuple[Span, int, int]


class Ancestry(NamedTuple):
    """The spans that make up a branch, oldest ancestor first, and its last version: asked for once, read often."""

    stream: str
    spans: list[Span]
    head: int

    @classmethod
    def of(cls, log: Statements, stream: str, after: int = -1) -> Self:
        """The line of a branch, as far as events from a version on need it."""
        return cls(stream, ancestry(log, stream, after=after - 1), tip_of(log, stream).version)

    def runs(self, after: int, upto: int | None) -> list[RunOfRows]:
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
        """An event of a branch, its own or inherited, by its digest as it is stored; None if there is none."""
        number = bisect_left(self.spans, version, key=_left)
        digest = log.digest(self.spans[number - 1].stream, version) if number else None
        return None if digest is None else Tip(version, digest)


def _left(span: Span) -> int:
    return span.after


def next_pages(log: Statements, left: deque[RunOfRows]) -> list[tuple[Span, list[Any]]]:
    """A page's worth of rows from the first runs that are left, many short ones of a deep fork at once."""
    found: list[tuple[Span, list[Any]]] = []
    room = PAGE
    while left and room:
        span, after, end = left.popleft()
        rows = log.page(span.stream, after, end, room)
        found.append((span, rows))
        if not rows:
            break
        room -= len(rows)
        if rows[-1][0] < end:
            left.appendleft((span, rows[-1][0], end))
    return found
