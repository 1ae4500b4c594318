from operator import itemgetter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlite_utils import Database

from projections.catch_up import catch_up
from projections.read_models import projections_for
from sits_es.errors import UnreadableError
from sits_es.events import Coded, Event
from sits_es.game.events import GameForked, SegmentClosed
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.store import GameStore

Contents = dict[str, list[dict[str, Any]]]


def test_a_game_of_sits_has_the_read_models_of_every_game_and_its_own() -> None:
    assert [model.name for model in projections_for("sits")] == [
        "games",
        "audit_log",
        "sits.map",
        "sits.movement_grids",
        "sits.damage_tracks",
    ]


def test_a_system_that_is_not_installed_is_refused() -> None:
    with pytest.raises(UnreadableError, match=r"^There is no rule system chess\. Installed: "):
        projections_for("chess")


def contents(db: Database, stream: str = "duel") -> Contents:
    """Every row of a game in every read model; the search index goes with its table."""
    names = [name for model in projections_for("sits") for name in model.tables if not name.endswith("_fts")]
    found = ((name, db.query(f"SELECT * FROM {name} WHERE stream = ?", [stream])) for name in names)  # noqa: S608 - ours
    return {name: sorted(rows, key=str) for name, rows in found}


def followed(game: tuple[Event, ...], cuts: set[int], batch: int) -> tuple[Contents, Contents]:
    """The read models of a game that was looked at after the events at the cuts, and of a rebuild at its end."""
    models = projections_for("sits")
    with GameStore.open(":memory:") as store, Database(memory=True) as db:
        after = -1
        for end in [*sorted(cuts), len(game) - 1]:
            if end > after:
                store.append("duel", game[after + 1 : end + 1], after=after, recorded_at="2024-05-01T12:00:00Z")
                after = end
            catch_up(db, store, "duel", models, batch=batch)
        grown = contents(db)
        catch_up(db, store, "duel", models, anew=True)
        return grown, contents(db)


@settings(max_examples=25, deadline=None)
@given(cuts=st.sets(st.integers(0, 25), max_size=8), batch=st.integers(1, 30))
def test_a_rebuild_equals_work_done_bit_by_bit(game: tuple[Event, ...], cuts: set[int], batch: int) -> None:
    grown, rebuilt = followed(game, cuts, batch)
    assert grown == rebuilt
    assert len(grown["audit_log"]) == len(game)


def test_every_event_of_the_game_is_in_the_log_as_a_sentence(game: tuple[Event, ...]) -> None:
    _, rows = followed(game, set(), 500)
    log = sorted(rows["audit_log"], key=itemgetter("version"))
    assert (log[5]["unit"], log[5]["turn"], log[5]["segment"]) == ("Fearless", 1, 1)
    assert log[5]["sentence"] == "Fearless's future marker goes to 3,-3 alt +4: this segment's move is 1A."
    assert log[20]["sentence"] == "1.break is over."


def test_a_fork_has_rows_of_its_own_for_what_it_inherits_and_its_parent_keeps_his(game: tuple[Event, ...]) -> None:
    with Database(memory=True) as db:
        models = projections_for("sits")
        with GameStore.open(":memory:") as store:
            store.append("duel", game, after=-1)
            forked = GameForked(turn=1, segment=2, branch="other", parent="duel", at_version=18, at_digest="0" * 64)
            store.fork("other", "duel", 18, [forked])
            lost = ShipDestroyed(ship="Fearless", cause=Coded("exploded"))
            store.append("other", [lost, SegmentClosed(turn=1, segment=2)], after=19)
            for stream in ("other", "duel"):
                catch_up(db, store, stream, models)
        games = {row["stream"]: row for row in db.table("games").rows}
        assert (games["other"]["parent"], games["other"]["at_version"], games["other"]["version"]) == ("duel", 18, 21)
        assert (games["other"]["turn"], games["other"]["segment"], games["duel"]["turn"]) == (1, 3, 1)
        opened = {(row["turn"], row["segment"], row["ship"]) for row in contents(db, "other")["sits_map"]}
        assert opened == {
            (1, 1, "Fearless"),
            (1, 1, "Sirius"),
            (1, 2, "Fearless"),
            (1, 2, "Sirius"),
            (1, 3, "Sirius"),
        }
        assert {row["marks"] for row in contents(db, "other")["sits_damage_tracks"] if row["track"] == "ecm"} == {
            ".....",
            "xx...",
        }
        assert len(contents(db)["audit_log"]) == len(game)
