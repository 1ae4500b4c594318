"""Which read models a file holds, up to which event of each game, and how they catch up, a batch at a time.

The rows of a batch, of all projections, the tables where they are new, and the bookmarks are written in one
transaction, so that a program killed at any moment goes on where it was, and what the bookmarks say is so. Where
nothing has happened nothing is written and no lock is taken. The file holds nothing that cannot be worked out again:
it may be deleted at any time.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from attrs import evolve, field, frozen

from sits_es.errors import NotNowError
from sits_es.store import GameStore, Head, Recorded
from sits_es.store.chain import GENESIS
from sits_es.store.sqlite.faults import is_busy
from sits_es.store.sqlite.tracking import Position, Positions

if TYPE_CHECKING:
    from projections.database import Database

#: Where a projection is that has taken in nothing, and where a stream ends that the store does not hold.
NOWHERE = Position(-1, GENESIS.hex())

#: The table of positions that were not on record any more, by stream; see `Mismatch`.
MISMATCHES = "mismatches"

#: The table of the projections whose tables are made: their names and versions.
MADE = "read_models"


class Mismatch(NamedTuple):
    """An event that was projected once and was not on record when somebody looked again.

    The store is an older copy, another one, or was changed. It stays until the file is deleted.
    """

    stream: str
    version: int
    digest: str


class Projection(Protocol):
    """Rows worked out from events, in tables of its own.

    Every table in `tables` that holds rows of games has a column `stream`, by which they are told from another's. A
    changed version is worked out again from the first event.
    """

    @property
    def name(self) -> str:
        """What it is called, the same in every release."""

    @property
    def version(self) -> int:
        """Counts up, from 1, whenever its rows, or what it keeps between batches, would come out differently."""

    @property
    def tables(self) -> Sequence[str]:
        """Every table that it owns."""

    def start(self, db: Database) -> None:
        """Make its tables where they are missing."""

    def apply(self, batch: Sequence[Recorded], db: Database) -> None:
        """Save what a batch of one game's events changes; they follow the last batch without a gap.

        Each event bears the name of the branch that is being projected, inherited ones too.
        """


@frozen
class Stands:
    """All bookmarks of a file at one time.

    made: versions of the projections whose tables were made, by name; tables: that are there.
    """

    made: Mapping[str, int] = field(factory=dict)
    positions: Mapping[str, Position] = field(factory=dict)
    tables: AbstractSet[str] = frozenset()

    def is_made(self, projection: Projection) -> bool:
        """Whether all tables of a projection are there, in its version."""
        return self.made.get(projection.name) == projection.version and self.tables >= set(projection.tables)

    def streams(self) -> set[str]:
        """Streams that some projection has looked into."""
        return {*self.furthest()}

    def furthest(self) -> dict[str, Position]:
        """How far some projection has come in each stream."""
        found: dict[str, Position] = {}
        for name, position in self.positions.items():
            stream = name.split("/", 2)[2]
            found[stream] = max(found.get(stream, NOWHERE), position)
        return found

    def lagging(self, projections: Sequence[Projection], heads: Sequence[Head]) -> list[str]:
        """Streams for which one of these projections is not at the head."""
        if not all(map(self.is_made, projections)):
            return [head.stream for head in heads]
        names, positions = [_name(each, "") for each in projections], self.positions
        return [head.stream for head in heads if any(positions.get(name + head.stream) != head[1:] for name in names)]


class Bookmarks:
    """The bookmarks in a file. Reading them writes nothing."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def all(self) -> Stands:
        """Every bookmark, in three queries, however many games there are."""
        made = self._made()
        return evolve(made, positions=Positions(self._db.conn).by_name()) if made.made else made

    def of(self, projections: Sequence[Projection], stream: str) -> list[Position]:
        """Where projections are in one stream, in their order."""
        made = self._made()
        if not made.made:
            return [NOWHERE] * len(projections)
        positions = Positions(self._db.conn)
        return [(made.is_made(each) and positions.position(_name(each, stream))) or NOWHERE for each in projections]

    def make(self, projection: Projection) -> None:
        """Make a projection's tables where they are not made, having thrown away what is left of them, or is older."""
        if self._made().is_made(projection):
            return
        positions = Positions(self._db.conn)
        for table in projection.tables:
            self._db.table(table).drop(ignore=True)
        for name in positions.by_name():
            if name.startswith(f"{projection.name}/"):
                positions.forget(name)
        projection.start(self._db)
        row = {"name": projection.name, "version": projection.version}
        self._db.table(MADE).upsert(row, pk="name", columns={"name": str, "version": int})

    def advance(self, projection: Projection, stream: str, position: Position) -> None:
        """Move a projection's position in a stream forward. Its tables are made."""
        Positions(self._db.conn).advance(_name(projection, stream), position)

    def forget(self, projection: Projection, stream: str) -> None:
        """Delete a projection's rows of a stream, and its position there."""
        if not self._made().is_made(projection):
            return
        for table in projection.tables:
            if "stream" in self._db.table(table).columns_dict:
                self._db.table(table).delete_where("stream = ?", [stream])
        Positions(self._db.conn).forget(_name(projection, stream))

    def note_mismatch(self, stream: str, position: Position) -> None:
        """Note that a position is not on record; the first of a stream is kept."""
        row = Mismatch(stream, *position)._asdict()
        columns = {"stream": str, "version": int, "digest": str}
        self._db.table(MISMATCHES).insert(row, pk="stream", columns=columns, ignore=True)

    def mismatches(self) -> list[Mismatch]:
        """All that was noted so."""
        table = self._db.table(MISMATCHES)
        return [Mismatch(**row) for row in table.rows_where(order_by="stream")] if table.exists() else []

    def _made(self) -> Stands:
        """What is made, without positions."""
        tables = {name for (name,) in self._db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        rows = self._db.execute(f"SELECT name, version FROM {MADE}") if MADE in tables else ()  # noqa: S608 -- our own
        return Stands(made=dict(rows), tables=tables)


def _name(projection: Projection, stream: str) -> str:
    """Name of a projection's position in one stream."""
    return f"{projection.name}/{projection.version}/{stream}"


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
                        bookmarks.note_mismatch(stream, stood)
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
                bookmarks.note_mismatch(stream, stood)
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
