from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.store import GameStore
from sits_es.store.sqlite.datastore import _write_ahead
from sits_es.store.sqlite.faults import in_words
from tests.shared.rows import each_row

SHUT = (
    "sits.db cannot be opened for writing. Nothing was written. Make the file and its folder writable, or name another "
    "folder in SITS_HOME."
)


def with_code(code: int, text: str, kind: type[sqlite3.Error] = sqlite3.OperationalError) -> sqlite3.Error:
    """A fault as SQLite raises it, with its code."""
    fault = kind(text)
    fault.sqlite_errorcode = code
    return fault


LOCKED = "Another program is still writing to the game store. Nothing was written; try again."


@each_row(
    ("fault", "kind", "words"),
    [
        (with_code(sqlite3.SQLITE_BUSY, "database is locked"), NotNowError, LOCKED),
        (with_code(sqlite3.SQLITE_BUSY_SNAPSHOT, "database is locked"), NotNowError, LOCKED),
        (with_code(sqlite3.SQLITE_LOCKED, "database table is locked"), NotNowError, LOCKED),
        (with_code(sqlite3.SQLITE_PROTOCOL, "locking protocol"), NotNowError, LOCKED),
        (
            with_code(sqlite3.SQLITE_NOTADB, "file is not a database", sqlite3.DatabaseError),
            UnreadableError,
            "sits.db is not a game store, or it is damaged: file is not a database.",
        ),
        (
            with_code(sqlite3.SQLITE_CORRUPT_INDEX, "database disk image is malformed", sqlite3.DatabaseError),
            UnreadableError,
            "sits.db is not a game store, or it is damaged: database disk image is malformed.",
        ),
        (
            with_code(sqlite3.SQLITE_ERROR, "no such column: state"),
            UnreadableError,
            "sits.db is not a game store, or it is damaged: no such column: state.",
        ),
        (
            sqlite3.OperationalError("Could not decode to UTF-8 column 'topic'"),
            UnreadableError,
            "sits.db is not a game store, or it is damaged: Could not decode to UTF-8 column 'topic'.",
        ),
        (
            with_code(sqlite3.SQLITE_CONSTRAINT_UNIQUE, "UNIQUE constraint failed: x.y", sqlite3.IntegrityError),
            UnreadableError,
            "sits.db is not a game store, or it is damaged: UNIQUE constraint failed: x.y.",
        ),
        (with_code(sqlite3.SQLITE_READONLY, "attempt to write a readonly database"), NotAllowedError, SHUT),
        (with_code(sqlite3.SQLITE_CANTOPEN, "unable to open database file"), NotAllowedError, SHUT),
        (
            with_code(sqlite3.SQLITE_FULL, "database or disk is full"),
            NotNowError,
            "There is no room left on the disk that holds sits.db. Nothing was written.",
        ),
        (
            with_code(sqlite3.SQLITE_IOERR_WRITE, "disk I/O error"),
            NotNowError,
            "The disk that holds sits.db could not be read or written: disk I/O error. Nothing was written.",
        ),
    ],
)
def test_what_a_player_can_do_something_about_is_said_in_words(
    fault: Exception, kind: type[GameError], words: str
) -> None:
    with pytest.raises(kind) as refused, in_words("sits.db"):
        raise fault
    assert str(refused.value) == words


@pytest.mark.parametrize(
    "fault",
    [
        sqlite3.ProgrammingError("Cannot operate on a closed database."),
        sqlite3.InterfaceError("bad parameter"),
        ValueError("locked"),
    ],
)
def test_a_bug_passes_through(fault: Exception) -> None:
    with pytest.raises(type(fault)) as passed, in_words("sits.db"):
        raise fault
    assert passed.value is fault


def test_a_store_where_no_file_can_be_made_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "sits.db"
    with pytest.raises(NotAllowedError) as refused:
        GameStore.open(path)
    assert str(refused.value) == SHUT.replace("sits.db", str(path))


def test_nobody_waits_for_a_file_that_can_only_be_read(tmp_path: Path) -> None:
    path = tmp_path / "plain.db"
    with closing(sqlite3.connect(path)) as made:
        made.execute("CREATE TABLE one (two)")
    with (
        closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)) as shut,
        pytest.raises(sqlite3.OperationalError, match="readonly"),
    ):
        _write_ahead(shut, 600)
