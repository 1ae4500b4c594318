"""Branches: a fork is one row of lineage; reading it reads the parent up to there, then its own. Nothing is copied."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from sits_es.errors import UnreadableError
from sits_es.store.recorder import Tip


class Span(NamedTuple):
    """The stretch of one stream's own rows that belongs to a branch: versions above `after`, up to `upto`.

    upto: None in the branch's own stretch, which may still grow.
    """

    stream: str
    after: int
    upto: int | None


#: From a branch to its parent, to that one's parent and so on: a row at a time, and no further than they are asked for.
_LINE = """
WITH RECURSIVE line (child, parent, at_version) AS (
    SELECT child, parent, at_version FROM lineage WHERE child = ?
    UNION ALL
    SELECT lineage.child, lineage.parent, lineage.at_version FROM line JOIN lineage ON lineage.child = line.parent
)
SELECT parent, at_version FROM line"""


def youngest_first(cursor: sqlite3.Cursor, stream: str) -> Iterator[Span]:
    """The stretches that make up a branch, its own first. Who stops early pays for the ancestors that he met.

    Raises UnreadableError when lineage runs in a circle, which nothing but tampering can do.
    """
    name, upto = stream, None
    seen = {stream}
    with closing(cursor.connection.execute(_LINE, (stream,))) as line:
        for parent, at_version in line:
            if not isinstance(at_version, int):
                raise UnreadableError(f"The lineage of {stream} does not say after which event {name} was forked.")
            if upto is None or upto > at_version:
                yield Span(name, at_version, upto)
            if parent in seen:
                raise UnreadableError(f"The lineage of {stream} runs in a circle by way of {parent}.")
            seen.add(parent)
            # a fork of a fork may branch off before the point where its parent did
            upto = at_version if upto is None else min(upto, at_version)
            name = parent
    if upto is None or upto > -1:
        yield Span(name, -1, upto)


def ancestry(cursor: sqlite3.Cursor, stream: str, *, after: int | None = None) -> list[Span]:
    """The stretches that make up a branch, oldest ancestor first; one for a game that is nobody's fork.

    after: leave out the stretches whose events all stand at this version or before. Raises as `youngest_first`.
    """
    spans = []
    for span in youngest_first(cursor, stream):
        spans.append(span)
        if after is not None and span.after <= after:
            break
    spans.reverse()
    return spans


def owner_of(cursor: sqlite3.Cursor, stream: str, version: int) -> str | None:
    """The stream whose own stretch holds an event of a branch, if the event is there at all; None below version 0."""
    return next((span.stream for span in youngest_first(cursor, stream) if span.after < version), None)


def tip_at(cursor: sqlite3.Cursor, stream: str, version: int) -> Tip | None:
    """Find an event of a branch, its own or inherited, to chain on to; None when there is none of that version."""
    row = cursor.execute(
        "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version = ?",
        (owner_of(cursor, stream, version), version),
    ).fetchone()
    return None if row is None else Tip(version, row[0])


def write_lineage(cursor: sqlite3.Cursor, child: str, parent: str, at: Tip) -> None:
    """Record that `child` branches off `parent` after the event `at`."""
    cursor.execute(
        "INSERT INTO lineage (child, parent, at_version, at_digest) VALUES (?, ?, ?, ?)",
        (child, parent, at.version, at.digest),
    )
