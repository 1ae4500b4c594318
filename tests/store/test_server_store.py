"""What is a server's own: guards, roles, its troubles in words, a store that many machines share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any, cast

import pytest

from sits_es.errors import GameError, NotAllowedError, NotNowError, UnreadableError
from sits_es.store import GameStore, Head, Snapshot, game_store
from sits_es.store.chain import chained
from sits_es.store.log import Tip, tip_of, write_rows
from tests.shared.postgres import Cluster
from tests.shared.store_samples import SAMPLES, a_store, numbers

if not os.environ.get("CI"):
    # there it is installed, and a run without it is a failure
    pytest.importorskip("psycopg_pool")

import psycopg

from sits_es.store.postgres.datastore import ServerDatastore

KEPT = "what is recorded is never changed"
FOLLOWS = "an event must follow the last event of its stream"


@pytest.fixture
def url(server: Cluster) -> str:
    return server.fresh()


@pytest.fixture
def store(url: str) -> Iterator[GameStore]:
    with a_store(url) as opened:
        opened.append("duel", numbers(3), after=-1)
        opened.fork("what-if", "duel", 1, numbers(1))
        yield opened


def test_a_server_that_lacks_a_table_is_refused_when_it_is_opened(server: Cluster) -> None:
    url = server.fresh()
    with a_store(url) as opened:
        opened.append("duel", numbers(5), after=-1)
    server.run("DROP TABLE sits_es.stored_states", database=url.partition("@/")[2].partition("?")[0])
    with pytest.raises(UnreadableError, match=r"is damaged: it lacks the table stored_states\.$"):
        a_store(url)


def try_as(url: str, statement: str) -> str:
    """What a server says to a statement of somebody who is let in there; nothing where it does it."""
    with psycopg.connect(url, autocommit=True) as connection:
        try:
            connection.execute(statement.encode())
        except psycopg.Error as fault:
            return str(fault).partition("\n")[0]
    return ""


def inserting(*rows: tuple[str, int]) -> str:
    """What puts rows in past the program: of these streams and versions, and with the digest `d`."""
    values = ", ".join(f"('{stream}', {version}, 't', '', '', 'd')" for stream, version in rows)
    columns = "originator_id, originator_version, topic, state, previous, digest"
    return f"INSERT INTO sits_es.stored_events ({columns}) VALUES {values}"  # noqa: S608 - names from the rows below


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("UPDATE sits_es.stored_events SET recorded_at = 'x'", KEPT),
        ("DELETE FROM sits_es.stored_events", KEPT),
        ("TRUNCATE sits_es.stored_events", KEPT),
        ("UPDATE sits_es.lineage SET at_version = 0", KEPT),
        ("DELETE FROM sits_es.lineage", KEPT),
        ("TRUNCATE sits_es.lineage", KEPT),
        ("DELETE FROM sits_es.heads", KEPT),
        ("TRUNCATE sits_es.heads", KEPT),
        ("UPDATE sits_es.heads SET originator_version = 1", "the head of a stream moves forward only"),
        ("UPDATE sits_es.heads SET originator_id = 'x'", "the head of a stream moves forward only"),
        (
            "INSERT INTO sits_es.lineage VALUES ('duel', 'what-if', 2, '')",
            "a stream that exists cannot become a fork",
        ),
        (inserting(("duel", 4)), FOLLOWS),
        (inserting(("new", 1)), FOLLOWS),
        (inserting(("duel", 3), ("duel", 5)), FOLLOWS),
    ],
)
def test_accidents_are_stopped_by_the_server_itself(store: GameStore, url: str, statement: str, said: str) -> None:
    before = store.heads()
    assert try_as(url, statement) == said
    assert store.heads() == before


def test_a_plain_insert_moves_the_head_with_it_where_it_is_chained(store: GameStore, url: str) -> None:
    assert try_as(url, inserting(("duel", 3))) == "event 3 of duel is not chained to the one before it"
    (row,) = chained(bytes.fromhex(store.head("duel").digest), "duel", 2, [("t", b"{}")])
    with psycopg.connect(url) as owner:
        owner.execute(
            "INSERT INTO sits_es.stored_events (originator_id, originator_version, topic, state, previous, digest) "
            "VALUES (%s, %s, %s, %s, %s, %s)",
            row[:6],
        )
    assert store.head("duel") == Head("duel", 3, row[5].hex())


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        (
            "ALTER TABLE sits_es.stored_events DISABLE TRIGGER stored_events_kept",
            "The store's trigger stored_events_kept",
        ),
        ("DROP TRIGGER lineage_first ON sits_es.lineage", "The store lacks the trigger lineage_first."),
        (
            "CREATE OR REPLACE FUNCTION sits_es.never() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
            "The store's function never differs from this program's: somebody changed it.",
        ),
        ("DROP FUNCTION sits_es.append", "The store lacks the function append."),
        (
            "ALTER FUNCTION sits_es.append SECURITY INVOKER",
            "The store's function append differs from this program's: somebody changed it.",
        ),
        (
            "ALTER FUNCTION sits_es.follow() RESET search_path",
            "The store's function follow differs from this program's: somebody changed it.",
        ),
        (
            (
                "CREATE FUNCTION sits_es.append(stream text) RETURNS text LANGUAGE sql AS 'SELECT $1'; "
                "REVOKE ALL ON FUNCTION sits_es.append(text) FROM PUBLIC"
            ),
            "The store holds the function append more than once.",
        ),
        (
            (
                "CREATE FUNCTION sits_es.more() RETURNS text LANGUAGE sql AS 'SELECT NULL'; "
                "REVOKE ALL ON FUNCTION sits_es.more FROM PUBLIC"
            ),
            "The store holds the function more, which this program did not create.",
        ),
        ("DROP INDEX sits_es.stored_events_seals", "The store lacks stored_events_seals."),
        ("CREATE INDEX more ON sits_es.heads (digest)", "The store holds more, which this program did not create."),
        ("CREATE TABLE sits_es.more (one int)", "The store holds more, which this program did not create."),
        (
            "CREATE TRIGGER more BEFORE INSERT ON sits_es.heads EXECUTE FUNCTION sits_es.never()",
            "The store holds the trigger more, which this program did not create.",
        ),
        (
            "CREATE RULE more AS ON DELETE TO sits_es.heads DO INSTEAD NOTHING",
            "The store holds the trigger more, which this program did not create.",
        ),
        (
            (
                "DROP TRIGGER seats_kept ON sits_es.seats; CREATE TRIGGER seats_kept BEFORE UPDATE ON sits_es.seats "
                "FOR EACH ROW WHEN (false) EXECUTE FUNCTION sits_es.seats_kept()"
            ),
            "The store's trigger seats_kept is switched off or differs from this program's.",
        ),
        ("ALTER TABLE sits_es.stored_states DISABLE ROW LEVEL SECURITY", "The store's stored_states is incomplete"),
        (
            "ALTER POLICY stored_states_own ON sits_es.stored_states USING (true)",
            (
                "The store's policies on snapshots differ from this program's: players can see and delete each other's "
                "snapshots."
            ),
        ),
        (
            "GRANT INSERT ON sits_es.stored_events TO PUBLIC",
            "everybody has INSERT on the table stored_events, but only the owner may have it: sits docs postgresql.",
        ),
        (
            "GRANT UPDATE (begun_by) ON sits_es.seats TO pg_monitor",
            (
                "pg_monitor has UPDATE on the column begun_by of seats, but only the owner may have it: sits docs "
                "postgresql."
            ),
        ),
        (
            "GRANT EXECUTE ON FUNCTION sits_es.sit_down TO pg_monitor",
            "pg_monitor has EXECUTE on the function sit_down, but only the owner may have it: sits docs postgresql.",
        ),
        (
            "GRANT CREATE ON SCHEMA sits_es TO pg_monitor",
            "pg_monitor has CREATE on the schema sits_es, but only the owner may have it: sits docs postgresql.",
        ),
        (
            "GRANT SELECT ON sits_es.heads TO pg_monitor WITH GRANT OPTION",
            "pg_monitor may grant SELECT on the table heads, but only the owner may do so.",
        ),
        (
            "ALTER TABLE sits_es.seats OWNER TO pg_monitor",
            "In the store, pg_monitor owns seats but sits owns the events: one role should own both.",
        ),
        (
            "ALTER FUNCTION sits_es.append OWNER TO pg_monitor",
            "The store's functions belong to pg_monitor, sits: one role should own them all.",
        ),
    ],
)
def test_a_guard_that_somebody_disarmed_is_found(store: GameStore, url: str, statement: str, fault: str) -> None:
    assert store.health() == []
    assert try_as(url, statement) == ""
    assert [each[: len(fault)] for each in store.health()] == [fault]


def test_each_machine_keeps_snapshots_beside_those_of_others(store: GameStore, url: str) -> None:
    ours, theirs = Snapshot(2, "code", b"ours"), Snapshot(2, "code", b"theirs")
    with GameStore.open(url, registry=SAMPLES, secret=bytes(32)) as other:
        store.save_snapshot("duel", ours)
        other.save_snapshot("duel", theirs)
        assert (store.snapshot("duel", "code"), other.snapshot("duel", "code")) == (ours, theirs)
        assert [(kept.snapshot, kept.holds) for kept in store.snapshots("duel")] == [(ours, True)]


def test_who_waits_for_another_writer_for_too_long_is_told(store: GameStore, url: str) -> None:
    with GameStore.open(url, registry=SAMPLES, wait=1) as other, psycopg.connect(url) as writer:
        writer.execute("UPDATE sits_es.heads SET originator_version = 9 WHERE originator_id = 'duel'")
        # another game isn't held up meanwhile
        other.append("convoy", numbers(1), after=-1)
        with pytest.raises(NotNowError) as refused:
            other.append("duel", numbers(1), after=2)
        writer.rollback()
    assert str(refused.value) == ("Another program is still writing to the game store. Nothing was written; try again.")
    assert store.head("convoy").version == 0


@pytest.mark.parametrize(
    ("command", "said"), [(b"one", ""), (b"two", "it is at event #3, but you had seen it up to #2")]
)
def test_who_is_overtaken_between_look_and_write_looks_again(
    store: GameStore, url: str, monkeypatch: pytest.MonkeyPatch, command: bytes, said: str
) -> None:
    with a_store(url) as other:

        def overtaken(*words: Any, **more: Any) -> Tip:
            monkeypatch.undo()
            other.append("duel", numbers(1), after=2, command_id=b"one")
            return write_rows(*words, **more)

        monkeypatch.setattr(game_store, "write_rows", overtaken)
        with pytest.raises(NotNowError, match=said) if said else nullcontext():
            assert store.append("duel", numbers(1), after=2, command_id=command).version == 3
    assert store.head("duel").version == 3


def test_a_player_whose_clock_is_wrong_is_told(store: GameStore) -> None:
    with pytest.raises(NotAllowedError) as refused:
        store.append("duel", numbers(1), after=2, recorded_at="9000-01-01T00:00:00+00:00")
    assert str(refused.value) == (
        f"The server refused that in {store.place}: event 3 of duel was written down more than a day from now, so a "
        "clock is wrong. Nothing was written."
    )


def test_what_is_overtaken_and_not_looked_at_again_is_refused(store: GameStore, url: str) -> None:
    with store._reading() as log:
        tip = tip_of(log, "duel")
    store.append("duel", numbers(1), after=2)
    with a_store(url) as other, pytest.raises(NotNowError) as refused, other._writing() as log:
        write_rows(log, tip, "duel", [("t", b"{}")])
    assert str(refused.value) == (
        "Somebody else wrote to the same game at the same moment. Nothing was written; look again, then try again."
    )


def refusal(url: str) -> tuple[type[GameError], str]:
    with pytest.raises(GameError) as refused:
        GameStore.open(url, registry=SAMPLES)
    return type(refused.value), str(refused.value)


def test_a_server_that_is_not_there_is_named_and_the_password_is_not(tmp_path: Path) -> None:
    kind, words = refusal(f"postgresql://red:secret@/games?host={tmp_path}")
    assert (kind, "secret" in words) == (NotNowError, False)
    assert words.startswith(f"The game store in the database games on {tmp_path} as red cannot be reached: ")
    assert words.endswith(
        "Check SITS_STORE, and whether the server is running. If the connection broke during a write, check "
        "whether your command was recorded before you repeat it."
    )


def test_an_address_that_cannot_be_read_says_how_one_looks() -> None:
    assert refusal("postgresql://red:se:cret@host:port/%games") == (
        UnreadableError,
        (
            "The address of the game store's server cannot be read. An address has the form "
            "postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with %XX for the characters %, /, @, :, ? and # in "
            "its parts."
        ),
    )


def test_a_place_is_told_without_its_password() -> None:
    assert ServerDatastore("postgresql://red:secret@club.example:5433/games").place == (
        "the database games on club.example:5433 as red"
    )
    assert ServerDatastore("postgresql:///games").place == "the database games on this machine"


def test_who_may_not_make_tables_is_told_to_ask(server: Cluster, url: str) -> None:
    server.run("DROP ROLE IF EXISTS visitor", "CREATE ROLE visitor LOGIN")
    _, words = refusal(url.replace("sits@", "visitor@"))
    assert words.startswith("The server does not allow that in the database games")
    assert words.endswith("Nothing was written. Ask the owner of the database.")


def test_without_what_talks_to_a_server_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sits_es.store.postgres.datastore", None)
    assert refusal("postgresql://red@host/games") == (
        NotAllowedError,
        (
            "The game store is on a PostgreSQL server, but the library for it is not installed. Install it: pip "
            "install 'psycopg[binary,pool]'"
        ),
    )


@pytest.mark.usefixtures("store")
def test_a_store_of_a_later_release_is_not_opened(url: str) -> None:
    assert try_as(url, "COMMENT ON SCHEMA sits_es IS 'SITS-ES game store, layout 2'") == ""
    assert refusal(url) == (
        UnreadableError,
        "The game store has layout 2, but this program knows layouts up to 1. Open the store with a newer release.",
    )


def test_a_database_that_keeps_text_in_another_way_is_refused(server: Cluster) -> None:
    server.run("CREATE DATABASE latin TEMPLATE template0 ENCODING 'LATIN1' LOCALE 'C'")
    kind, words = refusal(server.url("latin"))
    assert (kind, words.endswith("createdb --encoding UTF8 --template template0 NAME")) == (UnreadableError, True)


@pytest.mark.usefixtures("store")
def test_a_store_that_can_only_be_read_is_read(url: str) -> None:
    with a_store(f"{url}&options=-c%20default_transaction_read_only%3Don") as shut:
        assert shut.head("duel").version == 2
        with pytest.raises(NotAllowedError, match=r"is read-only\. Nothing was written\."):
            shut.drop_snapshots()


@pytest.mark.usefixtures("store")
def test_whatever_a_servers_customs_are_a_commit_is_on_the_disk_and_writers_see_each_other(url: str) -> None:
    customs = "-c synchronous_commit=off -c default_transaction_isolation=serializable".replace(" ", "%20")
    with a_store(f"{url}&options={customs.replace('=', '%3D')}") as other, other._writing() as log:
        cursor = cast("psycopg.Cursor[Any]", log)
        shown = [
            cursor.execute(f"SHOW {name}".encode()).fetchone()
            for name in ("synchronous_commit", "transaction_isolation")
        ]
    assert shown == [("on",), ("read committed",)]


def test_a_server_that_breaks_off_says_so(store: GameStore, server: Cluster, url: str) -> None:
    server.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid()")
    with pytest.raises(NotNowError, match="closed the connection"):
        store.heads()
    with a_store(url) as again:
        assert again.head("duel").version == 2


@pytest.mark.parametrize("statement", ["DROP TABLE sits_es.heads", "ALTER TABLE sits_es.heads RENAME digest TO d"])
def test_a_table_that_is_not_what_it_was_is_refused(store: GameStore, url: str, statement: str) -> None:
    assert try_as(url, statement) == ""
    with pytest.raises(UnreadableError, match="was not made by this program: "):
        store.heads()
