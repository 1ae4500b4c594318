"""Branches: a fork is one row of lineage; reading it reads the parent up to there, then its own. Nothing is copied."""

from __future__ import annotations

import sqlite3
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


def ancestry(cursor: sqlite3.Cursor, stream: str) -> list[Span]:
    """The stretches that make up a branch, oldest ancestor first; one for a game that is nobody's fork.

    Raises UnreadableError when lineage runs in a circle, which nothing but tampering can do.
    """
    spans: list[Span] = []
    seen = {stream}
    upto: int | None = None
    name = stream
    while row := cursor.execute("SELECT parent, at_version FROM lineage WHERE child = ?", (name,)).fetchone():
        parent, at_version = row
        spans.append(Span(name, at_version, upto))
        if parent in seen:
            raise UnreadableError(f"The lineage of {stream} runs in a circle by way of {parent}.")
        seen.add(parent)
        # a fork of a fork may branch off before the point where its parent did
        upto = at_version if upto is None else min(upto, at_version)
        name = parent
    spans.append(Span(name, -1, upto))
    spans.reverse()
    return [span for span in spans if span.upto is None or span.upto > span.after]


def tip_at(cursor: sqlite3.Cursor, stream: str, version: int) -> Tip | None:
    """Find an event of a branch, its own or inherited, to chain on to; None when there is none of that version."""
    for span in reversed(ancestry(cursor, stream)):
        if version > span.after:
            row = cursor.execute(
                "SELECT digest FROM stored_events WHERE originator_id = ? AND originator_version = ?",
                (span.stream, version),
            ).fetchone()
            return None if row is None else Tip(version, row[0])
    return None


def write_lineage(cursor: sqlite3.Cursor, child: str, parent: str, at: Tip) -> None:
    """Record that `child` branches off `parent` after the event `at`."""
    cursor.execute(
        "INSERT INTO lineage (child, parent, at_version, at_digest) VALUES (?, ?, ?, ?)",
        (child, parent, at.version, at.digest),
    )
