"""Opening the file of read models: what has happened in the games of a store since it was last open goes in first."""

from __future__ import annotations

import sqlite3
from contextlib import suppress
from pathlib import Path

from projections.bookmarks import Bookmarks
from projections.catch_up import catch_up
from projections.database import Database
from projections.registry import projections_for
from sits_es.errors import UnreadableError
from sits_es.game.events import GameCreated
from sits_es.store import GameStore, Head
from sits_es.store.refusals import in_words


def open_read_models(
    path: Path | str, store: GameStore, only: str | None = None, system: str | None = None
) -> Database:
    """Open or make the read models of a store's games, caught up. Use it in a `with` block, or close it.

    path: their own file, or ":memory:"; only: the one game to catch up, all by default; system: its rule system, where
    that is known. Where nothing has happened
    nothing is written; where nothing can be written, rows are worked out in memory. Rows of games that the store no
    longer holds are dropped. Raises UnreadableError for a file of another kind and for a game whose rule system is not
    installed.
    """
    try:
        return _opened(path, store, only, system)
    except sqlite3.DatabaseError as fault:
        text = str(fault)
        if not isinstance(fault, sqlite3.OperationalError) or "malformed" in text:
            raise UnreadableError(
                f"{path} cannot be read: {text}. Delete it: it holds nothing but what is worked out from the games."
            ) from fault
        if "readonly" in text or "unable to open" in text:
            return _opened(":memory:", store, only, system)
        with in_words(str(path)):
            raise


def _opened(path: Path | str, store: GameStore, only: str | None, known: str | None) -> Database:
    db = Database(memory=True) if str(path) == ":memory:" else Database(path)
    try:
        _write_ahead(db)
        for stream in _lagging(db, store) if only is None else [only]:
            system = known or _system_held(db, store, stream)
            if system is not None:
                catch_up(db, store, stream, projections_for(system))
    except BaseException:
        db.close()
        raise
    return db


def _write_ahead(db: Database) -> None:
    """Let others read while one writes; no commit waits for the disk, since all can be worked out again."""
    # a program that is not allowed to change the file reads it as it is
    with suppress(sqlite3.OperationalError):
        db.enable_wal()
    db.execute("PRAGMA synchronous=NORMAL")


def _lagging(db: Database, store: GameStore) -> list[str]:
    """Streams whose rows are not those of their head: all heads are compared with all bookmarks; nothing is read."""
    systems = {row["stream"]: row["system"] for row in db.table("games").rows_where(select="stream, system")}
    # bookmarks first, for the same reason as in catching up
    standing, heads = Bookmarks(db).all(), store.heads()
    of_system: dict[str | None, list[Head]] = {}
    for stream, head in heads.items():
        of_system.setdefault(systems.get(stream), []).append(head)
    lagging = [head.stream for head in of_system.pop(None, ())]
    for system, ends in of_system.items():
        lagging += standing.lagging(projections_for(str(system)), ends)
    return lagging + [stream for stream in systems if stream not in heads]


def _system_held(db: Database, store: GameStore, stream: str) -> str | None:
    """The rule system of a game, of one that is gone from the store by its row; None for one that never was."""
    if store.head(stream).version >= 0:
        return system_of(store, stream)
    row = next(db.table("games").rows_where("stream = ?", [stream], select="system"), None)
    return None if row is None else str(row["system"])


def system_of(store: GameStore, stream: str) -> str:
    """The rule system of a game, by its first event. Raises UnreadableError for a record that begins in another way."""
    first = next((recorded.event for recorded in store.read(stream, upto=0)), None)
    if not isinstance(first, GameCreated):
        raise UnreadableError(f"The record of {stream} does not begin with a game's creation.")
    return first.system
