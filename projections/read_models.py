"""The read models of a game and the file that they are kept in: opening it brings them up to date.

Every game has some, and its rule system may have its own. `examine_file` only looks into the file, for the doctor.
"""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import zip_longest
from pathlib import Path
from types import ModuleType, TracebackType
from typing import TYPE_CHECKING, Any

import orjson

from projections.audit_log import audit_log
from projections.catch_up import BUSY, MISMATCHES, Bookmarks, catch_up, is_on_record, writing
from projections.game_list import GAMES
from projections.live_rows import LiveRows
from projections.model import ReadModel
from sits_es.disk import is_blank, private_file
from sits_es.errors import NO_CREATION, GameError, NotNowError, UnreadableError, UnsoundError
from sits_es.game.events import GameCreated
from sits_es.game.fold import on_record
from sits_es.game.story import teller
from sits_es.rules import system, system_names
from sits_es.sentences import one_line
from sits_es.service.progress import Progress, silent
from sits_es.store import GameStore, Head
from sits_es.store.sqlite.faults import copied, integrity, is_busy, is_full, is_shut, scratch

if TYPE_CHECKING:
    from sqlite_utils import Database


def _without_numpy() -> None:
    """Import sqlite-utils as if numpy were not there: it would take half as long again, to know types that no row has.

    shapely, for X-Wing's arcs, brings numpy. Once that is loaded anyway, there is nothing to save.
    """
    if "numpy" in sys.modules:
        return
    sys.modules["numpy"] = None  # type: ignore[assignment]  # None: "not to be found", as the import system has it
    try:
        import_module("sqlite_utils")
    finally:
        del sys.modules["numpy"]


if not TYPE_CHECKING:
    _without_numpy()
    from sqlite_utils import Database

#: What reading a damaged file brings about: faults of SQLite's, and texts that are no longer what was written.
MISREAD = (sqlite3.Error, orjson.JSONDecodeError)
#: What helps against that, and against all else that is wrong with the file.
DELETE = "Delete the file: it will be rebuilt from the games."


def unreadable(path: Path, fault: BaseException) -> str:
    """Say that the file of read models cannot be read, why, and what helps."""
    return f"{path} cannot be read: {one_line(str(fault))}. {DELETE}"


@cache
def projections_for(system_name: str) -> tuple[ReadModel, ...]:
    """The read models of games under a rule system. Raises UnreadableError for a system that is not installed.

    The module projections.<system> may add its own as PROJECTIONS.
    """
    rules = system(system_name)
    return GAMES, audit_log(teller(rules), rules.unit_of), *own_models(system_name)


def own_models(system_name: str) -> tuple[ReadModel, ...]:
    """The read models that are a rule system's own."""
    models: tuple[ReadModel, ...] = getattr(_module(system_name), "PROJECTIONS", ())
    return models


def _module(system_name: str) -> ModuleType | None:
    name = f"{__package__}.{system_name}"
    return import_module(name) if find_spec(name) else None


def rows_as_of(
    store: GameStore, stream: str, system_name: str, version: int, path: Path | None = None
) -> dict[str, list[dict[str, Any]]]:
    """The rows that hold after an event, by table, for the read models that are the rule system's own.

    version: of the event, inherited ones included; path: of the file of read models. It is looked into, not brought up
    to date: what it has not is worked out.
    """
    models = own_models(system_name)
    if path is not None and path.exists():
        # the file only saves time: without it everything is worked out
        with suppress(*MISREAD), Database(path.absolute()) as db, db.atomic():  # a relative name may read as a URI
            head = store.head(stream)
            if head.version == version and Bookmarks(db).of(stream, models) == head:
                return {model.name: [row._asdict() for row in model.holding(db, stream)] for model in models}
    return _worked_out(store, stream, models, version)


def _worked_out(
    store: GameStore, stream: str, models: Sequence[ReadModel], version: int
) -> dict[str, list[dict[str, Any]]]:
    live = LiveRows(models)
    for recorded in store.read(stream, upto=version):
        live.take(recorded)
    return live.rows


def _mismatches_in(path: Path, db: Database, store: GameStore) -> Iterator[tuple[Head, str]]:
    """What is noted in a file of read models, and still is not on record. path: what to call the file."""
    for mismatch in Bookmarks(db).mismatches():
        if not is_on_record(store, mismatch):
            yield mismatch, _in_words(path, store, mismatch)


def _all_mismatches_in(path: Path, db: Database, store: GameStore) -> list[str]:
    """The same with what will be noted when the file is opened, for whoever only looks into it; one of each stream."""
    found = {mismatch.stream: words for mismatch, words in _mismatches_in(path, db, store)}
    for stream, position in Bookmarks(db).all().items():
        if stream not in found and not is_on_record(store, position):
            found[stream] = _in_words(path, store, position)
    return [found[stream] for stream in sorted(found)]


def _in_words(path: Path, store: GameStore, mismatch: Head) -> str:
    # by the head, as its last event may be damaged itself
    head = store.heads().get(mismatch.stream)
    last = -1 if head is None else head.version
    there = "no" if store.digest_at(mismatch.stream, mismatch.version) is None else "a different"
    here = f"has {there} event there" if last >= mismatch.version else f"ends at #{last}"
    here = "has no such game" if last < 0 else here
    return (
        f"{path} holds {mismatch.stream} up to event #{mismatch.version}, but the store {here}. The store is an older "
        f"copy or a different store, or it was changed. If this is the store you want, delete {path}; if not, look "
        "for your earlier store."
    )


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
    if path is None:
        return sqlite3.connect(":memory:")
    private_file(path)
    return sqlite3.connect(path.absolute())


def open_read_models(
    path: Path | str,
    store: GameStore,
    only: str | None = None,
    damaged: dict[str, str] | None = None,
    done: Progress = silent,
    upto: int | None = None,
) -> ReadModels:
    """Open or make the read models of a store's games, caught up. Use it in a `with` block, or close it.

    path: their own file, or ":memory:"; only: the one game to catch up, all by default; upto: its event to stop at;
    damaged: is told which games cannot be read, and why, in place of a refusal; done: told of events. Where nothing has
    happened nothing is written; where nothing can be written, rows are worked out in memory. Raises UnreadableError for
    a file of another kind or a damaged one, and for a game whose rule system is not installed, NotNowError while
    another program writes.
    """
    found = None if str(path) == ":memory:" else Path(path)
    if found is not None and is_blank(found) and not store.heads():
        found = None
    try:
        return _opened(found, store, only, damaged, done, upto)
    except MISREAD as fault:
        if found is None:
            raise
        if is_shut(fault) or is_full(fault):
            return _opened(None, store, only, damaged, done, upto)
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
    damaged: dict[str, str] | None,
    done: Progress,
    upto: int | None,
) -> ReadModels:
    db = ReadModels(path)
    try:
        _write_ahead(db)
        before = Bookmarks(db).mismatches()
        lagging, lost = _behind(db, store) if only is None else ([only], [])
        told = _told_of(db, store, lagging, lost, done)
        for stream in (*lagging, *lost):
            try:
                there = store.head(stream).version >= 0
                name = system_of(store, stream) if there else None
                with on_record(stream, 0):
                    models = projections_for(name) if name is not None else ()
                catch_up(db, store, stream, models, anew=stream in lost, upto=upto, told=told)
            except UnreadableError as refusal:
                if damaged is None:
                    raise
                damaged[stream] = str(refusal)
        if path is not None:
            db.lost = [words for mismatch, words in _mismatches_in(path, db, store) if mismatch not in before]
    except BaseException:
        db.close()
        raise
    return db


def _told_of(
    db: Database, store: GameStore, lagging: Sequence[str], lost: Sequence[str], done: Progress
) -> Callable[[int], None]:
    """Tells of batches of events, of all that are to be taken in."""
    stands, heads = Bookmarks(db).all(), store.heads()
    whole = sum(heads[stream].version + 1 for stream in (*lagging, *lost) if stream in heads)
    whole -= sum(stands[stream].version + 1 for stream in lagging if stream in stands)
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

    That is where the row in the list of games is lost, or not that of the last event taken in, or of no game in the
    store. All heads are compared with all bookmarks and these rows; nothing else is read.
    """
    # both at one moment, and before the heads, for the same reason as in catching up
    with db.atomic():
        rows = {row["stream"]: row for row in db.table("games").rows}
        bookmarks = Bookmarks(db)
        stands = bookmarks.all()
        installed = {name for name in {row["system"] for row in rows.values()} if name in system_names()}
        unmade = {name for name in installed if bookmarks.lacking(projections_for(name))}
    heads = store.heads()
    lagging: list[str] = []
    lost = sorted({*rows, *stands} - heads.keys())
    for stream, head in heads.items():
        row, position = rows.get(stream), stands.get(stream)
        if row is None or position is None:
            (lagging if row is None and position is None else lost).append(stream)
        elif row["system"] not in installed or (stream, row.get("version"), row.get("digest")) != position:
            lost.append(stream)  # as the game itself says, if that is so
        elif position != head or row["system"] in unmade:
            lagging.append(stream)
    return lagging, lost


def system_of(store: GameStore, stream: str) -> str:
    """The rule system of a game, by its first event. Raises UnreadableError for a record that begins in another way."""
    first = next((recorded.event for recorded in store.read(stream, upto=0)), None)
    if not isinstance(first, GameCreated):
        raise UnsoundError(stream, 0, *NO_CREATION)
    return first.system


def forget_game(path: Path, stream: str) -> None:
    """Drop all rows and the position of a stream, and its mismatch if there is one; on the disk when it returns.

    Raises as `open_read_models`, with nothing dropped.
    """
    if not path.is_file():
        return
    try:
        with closing(Database(path)) as db:
            db.execute("PRAGMA synchronous=FULL")
            with writing(db):
                Bookmarks(db).forget(stream)
                if db.table(MISMATCHES).exists():
                    db.table(MISMATCHES).delete_where("stream = ?", [stream])
    except MISREAD as fault:
        raise refused(path, fault) from fault


def examine_file(path: Path, store: GameStore) -> tuple[list[str], Mapping[str, int] | str]:
    """Faults of a file, in words, and by how many events it is behind the record; it is only looked into.

    In place of the events, by game, stands why nothing can be said of them. Faults are what SQLite finds, and rows that
    are not those which the record gives, or gave when they were made; nothing is said of games whose record cannot be
    read itself.
    """
    if not path.is_file():
        return [], "none yet"
    try:
        with closing(copied(path)) as copy:
            if broken := integrity(copy.cursor()):
                return [f"{path} is damaged: {one_line(broken[0])}. {DELETE}"], "unreadable"
            db = Database(copy)
            if _index_fits(db):
                faults = _all_mismatches_in(path, db, store)
                faults += [fault for stream in store.heads() for fault in _differences(path, db, store, stream)]
            else:
                faults = [f"The search index of {path} does not match the indexed sentences. {DELETE}"]
            taken = Bookmarks(db).all()
            lags = {
                name: head.version - (taken[name].version if name in taken else -1)
                for name, head in store.heads().items()
            }
            return faults, {name: count for name, count in lags.items() if count > 0}
    except MISREAD as fault:
        if is_full(fault):
            return [], "not checked: there is no room on the disk for a copy"
        return [unreadable(path, fault)], "unreadable"


def _index_fits(db: Database) -> bool:
    """Let the index of what is searched check itself."""
    index = "audit_log_fts"
    with suppress(sqlite3.DatabaseError):
        if db.table(index).exists():
            db.execute(f"INSERT INTO {index} ({index}, rank) VALUES ('integrity-check', 1)")  # noqa: S608 -- our own
        return True
    return False


def _differences(path: Path, db: Database, store: GameStore, stream: str) -> Iterator[str]:
    try:
        models = projections_for(system_of(store, stream))
        position = Bookmarks(db).of(stream, models)
        if position.version < 0 or not is_on_record(store, position):
            return
        with Database(scratch()) as fresh:
            catch_up(fresh, store, stream, models, upto=position.version)
            for table in (model.table for model in models):
                there, here = _rows(db, table, stream), _rows(fresh, table, stream)
                if any(one != other for one, other in zip_longest(there, here)):
                    said = f"Table {table} of {path} does not match the record of {stream}."
                    yield f"{said} {DELETE}"
    except UnreadableError:
        return  # what is wrong is the record, or a rule system is missing


def _rows(db: Database, table: str, stream: str) -> Iterable[tuple[Any, ...]]:
    """The rows of a game in the order of their columns."""
    order = ", ".join(str(at) for at, _ in enumerate(db.table(table).columns, 1))
    return db.execute(f"SELECT * FROM {table} WHERE stream = ? ORDER BY {order}", (stream,))  # noqa: S608 -- our own
