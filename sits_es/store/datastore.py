"""The SQLite file: how it is opened, and transactions that hold the write lock from their first statement."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
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
    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteCursor]:
        kind = _WriteTransaction if commit else SQLiteTransaction
        with kind(self, commit=commit) as wrapped, wrapped as cursor:
            # SQLite's own cursor: it does all that the library's wrapper does, and its methods chain
            yield cast("SQLiteCursor", cursor)


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
            connection.row_factory = sqlite3.Row
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
        except sqlite3.OperationalError:
            if time.monotonic() > until:
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
