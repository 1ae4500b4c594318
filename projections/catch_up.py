"""Which read models a file holds, up to which event of each game, and how they catch up, a batch at a time.

The rows of a batch, of all read models, the tables where they are new, and the game's bookmark are written in one
transaction, so that a program killed at any moment goes on where it was. Where nothing has happened nothing is written
and no lock is taken. The file holds nothing that cannot be worked out again: it may be deleted at any time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from projections.model import MADE
from sits_es.errors import NotNowError, UnsoundError
from sits_es.events import Event
from sits_es.store import GameStore, Head, Recorded
from sits_es.store.chain import GENESIS
from sits_es.store.sqlite.faults import is_busy
from sits_es.store.sqlite.tracking import Positions

if TYPE_CHECKING:
    from sqlite_utils import Database

    from projections.live_rows import RowsAtWork
    from projections.model import ReadModel, RowKey, TableRow

#: The table of events that were taken in once and were not on record when somebody looked again, one of a stream: the
#: store is an older copy, another one, or was changed. They stay until the file is deleted.
MISMATCHES = "mismatches"

#: What is said where somebody else writes.
BUSY = "Another program is still updating the views. Nothing is lost; try again."
#: Events per transaction: enough for sqlite-utils to be quick, few enough for others to get their turn.
BATCH = 4000


class Bookmarks:
    """The bookmarks in a file, one a game. Reading them writes nothing."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> dict[str, Head]:
        """How far each stream was taken in."""
        return Positions(self._db.conn).all() if self._made()[0] else {}

    def of(self, stream: str, models: Sequence[ReadModel]) -> Head:
        """How far a stream was taken in by all of these read models; as `GameStore.head` has it where nothing was."""
        known = self._made()[0] and not self.lacking(models)
        return (known and Positions(self._db.conn).position(stream)) or Head(stream, -1, GENESIS.hex())

    def lacking(self, models: Sequence[ReadModel]) -> list[ReadModel]:
        """Those of these read models of which not all tables are there, or in another version."""
        made, tables = self._made()
        return [model for model in models if made.get(model.name) != model.version or not tables.keys() >= model.tables]

    def make(self, models: Sequence[ReadModel]) -> None:
        """Make the tables that are lacking. Where some were there before, every game is to be taken in once more."""
        (made, tables), positions = self._made(), Positions(self._db.conn)
        for model in self.lacking(models):
            stale = tables.keys() & model.tables
            if stale or model.name in made:
                for stream in positions.all():
                    positions.forget(stream)
            for name in stale:
                self._db.execute(f"DROP {tables[name]} IF EXISTS {name}")
            model.start(self._db)
            row = {"name": model.name, "version": model.version}
            self._db.table(MADE).upsert(row, pk="name", columns={"name": str, "version": int})

    def forget(self, stream: str) -> None:
        """Delete all rows of a stream, and its position."""
        for name, kind in self._made()[1].items():
            if kind == "table" and name != MISMATCHES and "stream" in self._db.table(name).columns_dict:
                self._db.table(name).delete_where("stream = ?", [stream])
        Positions(self._db.conn).forget(stream)

    def note_mismatch(self, position: Head) -> None:
        """Note that a position is not on record; the first of a stream is kept."""
        columns = {"stream": str, "version": int, "digest": str}
        self._db.table(MISMATCHES).insert(position._asdict(), pk="stream", columns=columns, ignore=True)

    def mismatches(self) -> list[Head]:
        """All that was noted so."""
        table = self._db.table(MISMATCHES)
        return [Head(**row) for row in table.rows_where(order_by="stream")] if table.exists() else []

    def _made(self) -> tuple[dict[str, int], dict[str, str]]:
        """Versions of the read models that are made, and every table and view with its kind, each by its name."""
        names = "SELECT name, type FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'"
        tables = dict(self._db.execute(names).fetchall())
        rows = self._db.execute(f"SELECT name, version FROM {MADE}") if MADE in tables else ()  # noqa: S608 -- our own
        return dict(rows), tables


def catch_up(
    db: Database,
    store: GameStore,
    stream: str,
    models: Sequence[ReadModel],
    *,
    batch: int = BATCH,
    anew: bool = False,
    upto: int | None = None,
    told: Callable[[int], object] = lambda _: None,
) -> int:
    """Bring the read models of one branch up to its head; returns how many events they took in. batch: 1 up.

    anew: throw away what the file has of it first; upto: the event at which to stop. told: after each batch, how many
    events there were in it. A branch that was taken in as it never was on record (the store was deleted or exchanged)
    is taken in once more; rows of one that the store does not hold are dropped, for which no read models are needed.
    Raises UnsoundError for one that makes no sense, once all before that event is taken in.
    """
    try:
        return _caught_up(db, store, stream, models, batch, upto, told, anew=anew)
    except UnsoundError:
        if batch == 1:
            raise
    # one by one: all that comes before the event that makes no sense is taken in, and that one is named
    return catch_up(db, store, stream, models, batch=1, anew=anew, upto=upto, told=told)


def _caught_up(
    db: Database,
    store: GameStore,
    stream: str,
    models: Sequence[ReadModel],
    batch: int,
    upto: int | None,
    told: Callable[[int], object],
    *,
    anew: bool,
) -> int:
    from sits_es.game.fold import on_record

    bookmarks, taken = Bookmarks(db), 0
    reached, work = -1, None
    while True:
        # the position first: read the other way round, one that somebody moves meanwhile would be past the head
        position = bookmarks.of(stream, models)
        if not anew and (position == store.head(stream) or (upto is not None and position.version >= upto)):
            return taken
        stray = position.version >= 0 and not is_on_record(store, position)
        after = -1 if stray or anew else position.version
        events = events_of(store, stream, after=after, upto=after + batch if upto is None else min(after + batch, upto))
        with writing(db):
            if events:
                bookmarks.make(models)
            # asked again under the lock: another program may have caught up or begun again meanwhile
            if anew or bookmarks.of(stream, models) == position:
                if stray:
                    bookmarks.note_mismatch(position)
                if after < 0:
                    bookmarks.forget(stream)
                if events:
                    if work is None or reached != after:
                        work = _work_at(db, store, stream, models, after)
                    with on_record(stream, events[-1].version):
                        _save(db, stream, work, events)
                    reached = events[-1].version
                    Positions(db.conn).advance(Head(stream, reached, events[-1].digest))
                taken, anew = taken + len(events), False
        told(len(events))


def _work_at(db: Database, store: GameStore, stream: str, models: Sequence[ReadModel], version: int) -> RowsAtWork:
    """The rows of a game at work as they were after an event, by its newest snapshot and by what the file holds."""
    from projections.live_rows import RowsAtWork
    from sits_es.game.fold import Fold
    from sits_es.service.snapshots import folded

    if version < 0:
        return RowsAtWork(models)

    def stored(first: int, last: int) -> Iterator[tuple[int, Event]]:
        return ((each.version, each.event) for each in store.read(stream, after=first - 1, upto=last))

    fold = folded(store, stream, version, stored) or Fold().read(stream, stored(0, version))
    counts = {model.name: db.table(model.table).count_where("stream = ?", [stream]) for model in models}
    return RowsAtWork(models, fold, counts, {model.name: model.holding(db, stream) for model in models if model.flag})


def _save(db: Database, stream: str, work: RowsAtWork, events: Sequence[Recorded]) -> None:
    """Write the rows that a batch touches, the last of each key."""
    found: dict[str, tuple[ReadModel, dict[RowKey, TableRow]]] = {}
    for recorded in events:
        for model, row in work.take(recorded, last=recorded is events[-1]):
            found.setdefault(model.name, (model, {}))[1][row[: model.keys]] = row
    for model, rows in found.values():
        model.save(db, stream, rows.values())


def is_on_record(store: GameStore, position: Head) -> bool:
    """Tell whether a position is an event of the record as it is now."""
    return store.digest_at(position.stream, position.version) == position.digest


def events_of(store: GameStore, stream: str, *, after: int, upto: int) -> list[Recorded]:
    """Events of a branch, inherited ones too, under the name of the branch: versions above `after`, up to `upto`."""
    return [
        event if event.stream == stream else Recorded(stream, *event[1:])
        for event in store.read(stream, after=after, upto=upto)
    ]


@contextmanager
def writing(db: Database) -> Iterator[None]:
    """A transaction that holds the write lock from its start; what a read model opens inside becomes part of it."""
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
