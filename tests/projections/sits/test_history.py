"""Rows as of an event: the same whether the file of read models has them or they are worked out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from projections import read_models
from projections.model import ReadModel
from projections.read_models import open_read_models, rows_as_of
from sits_es.events import Event
from sits_es.game.events import GameForked
from sits_es.store import GameStore


@pytest.fixture
def store(game: tuple[Event, ...]) -> Iterator[GameStore]:
    with GameStore.open(":memory:") as opened:
        opened.append("duel", game[:20], after=-1)
        forked = GameForked(turn=1, segment=2, branch="fork", parent="duel", at_version=17, at_digest="0" * 64)
        opened.fork("fork", "duel", 17, [forked, *game[18:]])
        yield opened


@pytest.fixture
def worked_out(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions up to which rows are worked out from now on."""
    upto: list[int] = []
    really = read_models._worked_out

    def working(store: GameStore, stream: str, models: Sequence[ReadModel], version: int) -> Any:
        upto.append(version)
        return really(store, stream, models, version)

    monkeypatch.setattr(read_models, "_worked_out", working)
    return upto


@pytest.mark.parametrize("stream", ["duel", "fork"])
def test_the_file_has_the_rows_of_the_head(
    store: GameStore, tmp_path: Path, worked_out: list[int], stream: str
) -> None:
    path, head = tmp_path / "read.db", store.head(stream).version
    open_read_models(path, store).close()
    before = path.read_bytes()
    kept = rows_as_of(store, stream, "sits", head, path)
    assert worked_out == []
    assert kept == rows_as_of(store, stream, "sits", head)
    assert {name for name, rows in kept.items() if rows} == {"sits.map", "sits.movement_grids", "sits.damage_tracks"}
    assert "stream" not in kept["sits.map"][0]
    assert path.read_bytes() == before


def test_rows_of_an_earlier_event_are_worked_out(store: GameStore, tmp_path: Path, worked_out: list[int]) -> None:
    path = tmp_path / "read.db"
    open_read_models(path, store).close()
    (ship,) = {row["ship"] for row in rows_as_of(store, "duel", "sits", 19, path)["sits.map"]} - {"Sirius"}
    assert worked_out == []
    early = rows_as_of(store, "duel", "sits", 6, path)
    assert worked_out == [6]
    assert [(row["ship"], row["future_r"]) for row in early["sits.map"]] == [(ship, -3), ("Sirius", 0)]


def test_a_file_that_lags_is_left_as_it_is(
    store: GameStore, game: tuple[Event, ...], tmp_path: Path, worked_out: list[int]
) -> None:
    path = tmp_path / "read.db"
    open_read_models(path, store).close()
    store.append("duel", game[20:22], after=19)
    assert rows_as_of(store, "duel", "sits", 21, path) == rows_as_of(store, "duel", "sits", 21)
    assert rows_as_of(store, "duel", "sits", 19, path) == rows_as_of(store, "duel", "sits", 19)
    assert worked_out == [21, 21, 19, 19]
    with open_read_models(path, store, "fork") as db:
        assert db.table("games").get("duel")["version"] == 19


def test_a_file_that_is_none_is_passed_over(store: GameStore, tmp_path: Path, worked_out: list[int]) -> None:
    path = tmp_path / "read.db"
    rows = rows_as_of(store, "duel", "sits", 19, path)
    assert not path.exists()
    path.write_text("not a database, and yet long enough to be taken for one\n" * 20)
    assert rows_as_of(store, "duel", "sits", 19, path) == rows
    assert worked_out == [19, 19]
