"""A database's file as a whole: kept from writers, copied, and seen to be on the disk."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sits_es.store.sqlite.faults import TROUBLES, in_words, is_busy

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
        target.touch(mode=0o600)
        with closing(sqlite3.connect(target)) as copy:
            original.backup(copy)


def to_disk(path: Path) -> None:
    """See that a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
