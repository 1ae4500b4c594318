"""The SQLite file: how it is opened, and transactions that hold the write lock from their first statement."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
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

from sits_es.store.refusals import in_words

#: The version of SQLite that does the work.
SQLITE_VERSION = sqlite3.sqlite_version


class _WriteTransaction(SQLiteTransaction):
    """A transaction that takes the write lock at once.

    A plain BEGIN that reads first and writes later fails with "database is locked" as soon as somebody else wrote
    in between, however long it is told to wait.
    """

    def __enter__(self) -> SQLiteCursor:
        cursor = self.connection.cursor()
        try:
            cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as fault:
            raise OperationalError(fault) from fault
        return cursor


class _Connection(SQLiteConnection):
    @property
    def raw(self) -> sqlite3.Connection:
        """SQLite's own connection; its cursors give plain tuples."""
        return self._sqlite_conn

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
                return self._connection.raw.execute("BEGIN IMMEDIATE" if self._commit else "BEGIN")
        except BaseException:
            self._pool.put_connection(self._connection)
            raise

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, _: TracebackType | None) -> None:
        try:
            if fault is None and self._commit:
                with in_words(self._pool.db_name):
                    self._connection.raw.commit()
            elif isinstance(fault, sqlite3.Error):
                with in_words(self._pool.db_name):
                    raise fault
        finally:
            # after a commit that worked nothing is open any more
            self._connection.raw.rollback()
            self._pool.put_connection(self._connection)


class _Pool(SQLiteConnectionPool):
    def _create_connection(self) -> SQLiteConnection:
        wait = self.lock_timeout or SQLITE3_DEFAULT_LOCK_TIMEOUT
        try:
            # autocommit mode: transactions are begun by hand, above
            connection = sqlite3.connect(
                self.db_name, uri=True, check_same_thread=False, isolation_level=None, timeout=wait
            )
        except sqlite3.Error as fault:
            raise InterfaceError(fault) from fault
        try:
            if not self.is_sqlite_memory_mode:
                _write_ahead(connection, wait)
            # a commit is on the disk before anybody is told of it: a killed program loses nothing
            connection.execute("PRAGMA synchronous=FULL")
        except sqlite3.Error:
            connection.close()
            raise
        return _Connection(connection, max_age=self.max_age)


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

    def work(self, *, commit: bool) -> Work:
        """A transaction for one `with` block: the cursor to work with, its rows plain tuples, its troubles in words."""
        return Work(self.pool, commit=commit)
