"""A store's SQLite file with its connections and transactions in it.

Readers change nothing; writers hold the write lock from their first statement.
A new store's file is made by its first writer, as is an index or trigger that somebody dropped; till then an empty
store in memory is read in its place.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Condition, get_ident
from typing import TYPE_CHECKING, Final

from sits_es.disk import is_blank, private_file
from sits_es.errors import UnreadableError
from sits_es.store.sqlite.faults import TROUBLES, damaged, in_words, is_busy, is_full, is_shut
from sits_es.store.sqlite.schema import APPLICATION, SCHEMA_VERSION, TABLES, complete, objects_in, text_of
from sits_es.store.sqlite.statements import WITH_MARKS, SQLiteStatements

if TYPE_CHECKING:
    from eventsourcing.persistence import ApplicationRecorder

#: Seconds between two looks at whether another program has written.
_LOOK = 0.2
#: Connections that a file may have at the same time.
MOST: Final = 15


class ClosedError(RuntimeError):
    """A store is used that is closed, or is being closed."""


class Connections:
    """The connections to one file, or the only one to a store in memory. A transaction has one to itself.

    wait: seconds for another program's write. looking: the file is only looked at: then no file is made, here or beside
    it, and nothing in any is changed. is_complete: whether somebody has written here, so that nothing is lacking.
    Closing waits for threads that use theirs, and gives out no more: SQLite would read memory that is not its own.
    """

    def __init__(self, name: str, *, wait: int, looking: bool) -> None:
        self.name = name
        self.wait = wait
        self.in_memory = name == ":memory:"
        self.is_complete = False
        #: Whether the file is not made yet.
        self.is_new = not self.in_memory
        #: Why the file can only be read, where that is so.
        self.shut_by: sqlite3.OperationalError | None = None
        self.closing = False
        #: Seconds to wait for a connection, and at closing for those that are in use.
        self.patience = wait * 2.0
        self.idle: list[sqlite3.Connection] = []
        #: Those in use, each with the thread that has it.
        self.used: dict[sqlite3.Connection, int] = {}
        #: Those of them that read an empty store in place of a file that is not made yet.
        self._blank: set[sqlite3.Connection] = set()
        self._looking = looking
        self._changed = Condition()

    def take(self, *, commit: bool) -> sqlite3.Connection:
        """A connection. Raises ClosedError from the moment on that somebody wants to close."""
        most = 1 if self.in_memory else MOST
        with self._changed:
            free = self._changed.wait_for(lambda: self.closing or len(self.used) < most, self.patience)
            if self.closing:
                raise ClosedError(self.name)
            if not free:
                raise TimeoutError(f"No connection to {self.name} became free within {self.patience:g} seconds.")
            self.is_new = self.is_new and self._is_blank()
            if self.is_new and not commit:
                connection = self._connect(":memory:")
                complete(connection.cursor())
                self._blank.add(connection)
            else:
                connection = self.idle.pop() if self.idle else self.opened()
            self.used[connection] = get_ident()
            return connection

    def _is_blank(self) -> bool:
        """Whether there is no file yet, or its first writer is still making the tables."""
        if is_blank(Path(self.name)):
            return True
        if not self.idle:
            self.idle.append(self.opened())
        asked = (self.idle[-1].execute(f"PRAGMA {name}").fetchone()[0] for name in ("schema_version", "application_id"))
        return not any(asked)

    def give_back(self, connection: sqlite3.Connection) -> None:
        """Take a connection back, and close it where all are to be closed."""
        with self._changed:
            del self.used[connection]
            if connection in self._blank:
                self._blank.remove(connection)
                connection.close()
            else:
                self.idle.append(connection)
            if self.closing:
                self.shut()
            self._changed.notify_all()

    def shut(self) -> None:
        """Give out no more connections, and close those that nobody uses."""
        with self._changed:
            self.closing = True
            while self.idle:
                self.idle.pop().close()
            self._changed.notify_all()

    def close(self) -> None:
        """Close every connection once no other thread uses it; one that is kept too long, as soon as it comes back."""
        with self._changed:
            self.shut()
            self._changed.wait_for(lambda: {*self.used.values()} <= {get_ident()}, self.patience)

    def begin(self, connection: sqlite3.Connection, *, commit: bool) -> SQLiteStatements:
        """Begin a transaction: one that reads and changes nothing, or one that takes the write lock at once.

        A plain BEGIN that reads first and writes later fails with "database is locked" as soon as somebody else wrote
        in between, however long it is told to wait.
        """
        cursor = connection.cursor(SQLiteStatements)
        if not commit:
            return cursor.execute("BEGIN")
        if self.shut_by is not None:
            raise self.shut_by
        if not (self.is_complete or self.in_memory):
            _write_ahead(connection, self.wait)
        cursor.execute("BEGIN IMMEDIATE")
        if not self.is_complete:
            complete(cursor)
        return cursor

    def opened(self) -> sqlite3.Connection:
        """A new connection to the file, which is made where there is none."""
        try:
            if self._looking:
                return self._connect(_looked_at(self.name))
            if not self.in_memory:
                private_file(Path(self.name))
            return self._connect(self.name)
        except sqlite3.OperationalError as fault:
            if not (is_shut(fault) or is_full(fault)) or not _is_archive(Path(self.name)):
                raise
            # not even the files beside a write-ahead log can be made there, so nobody writes to it
            self.shut_by = fault
            return self._connect(f"{Path(self.name).as_uri()}?immutable=1")

    def _connect(self, name: str) -> sqlite3.Connection:
        # autocommit mode: transactions are begun by hand, above
        connection = sqlite3.connect(name, uri=True, check_same_thread=False, isolation_level=None, timeout=self.wait)
        connection.text_factory = WITH_MARKS
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


class Datastore:
    """One game store's file with its connections; text ids. wait, looking: see `Connections`."""

    #: It is in the player's own folder, which needs no name.
    place = ""

    def __init__(self, db_name: str, *, wait: int = 5, looking: bool = False) -> None:
        self.connections = Connections(db_name, wait=wait, looking=looking)

    def close(self) -> None:
        """Close its connections, once no other thread uses them any more."""
        self.connections.close()

    def __del__(self) -> None:
        # a connection that is still used keeps the others, and goes back there
        self.connections.shut()

    @contextmanager
    def transaction(self, *, commit: bool) -> Iterator[SQLiteStatements]:
        """A transaction. A writer holds the write lock from the start, and takes all back at an error."""
        connections = self.connections
        connection = connections.take(commit=commit)
        try:
            yield connections.begin(connection, commit=commit)
            if commit:
                connection.commit()
                connections.is_complete = True
        finally:
            # after a commit that worked nothing is open any more
            connection.rollback()
            connections.give_back(connection)

    @contextmanager
    def work(self, *, commit: bool) -> Iterator[SQLiteStatements]:
        """A transaction for one `with` block: the cursor to work with, its rows plain tuples, its troubles in words."""
        with in_words(self.connections.name), self.transaction(commit=commit) as cursor:
            yield cursor

    def recorder(self) -> ApplicationRecorder:
        """See `Log`."""
        from sits_es.store.sqlite.recorder import GameRecorder

        return GameRecorder(self)

    def make_tables(self) -> None:
        """Make the tables of a new store. Raises UnreadableError for a store of another layout, or no store."""
        with self.work(commit=False) as cursor:
            version, whose = (
                cursor.execute(f"PRAGMA {name}").fetchone()[0] for name in ("user_version", "application_id")
            )
            present = objects_in(cursor)
        name = self.connections.name
        if whose != APPLICATION and (present or whose):
            raise UnreadableError(f"{name} is another program's database, not a game store.")
        if version > SCHEMA_VERSION:
            raise UnreadableError(
                f"The game store has layout {version}, but this program knows layouts up to {SCHEMA_VERSION}. "
                "Open the store with a newer release."
            )
        if not present:
            with self.work(commit=True):
                pass
        for table in TABLES if present else ():
            if table not in present:
                raise UnreadableError(damaged(name, f"it lacks the table {table}"))
            if present[table] != text_of(table):
                raise UnreadableError(damaged(name, f"the columns of its table {table} differ from this program's"))

    def changes(self) -> Generator[bool, float, None]:
        """See `Log`. SQLite tells nobody; it is asked for the number that every commit of another program changes."""
        name = self.connections.name
        with ExitStack() as opened:
            asked: sqlite3.Connection | None = None
            known, seconds = -1, 0.0
            while True:
                until = time.monotonic() + seconds
                while True:
                    with in_words(name):
                        if asked is None and not is_blank(Path(name)):
                            asked = opened.enter_context(closing(self.connections.opened()))
                        number = 0 if asked is None else asked.execute("PRAGMA data_version").fetchone()[0]
                    if number != known or time.monotonic() >= until:
                        break
                    time.sleep(_LOOK)
                seconds = yield number != known
                known = number
