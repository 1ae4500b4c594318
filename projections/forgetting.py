"""Read models without a game that its player deleted: nothing in them says that it was ever there."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from projections.bookmarks import DOUBTED, Bookmarks
from projections.catch_up import writing
from projections.database import MISREAD, Database
from projections.opening import refused
from projections.registry import projections_for
from sits_es.rules import system_names
from sits_es.store.sqlite.tracking import Positions


def forget_game(path: Path, stream: str) -> None:
    """Drop all rows and positions of a stream, and the doubt about it if there is one; on the disk when it returns.

    Raises as `open_read_models`, with nothing dropped.
    """
    if not path.is_file():
        return
    try:
        with closing(Database(path)) as db:
            db.execute("PRAGMA synchronous=FULL")
            bookmarks = Bookmarks(db)
            with writing(db):
                for system in system_names():
                    for model in projections_for(system):
                        bookmarks.forget(model, stream)
                # those of older versions too: somebody would look for what they stand at
                positions = Positions(db.conn)
                for name in positions.names():
                    if name.split("/", 2)[2] == stream:
                        positions.forget(name)
                if db.table(DOUBTED).exists():
                    db.table(DOUBTED).delete_where("stream = ?", [stream])
    except MISREAD as fault:
        raise refused(path, fault) from fault
