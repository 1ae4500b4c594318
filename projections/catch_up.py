"""Catching up: what has happened since projections last looked goes into their tables, a batch at a time.

The rows of a batch, of all projections, the tables where they are new, and the bookmarks are written in one
transaction, so that a program killed at any moment goes on where it was. Where nothing has happened nothing is
written and no lock is taken. The file holds nothing that cannot be worked out again: it may be deleted at any time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from projections.bookmarks import NOWHERE, Bookmarks, Projection
from projections.database import Database
from sits_es.errors import NotNowError
from sits_es.store import GameStore, Recorded
from sits_es.store.sqlite.faults import is_busy
from sits_es.store.sqlite.tracking import Position

#: What is said where somebody else writes.
BUSY = "Another program is bringing the views up to date and does not finish. Nothing is lost; try again."
#: Events per transaction: enough for sqlite-utils to be quick, few enough for others to get their turn.
BATCH = 4000


def catch_up(
    db: Database,
    store: GameStore,
    stream: str,
    projections: Sequence[Projection],
    *,
    batch: int = BATCH,
    told: Callable[[int], object] = lambda _: None,
) -> int:
    """Bring projections of one branch up to its head; returns how many events they took in. batch: 1 up.

    told: after each batch, how many events there were in it.

    A projection of another version, or one that stands where the record never was (a deleted or exchanged store), is
    worked out again; rows of a stream that the store does not hold are dropped.
    """
    bookmarks, taken = Bookmarks(db), 0
    while True:
        # positions first: read the other way round, one that somebody moves meanwhile would be past the head
        stands = bookmarks.of(projections, stream)
        head = Position(*store.head(stream)[1:])
        if all(position == head for position in stands):
            return taken
        strays = {position for position in set(stands) - {head, NOWHERE} if not _on_record(store, stream, position)}
        starts = [NOWHERE if position in strays else position for position in stands]
        after = min(position.version for position in starts)
        events = events_of(store, stream, after=after, upto=after + batch)
        with writing(db):
            # asked again under the lock: another program may have caught up or begun again meanwhile
            if bookmarks.of(projections, stream) == stands:
                for projection, stood, start in zip(projections, stands, starts, strict=True):
                    if stood in strays:
                        bookmarks.doubt(stream, stood)
                        bookmarks.forget(projection, stream)
                    if fresh := events[start.version - after :]:
                        bookmarks.make(projection)
                        projection.apply(fresh, db)
                        bookmarks.advance(projection, stream, Position(fresh[-1].version, fresh[-1].digest))
                taken += len(events)
        told(len(events))


def rebuild(
    db: Database,
    store: GameStore,
    stream: str,
    projections: Sequence[Projection],
    *,
    batch: int = BATCH,
    told: Callable[[int], object] = lambda _: None,
) -> int:
    """Throw away what projections hold of one branch and work it out again; the rows come out as they were.

    told: as of `catch_up`.
    """
    bookmarks = Bookmarks(db)
    stands = bookmarks.of(projections, stream)
    with writing(db):
        for projection, stood in zip(projections, stands, strict=True):
            if stood != NOWHERE and not _on_record(store, stream, stood):
                bookmarks.doubt(stream, stood)
            bookmarks.forget(projection, stream)
    return catch_up(db, store, stream, projections, batch=batch, told=told)


def _on_record(store: GameStore, stream: str, position: Position) -> bool:
    """Tell whether a position is an event of the record as it is now."""
    return store.digest_at(stream, position.version) == position.digest


def events_of(store: GameStore, stream: str, *, after: int, upto: int) -> list[Recorded]:
    """Events of a branch, inherited ones too, under the name of the branch: versions above `after`, up to `upto`."""
    return [
        event if event.stream == stream else Recorded(stream, *event[1:])
        for event in store.read(stream, after=after, upto=upto)
    ]


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """A transaction that holds the write lock from its start; what a projection opens inside becomes part of it."""
    try:
        db.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as fault:
        if not is_busy(fault):
            raise
        raise NotNowError(BUSY) from fault
    try:
        yield
        db.commit()
    except BaseException:
        db.rollback()
        raise
