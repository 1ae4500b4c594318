from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from eventsourcing.persistence import InterfaceError, OperationalError

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.store import GameStore
from sits_es.store.pool import _write_ahead
from sits_es.store.refusals import in_words

SHUT = (
    "sits.db cannot be opened for writing. Nothing was written. Make it and its folder writable, or name another "
    "folder in SITS_HOME."
)


@pytest.mark.parametrize(
    ("fault", "kind", "words"),
    [
        (
            sqlite3.OperationalError("database is locked"),
            NotNowError,
            "Another program is writing to the game store and does not finish. Nothing was written; try again.",
        ),
        (
            sqlite3.DatabaseError("file is not a database"),
            UnreadableError,
            "sits.db is not a game store, or it is damaged: file is not a database.",
        ),
        (OperationalError("attempt to write a readonly database"), NotAllowedError, SHUT),
        (InterfaceError("unable to open database file"), NotAllowedError, SHUT),
        (
            sqlite3.OperationalError("database or disk is full"),
            NotNowError,
            "There is no room left on the disk of sits.db. Nothing was written.",
        ),
    ],
)
def test_what_a_player_can_do_something_about_is_said_in_words(
    fault: Exception, kind: type[GameError], words: str
) -> None:
    with pytest.raises(kind) as refused, in_words("sits.db"):
        raise fault
    assert str(refused.value) == words


@pytest.mark.parametrize("fault", [sqlite3.OperationalError("no such table: events"), ValueError("locked")])
def test_a_bug_passes_through(fault: Exception) -> None:
    with pytest.raises(type(fault)) as passed, in_words("sits.db"):
        raise fault
    assert passed.value is fault


def test_a_store_where_no_file_can_be_made_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "sits.db"
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
