"""A player's shelf: names of their own for games, and games put aside. It is not on record, and may be missing."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from attrs import field, frozen

from sits_es.store.sqlite.faults import in_words

#: The file in a player's folder.
FILE: Final = "list.db"
#: Seconds to wait for another program that writes in it.
_WAIT: Final = 5.0
_WORDS: Final = ("a list of games", "Delete it: it holds nothing but names of your own and what is put aside.")
_TABLES: Final = (
    "CREATE TABLE IF NOT EXISTS called (stream TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS aside (stream TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID",
)


@frozen(kw_only=True)
class Shelf:
    """The shelf as it stands. names: what games are called here, by stream; aside: streams that are put aside."""

    names: Mapping[str, str] = field(factory=dict)
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
    address = f"{path.absolute().as_uri()}?mode=ro"
    with in_words(str(path), *_WORDS), closing(sqlite3.connect(address, uri=True, timeout=_WAIT)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if not {"called", "aside"} <= tables:
            return Shelf()  # a program that was killed while it made the file
        names = dict(db.execute("SELECT stream, name FROM called ORDER BY stream"))
        return Shelf(names=names, aside=frozenset(name for (name,) in db.execute("SELECT stream FROM aside")))


def put_aside(folder: Path, stream: str, *, away: bool = True) -> None:
    """Put a game aside, or take it out again. Raises as `read_shelf`, and NotNowError where it cannot be written."""
    with _writing(folder) as db:
        if away:
            db.execute("INSERT OR IGNORE INTO aside VALUES (?)", (stream,))
        else:
            db.execute("DELETE FROM aside WHERE stream = ?", (stream,))


def call(folder: Path, stream: str, name: str | None, known: Sequence[str]) -> None:
    """Call a game so here, None: as it is on record. known: streams that there are. Raises as `put_aside`."""
    with _writing(folder) as db:
        # one that is no more holds no name
        gone = [each for (each,) in db.execute("SELECT stream FROM called").fetchall() if each not in known]
        db.executemany("DELETE FROM called WHERE stream = ?", [(each,) for each in [stream, *gone]])
        if name is not None:
            db.execute("INSERT INTO called VALUES (?, ?)", (stream, name))


def drop(folder: Path, stream: str) -> None:
    """Forget what was said of a game that is no more. Raises as `put_aside`."""
    if (folder / FILE).is_file():
        with _writing(folder) as db:
            db.execute("DELETE FROM called WHERE stream = ?", (stream,))
            db.execute("DELETE FROM aside WHERE stream = ?", (stream,))


@contextmanager
def _writing(folder: Path) -> Iterator[sqlite3.Connection]:
    path = folder / FILE
    with (
        in_words(str(path), *_WORDS),
        closing(sqlite3.connect(path, timeout=_WAIT, isolation_level=None)) as db,
    ):
        db.execute("BEGIN IMMEDIATE")
        for statement in _TABLES:
            db.execute(statement)
        yield db
        db.execute("COMMIT")
