"""Read models of games made by hand: their rows, and those of a game that grew bit by bit beside a rebuild's."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from sqlite_utils import Database

from projections.catch_up import catch_up
from projections.live_rows import LiveRows
from projections.model import ReadModel
from projections.read_models import projections_for
from sits_es.events import Event
from sits_es.store import GameStore, Recorded

Contents = dict[str, list[dict[str, Any]]]


def taken_in(db: Database, model: ReadModel, game: Sequence[Event], name: str = "duel") -> None:
    """Let a file take in a game, for one read model."""
    with GameStore.open(":memory:") as store:
        store.append(name, game, after=-1, recorded_at="2024-05-01T12:00:00Z")
        catch_up(db, store, name, [model])


def rows_of(model: ReadModel, game: Sequence[Event]) -> list[dict[str, Any]]:
    """The rows of a game in their table, in the order of their key, without its name."""
    with Database(memory=True) as db:
        taken_in(db, model, game)
        found = db.table(model.table).rows_where(order_by=", ".join(db.table(model.table).pks))
        return [{name: value for name, value in row.items() if name != "stream"} for row in found]


def held_alike(model: ReadModel, game: Sequence[Event]) -> bool:
    """Whether the rows that hold are the same read from their table and followed fact by fact; there must be some."""
    with Database(memory=True) as db:
        taken_in(db, model, game)
        live = LiveRows([model])
        for version, event in enumerate(game):
            live.take(Recorded("duel", version, event))
        held = [row._asdict() for row in model.holding(db, "duel")]
        return bool(held) and held == live.rows[model.name]


def contents(db: Database, models: Sequence[ReadModel]) -> Contents:
    """Every row of every read model; the search index goes with its table."""
    names = [name for model in models for name in model.tables if not name.endswith("_fts")]
    return {name: sorted(db.query(f"SELECT * FROM {name}"), key=str) for name in names}  # noqa: S608 - names of our own


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
        catch_up(db, store, name, models, anew=True)
        return grown, contents(db, models)
