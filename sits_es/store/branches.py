"""Branches: a fork is one row of lineage; reading it reads the parent up to there, then its own. Nothing is copied."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

from sits_es.errors import UnreadableError
from sits_es.store.chain import first_break
from sits_es.store.recorder import Tip
from sits_es.store.refusals import broken_at


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


def line_of(cursor: sqlite3.Cursor, stream: str) -> Iterator[tuple[str, int]]:
    """A branch and its ancestors, nearest first, each with the version after which it left its parent, or -1.

    Stopping early costs only the ancestors met so far. Raises UnreadableError when lineage runs in a circle, which
    nothing but tampering can do.
    """
    name, seen = stream, {stream}
    with closing(cursor.connection.execute(_LINE, (stream,))) as line:
        for parent, at_version in line:
            if not isinstance(at_version, int):
                raise UnreadableError(f"The lineage of {stream} does not say after which event {name} was forked.")
            yield name, at_version
            if parent in seen:
                raise UnreadableError(f"The lineage of {stream} runs in a circle by way of {parent}.")
            seen.add(parent)
            name = parent
    yield name, -1


def youngest_first(cursor: sqlite3.Cursor, stream: str) -> Iterator[Span]:
    """The stretches that make up a branch, its own first; an ancestor's without events is left out. Raises as above."""
    upto: int | None = None
    for name, after in line_of(cursor, stream):
        if upto is None or upto > after:
            yield Span(name, after, upto)
        # a fork of a fork may branch off before the point where its parent did
        upto = after if upto is None else min(upto, after)


def ancestry(cursor: sqlite3.Cursor, stream: str, *, after: int | None = None) -> list[Span]:
    """The stretches that make up a branch, oldest ancestor first; one for a game that is not a fork.

    after: leave out the stretches whose events are all at this version or before. Raises as `youngest_first`.
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


def proved_tip_at(cursor: sqlite3.Cursor, stream: str, version: int) -> Tip | None:
    """The same, once its digest was found to be that of its bytes. Raises UnreadableError where it is not."""
    owner = owner_of(cursor, stream, version)
    row = cursor.execute(
        "SELECT originator_version, topic, state, previous, digest, recorded_at FROM stored_events "
        "WHERE originator_id = ? AND originator_version = ?",
        (owner, version),
    ).fetchone()
    if row is None or owner is None:
        return None
    if first_break([row], owner, version - 1, row[3]) is not None:
        raise UnreadableError(broken_at(stream, version))
    return Tip(version, row[4])


def write_lineage(cursor: sqlite3.Cursor, child: str, parent: str, at: Tip) -> None:
    """Record that `child` branches off `parent` after the event `at`."""
    cursor.execute(
        "INSERT INTO lineage (child, parent, at_version, at_digest) VALUES (?, ?, ?, ?)",
        (child, parent, at.version, at.digest),
    )
