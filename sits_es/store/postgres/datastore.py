"""A store's database on a server with its connections, and transactions in it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, cast

import psycopg
from eventsourcing.postgres import PostgresDatastore
from psycopg import Connection
from psycopg.rows import tuple_row

from sits_es.errors import UnreadableError
from sits_es.store.postgres.address import parts_of, place_of
from sits_es.store.postgres.faults import in_server_words
from sits_es.store.postgres.frontiers import FRONTIERS
from sits_es.store.postgres.schema import MARK, SCHEMA, SERVER_LAYOUT, adding, creating
from sits_es.store.postgres.statements import PostgresStatements

_READ = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
#: Whoever waited for another writer sees what that one wrote, whatever the server's own custom is.
_WRITE = "BEGIN ISOLATION LEVEL READ COMMITTED"
#: A commit is on the disk before anybody is told of it, whatever the server's own custom is.
_SAFE = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"""
#: How text is kept, and the comment on the schema. The catalogue's functions would answer from memory, which is behind
#: where another program made the tables a moment ago.
_MADE = """
SELECT current_setting('server_encoding'), (
    SELECT description FROM pg_namespace JOIN pg_description ON objoid = pg_namespace.oid
    WHERE nspname = 'sits_es' AND classoid = 'pg_namespace'::regclass
)"""
#: Whether this is the owner of the tables, whose rights the functions have.
_OWNED = """
SELECT pg_has_role(current_user, relowner, 'USAGE') FROM pg_class WHERE oid = to_regclass('sits_es.stored_events')"""
#: Seconds to wait for a server that does not answer.
_PATIENCE = 10
#: Held while the tables are made: two programs that find none make them once.
_MAKING = 5_354_952


class ServerDatastore(PostgresDatastore):
    """One game store's database with its connections; text ids. Connections are made when they are first needed.

    url: of the database; wait: seconds to wait for another program's write, 1 up.
    """

    def __init__(self, url: str, *, wait: int = 5) -> None:
        parts = parts_of(url)
        #: Where it is, for people.
        self.place = place_of(url)
        #: Whether frontiers may be read here, and added to; see `make_tables`.
        self._reads = self._adds = False
        own = {name: parts.pop(name, "") for name in ("dbname", "host", "port", "user", "password")}
        super().__init__(
            **own,
            connect_timeout=_PATIENCE,
            idle_in_transaction_session_timeout=60,
            pool_size=1,
            max_overflow=9,
            lock_timeout=wait,
            schema=SCHEMA,
            originator_id_type="text",
        )
        more = {"connect_timeout": _PATIENCE, "application_name": "sits_es"} | parts
        self._connecting = {**cast("dict[str, Any]", self.pool.kwargs), **more}
        self.pool.kwargs = self._connecting

    def register_type_adapters(self) -> None:
        """Nothing to register: rows go in as arrays of their columns, not in a type of their own."""

    def after_connect_func(self) -> Callable[[Connection[Any]], None]:
        """What is done with a new connection."""
        as_the_library_does, wait = super().after_connect_func(), self.lock_timeout

        def after_connect(connection: Connection[Any]) -> None:
            as_the_library_does(connection)
            connection.execute(f"SET lock_timeout = '{int(wait)}s'")
            connection.execute(_SAFE)

        return after_connect

    def make_tables(self) -> None:
        """Make the tables of a new store; one that exists is only looked at, and its owner makes what it lacks.

        Raises UnreadableError for a store of a later release or a database that keeps text in another way.
        """
        # by a connection of its own: what is wrong with it is said at once, and a pool would go on trying
        with in_server_words(self.place), psycopg.connect(**self._connecting | {"row_factory": tuple_row}) as opened:
            if not self._is_made(opened):
                opened.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
                if not self._is_made(opened):
                    self._do(opened, creating())
            there, *rights = self._frontiers(opened)
            if not there and self._is_owned(opened):
                opened.execute("SELECT pg_advisory_xact_lock(%s)", (_MAKING,))
                if not self._frontiers(opened)[0]:
                    self._do(opened, adding("frontiers"))
                _, *rights = self._frontiers(opened)
            self._reads, self._adds = rights[0], all(rights)

    def _do(self, opened: Connection[Any], statements: Sequence[str]) -> None:
        for statement in statements:
            opened.execute(statement.encode())

    def _frontiers(self, opened: Connection[Any]) -> tuple[bool, bool, bool]:
        return opened.execute(FRONTIERS).fetchone() or (False, False, False)

    def _is_owned(self, opened: Connection[Any]) -> bool:
        return opened.execute(_OWNED).fetchone() == (True,)

    def _is_made(self, opened: Connection[Any]) -> bool:
        """Whether the store is there. Raises as above."""
        found = opened.execute(_MADE).fetchone()
        encoding, comment = found or ("", None)
        if encoding != "UTF8":
            raise UnreadableError(
                f"{self.place} keeps text as {encoding}, and a game store needs UTF8. Make another database: "
                "createdb --encoding UTF8 --template template0 NAME"
            )
        if comment is None or not comment.startswith(MARK):
            return False
        layout = comment.removeprefix(MARK)
        if not layout.isdecimal() or int(layout) > SERVER_LAYOUT:
            raise UnreadableError(
                f"The game store has the layout {layout}, and this program knows layouts up to {SERVER_LAYOUT}. "
                "Open it with a newer release."
            )
        return True

    def changes(self) -> Generator[bool, float, None]:
        """See `Log`. The server tells of every commit."""
        with (
            in_server_words(self.place),
            psycopg.connect(**self._connecting | {"row_factory": tuple_row, "autocommit": True}) as listening,
        ):
            listening.execute("LISTEN stored_events")
            seconds = yield True
            while True:
                seconds = yield next(listening.notifies(timeout=seconds, stop_after=1), None) is not None

    def statements(self, connection: Connection[Any]) -> PostgresStatements:
        """What is asked over a connection."""
        cursor = PostgresStatements(connection, row_factory=tuple_row)
        cursor.reads_frontiers, cursor.keeps_frontiers = self._reads, self._adds
        return cursor

    @contextmanager
    def work(self, *, commit: bool) -> Iterator[PostgresStatements]:
        """A transaction for one `with` block: the cursor to work with, its rows plain tuples, its troubles in words."""
        with in_server_words(self.place), self.get_connection() as connection:
            cursor = self.statements(connection)
            cursor.execute(_WRITE if commit else _READ)
            yield cursor
            connection.commit()
