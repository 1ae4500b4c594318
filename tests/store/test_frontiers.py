"""Frontiers: a few hashes kept with every append, from which a checkpoint comes without reading the game again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.store import GameStore
from sits_es.store.checkpoints import Checkpoint, Peaks, root_of
from tests.shared.either_store import change
from tests.shared.postgres import Cluster
from tests.shared.store_samples import a_store, cursor_of, effort, numbers


@pytest.fixture
def store(place: str) -> Iterator[GameStore]:
    """A duel of eight events, a what-if after event 5 and one of that after event 2; kept at 5, 8, 8 and 6 events."""
    with a_store(place) as opened:
        opened.append("duel", numbers(5), after=-1)
        opened.append("duel", numbers(3, start=5), after=4)
        opened.fork("what-if", "duel", 5, numbers(2, start=100))
        opened.fork("deeper", "what-if", 2, numbers(3, start=200))
        yield opened


def kept(store: GameStore) -> list[tuple[str, int]]:
    with store._reading() as log:
        return [(stream, size) for stream, size, *_ in log.raw_frontiers()]


def all_roots_hold(store: GameStore) -> None:
    """Every checkpoint is what the events give, whatever is kept."""
    for stream in store.heads():
        digests = store.digests(stream)
        for size in range(len(digests) + 1):
            saved = Checkpoint(stream, size, root_of(digests[:size]))
            assert store.checkpoint(stream, size=size) == str(saved)
        assert store.checkpoint(stream) == store.checkpoint(stream, size=len(digests))


def test_one_is_kept_with_every_append(store: GameStore) -> None:
    assert kept(store) == [("deeper", 6), ("duel", 5), ("duel", 8), ("what-if", 8)]
    all_roots_hold(store)
    reports, strays = store.audit_all()
    assert ([report.bad for report in reports], strays, store.health()) == ([None] * 3, [], [])


def test_a_checkpoint_of_what_is_kept_reads_no_event(tmp_path: Path) -> None:
    steps = {}
    for events in (50, 1600):
        with a_store(tmp_path / f"{events}.db") as opened:
            opened.append("duel", numbers(events), after=-1)
            opened.append("duel", numbers(1), after=events - 1)
            steps[events] = effort(opened, lambda: opened.checkpoint("duel"))
    assert 0 < steps[1600] <= steps[50] * 1.2


def test_where_none_was_kept_it_is_worked_out_and_the_next_append_keeps_one(store: GameStore, place: str) -> None:
    change(place, "DELETE FROM frontiers")
    all_roots_hold(store)
    store.append("duel", numbers(1), after=7)
    store.append("deeper", numbers(1), after=5)
    assert kept(store) == [("deeper", 7), ("duel", 9)]
    all_roots_hold(store)
    assert all(report.sound for report in store.audit_all()[0])


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE frontiers SET hashes = digest WHERE size = 5", ("duel", 4)),
        ("UPDATE frontiers SET digest = hashes WHERE size = 5", ("duel", 4)),
        ("UPDATE frontiers SET size = 4 WHERE size = 5", ("duel", 3)),
        ("UPDATE frontiers SET size = 99 WHERE originator_id = 'duel' AND size = 8", ("duel", 7)),
        ("UPDATE frontiers SET size = 0 WHERE originator_id = 'what-if'", ("what-if", 7)),
        ("UPDATE frontiers SET originator_id = 'what-if' WHERE size = 5", ("what-if", 7)),
        ("UPDATE frontiers SET originator_id = 'nobody' WHERE size = 5", ("nobody", 0)),
    ],
)
def test_one_that_somebody_changed_is_found_and_the_game_is_named(
    store: GameStore, place: str, statement: str, found: tuple[str, int]
) -> None:
    change(place, statement)
    reports, strays = store.audit_all()
    bad = [each for each in [*(report.bad for report in reports), *strays] if each is not None]
    assert found in [(each.stream, each.version) for each in bad]
    assert {each.fault for each in bad} == {"frontier"}
    assert [report.events for report in reports] == [6, 8, 8], "the events themselves are sound"


def test_what_is_found_is_said_in_words(store: GameStore, place: str) -> None:
    change(place, "UPDATE frontiers SET hashes = digest WHERE size = 5")
    assert str(store.audit("duel").bad) == (
        "Event 4 of duel (sample.Counted/1): the hashes that are kept after it for checkpoints are not those of the "
        "events up to it. The events themselves hold: `sits export` writes them, and `sits import` in a new folder "
        "works the hashes out again."
    )
    # a fork that shares it answers for it too, one that left before does not
    assert [report.sound for report in store.audit_all()[0]] == [True, False, False]
    change(place, "DELETE FROM frontiers", "INSERT INTO frontiers SELECT child, 3, at_digest, at_digest FROM lineage")
    assert str(store.audit("what-if").bad) == (
        "Event 7 of what-if (sample.Counted/1): hashes are kept for checkpoints of the stream that belong to none of "
        "its events. The events themselves hold: `sits export` writes them, and `sits import` in a new folder "
        "works the hashes out again."
    )


def test_one_kept_after_another_event_than_the_one_that_is_there_does_not_count(store: GameStore, place: str) -> None:
    change(
        place, "UPDATE frontiers SET digest = (SELECT at_digest FROM lineage WHERE child = 'deeper'), hashes = digest"
    )
    all_roots_hold(store)


@pytest.mark.parametrize("statement", ["UPDATE frontiers SET size = 9", "DELETE FROM frontiers"])
def test_triggers_keep_them(tmp_path: Path, statement: str) -> None:
    with a_store(tmp_path / "sits.db") as opened:
        opened.append("duel", numbers(5), after=-1)
        with pytest.raises(Exception, match="what is recorded is never changed"), cursor_of(opened, commit=True) as log:
            log.execute(statement)


def test_a_server_that_lacks_a_table_is_refused_when_it_is_opened(server: Cluster) -> None:
    url = server.fresh()
    with a_store(url) as opened:
        opened.append("duel", numbers(5), after=-1)
    server.run("DROP TABLE sits_es.frontiers", database=url.partition("@/")[2].partition("?")[0])
    with pytest.raises(UnreadableError, match=r"is damaged: it lacks the table frontiers\.$"):
        a_store(url)


@given(st.lists(st.binary(min_size=32, max_size=32), max_size=40), st.binary(max_size=100))
def test_a_tree_comes_back_from_what_is_kept_of_it_and_from_nothing_else(leaves: list[bytes], other: bytes) -> None:
    tree = Peaks()
    tree.add_all(leaves)
    again = Peaks.unpacked(len(leaves), tree.packed)
    assert again is not None
    assert (again.root, again.packed) == (root_of(leaves), tree.packed)
    again.add_all([b"one more"])
    assert again.root == root_of([*leaves, b"one more"])
    fits = len(other) == len(tree.packed)
    assert (Peaks.unpacked(len(leaves), other) is not None) == fits
    assert Peaks.unpacked(len(leaves), "text") is None
