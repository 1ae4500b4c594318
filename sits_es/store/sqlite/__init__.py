"""The log's side in SQLite: one file, which any number of programs on one machine may use at the same time."""

from __future__ import annotations

from pathlib import Path

from sits_es.store.application import GameApplication
from sits_es.store.codec import Codec
from sits_es.store.sqlite.faults import in_words

__all__ = ["opened"]


def opened(path: Path | str, codec: Codec, *, wait: int, looking: bool = False) -> GameApplication:
    """Open or make a file, or one in memory; see `GameStore.open`. wait: seconds for another program's write."""
    name = ":memory:" if str(path) == ":memory:" else str(Path(path).absolute())
    with in_words(name):
        return GameApplication(
            {
                "PERSISTENCE_MODULE": "sits_es.store.sqlite.datastore:GameFactory",
                "SQLITE_DBNAME": name,
                "SQLITE_LOCK_TIMEOUT": str(wait),
                **({"SQLITE_LOOKING": "yes"} if looking else {}),
            },
            codec,
        )
