"""A database's file as a whole: kept from writers, copied, and written again without one of its games.

No row is ever deleted: all other rows are copied into a new file as they are, and one file takes the other's place.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from sits_es.disk import private_file, to_disk, unfinished
from sits_es.errors import NotNowError
from sits_es.store.sqlite.faults import TROUBLES, in_words, is_busy
from sits_es.store.sqlite.schema import OBJECTS, complete

_KIND = "a database"


@contextmanager
def kept_from_writers(path: Path, wait: float) -> Iterator[None]:
    """Let nobody write to a file in this block. wait: seconds for who is at it. Troubles come out in words."""
    with in_words(str(path), _KIND), closing(sqlite3.connect(path, timeout=wait, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        yield


def is_used_by_others(path: Path, wait: float) -> bool:
    """Whether another program has a file open, after that many seconds; a damaged one is used by nobody."""
    try:
        with closing(sqlite3.connect(path, timeout=wait)) as db:
            # whoever is alone may leave the write-ahead log, and nobody else may
            db.execute("PRAGMA journal_mode=DELETE")
    except TROUBLES as fault:
        return is_busy(fault)
    return False


def copy_file(source: Path, target: Path) -> None:
    """Copy a database through SQLite, for nobody else's eyes, while others use it. Troubles come out in words."""
    with in_words(str(source), _KIND), closing(sqlite3.connect(source)) as original:
        private_file(target)
        with closing(sqlite3.connect(target)) as copy:
            original.backup(copy)


#: Columns of each table with rows of games, in the order in which the triggers of a store let them in.
_TABLES: Final = {
    "lineage": ("child", "parent, at_version, at_digest"),
    "stored_events": (
        "originator_id",
        "rowid, originator_version, topic, state, previous, digest, command_id, recorded_at",
    ),
    "heads": ("originator_id", "originator_version, digest"),
    "stored_states": ("originator_id", "originator_version, topic, state, mac"),
}
_MEANWHILE: Final = "Another program has just written to the game store. Nothing was changed; try again."


def write_without(
    path: Path,
    streams: Collection[str],
    heads: Mapping[str, tuple[int, str]],
    wait: float,
    ready: Callable[[Path], None],
) -> None:
    """Put a store without some streams, which no other one leaves, in the place of a store.

    heads: where all its streams end, by version and digest; wait: seconds for other programs; ready: is handed the new
    file before it takes the place, and may raise what stops that. A program that waits to write is refused by SQLite.
    Raises NotNowError while another program has the store open or has written to it since; it is then as it was.
    """
    path = path.resolve()
    with in_words(str(path)), _alone(path, wait) as db, unfinished(path) as folder:
        found = {name: (version, digest.hex()) for name, version, digest in db.execute("SELECT * FROM main.heads")}
        if found != dict(heads):
            raise NotNowError(_MEANWHILE)
        part = folder / path.name
        _copy(db, part, streams)
        shutil.copymode(path, part)
        to_disk(part)
        ready(part)
        part.replace(path)
        to_disk(path.parent)


@contextmanager
def _alone(path: Path, wait: float) -> Iterator[sqlite3.Connection]:
    """A file for oneself alone, with nothing of it in a write-ahead log."""
    used = f"Another program has {path} open. Nothing was changed. End all other programs that use it, then try again."
    with closing(sqlite3.connect(path, timeout=wait, isolation_level=None)) as db:
        try:
            # whoever is alone may leave the write-ahead log, and nobody else may
            db.execute("PRAGMA journal_mode=DELETE")
            db.execute("PRAGMA main.locking_mode=EXCLUSIVE")
            db.execute("BEGIN EXCLUSIVE")
            # the lock stays, and only outside a transaction a second file can be attached
            db.execute("COMMIT")
        except sqlite3.OperationalError as fault:
            if not is_busy(fault):
                raise
            raise NotNowError(used) from fault
        if db.execute("PRAGMA journal_mode").fetchone()[0].lower() != "delete":
            raise NotNowError(used)
        yield db


def _copy(db: sqlite3.Connection, part: Path, left: Collection[str]) -> None:
    """Copy all rows into a new file but those of streams that are left out."""
    private_file(part)
    with closing(sqlite3.connect(part, isolation_level=None)) as new:
        complete(new.cursor())
        # what is wrong with another stream is not for them to say here
        for trigger in (name for name, made in OBJECTS.items() if "CREATE TRIGGER" in made):
            new.execute(f"DROP TRIGGER {trigger}")
    db.execute("ATTACH DATABASE ? AS part", (str(part),))
    db.execute("BEGIN")
    for table, (name, columns) in _TABLES.items():
        order = " ORDER BY rowid" if table == "stored_events" else ""
        db.execute(
            f"INSERT INTO part.{table} ({name}, {columns}) SELECT {name}, {columns} FROM main.{table} "  # noqa: S608 -- our own
            f"WHERE {name} NOT IN (SELECT value FROM json_each(?)){order}",
            (json.dumps([*left]),),
        )
    db.execute("COMMIT")
    db.execute("DETACH DATABASE part")
    with closing(sqlite3.connect(part, isolation_level=None)) as new:
        complete(new.cursor())
