"""Read models of a game that grew bit by bit, beside those of a rebuild at its end."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlite_utils import Database

from projections.catch_up import catch_up, rebuild
from projections.model import ReadModel
from projections.read_models import projections_for
from sits_es.events import Event
from sits_es.store import GameStore

Contents = dict[str, list[dict[str, Any]]]


def contents(db: Database, models: Sequence[ReadModel]) -> Contents:
    """Every row of every read model; the search index goes with its table."""
    names = [name for model in models for name in model.tables if not name.endswith("_fts")]
    return {name: sorted(db.table(name).rows, key=str) for name in names}


def grown_and_rebuilt(
    system: str, name: str, game: Sequence[Event], cuts: Collection[int], batch: int
) -> tuple[Contents, Contents]:
    """The read models of a game that was looked at after the events at the cuts, and of a rebuild at its end."""
    models = projections_for(system)
    with GameStore.open(":memory:") as store, Database(memory=True) as db:
        after = -1
        for end in [*sorted(cuts), len(game) - 1]:
            if end > after:
                store.append(name, game[after + 1 : end + 1], after=after, recorded_at="2024-05-01T12:00:00Z")
                after = end
            catch_up(db, store, name, models, batch=batch)
        grown = contents(db, models)
        rebuild(db, store, name, models)
        return grown, contents(db, models)
