"""Opening the file of read models: every game of a store is brought up to its head first."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from sqlite_utils import Database

from projections.catch_up import catch_up, rebuild
from projections.registry import projections_for
from sits_es.errors import UnreadableError
from sits_es.game.events import GameCreated
from sits_es.rules import system_names
from sits_es.store import GameStore
from sits_es.store.refusals import in_words


def open_read_models(path: Path | str, store: GameStore) -> Database:
    """Open or make the read models of all games in a store, caught up. path: their own file, or ":memory:".

    Rows of games that the store no longer holds are dropped. Raises UnreadableError for a file of another kind and
    for a game whose rule system is not installed.
    """
    with in_words(str(path)):
        db = Database(memory=True) if str(path) == ":memory:" else Database(path)
    try:
        for name in system_names():
            for model in projections_for(name):
                model.start(db)
        streams = [branch.stream for branch in store.streams()]
        for stream in streams:
            catch_up(db, store, stream, projections_for(system_of(store, stream)))
        for row in list(db.table("games").rows):
            if row["stream"] not in streams:
                rebuild(db, store, row["stream"], projections_for(row["system"]))
    except sqlite3.DatabaseError as fault:
        db.close()
        if not isinstance(fault, sqlite3.OperationalError) or "malformed" in str(fault):
            raise UnreadableError(
                f"{path} cannot be read: {fault}. Delete it: it holds nothing but what is worked out from the games."
            ) from fault
        with in_words(str(path)):
            raise
    except BaseException:
        db.close()
        raise
    return db


def system_of(store: GameStore, stream: str) -> str:
    """The rule system of a game, by its first event. Raises UnreadableError for a record that begins otherwise."""
    first = next((recorded.event for recorded in store.read(stream, upto=0)), None)
    if not isinstance(first, GameCreated):
        raise UnreadableError(f"The record of {stream} does not begin with a game's creation.")
    return first.system
