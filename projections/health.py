"""What is wrong with the file of read models: it is looked into, and neither brought up to date nor mended."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from projections.catch_up import NOWHERE, Bookmarks, catch_up, is_on_record
from projections.database import DELETE, MISREAD, Database, unreadable
from projections.read_models import all_mismatches_in, projections_for, system_of
from sits_es.errors import UnreadableError
from sits_es.sentences import counted, one_line
from sits_es.store import GameStore
from sits_es.store.sqlite.faults import copied, integrity

#: The index of what is searched, which can check itself.
INDEX = "audit_log_fts"


def faults_in(path: Path, store: GameStore) -> list[str]:
    """Faults of a file, in words: what SQLite finds, and rows that are not those which the record gives.

    Rows of games that have gone on since are compared with what the record gave then. Nothing for a file that there is
    not yet, and for games whose record cannot be read itself.
    """
    if not path.is_file():
        return []
    try:
        with closing(copied(path)) as copy:
            if broken := integrity(copy.cursor()):
                return [f"{path} is damaged: {one_line(broken[0])}. {DELETE}"]
            db = Database(copy)
            if not _index_fits(db):
                return [f"{path} finds words where its sentences have others. {DELETE}"]
            return all_mismatches_in(path, db, store) + [
                fault for stream in store.heads() for fault in _differences(path, db, store, stream)
            ]
    except MISREAD as fault:
        return [unreadable(path, fault)]


def lag_in_words(path: Path, store: GameStore) -> str:
    """How far a file of read models is behind the record, which nobody needs to mend."""
    if not path.is_file():
        return "none yet"
    try:
        with closing(copied(path)) as copy:
            furthest = Bookmarks(Database(copy)).all()
    except MISREAD:
        return "not to be read"
    behind = {
        stream: head.version - furthest.get(stream, NOWHERE).version
        for stream, head in store.heads().items()
        if head.version > furthest.get(stream, NOWHERE).version
    }
    if not behind:
        return "up to date"
    told = ", ".join(f"{stream} by {counted(count, 'event')}" for stream, count in behind.items())
    return f"behind in {told}; the next command that needs them catches up"


def _index_fits(db: Database) -> bool:
    try:
        if db.table(INDEX).exists():
            db.execute(f"INSERT INTO {INDEX} ({INDEX}, rank) VALUES ('integrity-check', 1)")  # noqa: S608 -- our own
    except sqlite3.DatabaseError:
        return False
    return True


def _differences(path: Path, db: Database, store: GameStore, stream: str) -> Iterator[str]:
    try:
        models = projections_for(system_of(store, stream))
        position = Bookmarks(db).of(stream, models)
        if position == NOWHERE or not is_on_record(store, stream, position):
            return
        with Database(memory=True) as fresh:
            catch_up(fresh, store, stream, models, upto=position.version)
            for table in (model.table for model in models):
                if _rows(db, table, stream) != _rows(fresh, table, stream):
                    said = f"{path} says of {stream}, in its table {table}, what the record does not."
                    yield f"{said} {DELETE}"
    except UnreadableError:
        return  # what is wrong is the record, or a rule system is missing


def _rows(db: Database, table: str, stream: str) -> list[tuple[Any, ...]]:
    return sorted(db.execute(f"SELECT * FROM {table} WHERE stream = ?", (stream,)), key=repr)  # noqa: S608 -- our own
