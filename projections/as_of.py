"""Read models of one game as they stood after any event, worked out in memory."""

from __future__ import annotations

from typing import Any

from sqlite_utils import Database

from projections.catch_up import BATCH
from projections.registry import own_models
from sits_es.store import GameStore


def rows_as_of(store: GameStore, stream: str, system: str, version: int) -> dict[str, list[dict[str, Any]]]:
    """The rows that hold after an event, by table, for the read models that are the rule system's own.

    version: of the event, inherited ones included. The column `stream` is left out: all rows are of this branch.
    """
    with Database(memory=True) as db:
        models = own_models(system)
        for model in models:
            model.start(db)
        after = -1
        while after < version:
            batch = list(store.read(stream, after=after, upto=min(after + BATCH, version)))
            for model in models:
                model.apply([recorded._replace(stream=stream) for recorded in batch], db)
            after = batch[-1].version
        return {model.name: [_without_stream(row) for row in model.holding(db, stream)] for model in models}


def _without_stream(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "stream"}
