"""Opening the file of read models: what has happened in the games of a store since it was last open goes in first."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from projections.bookmarks import Bookmarks
from projections.catch_up import BUSY, catch_up, rebuild
from projections.database import MISREAD, Database, unreadable
from projections.doubts import doubts_in
from projections.registry import projections_for
from sits_es.errors import GameError, NotNowError, UnreadableError
from sits_es.game.events import GameCreated
from sits_es.rules import system_names
from sits_es.service.progress import Progress, silent
from sits_es.store import GameStore, Head
from sits_es.store.sqlite.faults import is_busy, is_full, is_shut


class ReadModels(Database):
    """The file of read models, or what stands in its place in memory. path: of the file, None in memory.

    Use it in a `with` block: what can't be read there is refused in words.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        #: What this opening found to be no longer on record, in words.
        self.lost: list[str] = []
        super().__init__(_connected(path))

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        super().__exit__(kind, fault, trace)
        if self.path is not None and isinstance(fault, MISREAD):
            raise refused(self.path, fault) from fault


def _connected(path: Path | None) -> sqlite3.Connection:
    return sqlite3.connect(":memory:" if path is None else path.absolute())


def open_read_models(
    path: Path | str,
    store: GameStore,
    only: str | None = None,
    system: str | None = None,
    damaged: dict[str, str] | None = None,
    done: Progress = silent,
) -> ReadModels:
    """Open or make the read models of a store's games, caught up. Use it in a `with` block, or close it.

    path: their own file, or ":memory:"; only: the one game to catch up, all by default; system: its rule system, where
    that is known; damaged: is told which games cannot be read, and why, in place of a refusal; done: told of events.
    Where nothing has happened nothing is written; where nothing can be written, rows are worked out in memory. Rows of
    games that the store no longer holds are dropped; tables and rows of games that are missing are made anew. Raises
    UnreadableError for a file of another kind or a damaged one, and for a game whose rule system is not installed,
    NotNowError while another program writes.
    """
    found = None if str(path) == ":memory:" else Path(path)
    try:
        return _opened(found, store, only, system, damaged, done)
    except MISREAD as fault:
        if found is None:
            raise
        if is_shut(fault) or is_full(fault):
            return _opened(None, store, only, system, damaged, done)
        raise refused(found, fault) from fault


def refused(path: Path, fault: BaseException) -> GameError:
    """What is wrong with the file, in words."""
    if is_busy(fault):
        return NotNowError(BUSY)
    return UnreadableError(unreadable(path, fault))


def _opened(
    path: Path | None,
    store: GameStore,
    only: str | None,
    known: str | None,
    damaged: dict[str, str] | None,
    done: Progress,
) -> ReadModels:
    db = ReadModels(path)
    try:
        _write_ahead(db)
        before = Bookmarks(db).doubts()
        lagging, lost = _behind(db, store) if only is None else ([only], [])
        told = _told_of(db, store, lagging, lost, done)
        for stream in (*lagging, *lost):
            try:
                system = known or _system_held(db, store, stream)
                if system is not None:
                    (rebuild if stream in lost else catch_up)(db, store, stream, projections_for(system), told=told)
            except UnreadableError as refusal:
                if damaged is None:
                    raise
                damaged[stream] = str(refusal)
        if path is not None:
            db.lost = [words for doubt, words in doubts_in(path, db, store) if doubt not in before]
    except BaseException:
        db.close()
        raise
    return db


def _told_of(
    db: Database, store: GameStore, lagging: Sequence[str], lost: Sequence[str], done: Progress
) -> Callable[[int], None]:
    """Tells of batches of events, of all that are to be taken in."""
    stands = {row["stream"]: int(row.get("version", -1)) for row in db.table("games").rows} if lagging else {}
    whole = sum(store.head(stream).version - stands.get(stream, -1) for stream in lagging)
    whole += sum(store.head(stream).version + 1 for stream in lost)
    taken = 0

    def told(events: int) -> None:
        nonlocal taken
        taken += events
        done(taken, max(whole, taken))

    return told


def _write_ahead(db: Database) -> None:
    """Let others read while one writes; no commit waits for the disk, since all can be worked out again."""
    # a program that is not allowed to change the file reads it as it is
    with suppress(sqlite3.OperationalError):
        db.enable_wal()
    db.execute("PRAGMA synchronous=NORMAL")


def _behind(db: Database, store: GameStore) -> tuple[list[str], list[str]]:
    """Streams whose rows are not those of their head, and those that must be worked out from the first event.

    That is where the row in the list of games is lost, or not that of the last event, or of no game in the store. All
    heads are compared with all bookmarks and these rows; nothing else is read.
    """
    # both at one moment, and before the heads, for the same reason as in catching up
    with db.atomic():
        rows = {row["stream"]: row for row in db.table("games").rows}
        standing = Bookmarks(db).all()
    heads, known = store.heads(), standing.streams()
    lagging = [stream for stream in heads if stream not in rows and stream not in known]
    lost = [stream for stream in heads if stream not in rows and stream in known]
    lost += [stream for stream in rows if stream not in heads]
    of_system: dict[str, list[Head]] = {}
    for stream in rows.keys() & heads.keys():
        of_system.setdefault(str(rows[stream]["system"]), []).append(heads[stream])
    installed = system_names()
    for system, ends in of_system.items():
        if system not in installed:
            lost += [each.stream for each in ends]  # as the game itself says, if that is so
            continue
        behind = standing.lagging(projections_for(system), ends)
        lagging += behind
        ours = (each for each in ends if each.stream not in behind)
        lost += [
            each.stream for each in ours if (rows[each.stream]["version"], rows[each.stream]["digest"]) != each[1:]
        ]
    return lagging, lost


def _system_held(db: Database, store: GameStore, stream: str) -> str | None:
    """The rule system of a game, of one that is gone from the store by its row; None for one that never was."""
    if store.head(stream).version >= 0:
        return system_of(store, stream)
    row = next(db.table("games").rows_where("stream = ?", [stream], select="system"), None)
    return None if row is None else str(row["system"])


def system_of(store: GameStore, stream: str) -> str:
    """The rule system of a game, by its first event. Raises UnreadableError for a record that begins in another way."""
    first = next((recorded.event for recorded in store.read(stream, upto=0)), None)
    if not isinstance(first, GameCreated):
        raise UnreadableError(f"The record of {stream} does not begin with a game's creation.")
    return first.system
