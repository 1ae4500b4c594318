"""Where projections stand: the library's tracking recorder over a connection that somebody else holds.

A projection's rows and its position go into one transaction, so the recorder writes into the transaction that is open.
"""

from __future__ import annotations

import sqlite3
from typing import NamedTuple

from eventsourcing.persistence import IntegrityError, Tracking, TrackingRecorder

_TABLE = """
CREATE TABLE IF NOT EXISTS tracking (
    application_name TEXT PRIMARY KEY NOT NULL,
    notification_id INTEGER NOT NULL,
    digest TEXT NOT NULL
) WITHOUT ROWID"""
_ADVANCE = (
    "INSERT INTO tracking VALUES (?, ?, ?) ON CONFLICT (application_name) DO UPDATE "
    "SET notification_id = excluded.notification_id, digest = excluded.digest "
    "WHERE tracking.notification_id < excluded.notification_id"
)


class Position(NamedTuple):
    """The last event that a projection has taken in. digest: of the chain there, hexadecimal, or empty."""

    version: int
    digest: str


class Positions(TrackingRecorder):
    """Positions by name in the table `tracking` of an SQLite file. They only move forward, until they are forgotten."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        connection.execute(_TABLE)

    def insert_tracking(self, tracking: Tracking) -> None:
        """Move a position forward. Raises IntegrityError when it is there already, or further on."""
        self.advance(tracking.application_name, Position(tracking.notification_id, ""))

    def advance(self, name: str, position: Position) -> None:
        """Move a position forward, with the digest of the event there. Raises IntegrityError as above."""
        if self._connection.execute(_ADVANCE, (name, *position)).rowcount != 1:
            raise IntegrityError(f"{name} has already taken in event {position.version}")

    def position(self, name: str) -> Position | None:
        """Where a projection stands, or None when it has taken in nothing."""
        row = self._connection.execute(
            "SELECT notification_id, digest FROM tracking WHERE application_name = ?", (name,)
        ).fetchone()
        return None if row is None else Position(*row)

    def by_name(self) -> dict[str, Position]:
        """Every position by its name, in one query."""
        rows = self._connection.execute("SELECT application_name, notification_id, digest FROM tracking")
        # what the class's own constructor does, at half the cost
        new = tuple.__new__
        return {row[0]: new(Position, row[1:]) for row in rows}

    def max_tracking_id(self, application_name: str) -> int | None:
        """Version of the last event taken in, or None."""
        position = self.position(application_name)
        return None if position is None else position.version

    def forget(self, name: str) -> None:
        """Forget a position, so that its projection begins again."""
        self._connection.execute("DELETE FROM tracking WHERE application_name = ?", (name,))
