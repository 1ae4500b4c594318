"""A store's database on a server with its connections, transactions in it, and the library's recorders over it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, cast

import psycopg
from eventsourcing.persistence import Notification, PersistenceError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import tuple_row

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import one_line
from sits_es.store.application import tips_of, write_stored
from sits_es.store.log import OvertakenError
from sits_es.store.postgres.schema import ALONE, MARK, OBJECTS, SCHEMA, SERVER_LAYOUT, creating
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
#: The first table that is not there, whoever may read it.
_LACKING = """
SELECT name FROM unnest(%s::text[]) AS name WHERE NOT EXISTS (
    SELECT FROM pg_class WHERE relname = name AND relnamespace = 'sits_es'::regnamespace
) LIMIT 1"""
#: Seconds to wait for a server that does not answer.
_PATIENCE = 10


def parts_of(url: str) -> dict[str, Any]:
    """What a URL says, by libpq's own names. Raises UnreadableError for one that libpq can't read."""
    try:
        return conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # libpq's own words would show the password
        raise UnreadableError(
            "The address of the game store's server cannot be read. An address has the form "
            "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %XX for the characters %, /, @, :, ? and # in "
            "its parts."
        ) from None


def place_of(parts: Mapping[str, Any]) -> str:
    """What people are told of where a store is, without the password: user, host, port and database."""
    user, port = parts.get("user"), parts.get("port")
    host = parts.get("host") or parts.get("hostaddr") or "this machine"
    return (
        f"the database {parts.get('dbname') or user or 'of your own name'} on {host}"
        f"{f':{port}' if port else ''}{f' as {user}' if user else ''}"
    )


#: Faults by SQLSTATE, and what is said of them.
_KNOWN: tuple[tuple[frozenset[str], tuple[type[GameError], str]], ...] = (
    (
        # somebody else holds a lock for too long, or two wait for each other
        frozenset({"55P03", "40P01", "40001", "57014", "25P03"}),
        (
            NotNowError,
            "Another program is still writing to the game store. Nothing was written; try again.",
        ),
    ),
    (
        # what the guards say
        frozenset({"23000"}),
        (NotAllowedError, "The server refused that in {place}: {said}. Nothing was written."),
    ),
    (
        frozenset({"23505"}),
        (
            OvertakenError,
            "Somebody else wrote to the same game at the same moment. Nothing was written; look again, then try again.",
        ),
    ),
    (
        # no room on the disk or in memory, or for one more connection
        frozenset({"53000", "53100", "53200", "53300", "53400"}),
        (NotNowError, "The server of the game store in {place} has no room left: {said}. Nothing was written."),
    ),
    (
        # a copy of another server, or one that was told so
        frozenset({"25006"}),
        (NotAllowedError, "The game store in {place} is read-only. Nothing was written."),
    ),
    (
        frozenset({"42501"}),
        (
            NotAllowedError,
            "The server does not allow that in {place}: {said}. Nothing was written.",
        ),
    ),
)
#: Whom the guards name where they refuse what a role may not do.
_OWNER = "the owner of the database"
#: What a store lacks that somebody changed.
_CHANGED = frozenset({"42P01", "42703", "42883", "3F000", "42804", "42P10"})


def server_refusal_of(fault: BaseException, place: str) -> GameError | None:
    """A server's trouble in words, psycopg's or the library's; None for a bug, and what is no database's trouble."""
    cause = fault.__cause__ if isinstance(fault, PersistenceError) else fault
    if not isinstance(cause, psycopg.Error):
        return None
    state, said = cause.sqlstate or "", _said_by(cause)
    known = next((words for states, words in _KNOWN if state in states), None)
    if known is not None:
        kind, words = known
        # our own guards say who lets whom in
        ask = " Ask the owner of the database." if state == "42501" and _OWNER not in said else ""
        return kind(words.format(place=place, said=said) + ask)
    if isinstance(cause, psycopg.DataError | psycopg.IntegrityError) or state in _CHANGED:
        return UnreadableError(f"The game store in {place} was not made by this program: {said}.")
    if isinstance(cause, psycopg.OperationalError):
        return _lost(said, place) if state else _unreachable(said, place)
    return None


def _said_by(cause: psycopg.Error) -> str:
    """The first line of what the server or libpq says; the others guess."""
    return one_line(next(iter(str(cause).strip().splitlines()), type(cause).__name__)).rstrip(".?")


def _unreachable(said: str, place: str) -> GameError:
    """No connection could be made, or one broke."""
    if any(word in said for word in ("password", "authentication", "permission denied", "does not exist")):
        return NotAllowedError(
            f"The server did not let you into {place}: {said}. Check the names and the password in SITS_STORE, or "
            "in the file that PGPASSFILE names."
        )
    return NotNowError(
        f"The game store in {place} cannot be reached: {said}. Check SITS_STORE, and whether the server is running. "
        "If the connection broke during a write, check whether your command was recorded before you repeat it."
    )


def _lost(said: str, place: str) -> GameError:
    return NotNowError(
        f"The server of the game store in {place} closed the connection: {said}. Check whether your command was "
        "recorded before you repeat it."
    )


@contextmanager
def in_server_words(place: str) -> Iterator[None]:
    """Put the server's troubles in words, whichever they are; bugs, and what is none of its, pass through."""
    try:
        yield
    except Exception as fault:
        if (refusal := server_refusal_of(fault, place)) is not None:
            raise refusal from fault
        raise


class ServerDatastore(PostgresDatastore):
    """One game store's database and its connections, made when needed. wait: seconds for another's write, 1 up."""

    def __init__(self, url: str, *, wait: int = 5) -> None:
        parts = parts_of(url)
        #: Where it is, for people.
        self.place = place_of(parts)
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
            # no function or operator of another's making is taken for the server's own
            connection.execute(f"SET lock_timeout = '{int(wait)}s'; SET search_path = pg_catalog, pg_temp")
            connection.execute(_SAFE)

        return after_connect

    def make_tables(self) -> None:
        """Make the tables of a new store. Raises UnreadableError for a later release's, and for text not in UTF-8."""
        # by a connection of its own: what is wrong with it is said at once, and a pool would go on trying
        with in_server_words(self.place), psycopg.connect(**self._connecting | {"row_factory": tuple_row}) as opened:
            if not self._is_made(opened):
                # another program may make them this very moment
                with suppress(psycopg.errors.UniqueViolation, psycopg.errors.DuplicateTable), opened.transaction():
                    for statement in creating():
                        opened.execute(statement.encode())
            tables = [name for name, made_by in OBJECTS.items() if "CREATE TABLE" in made_by]
            if lacking := opened.execute(_LACKING, (tables,)).fetchone():
                raise UnreadableError(f"The game store in {self.place} is damaged: it lacks the table {lacking[0]}.")

    def _is_made(self, opened: Connection[Any]) -> bool:
        """Whether the store is there. Raises as above."""
        found = opened.execute(_MADE).fetchone()
        encoding, comment = found or ("", None)
        if encoding != "UTF8":
            raise UnreadableError(
                f"Text in {self.place} is kept as {encoding}, but a game store needs UTF8. Make another database: "
                "createdb --encoding UTF8 --template template0 NAME"
            )
        if comment is None or not comment.startswith(MARK):
            return False
        layout = comment.removeprefix(MARK)
        if not layout.isdecimal() or int(layout) > SERVER_LAYOUT:
            raise UnreadableError(
                f"The game store has layout {layout}, but this program knows layouts up to {SERVER_LAYOUT}. "
                "Open the store with a newer release."
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
                told = next(listening.notifies(timeout=seconds, stop_after=1), None) is not None
                # many notices are one: whoever floods the channel keeps nobody busy
                deque(listening.notifies(timeout=0), maxlen=0)
                seconds = yield told

    def recorder(self) -> ServerRecorder:
        """See `Log`."""
        return ServerRecorder(self)

    def statements(self, connection: Connection[Any]) -> PostgresStatements:
        """What is asked over a connection."""
        return PostgresStatements(connection, row_factory=tuple_row)

    @contextmanager
    def work(self, *, commit: bool) -> Iterator[PostgresStatements]:
        """A transaction for one `with` block: the cursor to work with, its rows plain tuples, its troubles in words."""
        with in_server_words(self.place), self.get_connection() as connection:
            cursor = self.statements(connection)
            cursor.execute(_WRITE if commit else _READ)
            yield cursor
            connection.commit()


class ServerRecorder(PostgresApplicationRecorder):
    """The library's way to events of all streams, each chained to the one before. Streams start at version 0."""

    def insert_events(self, stored_events: Sequence[StoredEvent], **_: Any) -> Sequence[int]:
        """Insert the library's stored events in the order given; nobody else inserts meanwhile."""
        with self.datastore.transaction(commit=True) as library:
            log = cast("ServerDatastore", self.datastore).statements(library.connection)
            log.execute(ALONE)
            tips = tips_of(log, stored_events)
            ((last_id,),) = log.fetch("SELECT COALESCE(MAX(rowid), 0) FROM stored_events")
            write_stored(log, tips, stored_events)
            numbers = log.fetch("SELECT rowid FROM stored_events WHERE rowid > ? ORDER BY 1", (last_id,))
            return [number for (number,) in numbers]

    def select_notifications(self, *words: Any, **more: Any) -> Sequence[Notification]:
        """Events by their numbers, as the library asks for them; every insert that has begun is waited for first."""
        self._let_others_finish()
        return cast("Sequence[Notification]", super().select_notifications(*words, **more))

    def max_notification_id(self) -> int | None:
        """The number of the last event, once every insert that has begun was waited for."""
        self._let_others_finish()
        return cast("int | None", super().max_notification_id())

    def _let_others_finish(self) -> None:
        """So that no event is missed that has a lower number and is committed later."""
        with self.datastore.transaction(commit=True) as cursor:
            cursor.execute(ALONE)
