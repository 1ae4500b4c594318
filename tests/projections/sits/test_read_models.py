from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, ClassVar

import pytest

from projections import read_models
from projections.audit_log import search
from projections.read_models import open_read_models
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameStarted
from sits_es.store import GameStore, Recorded
from tests.projections.sits.whole import TABLES, contents, whole
from tests.shared.connections import Connections


def versions(path: Path | str, store: GameStore, only: str | None = None) -> dict[str, int]:
    """How far each game's rows have come once the read models were opened."""
    with open_read_models(path, store, only) as db:
        return {row["stream"]: row["version"] for row in db.table("games").rows}


@pytest.fixture
def read(store: GameStore, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The streams of which events are read from now on."""
    streams: list[str] = []
    really = store.read

    def reading(stream: str, **stretch: Any) -> Iterator[Recorded]:
        streams.append(stream)
        return really(stream, **stretch)

    monkeypatch.setattr(store, "read", reading)
    return streams


def test_read_models_open_caught_up_and_empty_where_there_is_no_game(game: tuple[Event, ...], tmp_path: Path) -> None:
    path = tmp_path / "read.db"
    with GameStore.open(":memory:") as store:
        assert versions(path, store) == {}
        store.append("duel", game[:5], after=-1)
        assert versions(path, store) == {"duel": 4}
        store.append("duel", game[5:], after=4)
        assert versions(path, store) == {"duel": len(game) - 1}


def test_only_the_game_that_moved_is_read(
    store: GameStore, game: tuple[Event, ...], read: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "read.db"
    assert versions(path, store) == {"duel": len(game) - 1, "other": 8}
    assert set(read) == {"duel", "other"}
    read.clear()
    versions(path, store)
    assert read == []
    store.append("other", game[9:12], after=8)
    assert versions(path, store) == {"duel": len(game) - 1, "other": 11}
    assert set(read) == {"other"}


def test_one_game_alone_can_be_brought_up_to_date(
    store: GameStore, game: tuple[Event, ...], read: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "read.db"
    assert versions(path, store, "other") == {"other": 8}
    assert set(read) == {"other"}
    store.append("other", game[9:12], after=8)
    assert versions(path, store, "duel") == {"duel": len(game) - 1, "other": 8}
    assert versions(path, store, "other") == {"duel": len(game) - 1, "other": 11}
    assert versions(path, store, "nobody's") == {"duel": len(game) - 1, "other": 11}
    with open_read_models(path, store) as db:
        assert contents(db) == whole(store)


def test_where_nothing_happened_nothing_is_written_and_a_writer_is_in_nobodys_way(
    store: GameStore, game: tuple[Event, ...], tmp_path: Path
) -> None:
    path = tmp_path / "read.db"
    versions(path, store)
    before = path.read_bytes()
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN EXCLUSIVE")
        writer.execute("DELETE FROM games")
        for only in (None, "duel"):
            with open_read_models(path, store, only) as db:
                assert db.conn.total_changes == 0
                assert [row["version"] for row in db.table("games").rows] == [len(game) - 1, 8]
                assert len(list(search(db, "duel", "is over"))) == 3
        writer.execute("ROLLBACK")
    assert path.read_bytes() == before


def test_games_that_the_store_no_longer_holds_are_dropped(game: tuple[Event, ...], tmp_path: Path) -> None:
    path = tmp_path / "read.db"
    for name in ("duel", "other"):
        with GameStore.open(":memory:") as store:
            store.append(name, game, after=-1)
            with open_read_models(path, store) as db:
                for rows in (contents(db)[table] for table in TABLES):
                    assert {row["stream"] for row in rows} == {name}
                gone = "other" if name == "duel" else "duel"
                assert list(search(db, gone, "marker")) == []


@pytest.mark.parametrize("only", [None, "duel"])
@pytest.mark.parametrize("count", [4, 9, 12])
def test_a_store_that_was_exchanged_is_noticed(
    game: tuple[Event, ...], tmp_path: Path, only: str | None, count: int
) -> None:
    """By a record that is shorter than the one that was taken in, as long, and longer."""
    path = tmp_path / "read.db"
    with GameStore.open(":memory:") as first, GameStore.open(":memory:") as second:
        first.append("duel", game[:9], after=-1)
        versions(path, first)
        second.append("duel", [game[0], *game[2:4], *game[4 : count + 1]], after=-1)
        with open_read_models(path, second, only) as db, open_read_models(":memory:", second) as fresh:
            assert [row["version"] for row in db.table("games").rows] == [count - 1]
            assert contents(db) == contents(fresh)
            assert len(list(search(db, "duel", "marker"))) == len(list(search(fresh, "duel", "marker")))


class Mortal(sqlite3.Connection):
    """A connection of a program that is killed: it writes `left` more statements, and from then on nothing at all."""

    left: ClassVar[int]

    def _live(self, sql: str) -> None:
        if sql.split(None, 1)[0].upper() not in {"SELECT", "PRAGMA", "SAVEPOINT", "RELEASE"}:
            Mortal.left -= 1
        if Mortal.left < 0:
            raise KilledError

    def execute(self, sql: str, *words: Any) -> sqlite3.Cursor:
        self._live(sql)
        return super().execute(sql, *words)

    def cursor(self, *_: Any) -> Any:
        return super().cursor(MortalCursor)


class MortalCursor(sqlite3.Cursor):
    connection: Mortal

    def execute(self, sql: str, *words: Any) -> Any:
        self.connection._live(sql)
        return super().execute(sql, *words)


class KilledError(BaseException):
    """The program is no more."""


def test_killed_at_any_statement_while_the_file_is_made_it_comes_out_whole_in_the_end(
    game: tuple[Event, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with GameStore.open(":memory:") as store:
        store.append("duel", game[:6], after=-1)
        with open_read_models(":memory:", store) as db:
            undisturbed = contents(db)
        statement, killed = 0, True
        while killed:
            path = tmp_path / f"{statement}.db"
            Mortal.left = statement
            with monkeypatch.context() as patched:
                patched.setattr(read_models, "_connected", lambda name: sqlite3.connect(name, factory=Mortal))
                try:
                    open_read_models(path, store).close()
                    killed = False
                except KilledError:
                    pass
            # what stands there is whole or not there at all, and the next opening makes up for the rest
            with open_read_models(path, store) as db:
                assert contents(db) == undisturbed
            statement += 1
    assert statement > 40


#: What the release before kept in the file, as far as a program that was killed had come: no trigger fills the index.
OLD_FILE = """
CREATE TABLE games (stream TEXT PRIMARY KEY, game TEXT, system TEXT, title TEXT);
CREATE TABLE games_state (stream TEXT PRIMARY KEY, state TEXT);
CREATE TABLE audit_log (
    stream TEXT, version INTEGER, name TEXT, turn INTEGER, segment INTEGER, unit TEXT, sentence TEXT, digest TEXT,
    recorded_at TEXT, PRIMARY KEY (stream, version)
);
CREATE TABLE audit_log_state (stream TEXT PRIMARY KEY, state TEXT);
CREATE VIRTUAL TABLE audit_log_fts USING FTS5 (sentence, name, content=audit_log);
CREATE TABLE tracking (
    application_name TEXT PRIMARY KEY NOT NULL, notification_id INTEGER NOT NULL, digest TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO games VALUES ('duel', 'duel', 'sits', 'A duel');
INSERT INTO games_state VALUES ('duel', '{"place": {"turn": 1}}');
INSERT INTO audit_log_state VALUES ('duel', '{"place": {"turn": 1}}');
INSERT INTO audit_log VALUES ('duel', 0, 'game.Created', 0, 0, NULL, 'A duel.', '', NULL);
"""


@pytest.mark.parametrize("version", [1, 3])
def test_a_file_of_the_release_before_is_worked_out_anew(store: GameStore, tmp_path: Path, version: int) -> None:
    path = tmp_path / "read.db"
    head = store.head("duel")
    with closing(sqlite3.connect(path, isolation_level=None)) as old:
        old.executescript(OLD_FILE)
        for name in ("games", "audit_log", "turns"):
            old.execute("INSERT INTO tracking VALUES (?, ?, ?)", (f"{name}/{version}/duel", *head[1:]))
    with open_read_models(path, store) as db:
        assert contents(db) == whole(store)


def test_where_no_file_can_be_made_rows_are_worked_out_in_memory(store: GameStore, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with open_read_models(tmp_path / "file" / "read.db", store) as db:
        assert contents(db) == whole(store)


def test_a_file_of_another_kind_is_refused(tmp_path: Path, connections: Connections) -> None:
    path = tmp_path / "read.db"
    path.write_text("no database at all, but a text that is long enough to be taken for one\n" * 20)
    refusal = "cannot be read: file is not a database. Delete the file: it will be rebuilt from the games."
    with GameStore.open(":memory:") as store, pytest.raises(UnreadableError) as refused:
        open_read_models(path, store)
    assert str(refused.value) == f"{path} {refusal}"
    assert connections.still_open() == []


def test_a_record_that_begins_otherwise_is_refused(connections: Connections) -> None:
    with GameStore.open(":memory:") as store:
        store.append("odd", [GameStarted()], after=-1)
        with pytest.raises(UnreadableError, match=r"^odd: event #0 does not fit the game; the game cannot be opened"):
            open_read_models(":memory:", store)
    assert len(connections.opened) > 1
    assert connections.still_open() == []
