"""Read models of one game as they stood after any event: from their file where it has them, or worked out in memory."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from projections.catch_up import BATCH, Bookmarks, events_of
from projections.database import MISREAD, Database
from projections.model import ReadModel
from projections.read_models import own_models
from sits_es.store import GameStore

#: Rows by table.
ByTable = dict[str, list[dict[str, Any]]]


def rows_as_of(store: GameStore, stream: str, system: str, version: int, path: Path | None = None) -> ByTable:
    """The rows that hold after an event, by table, for the read models that are the rule system's own.

    version: of the event, inherited ones included; path: of the file of read models. It is looked into, not brought up
    to date. The column `stream` is left out: all rows are of this branch.
    """
    if path is not None and path.exists():
        try:
            with Database(path.absolute()) as db:  # a relative name may read as a URI
                if (rows := _kept(db, store, stream, system, version)) is not None:
                    return rows
        except MISREAD:
            # the file only saves time: without it everything is worked out
            pass
    return _worked_out(store, stream, system, version)


def _kept(db: Database, store: GameStore, stream: str, system: str, version: int) -> ByTable | None:
    """The rows that the file holds, if they are those of this event and this is the last."""
    models = own_models(system)
    # bookmarks and rows of one moment: somebody may be writing
    with db.atomic():
        stands, head = Bookmarks(db).of(models, stream), store.head(stream)
        if head.version != version or any(position != head[1:] for position in stands):
            return None
        return {model.name: [_without_stream(row) for row in model.holding(db, stream)] for model in models}


def _worked_out(store: GameStore, stream: str, system: str, version: int) -> ByTable:
    models = own_models(system)
    with worked_out(store, stream, models, version) as db:
        return {model.name: [_without_stream(row) for row in model.holding(db, stream)] for model in models}


def worked_out(store: GameStore, stream: str, models: Sequence[ReadModel], version: int) -> Database:
    """A file in memory with the rows of some read models up to an event, from the first one on.

    Raises UnreadableError as reading the store does.
    """
    db = Database(memory=True)
    try:
        for model in models:
            model.start(db)
        after = -1
        while after < version:
            batch = events_of(store, stream, after=after, upto=min(after + BATCH, version))
            for model in models:
                model.apply(batch, db)
            after = batch[-1].version
    except BaseException:
        db.close()
        raise
    return db


def _without_stream(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != "stream"}
