from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.events import Event
from sits_es.store import Branch, GameStore
from sits_es.store.branches import ancestry
from sits_es.store.log import Span
from tests.shared.store_samples import a_store, behind_its_back, command_in, numbers


def events(store: GameStore, stream: str) -> list[Event]:
    return [recorded.event for recorded in store.read(stream)]


def test_a_fork_reads_its_parent_up_to_there_then_its_own_and_copies_nothing(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(6), after=-1)
        head = store.fork("what-if", "duel", 3, numbers(2, start=100), recorded_at="2026-01-02")
        assert head == store.head("what-if")
        assert (head.stream, head.version) == ("what-if", 5)
        store.append("what-if", numbers(1, start=200), after=5)
        assert events(store, "what-if") == [*numbers(4), *numbers(2, start=100), *numbers(1, start=200)]
        assert events(store, "duel") == numbers(6)
        assert [(recorded.stream, recorded.version) for recorded in store.read("what-if", after=2)] == [
            ("duel", 3),
            ("what-if", 4),
            ("what-if", 5),
            ("what-if", 6),
        ]
        assert store.streams() == [Branch("duel", 5), Branch("what-if", 6, "duel", 3)]
        with closing(sqlite3.connect(tmp_path / "sits.db")) as db:
            assert db.execute("SELECT COUNT(*) FROM stored_events").fetchone() == (9,)


def test_a_fork_goes_its_own_way_while_its_parent_goes_on() -> None:
    with a_store() as store:
        store.append("duel", numbers(3), after=-1)
        store.fork("what-if", "duel", 2, numbers(1, start=50))
        store.append("duel", numbers(3, start=3), after=2)
        assert events(store, "what-if") == [*numbers(3), *numbers(1, start=50)]


def test_a_fork_of_a_fork_may_leave_before_its_parent_was_forked() -> None:
    with a_store() as store:
        store.append("duel", numbers(6), after=-1)
        store.fork("b", "duel", 3, numbers(2, start=100))
        store.fork("c", "b", 1, numbers(1, start=200))
        store.fork("d", "b", 4, numbers(1, start=300))
        assert events(store, "c") == [*numbers(2), *numbers(1, start=200)]
        assert events(store, "d") == [*numbers(4), *numbers(1, start=100), *numbers(1, start=300)]
        with store._reading() as cursor:
            assert ancestry(cursor, "c") == [Span("duel", -1, 1), Span("c", 1, None)]
            assert ancestry(cursor, "d") == [Span("duel", -1, 3), Span("b", 3, 4), Span("d", 4, None)]


@settings(max_examples=40)
@given(st.data())
def test_every_branch_reads_as_if_it_had_been_played_alone(data: st.DataObject) -> None:
    with a_store() as store:
        alone: dict[str, list[Event]] = {"0": numbers(3)}
        store.append("0", alone["0"], after=-1)
        for step in range(1, data.draw(st.integers(1, 12))):
            stream = data.draw(st.sampled_from(sorted(alone)))
            more = numbers(data.draw(st.integers(1, 3)), start=1000 * step)
            if data.draw(st.booleans()):
                store.append(stream, more, after=len(alone[stream]) - 1)
                alone[stream] = alone[stream] + more
            else:
                at = data.draw(st.integers(0, len(alone[stream]) - 1))
                store.fork(str(step), stream, at, more)
                alone[str(step)] = alone[stream][: at + 1] + more
        for stream, played in alone.items():
            assert events(store, stream) == played
            assert store.head(stream).version == len(played) - 1
            assert store.audit(stream).sound
            after = data.draw(st.integers(-1, len(played)))
            assert [recorded.event for recorded in store.read(stream, after=after)] == played[after + 1 :]


@pytest.mark.parametrize(
    ("child", "parent", "at", "words"),
    [
        ("duel", "duel", 1, "There is already a game named duel. Give the fork another name."),
        ("b", "nobody", 1, "There is no game named nobody to fork."),
        ("b", "duel", 3, "duel cannot be forked after event 3: it holds events 0 to 2."),
        ("b", "duel", -1, "duel cannot be forked after event -1: it holds events 0 to 2."),
    ],
)
def test_a_fork_that_cannot_be_is_refused_and_leaves_nothing(child: str, parent: str, at: int, words: str) -> None:
    with a_store() as store:
        store.append("duel", numbers(3), after=-1)
        with pytest.raises(NotAllowedError) as refused:
            store.fork(child, parent, at, numbers(1))
        assert str(refused.value) == words
        assert store.streams() == [Branch("duel", 2)]


def test_a_fork_needs_a_first_event() -> None:
    with a_store() as store:
        store.append("duel", numbers(3), after=-1)
        with pytest.raises(ValueError, match="A fork must begin with at least one event of its own"):
            store.fork("b", "duel", 1, [])


def test_the_same_fork_command_twice_is_one_fork() -> None:
    with a_store() as store:
        store.append("duel", numbers(3), after=-1)
        head = store.fork("b", "duel", 1, numbers(1), command_id=b"mail")
        assert store.fork("b", "duel", 1, numbers(1), command_id=b"mail") == head


def test_lineage_that_runs_in_a_circle_is_named(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(3), after=-1)
        store.fork("b", "duel", 1, numbers(1))
        store.fork("c", "b", 2, numbers(1))
        with behind_its_back(tmp_path / "sits.db") as db:
            db.execute("UPDATE lineage SET parent = 'c' WHERE child = 'b'")
        with pytest.raises(UnreadableError) as refused:
            list(store.read("c"))
        assert str(refused.value) == "The lineage of c runs in a circle by way of c."
        with store._reading() as cursor, pytest.raises(UnreadableError):
            ancestry(cursor, "b")
        # what lies this side of the circle needs nobody beyond, and what is sought round it comes to an end
        assert [recorded.version for recorded in store.read("c", after=2)] == [3]
        assert store.snapshot("c", "code") is None
        assert command_in(store, "c", b"never given") is None


def test_a_fork_is_not_opened_after_an_event_that_was_changed(tmp_path: Path) -> None:
    path = tmp_path / "sits.db"
    with a_store(path) as store:
        store.append("duel", numbers(5), after=-1)
    with behind_its_back(path) as db:
        db.execute("UPDATE stored_events SET state = '{\"number\":9}' WHERE originator_version = 2")
    with a_store(path) as store:
        with pytest.raises(
            UnreadableError, match=r"^The record of duel is broken at event 2: that event has been changed"
        ):
            store.fork("what-if", "duel", 2, numbers(1))
        assert store.fork("other", "duel", 3, numbers(1)).version == 4
