"""Read models of which somebody took or changed a part: made anew where that shows, and refused where it can't be."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from projections.read_models import open_read_models
from sits_es.errors import UnreadableError
from sits_es.store import GameStore
from tests.projections.sits.whole import TABLES, contents, whole


@pytest.mark.parametrize("lost", [*TABLES, "audit_log_fts", "tracking", "made"])
def test_a_table_that_somebody_dropped_is_made_again(store: GameStore, tmp_path: Path, lost: str) -> None:
    path = tmp_path / "read.db"
    open_read_models(path, store).close()
    with closing(sqlite3.connect(path)) as db:
        ((kind,),) = db.execute("SELECT type FROM sqlite_master WHERE name = ?", [lost]).fetchall()
        db.execute(f"DROP {kind} {lost}")
    with open_read_models(path, store) as db:
        assert contents(db) == whole(store)


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM games WHERE stream = 'duel'",
        "UPDATE games SET version = 2 WHERE stream = 'duel'",
        "UPDATE games SET digest = 'ff' WHERE stream = 'duel'",
        "UPDATE games SET stream = 'duet' WHERE stream = 'duel'",
        "UPDATE games SET system = 'chess' WHERE stream = 'duel'",
    ],
)
def test_a_row_of_a_game_that_is_lost_or_not_that_of_its_last_event_is_worked_out_anew(
    store: GameStore, tmp_path: Path, change: str
) -> None:
    path = tmp_path / "read.db"
    open_read_models(path, store).close()
    with closing(sqlite3.connect(path)) as db, db:
        assert db.execute(change).rowcount == 1
    with open_read_models(path, store) as db:
        assert contents(db) == whole(store)


def test_a_file_that_turns_out_to_be_damaged_while_it_is_read_is_refused(store: GameStore, tmp_path: Path) -> None:
    path = tmp_path / "read.db"
    with open_read_models(path, store) as db, db.atomic():
        db.execute("UPDATE games SET title = CAST(x'ff' AS TEXT)")
    with pytest.raises(UnreadableError) as refused, open_read_models(path, store) as db:
        list(db.table("games").rows)
    assert str(refused.value).startswith(f"{path} cannot be read: Could not decode to UTF-8 column 'title' with text ")
    assert str(refused.value).endswith(" Delete the file: it will be rebuilt from the games.")
    with pytest.raises(sqlite3.OperationalError), open_read_models(":memory:", store) as db:
        db.execute("SELECT nothing FROM games")
