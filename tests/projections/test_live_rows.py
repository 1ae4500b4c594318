"""Rows that are followed event by event are those that are worked out at once up to the same event."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from projections.catch_up import catch_up
from projections.live_rows import LiveRows
from projections.read_models import own_models
from sits_es.service.demo import demonstrate
from sits_es.service.session import OpenGame, Session
from tests.shared.played_demos import played_folder


def _followed(opened: OpenGame, steps: int) -> None:
    """Compare the rows at so many of a game's events, and at its last, with those of a file that takes it in so far."""
    name, events, models = opened.stream, opened.events(), own_models(opened.rules.name)
    rows = LiveRows(models)
    now: dict[str, dict[tuple[Any, ...], Any]] = {table: {} for table in rows.tables}
    compared = 0
    with Database(memory=True) as db:
        for recorded in events:
            for change in rows.take(recorded):
                if change.row is None:
                    del now[change.table][change.key]
                else:
                    now[change.table][change.key] = change.row
            if recorded.version % max(1, len(events) // steps) == 0 or recorded.version == len(events) - 1:
                catch_up(db, opened.store, name, models, upto=recorded.version)
                held = {table: [found[key] for key in sorted(found)] for table, found in now.items()}
                assert held == {model.name: model.holding(db, name) for model in models}, recorded.version
                assert rows.rows == {table: [row._asdict() for row in found] for table, found in held.items()}
                compared += 1
    assert compared > steps / 2


@pytest.mark.parametrize("system", ["sits", "sfb", "starwars", "xwing"])
def test_the_rows_of_a_bundled_game_are_the_same_at_each_event(tmp_path: Path, system: str) -> None:
    with Session(tmp_path) as session:
        _followed(demonstrate(session, None, None, system).opened, 12)


def test_the_rows_of_a_squadron_action_are_the_same_at_each_event(tmp_path: Path) -> None:
    shutil.copy(played_folder("squadron") / "sits.db", tmp_path / "sits.db")
    with Session(tmp_path) as session:
        _followed(session.open_game("squadron"), 12)
