"""The store's file with its connections, and transactions in it."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator
from contextlib import closing
from types import TracebackType
from typing import cast

from eventsourcing.sqlite import SQLITE3_DEFAULT_LOCK_TIMEOUT, SQLiteDatastore

from sits_es.errors import UnreadableError
from sits_es.store.sqlite.faults import damaged, in_words
from sits_es.store.sqlite.pool import Connections, GameConnection
from sits_es.store.sqlite.schema import APPLICATION, SCHEMA_VERSION, TABLES, objects_in
from sits_es.store.sqlite.statements import SQLiteStatements

#: Seconds between two looks at whether another program has written.
_LOOK = 0.2
#: The version of SQLite that does the work.
SQLITE_VERSION = sqlite3.sqlite_version


class Work:
    """One transaction in one `with` block, in fewer steps than the library's six nested ones: reads are short.

    A writer holds the write lock from the start. It commits at the end of the block, and takes all back at an error.
    """

    __slots__ = ("_commit", "_connection", "_pool")

    def __init__(self, pool: Connections, *, commit: bool) -> None:
        self._pool = pool
        self._commit = commit

    def __enter__(self) -> SQLiteStatements:
        self._connection = cast("GameConnection", self._pool.get_connection(is_writer=self._commit))
        try:
            with in_words(self._pool.db_name):
                return self._connection.begin(commit=self._commit)
        except BaseException:
            self._pool.put_connection(self._connection)
            raise

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        try:
            if fault is None and self._commit:
                with in_words(self._pool.db_name):
                    self._connection.commit()
            elif isinstance(fault, sqlite3.Error):
                with in_words(self._pool.db_name):
                    raise fault
        finally:
            # after a commit that worked nothing is open any more
            self._connection.raw.rollback()
            self._pool.put_connection(self._connection)


class Datastore(SQLiteDatastore):
    """One game store's file with its connections; text ids. In memory there is one connection only.

    wait: seconds to wait for another program's write, 1 up.
    """

    #: It is in the player's own folder, which needs no name.
    place = ""

    def __init__(self, db_name: str, *, wait: int = SQLITE3_DEFAULT_LOCK_TIMEOUT) -> None:
        super().__init__(db_name, lock_timeout=wait, originator_id_type="text")
        self.pool.close()
        alone = Connections.detect_memory_mode(db_name)
        self.pool: Connections = Connections(
            db_name=db_name,
            lock_timeout=wait,
            pool_size=1 if alone else 5,
            max_overflow=0 if alone else 10,
            pool_timeout=float(wait) * 2,
        )

    def __del__(self) -> None:
        # a connection that is still used keeps its pool, and goes back there
        self.pool.shut()

    def make_tables(self) -> None:
        """Make the tables of a new store; one that exists is only read, and what it lacks its next writer makes.

        Raises UnreadableError for a store of a later release or a file of another kind.
        """
        with self.work(commit=False) as cursor:
            version, whose = (
                cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id")
            )
            present = objects_in(cursor)
        name = self.pool.db_name
        if whose not in (0, APPLICATION):
            raise UnreadableError(f"{name} is a database of another program, and no game store.")
        if version > SCHEMA_VERSION:
            raise UnreadableError(
                f"The game store has the layout {version}, and this program knows layouts up to {SCHEMA_VERSION}. "
                "Open it with a newer release."
            )
        if not present:
            with self.work(commit=True):
                pass
        elif lacking := sorted(TABLES - present):
            raise UnreadableError(damaged(name, f"it lacks the table {lacking[0]}"))

    def changes(self) -> Generator[bool, float, None]:
        """See `Log`. SQLite tells nobody; it is asked for the number that every commit of another program changes."""
        with closing(sqlite3.connect(self.pool.db_name)) as connection:
            known, seconds = None, 0.0
            while True:
                until = time.monotonic() + seconds
                while True:
                    with in_words(self.pool.db_name):
                        number = connection.execute("PRAGMA data_version").fetchone()[0]
                    if number != known or time.monotonic() >= until:
                        break
                    time.sleep(_LOOK)
                seconds = yield number != known
                known = number

    def work(self, *, commit: bool) -> Work:
        """A transaction for one `with` block: the cursor to work with, its rows plain tuples, its troubles in words."""
        return Work(self.pool, commit=commit)
