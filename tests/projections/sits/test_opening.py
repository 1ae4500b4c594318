from pathlib import Path

import pytest

from projections.opening import open_read_models
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.game.events import GameStarted
from sits_es.store import GameStore
from tests.connections import Connections


def test_read_models_open_caught_up_and_empty_where_there_is_no_game(game: tuple[Event, ...], tmp_path: Path) -> None:
    path = tmp_path / "read.db"
    with GameStore.open(":memory:") as store:
        with open_read_models(path, store) as db:
            assert list(db.table("games").rows) == []
        store.append("duel", game[:5], after=-1)
        with open_read_models(path, store) as db:
            assert [row["version"] for row in db.table("games").rows] == [4]
        store.append("duel", game[5:], after=4)
        with open_read_models(path, store) as db:
            assert [row["version"] for row in db.table("games").rows] == [len(game) - 1]


def test_games_that_the_store_no_longer_holds_are_dropped(game: tuple[Event, ...], tmp_path: Path) -> None:
    path = tmp_path / "read.db"
    for name in ("duel", "other"):
        with GameStore.open(":memory:") as store:
            store.append(name, game, after=-1)
            with open_read_models(path, store) as db:
                for table in ("games", "audit_log", "sits_map"):
                    assert {row["stream"] for row in db.table(table).rows} == {name}


def test_a_file_of_another_kind_is_refused(tmp_path: Path, connections: Connections) -> None:
    path = tmp_path / "read.db"
    path.write_text("no database at all, but a text that is long enough to be taken for one\n" * 20)
    refusal = (
        "cannot be read: file is not a database. Delete it: it holds nothing but what is worked out from the games."
    )
    with GameStore.open(":memory:") as store, pytest.raises(UnreadableError) as refused:
        open_read_models(path, store)
    assert str(refused.value) == f"{path} {refusal}"
    assert connections.still_open() == []


def test_a_record_that_begins_otherwise_is_refused(connections: Connections) -> None:
    with GameStore.open(":memory:") as store:
        store.append("odd", [GameStarted()], after=-1)
        with pytest.raises(UnreadableError, match=r"^The record of odd does not begin with a game's creation\.$"):
            open_read_models(":memory:", store)
    assert len(connections.opened) > 1
    assert connections.still_open() == []
