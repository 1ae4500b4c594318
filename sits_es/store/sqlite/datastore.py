"""A store's SQLite file with its connections, transactions in it, and the library's recorders over it.

Readers change nothing; writers hold the write lock from their first statement.
What a store lacks, because it is new or somebody dropped an index or a trigger, its first writer makes.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from operator import methodcaller
from pathlib import Path
from threading import get_ident
from types import TracebackType
from typing import Any, cast

from eventsourcing.persistence import ConnectionPoolClosedError, InterfaceError, OperationalError, StoredEvent
from eventsourcing.sqlite import (
    SQLITE3_DEFAULT_LOCK_TIMEOUT,
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteTransaction,
)

from sits_es.errors import UnreadableError
from sits_es.store.application import held_tips, write_stored
from sits_es.store.sqlite.faults import TROUBLES, damaged, in_words, is_busy, is_full, is_shut
from sits_es.store.sqlite.schema import APPLICATION, SCHEMA_VERSION, TABLES, complete, objects_in, text_of
from sits_es.store.sqlite.statements import SQLiteStatements

#: Seconds between two looks at whether another program has written.
_LOOK = 0.2


class _Transaction(SQLiteTransaction):
    """The library's transaction, with our cursor. A writer holds the write lock from the start."""

    def __enter__(self) -> SQLiteCursor:
        try:
            cursor = cast("GameConnection", self.connection).begin(commit=self.commit)
        except sqlite3.OperationalError as fault:
            raise OperationalError(fault) from fault
        cursor.row_factory = sqlite3.Row
        return cast("SQLiteCursor", cursor)


class GameConnection(SQLiteConnection):
    """A connection to a game store. Transactions are begun and ended by hand."""

    def __init__(self, connection: sqlite3.Connection, pool: Connections) -> None:
        super().__init__(connection, max_age=pool.max_age)
        self._pool = pool
        #: The thread that uses it, or was the last one to do so.
        self.user = get_ident()

    @property
    def raw(self) -> sqlite3.Connection:
        """SQLite's own connection; its cursors give plain tuples."""
        return self._sqlite_conn

    def begin(self, *, commit: bool) -> SQLiteStatements:
        """Begin a transaction: one that reads and changes nothing, or one that takes the write lock at once.

        A plain BEGIN that reads first and writes later fails with "database is locked" as soon as somebody else wrote
        in between, however long it is told to wait.
        """
        cursor = self.raw.cursor(SQLiteStatements)
        if not commit:
            return cursor.execute("BEGIN")
        if self._pool.shut_by is not None:
            raise self._pool.shut_by
        if self._pool.is_complete:
            return cursor.execute("BEGIN IMMEDIATE")
        if not self._pool.is_sqlite_memory_mode:
            _write_ahead(self.raw, self._pool.wait)
        cursor.execute("BEGIN IMMEDIATE")
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
        """The library's way to a transaction."""
        with _Transaction(self, commit=commit) as cursor:
            yield cursor


class _ClosedMeanwhileError(ConnectionPoolClosedError):
    """A pool was closed while somebody waited for a connection."""


class Connections(SQLiteConnectionPool):
    """The connections to one file, or the only one to a store in memory.

    wait: seconds for another program's write. looking: the file is only looked at: then no file is made, here or beside
    it, and nothing in any is changed. is_complete: whether somebody has written here, so that nothing is lacking.

    The library closes a pool's connections under the hands of the threads that use them, and SQLite then reads memory
    that is no longer its own. Here closing waits for them, and gives out no more.
    """

    is_complete = False
    #: Why the file can only be read, where that is so.
    shut_by: sqlite3.OperationalError | None = None
    _closing = False

    def __init__(self, name: str, *, wait: int, looking: bool) -> None:
        self.wait = wait
        self._looking = looking
        alone = self.detect_memory_mode(name)
        super().__init__(
            db_name=name, pool_size=1 if alone else 5, max_overflow=0 if alone else 10, pool_timeout=wait * 2.0
        )

    @staticmethod
    def detect_memory_mode(db_name: str) -> bool:
        """Whether a store is in memory; a folder may be called anything, such as file:x?mode=memory."""
        return db_name == ":memory:"

    def get_connection(self, timeout: float | None = None, *, is_writer: bool | None = None) -> SQLiteConnection:
        """Issue a connection. Raises ConnectionPoolClosedError from the moment on that somebody wants to close."""
        if self._closing:
            raise ConnectionPoolClosedError
        try:
            return super().get_connection(timeout, is_writer=is_writer)
        except _ClosedMeanwhileError:
            self._let_the_next_in(is_writer=is_writer)
            raise

    def _let_the_next_in(self, *, is_writer: bool | None) -> None:
        """Undo what was noted of somebody who got no connection, so that the next one is told and doesn't wait."""
        if is_writer:
            self._num_writers -= 1
            self._writer_lock.release()
        elif is_writer is False:
            with self._no_readers:
                self._num_readers -= 1
                self._no_readers.notify()

    def _get_connection(self, timeout: float = 0.0) -> SQLiteConnection:
        with self._put_condition:
            if self._closing:
                raise _ClosedMeanwhileError
            connection = super()._get_connection(timeout)
            cast("GameConnection", connection).user = get_ident()
            return connection

    def put_connection(self, conn: SQLiteConnection) -> None:
        """Take a connection back, and close it where all are to be closed."""
        with self._put_condition:
            super().put_connection(conn)
            if self._closing:
                self._close_idle()
                self._put_condition.notify_all()

    def shut(self) -> None:
        """Give out no more connections, and close those that nobody uses."""
        with self._put_condition:
            self._closing = True
            self._put_condition.notify_all()
            self._close_idle()

    def close(self) -> None:
        """Close every connection, once no other thread uses it any more.

        One that is kept too long, or by the very thread that closes the pool, is closed as soon as it comes back.
        """
        with self._put_condition:
            self.shut()
            self._put_condition.wait_for(lambda: not self._used_by_others(), timeout=self.pool_timeout)

    def _used_by_others(self) -> bool:
        return any(cast("GameConnection", each).user != get_ident() for each in self._in_use.values())

    def __del__(self) -> None:
        self.shut()

    def _close_idle(self) -> None:
        while self._pool:
            self._pool.popleft().close()
        self._closed = not self._in_use

    def _create_connection(self) -> SQLiteConnection:
        try:
            return GameConnection(self._connect(_looked_at(self.db_name) if self._looking else self.db_name), self)
        except sqlite3.OperationalError as fault:
            if not (is_shut(fault) or is_full(fault)) or not _is_archive(Path(self.db_name)):
                raise
            # not even the files beside a write-ahead log can be made there, so nobody writes to it
            self.shut_by = fault
            return GameConnection(self._connect(f"{Path(self.db_name).as_uri()}?immutable=1"), self)
        except TROUBLES as fault:
            raise InterfaceError(fault) from fault

    def _connect(self, name: str) -> sqlite3.Connection:
        # autocommit mode: transactions are begun by hand, above
        connection = sqlite3.connect(name, uri=True, check_same_thread=False, isolation_level=None, timeout=self.wait)
        # what is no text is read with marks in its place: then its digest is not that of the event, which names it
        connection.text_factory = methodcaller("decode", "utf-8", "replace")
        try:
            # a commit is on the disk before anybody is told of it: a killed program loses nothing
            connection.execute("PRAGMA synchronous=FULL")
        except TROUBLES:
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


def _looked_at(name: str) -> str:
    """The address by which a file is looked at: by the index of its log where another program has that open."""
    path = Path(name)
    with_index = not _is_archive(path) and path.with_name(f"{path.name}-shm").exists()
    return f"{path.as_uri()}?{'mode=ro' if with_index else 'immutable=1'}"


def _write_ahead(connection: sqlite3.Connection, wait: int) -> None:
    """Switch the file to a write-ahead log, once in its life; SQLite does not wait for the lock here, so we do."""
    until = time.monotonic() + wait
    while True:
        try:
            if connection.execute("PRAGMA journal_mode").fetchone()[0].lower() != "wal":
                connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as fault:
            if not is_busy(fault) or time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return


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
    """One game store's file with its connections; text ids. wait, looking: see `Connections`."""

    #: It is in the player's own folder, which needs no name.
    place = ""

    def __init__(self, db_name: str, *, wait: int = SQLITE3_DEFAULT_LOCK_TIMEOUT, looking: bool = False) -> None:
        super().__init__(db_name, originator_id_type="text")
        self.pool.close()
        self.pool: Connections = Connections(db_name, wait=wait, looking=looking)

    def __del__(self) -> None:
        # a connection that is still used keeps its pool, and goes back there
        self.pool.shut()

    def make_tables(self) -> None:
        """Make the tables of a new store; one that exists is only read.

        Raises UnreadableError for a store of another layout or a file of another kind.
        """
        with self.work(commit=False) as cursor:
            version, whose = (
                cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id")
            )
            present = objects_in(cursor)
        name = self.pool.db_name
        if whose != APPLICATION and (present or whose):
            raise UnreadableError(f"{name} is a database of another program, and no game store.")
        if version > SCHEMA_VERSION:
            raise UnreadableError(
                f"The game store has the layout {version}, and this program knows layouts up to {SCHEMA_VERSION}. "
                "Open it with a newer release."
            )
        if not present:
            with self.work(commit=True):
                pass
        for table in TABLES if present else ():
            if table not in present:
                raise UnreadableError(damaged(name, f"it lacks the table {table}"))
            if present[table] != text_of(table):
                raise UnreadableError(damaged(name, f"its table {table} has other columns than this program's"))

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


class GameRecorder(SQLiteApplicationRecorder):
    """The library's way to events of all streams, each chained to the one before. Streams start at version 0."""

    def _insert_events(self, c: SQLiteCursor, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Insert the library's stored events, in the order given, whatever streams they belong to."""
        log = cast("SQLiteStatements", c)
        ((last_id,),) = log.fetch("SELECT COALESCE(MAX(rowid), 0) FROM stored_events")
        write_stored(log, held_tips(log, stored_events), stored_events)
        return list(range(last_id + 1, last_id + 1 + len(stored_events)))
