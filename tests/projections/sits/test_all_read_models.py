from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.registry import projections_for
from sits_es.errors import UnreadableError
from sits_es.events import Event
from sits_es.store import GameStore


def test_a_game_of_sits_has_the_read_models_of_every_game_and_its_own() -> None:
    assert [model.name for model in projections_for("sits")] == [
        "games",
        "turns",
        "audit_log",
        "sits.map",
        "sits.movement_grids",
        "sits.damage_tracks",
    ]


def test_a_system_that_is_not_installed_is_refused() -> None:
    with pytest.raises(UnreadableError, match=r"^There is no rule system chess\. Installed: sits\.$"):
        projections_for("chess")


def contents(db: Database) -> dict[str, list[dict[str, Any]]]:
    """Every row of every read model; the search index goes with its table."""
    names = [name for model in projections_for("sits") for name in model.tables if not name.endswith("_fts")]
    return {name: sorted(db.table(name).rows, key=str) for name in names}


def filled(game: tuple[Event, ...], cuts: set[int]) -> Database:
    """All read models of the stored game, its events coming in batches that end at the cuts."""
    db = Database(memory=True)
    with GameStore.open(":memory:") as store:
        store.append("duel", game, after=-1, recorded_at="2024-05-01T12:00:00Z")
        for model in projections_for("sits"):
            model.start(db)
            seen = -1
            for end in [*sorted(cuts), len(game) - 1]:
                model.apply(list(store.read("duel", after=seen, upto=end)), db)
                seen = max(seen, end)
    return db


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(cuts=st.sets(st.integers(0, 25)))
def test_a_rebuild_equals_work_done_bit_by_bit(game: tuple[Event, ...], cuts: set[int]) -> None:
    assert contents(filled(game, cuts)) == contents(filled(game, set()))


def test_every_event_of_the_game_is_in_the_log_as_a_sentence(game: tuple[Event, ...]) -> None:
    log = list(filled(game, set()).table("audit_log").rows_where(order_by="version"))
    assert len(log) == len(game)
    assert (log[5]["unit"], log[5]["turn"], log[5]["segment"]) == ("Fearless", 1, 1)
    assert log[5]["sentence"] == "Fearless's future marker goes to 3,-3 alt +4: this segment's move is 1A."
    assert log[20]["sentence"] == "1.break is over."
