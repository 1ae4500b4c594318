"""Catching up: what has happened since a projection last looked goes into its tables, a batch at a time.

A batch's rows and the projection's position are written in one transaction, so a projection killed at any moment goes
on where it stood. The file holds nothing that cannot be worked out anew: it may be deleted at any time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Protocol

from sqlite_utils import Database

from sits_es.errors import NotNowError
from sits_es.store import GameStore, Recorded
from sits_es.store.tracking import Position, Positions

#: Events per transaction; sqlite-utils writes such batches many times faster than single rows.
BATCH = 500


class Projection(Protocol):
    """Rows worked out from events, in tables of its own.

    Every table in `tables` has a column `stream`, by which the rows of one game are told from another's. A changed
    version is worked out anew from the first event.
    """

    @property
    def name(self) -> str:
        """What it is called, the same in every release."""

    @property
    def version(self) -> int:
        """Counts up, from 1, whenever its rows would come out differently."""

    @property
    def tables(self) -> Sequence[str]:
        """Every table that it owns."""

    def start(self, db: Database) -> None:
        """Make its tables where they are missing."""

    def apply(self, batch: Sequence[Recorded], db: Database) -> None:
        """Save what a batch of one game's events changes; they follow the last batch without a gap.

        Each event bears the name of the branch that is being projected, inherited ones too.
        """


def catch_up(
    db: Database, store: GameStore, stream: str, projections: Sequence[Projection], *, batch: int = BATCH
) -> int:
    """Bring projections of one branch up to its head; returns how many events they took in. batch: 1 up.

    A projection of another version, or one that stands where the record never was (a deleted or exchanged store), is
    worked out anew.
    """
    positions = Positions(db.conn)
    for projection in projections:
        with _writing(db):
            _make_ready(db, positions, projection)
            position = positions.position(_place(projection, stream))
            if position is not None and not _stands_in(store, stream, position):
                _forget(db, positions, projection, stream)
    return _advance(db, store, stream, projections, batch=batch)


def rebuild(
    db: Database, store: GameStore, stream: str, projections: Sequence[Projection], *, batch: int = BATCH
) -> int:
    """Throw away what projections hold of one branch and work it out anew; the rows come out as they were."""
    positions = Positions(db.conn)
    for projection in projections:
        with _writing(db):
            _make_ready(db, positions, projection)
            _forget(db, positions, projection, stream)
    return _advance(db, store, stream, projections, batch=batch)


def _advance(db: Database, store: GameStore, stream: str, projections: Sequence[Projection], *, batch: int) -> int:
    positions = Positions(db.conn)
    places = [(projection, _place(projection, stream)) for projection in projections]
    taken = 0
    while events := _next(positions, store, stream, [place for _, place in places], batch):
        first, last = events[0].version, Position(events[-1].version, events[-1].digest)
        with _writing(db):
            for projection, place in places:
                # asked again under the lock: another program may have caught up or begun anew meanwhile
                stands = _version(positions, place)
                if first - 1 <= stands < last.version:
                    projection.apply(events[stands + 1 - first :], db)
                    positions.advance(place, last)
        taken += len(events)
    return taken


def _next(positions: Positions, store: GameStore, stream: str, places: Sequence[str], batch: int) -> list[Recorded]:
    """The events that the hindmost projection wants next, each under the name of the branch that is projected."""
    after = min((_version(positions, place) for place in places), default=None)
    if after is None:
        return []
    events = store.read(stream, after=after, upto=after + batch)
    return [event if event.stream == stream else event._replace(stream=stream) for event in events]


def _version(positions: Positions, place: str) -> int:
    version = positions.max_tracking_id(place)
    return -1 if version is None else version


@contextmanager
def _writing(db: Database) -> Iterator[None]:
    """A transaction that holds the write lock from its start; what a projection opens inside becomes part of it."""
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as fault:
        raise NotNowError(
            "Another program is bringing the views up to date and does not finish. Nothing is lost; try again."
        ) from fault
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _place(projection: Projection, stream: str) -> str:
    """Name of a projection's position in one branch."""
    return f"{projection.name}/{projection.version}/{stream}"


def _make_ready(db: Database, positions: Positions, projection: Projection) -> None:
    """Make a projection's tables, having thrown away those of another version of it."""
    stale = [
        name
        for name in positions.names()
        if name.startswith(f"{projection.name}/") and not name.startswith(f"{projection.name}/{projection.version}/")
    ]
    if stale:
        for table in projection.tables:
            db.table(table).drop(ignore=True)
        for name in positions.names():
            if name.startswith(f"{projection.name}/"):
                positions.forget(name)
    projection.start(db)


def _forget(db: Database, positions: Positions, projection: Projection, stream: str) -> None:
    for table in projection.tables:
        if "stream" in db.table(table).columns_dict:
            db.table(table).delete_where("stream = ?", [stream])
    positions.forget(_place(projection, stream))


def _stands_in(store: GameStore, stream: str, position: Position) -> bool:
    """Tell whether a position is an event of the record as it is now."""
    after = position.version - 1
    return any(event.digest == position.digest for event in store.read(stream, after=after, upto=position.version))
