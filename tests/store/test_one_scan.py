"""An audit goes through the store once, whatever is forked from what, and reads every event once."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.events import Event
from sits_es.store import GameStore, Recorded, checkpoints
from sits_es.store.checkpoints import Checkpoint, root_of
from tests.shared.store_samples import a_store, behind_its_back, cursor_of, effort, numbers


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sits.db"


@pytest.fixture
def store(path: Path) -> Iterator[GameStore]:
    """A duel of 12 events; "a" from it after #7, "b" from "a" after #9, "z" from "b" before "a" was; and another game.

    The names are such that parents do not come before their forks by the alphabet.
    """
    with a_store(path) as opened:
        opened.append("duel", numbers(12), after=-1, recorded_at="2026-01-01T00:00:00Z")
        opened.fork("a", "duel", 7, numbers(4, start=100))
        opened.fork("b", "a", 9, numbers(2, start=200))
        opened.fork("z", "b", 3, numbers(1, start=300))
        opened.append("convoy", numbers(3), after=-1)
        yield opened


def deepen(store: GameStore, depth: int) -> None:
    """Forks of forks of the duel, three events each."""
    parent = "duel"
    for number in range(depth):
        head = store.fork(f"deep {number}", parent, store.head(parent).version, numbers(3))
        parent = head.stream


def counting(monkeypatch: pytest.MonkeyPatch, store: GameStore) -> tuple[Counter[bytes], Counter[str]]:
    """How often each state is decoded, and each leaf put into a tree, from now on."""
    decoded: Counter[bytes] = Counter()
    others: Counter[str] = Counter()
    readers: dict[str, Callable[[bytes], Event]] = store.codec.readers

    def counted(read: Callable[[bytes], Event]) -> Callable[[bytes], Event]:
        def reading(state: bytes) -> Event:
            decoded[state] += 1
            return read(state)

        return reading

    for topic in [*readers, "sample.Counted/1"]:
        monkeypatch.setitem(readers, topic, counted(readers[topic]))
    plain = checkpoints.leaf_hash

    def leaf_hash(data: bytes) -> bytes:
        others["leaves"] += 1
        return plain(data)

    monkeypatch.setattr(checkpoints, "leaf_hash", leaf_hash)
    return decoded, others


def test_every_row_is_read_decoded_and_hashed_once_whatever_inherits_it(
    store: GameStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    deepen(store, 40)
    rows = 12 + 4 + 2 + 1 + 3 + 3 * 40
    decoded, others = counting(monkeypatch, store)
    statements: list[str] = []
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(statements.append)
    reports, _ = store.audit_all()
    with cursor_of(store) as cursor:
        cursor.connection.set_trace_callback(None)
    assert len(reports) == 45
    assert all(report.sound for report in reports)
    assert (decoded.total(), others["leaves"]) == (rows, rows)
    # once for what belongs to streams, and once to find that nothing belongs to none
    assert sum("stored_events" in statement for statement in statements) == 2


def test_what_it_costs_grows_with_the_rows_and_not_with_the_forks(tmp_path: Path) -> None:
    with a_store(tmp_path / "flat.db") as flat, a_store(tmp_path / "deep.db") as deep:
        for store in (flat, deep):
            store.append("duel", numbers(10), after=-1)
        deepen(deep, 120)
        for number in range(120):
            flat.append(f"game {number}", numbers(3), after=-1)
        # reading the lineage itself is what they cost
        assert effort(deep, deep.audit_all) <= 1.2 * effort(flat, flat.audit_all)
        assert effort(deep, lambda: deep.audit("deep 119")) <= 1.3 * effort(deep, deep.audit_all)


def test_twice_the_games_cost_twice_as_much(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        efforts = []
        for first in (0, 100):
            for number in range(first, first + 100):
                store.append(f"game {number}", numbers(5), after=-1)
            efforts.append(effort(store, store.audit_all))
        # what a sort adds is the logarithm
        assert efforts[1] <= 2.15 * efforts[0]


@pytest.mark.parametrize("stream", ["duel", "a", "b", "z", "convoy", "deep 9"])
def test_who_audits_a_branch_gets_its_events_as_a_reader_does(store: GameStore, stream: str) -> None:
    deepen(store, 10)
    seen: list[Recorded] = []
    report = store.audit(stream, store.checkpoint(stream), seen=seen.append)
    assert report.sound
    assert seen == list(store.read(stream))
    assert store.audit(stream, store.checkpoint(stream)) == report


def test_who_audits_them_all_gets_every_event_once_and_parents_first(store: GameStore) -> None:
    seen: list[Recorded] = []
    store.audit_all(seen=seen.append)
    own = {
        branch.stream: [each for each in store.read(branch.stream) if each.stream == branch.stream]
        for branch in store.streams()
    }
    assert [recorded.stream for recorded in seen] == ["duel"] * 12 + ["a"] * 4 + ["b"] * 2 + ["convoy"] * 3 + ["z"]
    assert seen == [each for name in ("duel", "a", "b", "convoy", "z") for each in own[name]]


def test_some_branches_are_audited_in_one_scan_too(store: GameStore) -> None:
    seen: list[Recorded] = []
    reports, strays = store.audit_all(["b", "convoy"], seen=seen.append)
    assert (reports, strays) == ([store.audit("b"), store.audit("convoy")], [])
    # of those from which they come, as much as they share
    assert [(each.stream, each.version) for each in seen] == [
        *(("duel", version) for version in range(8)),
        ("a", 8),
        ("a", 9),
        ("b", 10),
        ("b", 11),
        *(("convoy", version) for version in range(3)),
    ]
    assert store.audit_all([]) == ([], [])


def test_events_are_handed_out_as_far_as_they_are_sound(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute("UPDATE stored_events SET state = x'7b7d' WHERE originator_id = 'a' AND originator_version = 9")
    seen: list[Recorded] = []
    report = store.audit("b", seen=seen.append)
    assert (report.events, [each.version for each in seen]) == (9, list(range(9)))
    assert [(each.stream, each.sound, each.events) for each in store.audit_all()[0]] == [
        ("a", False, 9),
        ("b", False, 9),
        ("convoy", True, 3),
        ("duel", True, 12),
        ("z", True, 5),
    ]


def test_many_forks_of_a_damaged_game_share_what_was_found_in_it(
    store: GameStore, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(30):
        store.fork(f"fork {number}", "duel", 11, numbers(1))
    root = root_of(store.digests("duel", size=10))
    with behind_its_back(path) as db:
        db.execute("UPDATE heads SET originator_version = 4 WHERE originator_id IN ('duel', 'a')")
        db.execute("UPDATE stored_events SET state = x'7b7d' WHERE originator_id = 'duel' AND originator_version = 10")
    _, others = counting(monkeypatch, store)
    reports, _ = store.audit_all()
    broken = [report for report in reports if report.stream.startswith("fork")]
    assert {(report.events, report.checkpoint.root, str(report.bad)) for report in broken} == {
        (
            10,
            root,
            "Event 10 of duel (sample.Counted/1): its digest does not match its name, number and content.",
        )
    }
    assert others["leaves"] < 100


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_what_is_found_of_all_is_what_is_found_of_each(tmp_path_factory: pytest.TempPathFactory, data: Any) -> None:
    path = tmp_path_factory.mktemp("scan") / "sits.db"
    with a_store(path) as store:
        store.append("0", numbers(4), after=-1)
        for step in range(1, data.draw(st.integers(2, 6))):
            parent = data.draw(st.sampled_from([branch.stream for branch in store.streams()]))
            store.fork(str(step), parent, data.draw(st.integers(0, store.head(parent).version)), numbers(2))
        streams = [branch.stream for branch in store.streams()]
        for report in store.audit_all()[0]:
            assert report.sound
            assert report.checkpoint == Checkpoint.parse(store.checkpoint(report.stream))
        with behind_its_back(path) as db:
            # a table without the index that would refuse a number that is taken
            db.execute("ALTER TABLE stored_events RENAME TO guarded")
            db.execute("CREATE TABLE stored_events AS SELECT * FROM guarded")
            for _ in range(data.draw(st.integers(1, 3))):
                damage(db, data, streams)
        reports, _ = store.audit_all()
        assert reports == [store.audit(report.stream) for report in reports]
        assert store.audit_all(streams)[0] == [store.audit(stream) for stream in streams]


#: What can be done to the row, the fork or the stream that is drawn; NUMBER stands for one of the numbers.
DAMAGES = (
    "DELETE FROM stored_events [row]",
    "UPDATE stored_events SET state = x'7b7d' [row]",
    "UPDATE stored_events SET digest = zeroblob(32) [row]",
    "UPDATE stored_events SET previous = zeroblob(32) [row]",
    "UPDATE stored_events SET topic = 'sample.Gone/1' [row]",
    "UPDATE stored_events SET originator_version = NUMBER [row]",
    "UPDATE stored_events SET originator_id = '2' [row]",
    "INSERT INTO stored_events SELECT * FROM stored_events [row]",
    "UPDATE lineage SET at_digest = x'00' WHERE child = ? AND ? > 3",
    "UPDATE lineage SET at_version = COALESCE(NUMBER, 'y') WHERE child = ? AND ? >= 0",
    "UPDATE lineage SET parent = '1' WHERE child = ? AND ? > 3",
    "DELETE FROM lineage WHERE child = ? AND ? > 3",
    "UPDATE heads SET originator_version = 2 WHERE originator_id = ? AND ? > 3",
    "DELETE FROM heads WHERE originator_id = ? AND ? > 3",
)
NUMBERS = ("0", "3", "6", "-2", "'x'", "NULL", "2.5")


def damage(db: sqlite3.Connection, data: Any, streams: list[str]) -> None:
    """Do one of the things that can be done to a record."""
    what, number = data.draw(st.sampled_from(DAMAGES)), data.draw(st.sampled_from(NUMBERS))
    statement = what.replace("[row]", "WHERE originator_id = ? AND originator_version = ?").replace("NUMBER", number)
    db.execute(statement, (data.draw(st.sampled_from(streams)), data.draw(st.integers(0, 8))))
