"""What SQLite itself finds wrong with a file, which is looked into and not changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from sits_es.sentences import one_line
from sits_es.store.sqlite.faults import TROUBLES, meant_by


def integrity(cursor: sqlite3.Cursor) -> list[str]:
    """What is wrong with the file that is open; an empty list when nothing is."""
    return [text for (text,) in cursor.execute("PRAGMA integrity_check").fetchall() if text != "ok"]


def copied(path: Path) -> sqlite3.Connection:
    """A file as it stands, in memory: whatever is asked of the copy changes nothing. Raises sqlite3.Error."""
    copy = sqlite3.connect(":memory:")
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as source:
            source.backup(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def faults_of_file(path: Path) -> list[str]:
    """The first thing that is wrong with a file, in words; nothing for one that is not there."""
    if not path.is_file():
        return []
    try:
        with closing(copied(path)) as copy:
            found = integrity(copy.cursor())
    except TROUBLES as fault:
        found = [str(meant_by(fault))]
    return [f"{path} is damaged: {one_line(text)}." for text in found[:1]]
