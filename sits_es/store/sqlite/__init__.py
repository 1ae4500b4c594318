"""The log's side in SQLite: one file, which any number of programs on one machine may use at the same time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sits_es.store.codec import Codec

if TYPE_CHECKING:
    from sits_es.store.application import GameApplication

__all__ = ["opened"]


def opened(path: Path | str, codec: Codec, *, wait: int, looking: bool) -> GameApplication:
    """Open or make a file, or one in memory; see `GameStore.open`."""
    from sits_es.store.application import GameApplication
    from sits_es.store.sqlite.datastore import Datastore, GameRecorder
    from sits_es.store.sqlite.faults import in_words

    name = ":memory:" if str(path) == ":memory:" else str(Path(path).absolute())
    with in_words(name):
        datastore = Datastore(name, wait=wait, looking=looking)
        datastore.make_tables()
        return GameApplication(datastore, GameRecorder(datastore), codec)
