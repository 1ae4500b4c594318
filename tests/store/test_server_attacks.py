"""What a database user tries against others with the grants of the page: it is refused, or harms nobody.

Mallory plays no seat; bert has one in anna's duel. After each attack anna plays on and the whole record is sound.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any, Final

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.store import GameStore, Snapshot
from sits_es.store.chain import ChainedRow, chained
from tests.shared.clubs import a_club, tell
from tests.shared.postgres import Cluster
from tests.shared.store_samples import SAMPLES, SECRET, a_store, numbers

if not os.environ.get("CI"):
    # there it is installed, and a run without it is a failure
    pytest.importorskip("psycopg_pool")

import psycopg
from psycopg import errors

APPEND: Final = b"""
SELECT sits_es.append(
    %s, %s::bigint[], %s::text[], %b::bytea[], %b::bytea[], %b::bytea[], %b::bytea[], %s::text[]
)"""
FORK: Final = b"SELECT sits_es.fork(%s, %s, %s, %s)"
KEEP: Final = b"SELECT sits_es.append(%s, '{}', '{}', '{}', '{}', '{}', '{}', '{}', %s, %s, %s, %s)"
FORBIDDEN: Final = errors.InsufficientPrivilege
#: What an honest program never sends.
UNSOUND: Final = errors.IntegrityConstraintViolation
#: What comes second.
SECOND: Final = errors.UniqueViolation
TOPIC: Final = "sample.Counted/1"
STATE: Final = b'{"number":0}'

Connection = psycopg.Connection[tuple[Any, ...]]
Kind = type[psycopg.Error] | None


@pytest.fixture(scope="module")
def club() -> Iterator[Cluster]:
    """A club where anna has begun a duel and a fork of it, bert plays in the duel, and a name is kept for both."""
    with a_club("bert", "mallory") as running:
        with a_store(running.url("club", "anna")) as anna:
            anna.append("duel", numbers(3), after=-1, snapshot=Snapshot(2, "code", b"state"))
            anna.fork("what-if", "duel", 1, numbers(1))
            assert anna.bound_elsewhere("duel", "this", "here") is None
        tell(running.url("club", "anna"), "UPDATE sits_es.seats SET players = '{bert}' WHERE game = 'duel'")
        tell(
            running.url("club", "club_owner"),
            "INSERT INTO sits_es.seats (game, players) VALUES ('final', '{anna,bert}')",
        )
        yield running


def enter(club: Cluster, who: str) -> Connection:
    return psycopg.connect(club.url("club", who), autocommit=True)


@pytest.fixture(scope="module")
def store(club: Cluster) -> Iterator[GameStore]:
    with GameStore.open(club.url("club", "anna"), registry=SAMPLES, secret=SECRET, wait=1) as opened:
        yield opened


@pytest.fixture
def anna(store: GameStore) -> Iterator[GameStore]:
    """Anna's store; after each attack she plays on, every game is sound and nothing of the store is changed."""
    before = {name: store.digests(name) for name in store.heads()}
    yield store
    store.append("duel", numbers(1), after=store.head("duel").version)
    reports, strays = store.audit_all()
    assert ([each for each in reports if each.bad is not None], strays, store.health()) == ([], [], [])
    assert {name: store.digests(name, size=len(known)) for name, known in before.items()} == before
    assert store.snapshot("duel", "code") == Snapshot(2, "code", b"state")
    assert store.bound_elsewhere("duel", "that", "there") == "here"


def tip(connection: Connection, stream: str) -> tuple[int, bytes]:
    query = "SELECT originator_version, digest FROM sits_es.heads WHERE originator_id = %s"
    found = connection.execute(query, (stream,)).fetchone()
    return (-1, bytes(32)) if found is None else (found[0], found[1])


def rows_of(connection: Connection, stream: str, **more: Any) -> list[list[Any]]:
    """Two rows as an honest program chains them on to a stream. more: what stands in them instead, and is chained."""
    version, digest = tip(connection, stream)
    version, digest = more.pop("after", version), more.pop("follows", digest)
    encoded = [(more.pop("topic", TOPIC), more.pop("state", STATE)), (TOPIC, STATE)]
    return [list(row) for row in chained(digest, stream, version, encoded, **more)]


def send(connection: Connection, rows: list[list[Any]] | list[ChainedRow]) -> None:
    columns = [list(column) for column in zip(*rows, strict=True)]
    connection.execute(APPEND, (rows[0][0], *columns[1:]))


def changed(**columns: Any) -> Callable[[Connection], None]:
    """Rows that were chained and then changed: column 5 of the second, such as `digest`, and so on."""
    names = ("stream", "version", "topic", "state", "previous", "digest", "command_id", "recorded_at")

    def attack(connection: Connection) -> None:
        rows = rows_of(connection, "duel")
        for name, value in columns.items():
            rows[1][names.index(name)] = value
        send(connection, rows)

    return attack


def honest(stream: str = "duel", **more: Any) -> Callable[[Connection], None]:
    """Rows that are chained, whatever stands in them."""
    return lambda connection: send(connection, rows_of(connection, stream, **more))


def forking(child: str, parent: str, version: int, digest: bytes | None = None, events: int = 1) -> Any:
    """A fork after an event of a stream, by that one's digest or another, with so many events of its own."""

    def attack(connection: Connection) -> None:
        query = "SELECT digest FROM sits_es.stored_events WHERE originator_id = %s AND originator_version = %s"
        found = connection.execute(query, (parent, version)).fetchone()
        at = digest or (found[0] if found else bytes(32))
        with connection.transaction():
            connection.execute(FORK, (child, parent, version, at))
            if events:
                send(connection, chained(at, child, version, [(TOPIC, STATE)]))

    return attack


def circle(connection: Connection) -> None:
    """Two forks, each of the other."""
    with connection.transaction():
        connection.execute(FORK, ("circle a", "circle b", 0, bytes(32)))
        connection.execute(FORK, ("circle b", "circle a", 0, bytes(32)))


def otherwise(setting: str, attack: Any) -> Callable[[Connection], None]:
    """The same in a session in which something else counts than usual."""

    def other(connection: Connection) -> None:
        connection.execute(f"SET {setting}".encode())
        attack(connection)

    return other


def keeping(stream: str, version: int, topic: str = "code", state: bytes = b"false", mac: Any = bytes(32)) -> Any:
    return lambda connection: connection.execute(KEEP, (stream, version, topic, state, mac))


def everywhere(connection: Connection) -> None:
    """Snapshots under whatever names anna's may have: others' are not seen, so that they must be guessed."""
    seen = connection.execute("SELECT topic FROM sits_es.stored_states WHERE kept_by <> SESSION_USER").fetchall()
    for topic in ("code", f"code{mark()}"):
        keeping("duel", 2, topic)(connection)
    assert seen == []


def mark() -> str:
    """What stands behind the fingerprints of anna's snapshots."""
    return f"@{hmac.digest(SECRET, b'sits-es/snapshot/owner', 'sha256')[:8].hex()}"


def copying(connection: Connection) -> None:
    with connection.cursor() as cursor, cursor.copy("COPY sits_es.stored_events FROM STDIN") as copy:
        copy.write(b"")


#: Attacks with a function that bert may call on the duel, which he plays, as well as anybody: by what they are.
BY_FUNCTIONS: Final[dict[str, tuple[str, Any, Kind]]] = {
    "a false row with the right number": ("bert", changed(state=b'{"number":666}'), UNSOUND),
    "a digest of nothing": ("bert", changed(digest=bytes(32)), UNSOUND),
    "a digest that is none": ("bert", changed(digest=b"d"), UNSOUND),
    "a wrong previous digest": ("bert", changed(previous=bytes(32)), UNSOUND),
    "a topic that was not digested": ("bert", changed(topic="sample.Moved/1"), UNSOUND),
    "a chain of its own": (
        "bert",
        lambda c: send(c, chained(bytes(32), "duel", tip(c, "duel")[0], [(TOPIC, STATE)])),
        UNSOUND,
    ),
    "a version far ahead": ("bert", honest(after=10**12), SECOND),
    "the last version that there is": ("bert", changed(version=2**63 - 1), SECOND),
    "a negative version": ("bert", changed(version=-5), SECOND),
    "a version that is there": ("bert", honest(after=0), SECOND),
    "the same version twice": ("bert", lambda c: send(c, [rows_of(c, "duel")[0]] * 2), SECOND),
    "a gap": ("bert", lambda c: send(c, [rows_of(c, "duel")[1]]), SECOND),
    "an endless topic": ("bert", honest(topic="x" * 10_000), UNSOUND),
    "no topic": ("bert", honest(topic=""), UNSOUND),
    "a topic of several lines": ("bert", honest(topic="a\nb/1"), UNSOUND),
    "a huge state": ("bert", honest(state=b"x" * 10_000_001), UNSOUND),
    "a state that is no text": ("bert", honest(state=b"\xff\xfe"), errors.CharacterNotInRepertoire),
    "a state with a null byte": ("bert", honest(state=b"a\0b"), errors.CharacterNotInRepertoire),
    "a time that is none": ("bert", honest(recorded_at="yesterday"), UNSOUND),
    "a day that is none": ("bert", honest(recorded_at="2026-02-31T00:00:00Z"), errors.DatetimeFieldOverflow),
    "a time without a zone": ("bert", honest(recorded_at="2026-01-01T00:00:00"), UNSOUND),
    "a time far in the future": ("bert", honest(recorded_at="9000-01-01T00:00:00Z"), UNSOUND),
    "an endless command": ("bert", honest(command_id=b"x" * 2000), UNSOUND),
    "columns that are missing": ("bert", changed(previous=None), errors.NotNullViolation),
    "another's game": ("mallory", honest(), FORBIDDEN),
    "another's fork": ("mallory", honest("what-if"), FORBIDDEN),
    "a fork of one's co-player": ("bert", honest("what-if"), FORBIDDEN),
    "a name that is kept for others": ("mallory", honest("final"), FORBIDDEN),
    "a fork under a name that is kept for others": ("mallory", forking("final", "duel", 1), FORBIDDEN),
    "a name with letters that are not seen": ("mallory", honest("du\u200bel"), UNSOUND),
    "a name that is written backwards": ("mallory", honest("\u202eleud"), UNSOUND),
    "a name that ends in a space": ("mallory", honest("duel "), UNSOUND),
    "a name of two lines": ("mallory", honest("duel\nduel"), UNSOUND),
    "no name": ("mallory", honest(""), UNSOUND),
    "an endless name": ("mallory", honest("x" * 5000), UNSOUND),
    "a fork after an event that is not there": ("mallory", forking("m", "duel", 10**6), UNSOUND),
    "a fork after another's event of that number": ("mallory", forking("m", "what-if", 2, bytes(32)), UNSOUND),
    "a fork by a false digest": ("mallory", forking("m", "duel", 1, b"x" * 32), UNSOUND),
    "a fork of a game that is not there": ("mallory", forking("m", "nobody", 0), UNSOUND),
    "a fork before the first event": ("mallory", forking("m", "duel", -1), UNSOUND),
    "a fork of an ancestor's later event": ("mallory", forking("m", "what-if", 1, b"y" * 32), UNSOUND),
    "a fork without an event": ("mallory", forking("m", "duel", 1, events=0), UNSOUND),
    "a fork of itself": ("mallory", forking("m", "m", 0), UNSOUND),
    "two forks of each other": ("mallory", circle, UNSOUND),
    "a game that becomes a fork": ("bert", forking("duel", "what-if", 2), UNSOUND),
    "another's game that becomes a fork": ("mallory", forking("duel", "what-if", 2), FORBIDDEN),
    "another's fork that is forked elsewhere": ("mallory", forking("what-if", "duel", 0), FORBIDDEN),
    "a snapshot of an event that is not there": ("mallory", keeping("duel", 10**6), UNSOUND),
    "a huge snapshot": ("mallory", keeping("duel", 2, state=b"x" * 4_000_001), UNSOUND),
    "a snapshot without a seal": ("mallory", keeping("duel", 2, mac=None), UNSOUND),
    "a snapshot in another's place": ("mallory", everywhere, None),
    "text that is read otherwise": (
        "mallory",
        otherwise("standard_conforming_strings = off", honest("du\u200bel")),
        UNSOUND,
    ),
    "a time that is read otherwise": (
        "bert",
        otherwise("standard_conforming_strings = off", honest(recorded_at="dddd-dd-ddT00:00Z")),
        UNSOUND,
    ),
    "a record that is seen as it was": (
        "bert",
        otherwise("default_transaction_isolation = 'repeatable read'", honest()),
        UNSOUND,
    ),
    "copying into the record": ("bert", copying, FORBIDDEN),
    "a name that is SQL": ("mallory", honest("x'; DROP TABLE sits_es.heads; --"), None),
}


@pytest.mark.parametrize("name", BY_FUNCTIONS)
def test_what_is_sent_to_the_functions_is_checked(anna: GameStore, club: Cluster, name: str) -> None:
    who, attack, kind = BY_FUNCTIONS[name]
    known = anna.head("duel")
    with enter(club, who) as connection, pytest.raises(kind) if kind else nullcontext():
        attack(connection)
    assert anna.head("duel") == known


#: What the server says to some of them.
SAID: Final = {
    "a digest of nothing": "event {next} of duel is not chained to the one before it",
    "an endless topic": "event {first} of duel has a name, a size, a command or a time that programs do not write",
    "a version far ahead": "an event must follow the last event of its stream",
    "a time far in the future": "event {first} of duel was written down more than a day from now, so a clock is wrong",
    "another's fork": "mallory plays no seat in what-if: anna, or the owner of the database, lets players in",
    "a name of two lines": "that is not a name for a game",
    "a fork by a false digest": "a fork must follow an event of its parent",
    "a fork without an event": "a fork must begin with an event of its own",
    "a game that becomes a fork": "a stream that exists cannot become a fork",
    "a huge snapshot": "a snapshot is one of an event that is there, and no larger than programs make it",
    "a record that is seen as it was": "a writer must see what others wrote: the isolation is read committed",
}


@pytest.mark.parametrize("name", SAID)
def test_the_server_says_what_is_wrong(store: GameStore, club: Cluster, name: str) -> None:
    who, attack, _ = BY_FUNCTIONS[name]
    last = store.head("duel").version
    with enter(club, who) as connection, pytest.raises(psycopg.Error) as refused:
        attack(connection)
    assert str(refused.value).split("\n")[0] == SAID[name].format(first=last + 1, next=last + 2)


TABLES: Final = ("stored_events", "lineage", "heads", "seats", "stored_states")

#: Statements that are refused, by who tries them.
REFUSED: Final[dict[str, tuple[str, ...]]] = {
    "mallory": (
        *(f"INSERT INTO sits_es.{table} DEFAULT VALUES" for table in TABLES),
        *(f"TRUNCATE sits_es.{table}" for table in TABLES),
        "DELETE FROM sits_es.stored_events",
        "DELETE FROM sits_es.lineage",
        "DELETE FROM sits_es.heads",
        "DELETE FROM sits_es.seats",
        "UPDATE sits_es.stored_events SET recorded_at = ''",
        "UPDATE sits_es.lineage SET at_version = 0",
        "UPDATE sits_es.heads SET originator_version = 99",
        "UPDATE sits_es.seats SET begun_by = 'mallory'",
        "UPDATE sits_es.seats SET players = '{mallory}' WHERE game = 'duel'",
        "UPDATE sits_es.seats SET machine = 'mine' WHERE game = 'what-if'",
        "UPDATE sits_es.stored_states SET state = ''",
        # tables, guards and functions
        "DROP TABLE sits_es.heads",
        "DROP SCHEMA sits_es CASCADE",
        "ALTER TABLE sits_es.stored_events DISABLE TRIGGER ALL",
        "ALTER TABLE sits_es.stored_events ADD COLUMN more int",
        "ALTER TABLE sits_es.stored_events OWNER TO mallory",
        "ALTER TABLE sits_es.stored_states DISABLE ROW LEVEL SECURITY",
        "DROP TRIGGER stored_events_follow ON sits_es.stored_events",
        "CREATE TRIGGER more BEFORE INSERT ON sits_es.heads EXECUTE FUNCTION suppress_redundant_updates_trigger()",
        "CREATE RULE more AS ON INSERT TO sits_es.stored_events DO INSTEAD NOTHING",
        "CREATE POLICY more ON sits_es.stored_states USING (true)",
        "CREATE INDEX more ON sits_es.stored_events (digest)",
        "CREATE OR REPLACE FUNCTION sits_es.never() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
        "ALTER FUNCTION sits_es.append SECURITY INVOKER",
        "DROP FUNCTION sits_es.follow() CASCADE",
        "COMMENT ON SCHEMA sits_es IS 'SITS-ES game store, layout 2'",
        "SET session_replication_role = replica",
        "SET sits_es.setting_aside = 'on'; DELETE FROM sits_es.heads",
        "SELECT sits_es.never()",
        "SELECT sits_es.follow()",
        "SELECT sits_es.sit_down('duel', true)",
        "SELECT sits_es.plays(seats) FROM sits_es.seats",
        # things of one's own that the store's functions might take for the server's
        "CREATE TABLE sits_es.mine (one int)",
        "CREATE SCHEMA mine",
        "CREATE TABLE public.heads (one int)",
        "CREATE FUNCTION public.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1'",
        "CREATE FUNCTION public.differ(bytea, bytea) RETURNS bool LANGUAGE sql AS 'SELECT false'",
        "CREATE OPERATOR public.<> (LEFTARG = bytea, RIGHTARG = bytea, FUNCTION = byteane)",
        "CREATE FUNCTION pg_temp.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT $1'",
        "CREATE TEMP TABLE heads (originator_id text)",
        "CREATE TEMP VIEW seats AS SELECT 'duel' AS game",
        # rights
        "SET ROLE club_owner",
        "SET SESSION AUTHORIZATION anna",
        "ALTER ROLE mallory SUPERUSER",
        "ALTER ROLE anna PASSWORD 'mine'",
        "CREATE ROLE more",
        "GRANT club_owner TO mallory",
        "ALTER DEFAULT PRIVILEGES FOR ROLE club_owner GRANT INSERT ON TABLES TO mallory",
        "ALTER DATABASE club SET session_replication_role = replica",
        "ALTER ROLE anna SET search_path = mine",
        "ALTER SYSTEM SET fsync = off",
        "DROP OWNED BY anna",
        "REASSIGN OWNED BY club_owner TO mallory",
        # others' secrets and sessions, and the machine
        "SELECT rolpassword FROM pg_authid",
        "SELECT pg_read_file('/etc/passwd')",
        "COPY sits_es.heads TO '/tmp/heads'",
        "COPY sits_es.heads TO PROGRAM 'true'",
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'anna'",
        "CREATE LANGUAGE more HANDLER plpgsql_call_handler",
        "CREATE EVENT TRIGGER more ON ddl_command_start EXECUTE FUNCTION sits_es.never()",
        "CREATE SUBSCRIPTION more CONNECTION 'dbname=club' PUBLICATION more",
        # locks, numbers and room
        "SELECT nextval('sits_es.stored_events_notification_id_seq')",
        "SELECT setval('sits_es.stored_events_notification_id_seq', 9223372036854775807)",
        "BEGIN; LOCK TABLE sits_es.stored_events IN ACCESS EXCLUSIVE MODE",
        "BEGIN; LOCK TABLE sits_es.stored_events IN SHARE MODE",
        "BEGIN; LOCK TABLE sits_es.heads IN ROW EXCLUSIVE MODE",
        "SELECT FROM sits_es.heads FOR UPDATE",
        "SELECT FROM sits_es.heads FOR KEY SHARE",
        "SELECT pg_advisory_lock(5354953)",
        "SELECT pg_try_advisory_lock(each) FROM generate_series(1, 1000000) AS each",
        "SELECT lo_from_bytea(0, 'mine')",
        "SELECT lo_create(0)",
        "REINDEX TABLE sits_es.heads",
        "CLUSTER sits_es.heads USING heads_pkey",
    ),
    # who plays in a game but did not begin it
    "bert": (
        "UPDATE sits_es.seats SET players = '{bert,mallory}' WHERE game = 'duel'",
        "UPDATE sits_es.seats SET players = '{}' WHERE game = 'duel'",
        "UPDATE sits_es.seats SET machine = 'mine' WHERE game = 'duel'",
        "UPDATE sits_es.seats SET machine = NULL WHERE game = 'duel'",
        "UPDATE sits_es.seats SET machine_name = 'there' WHERE game = 'duel'",
        "UPDATE sits_es.seats SET begun_by = 'bert' WHERE game = 'duel'",
        "UPDATE sits_es.seats SET game = 'mine' WHERE game = 'duel'",
        "DELETE FROM sits_es.seats WHERE game = 'duel'",
    ),
}


@pytest.mark.parametrize("who", REFUSED)
def test_no_statement_does_what_the_owner_alone_may(anna: GameStore, club: Cluster, who: str) -> None:
    assert anna.head("duel").version >= 2
    said: dict[str, str | None] = {}
    for statement in REFUSED[who]:
        with enter(club, who) as connection:
            said[statement] = "it was done"
            try:
                connection.execute(statement.encode())
            except psycopg.Error as refused:
                said[statement] = refused.sqlstate
    assert said == dict.fromkeys(REFUSED[who], FORBIDDEN.sqlstate)


#: What a server lets everybody do, who cares: it has no effect on others.
ALLOWED: Final = (
    "DELETE FROM sits_es.stored_states",
    "GRANT INSERT ON sits_es.stored_events TO mallory",
    "REVOKE SELECT ON sits_es.heads FROM anna",
    "SET sits_es.setting_aside = 'on'",
    "SET search_path = mine, public",
    "SELECT pg_notify('stored_events', 'duel'), pg_notify('stored_events', '') FROM generate_series(1, 20000)",
    "NOTIFY stored_events, 'it''s over'; LISTEN stored_events; UNLISTEN *",
    "DECLARE all_of_it CURSOR WITH HOLD FOR SELECT * FROM sits_es.stored_events",
    "SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0",
)


@pytest.mark.parametrize("statement", ALLOWED)
def test_what_a_server_lets_everybody_do_harms_nobody(anna: GameStore, club: Cluster, statement: str) -> None:
    told = anna.changes(5)
    next(told)
    with enter(club, "mallory") as connection:
        connection.execute(statement.encode())
    # whoever follows is told of many notices once
    anna.append("sunday", numbers(1), after=anna.head("sunday").version)
    next(told)
    assert len(list(anna.changes(0.1))) == 1


#: Transactions that mallory leaves open.
OPEN: Final[dict[str, Any]] = {
    "reads the whole record": lambda c: c.execute("SELECT * FROM sits_es.stored_events, sits_es.heads").fetchone(),
    "plays a game of her own": honest("mallory's"),
    "forks the duel": forking("mallory's fork", "duel", 1),
    "locks what she can": lambda c: c.execute("LOCK TABLE sits_es.stored_events IN ACCESS SHARE MODE"),
    "keeps a snapshot": everywhere,
}


@pytest.mark.parametrize("name", OPEN)
def test_a_transaction_that_is_left_open_holds_up_nobody_elses_game(anna: GameStore, club: Cluster, name: str) -> None:
    with psycopg.connect(club.url("club", "mallory")) as connection:
        OPEN[name](connection)
        anna.append("duel", numbers(1), after=anna.head("duel").version)
        anna.fork(f"while she {name}", "duel", 1, numbers(1))
        connection.rollback()


def test_a_co_player_who_leaves_a_transaction_open_is_told_of(anna: GameStore, club: Cluster) -> None:
    with psycopg.connect(club.url("club", "bert")) as connection:
        honest()(connection)
        with pytest.raises(NotNowError, match=r"Another program is still writing to the game store\."):
            anna.append("duel", numbers(1), after=anna.head("duel").version)
        anna.append("monday", numbers(1), after=anna.head("monday").version)
        connection.rollback()


def test_a_name_is_held_only_as_long_as_a_transaction_is(anna: GameStore, club: Cluster) -> None:
    with psycopg.connect(club.url("club", "mallory")) as connection:
        honest("tuesday")(connection)
        with pytest.raises(NotNowError, match="is still writing"):
            anna.append("tuesday", numbers(1), after=-1)
        connection.rollback()
        assert anna.append("tuesday", numbers(1), after=-1).version == 0
        with pytest.raises(FORBIDDEN):
            honest("tuesday")(connection)


def test_a_command_of_anothers_that_is_written_elsewhere_first_is_carried_out(anna: GameStore, club: Cluster) -> None:
    with enter(club, "mallory") as connection:
        honest("squatted", command_id=b"anna's next")(connection)
    known = anna.head("duel").version
    assert anna.append("duel", numbers(1), after=known, command_id=b"anna's next").version == known + 1


def test_a_name_that_somebody_took_is_told_by_the_name_of_who_has_it(anna: GameStore, club: Cluster) -> None:
    with enter(club, "mallory") as connection:
        honest("friday")(connection)
    with pytest.raises(NotNowError, match="Somebody else has continued friday: "):
        anna.append("friday", numbers(1), after=-1)
    with pytest.raises(NotAllowedError, match="anna plays no seat in friday: mallory, or the owner of the database,"):
        anna.append("friday", numbers(1), after=1)
    with pytest.raises(NotAllowedError, match="There is already a game named friday"):
        anna.fork("friday", "duel", 1, numbers(1))


def test_a_line_of_a_game_is_begun_by_who_plays_it_and_all_keep_their_seats(anna: GameStore, club: Cluster) -> None:
    at = anna.head("duel").version
    said = "mallory plays no seat in duel: anna, or the owner of the database, lets players in"
    with a_store(club.url("club", "mallory")) as mallory, pytest.raises(NotAllowedError, match=said):
        mallory.fork("duel~2", "duel", at, numbers(1))
    with a_store(club.url("club", "bert")) as bert:
        bert.fork("duel~2", "duel", at, numbers(1))
    assert anna.seats("duel~2") == ("anna", ["bert"])
    assert anna.append("duel~2", numbers(1), after=at + 1).version == at + 2
