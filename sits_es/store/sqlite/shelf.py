"""A player's shelf: names of their own for games, and games put aside. It is not on record, and may be missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from msgspec import Struct, field

from sits_es.disk import private_file
from sits_es.store.sqlite.faults import in_words

#: The file in a player's folder.
FILE: Final = "list.db"
#: Seconds to wait for another program that writes in it.
_WAIT: Final = 5.0
_WORDS: Final = (
    "a list of games",
    "Delete the file: it holds only your names for games and the list of archived games.",
)
_TABLE: Final = """
CREATE TABLE IF NOT EXISTS shelf (
    stream TEXT PRIMARY KEY NOT NULL, name TEXT, aside INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID"""
_SET: Final = (
    "INSERT INTO shelf (stream, {column}) VALUES (?, ?) ON CONFLICT (stream) DO UPDATE SET {column} = excluded.{column}"
)


class Shelf(Struct, frozen=True, kw_only=True):
    """The shelf as it stands. names: what games are called here, by stream; aside: streams that are put aside."""

    names: Mapping[str, str] = field(default_factory=dict)
    aside: frozenset[str] = frozenset()

    def hidden(self, forks: Iterable[tuple[str, str]]) -> frozenset[str]:
        """What is put aside, each with the branches that leave it. forks: branch and parent, as they were opened."""
        found = set(self.aside)
        if found:
            found.update(child for child, parent in forks if parent in found or child in found)
        return frozenset(found)


def read_shelf(folder: Path) -> Shelf:
    """The shelf of a folder. Raises UnreadableError for a file that is not one."""
    path = folder / FILE
    if not path.is_file():
        return Shelf()
    # it is opened for writing: what a program was stopped in is taken back, where that is allowed
    address = f"{path.absolute().as_uri()}?mode=rw"
    with in_words(str(path), *_WORDS), closing(sqlite3.connect(address, uri=True, timeout=_WAIT)) as db:
        if db.execute("SELECT 1 FROM sqlite_master WHERE name = 'shelf'").fetchone() is None:
            return Shelf()  # a program that was killed while it made the file
        rows = db.execute("SELECT stream, name, aside FROM shelf ORDER BY stream").fetchall()
    names = {stream: name for stream, name, _ in rows if name is not None}
    return Shelf(names=names, aside=frozenset(stream for stream, _, aside in rows if aside))


def put_aside(folder: Path, stream: str, *, away: bool = True) -> None:
    """Put a game aside, or take it out again. Raises as `read_shelf`, and NotNowError if it cannot be written."""
    _write(folder, _SET.format(column="aside"), stream, int(away))


def call(folder: Path, stream: str, name: str | None) -> None:
    """Call a game so here, None: as it is on record. Raises as `put_aside`."""
    _write(folder, _SET.format(column="name"), stream, name)


def drop(folder: Path, stream: str) -> None:
    """Forget what was said of a game that is no more. Raises as `put_aside`."""
    if (folder / FILE).is_file():
        _write(folder, "DELETE FROM shelf WHERE stream = ?", stream)


def _write(folder: Path, statement: str, *values: str | int | None) -> None:
    path = folder / FILE
    private_file(path)
    with in_words(str(path), *_WORDS), closing(sqlite3.connect(path.absolute(), timeout=_WAIT)) as db, db:
        # a commit is over once no power cut can bring its journal back
        db.execute("PRAGMA synchronous=EXTRA")
        db.execute(_TABLE)
        db.execute(statement, values)
