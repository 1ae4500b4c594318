"""Where the events of one name stand in a branch, and any one event: found by keys, without reading the game."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
from attrs import frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.events import Data, Event, Registry
from sits_es.store import GameStore
from sits_es.store.log import ENTRY, SEAL, is_named
from tests.shared.store_samples import behind_its_back, cursor_of, effort

REGISTRY = Registry()


@REGISTRY.event(SEAL)
@frozen(kw_only=True)
class Sealed(Event):
    player: str


@REGISTRY.event(f"{SEAL}Again")
@frozen(kw_only=True)
class SealedAgain(Event):
    player: str


@REGISTRY.event("o'clock")
@frozen(kw_only=True)
class Struck(Event):
    hour: int


SEALS: list[Event] = [Sealed(player="red"), Sealed(player="blue")]


def hours(count: int) -> list[Event]:
    return [Struck(hour=hour) for hour in range(count)]


def the_store(path: Path | str, registry: Registry = REGISTRY) -> GameStore:
    return GameStore.open(path, registry=registry)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sits.db"


@pytest.fixture
def store(path: Path) -> Iterator[GameStore]:
    """A duel with seals as #3, #4, #8 and #9, and a fork after #8 with seals as #10 and #11."""
    with the_store(path) as opened:
        opened.append("duel", [*hours(3), *SEALS, SealedAgain(player="red"), *hours(2), *SEALS, *hours(2)], after=-1)
        opened.fork("what-if", "duel", 8, [*hours(1), *SEALS])
        yield opened


@pytest.mark.parametrize("indexed", [True, False])
@pytest.mark.parametrize(
    ("stream", "name", "after", "upto", "versions"),
    [
        ("duel", SEAL, -1, None, [3, 4, 8, 9]),
        ("duel", SEAL, 3, None, [4, 8, 9]),
        ("duel", SEAL, -1, 8, [3, 4, 8]),
        ("duel", SEAL, 9, None, []),
        ("duel", SEAL, -1, 99, [3, 4, 8, 9]),
        ("duel", f"{SEAL}Again", -1, None, [5]),
        ("duel", "game.Orders", -1, None, []),
        ("duel", "o'clock", 2, None, [6, 7, 10, 11]),
        ("duel", "o'", -1, None, []),
        ("duel", "' OR '' = '", -1, None, []),
        ("what-if", SEAL, -1, None, [3, 4, 8, 10, 11]),
        ("what-if", SEAL, 4, 10, [8, 10]),
        ("what-if", SEAL, 8, None, [10, 11]),
        ("what-if", "o'clock", 6, 9, [7, 9]),
        ("nobody", SEAL, -1, None, []),
    ],
)
def test_the_versions_of_a_name_in_a_branch(
    store: GameStore,
    path: Path,
    indexed: bool,
    stream: str,
    name: str,
    after: int,
    upto: int | None,
    versions: list[int],
) -> None:
    if not indexed:
        with closing(sqlite3.connect(path)) as db:
            db.execute("DROP INDEX stored_events_seals")
    assert store.versions_of(store.ancestry(stream), name, after=after, upto=upto) == [versions]
    read = store.read(stream, after=after, upto=upto)
    assert [each.version for each in read if name == REGISTRY.stored_name(type(each.event)).name] == versions


@pytest.mark.parametrize(("name", "index"), [(SEAL, "stored_events_seals"), (ENTRY, "stored_events_entries")])
def test_where_exchanges_and_entries_begin_an_index_says(store: GameStore, name: str, index: str) -> None:
    statements: list[str] = []
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(statements.append)
    store.versions_of(store.ancestry("duel"), name)
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(None)
        (asked,) = [text for text in statements if "substr(topic" in text]
        plan = [row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {asked}").fetchall()]
    assert [index in step for step in plan] == [True]


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_they_are_those_that_a_reading_finds(data: st.DataObject) -> None:
    with the_store(":memory:") as store:
        store.append("0", SEALS, after=-1)
        for step in range(1, data.draw(st.integers(1, 10))):
            stream = data.draw(st.sampled_from([branch.stream for branch in store.streams()]))
            facts = data.draw(st.lists(st.sampled_from([*SEALS, *hours(1)]), min_size=1, max_size=4))
            head = store.head(stream).version
            if data.draw(st.booleans()):
                store.append(stream, facts, after=head)
            else:
                store.fork(str(step), stream, data.draw(st.integers(0, head)), facts)
        for branch in store.streams():
            after = data.draw(st.integers(-1, branch.head + 1))
            upto = data.draw(st.integers(0, branch.head + 1))
            read = list(store.read(branch.stream, after=after, upto=upto))
            (found,) = store.versions_of(store.ancestry(branch.stream), SEAL, after=after, upto=upto)
            assert found == [recorded.version for recorded in read if isinstance(recorded.event, Sealed)]
            assert [store.read_one(branch.stream, recorded.version) for recorded in read] == read


def test_an_event_that_later_releases_store_otherwise_is_found_in_every_version(store: GameStore, path: Path) -> None:
    later = Registry()

    @later.event(SEAL, 2)
    @frozen(kw_only=True)
    class SealedAloud(Event):
        player: str
        aloud: bool

    @later.upcaster(SEAL, 1)
    def _(data: Data) -> Data:
        return {**data, "aloud": False}

    store.close()
    with the_store(path, later) as opened:
        opened.append("duel", [SealedAloud(player="red", aloud=True)], after=11)
        assert opened.versions_of(opened.ancestry("duel"), SEAL) == [[3, 4, 8, 9, 12]]
        assert plan(opened, SEAL) == "stored_events_seals"


def plan(store: GameStore, name: str) -> str:
    """The index by which SQLite finds the versions of a name."""
    statements: list[str] = []
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(statements.append)
    store.versions_of(store.ancestry("duel"), name, after=2, upto=9)
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(None)
        (statement,) = [text for text in statements if is_named(name) in text]
        ((*_, step),) = cursor.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
    using, _, search = step.partition(" (")
    assert search == "originator_id=? AND originator_version>? AND originator_version<?)"
    return str(using.split()[-1])


def test_seals_are_found_by_an_index_of_their_own_and_other_names_by_number(store: GameStore) -> None:
    assert plan(store, SEAL) == "stored_events_seals"
    assert plan(store, "o'clock") == "sqlite_autoindex_stored_events_1"


def test_the_index_holds_the_seals_and_nothing_else(store: GameStore, path: Path) -> None:
    assert store.health() == []
    with closing(sqlite3.connect(path)) as db:
        (found,) = db.execute(
            f"SELECT COUNT(*) FROM stored_events INDEXED BY stored_events_seals WHERE {is_named(SEAL)}"  # noqa: S608 -- our own
        ).fetchone()
        assert found == 6
        plans = db.execute(
            f"EXPLAIN QUERY PLAN SELECT COUNT(*) FROM stored_events WHERE {is_named(SEAL)}"  # noqa: S608 -- our own
        ).fetchall()
    assert "stored_events_seals" in plans[0][3]


def test_one_event_is_read_by_its_version(store: GameStore) -> None:
    for stream in ("duel", "what-if"):
        for recorded in store.read(stream):
            assert store.read_one(stream, recorded.version) == recorded
    for stream, version in (("duel", -1), ("duel", 12), ("what-if", 12), ("what-if", -7), ("nobody", 0)):
        assert store.read_one(stream, version) is None


def test_an_event_that_is_gone_or_cannot_be_read_is_no_event_that_never_was(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version = 2")
        db.execute("UPDATE stored_events SET state = x'7b7d' WHERE originator_id = 'duel' AND originator_version = 4")
    with pytest.raises(UnreadableError, match=r"^The record of what-if is broken at event 2: "):
        store.read_one("what-if", 2)
    with pytest.raises(UnreadableError, match=r"^The record of what-if is broken at event 4: "):
        store.read_one("what-if", 4)
    assert store.read_one("what-if", 5) is not None


def test_a_short_stretch_costs_what_it_holds() -> None:
    with the_store(":memory:") as store:
        store.append("short", [*hours(10), *SEALS, *hours(10)], after=-1)
        store.append("long", [*hours(3000), *SEALS, *hours(10)], after=-1)
        ways: list[Callable[[str, int], object]] = [
            lambda stream, seal: list(store.read(stream, after=seal - 1, upto=seal + 1)),
            store.read_one,
            lambda stream, _: store.versions_of(store.ancestry(stream), SEAL),
        ]
        for way in ways:
            short, long = effort(store, partial(way, "short", 10)), effort(store, partial(way, "long", 3000))
            assert 0 < long <= short * 1.1
