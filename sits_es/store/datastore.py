"""The SQLite file: readers change nothing; writers hold the write lock from their first statement.

What a store lacks, because it is new or a release before this one wrote it, its first writer makes.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import cast

from eventsourcing.persistence import InterfaceError, OperationalError
from eventsourcing.sqlite import (
    SQLITE3_DEFAULT_LOCK_TIMEOUT,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from sits_es.errors import UnreadableError
from sits_es.store.refusals import in_words
from sits_es.store.schema import SCHEMA_VERSION, TABLES, complete, objects_in


class _WriteTransaction(SQLiteTransaction):
    """The library's transaction, holding the write lock from the start."""

    def __enter__(self) -> SQLiteCursor:
        try:
            return SQLiteCursor(cast("_Connection", self.connection).begin(commit=True))
        except sqlite3.OperationalError as fault:
            raise OperationalError(fault) from fault


class _Connection(SQLiteConnection):
    def __init__(self, connection: sqlite3.Connection, pool: _Pool) -> None:
        super().__init__(connection, max_age=pool.max_age)
        self._pool = pool

    @property
    def raw(self) -> sqlite3.Connection:
        """SQLite's own connection; its cursors give plain tuples."""
        return self._sqlite_conn

    def begin(self, *, commit: bool) -> sqlite3.Cursor:
        """Begin a transaction: one that reads and changes nothing, or one that takes the write lock at once.

        A plain BEGIN that reads first and writes later fails with "database is locked" as soon as somebody else wrote
        in between, however long it is told to wait.
        """
        if not commit:
            return self.raw.execute("BEGIN")
        if self._pool.is_complete:
            return self.raw.execute("BEGIN IMMEDIATE")
        if not self._pool.is_sqlite_memory_mode:
            _write_ahead(self.raw, self._pool.patience)
        cursor = self.raw.execute("BEGIN IMMEDIATE")
        try:
            complete(cursor)
        except BaseException:
            self.raw.rollback()
            raise
        return cursor

    def commit(self) -> None:
        """Commit a write; what its transaction found lacking is there for good."""
        super().commit()
        self._pool.is_complete = True

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        kind = _WriteTransaction if commit else SQLiteTransaction
        with kind(self, commit=commit) as wrapped, wrapped as cursor:
            # SQLite's own cursor: it does all that the library's wrapper does, and its methods chain
            cursor.row_factory = sqlite3.Row
            yield cast("SQLiteCursor", cursor)


class Work:
    """One transaction in one `with` block, in fewer steps than the library's six nested ones: reads are short.

    A writer holds the write lock from the start. It commits at the end of the block, and takes all back at an error.
    """

    __slots__ = ("_commit", "_connection", "_pool")

    def __init__(self, pool: SQLiteConnectionPool, *, commit: bool) -> None:
        self._pool = pool
        self._commit = commit

    def __enter__(self) -> sqlite3.Cursor:
        self._connection = cast("_Connection", self._pool.get_connection(is_writer=self._commit))
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


class _Pool(SQLiteConnectionPool):
    """The connections to one file. is_complete: whether somebody has written here, so that nothing is lacking."""

    is_complete = False

    @property
    def patience(self) -> int:
        """How long to wait for another program's write, in seconds."""
        return self.lock_timeout or SQLITE3_DEFAULT_LOCK_TIMEOUT

    def _create_connection(self) -> SQLiteConnection:
        try:
            return _Connection(self._connect(self.db_name), self)
        except sqlite3.OperationalError as fault:
            shut = "unable to open" in str(fault) or "readonly" in str(fault)
            if not shut or not _is_archive(Path(self.db_name)):
                raise
            # not even the files beside a write-ahead log can be made there, so nobody writes to it
            return _Connection(self._connect(f"{Path(self.db_name).as_uri()}?immutable=1"), self)
        except sqlite3.Error as fault:
            raise InterfaceError(fault) from fault

    def _connect(self, name: str) -> sqlite3.Connection:
        # autocommit mode: transactions are begun by hand, above
        connection = sqlite3.connect(
            name, uri=True, check_same_thread=False, isolation_level=None, timeout=self.patience
        )
        try:
            # a commit is on the disk before anybody is told of it: a killed program loses nothing
            connection.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error:
            connection.close()
            raise
        return connection


def _is_archive(path: Path) -> bool:
    """Whether a file is there with all that was ever written to it, and nothing of it in a write-ahead log still."""
    log = path.with_name(f"{path.name}-wal")
    try:
        return path.is_file() and not (log.exists() and log.stat().st_size)
    except OSError:
        return False


def _write_ahead(connection: sqlite3.Connection, wait: int) -> None:
    """Switch the file to a write-ahead log, once in its life; SQLite does not wait for the lock here, so we do."""
    until = time.monotonic() + wait
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0].lower() != "wal":
                connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            if "locked" not in str(fault) or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


class Datastore(SQLiteDatastore):
    """One game store's file with its connections; text ids. In memory there is one connection only.

    wait: seconds to wait for another program's write, 1 up.
    """

    def __init__(self, db_name: str, *, wait: int = SQLITE3_DEFAULT_LOCK_TIMEOUT) -> None:
        super().__init__(db_name, lock_timeout=wait, originator_id_type="text")
        self.pool.close()
        alone = SQLiteConnectionPool.detect_memory_mode(db_name)
        self.pool = _Pool(
            db_name=db_name,
            lock_timeout=wait,
            pool_size=1 if alone else 5,
            max_overflow=0 if alone else 10,
            pool_timeout=float(wait) * 2,
        )

    def make_tables(self) -> None:
        """Make the tables of a new store; one that exists is only read, and what it lacks its next writer makes.

        Raises UnreadableError for a store of a later release or a file of another kind.
        """
        with self.work(commit=False) as cursor:
            version = cursor.execute("PRAGMA user_version").fetchone()[0]
            present = objects_in(cursor)
        if version > SCHEMA_VERSION:
            raise UnreadableError(
                f"The game store has the layout {version}, and this program knows layouts up to {SCHEMA_VERSION}. "
                "Open it with a newer release."
            )
        if not present >= TABLES:
            with self.work(commit=True):
                pass

    def work(self, *, commit: bool) -> Work:
        """A transaction for one `with` block: the cursor to work with, its rows plain tuples, its troubles in words."""
        return Work(self.pool, commit=commit)
