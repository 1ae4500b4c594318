"""What a store promises, whichever database holds it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.store import Branch, GameStore, Head, Snapshot
from sits_es.store.chain import ChainedRow
from tests.shared.either_store import change
from tests.shared.postgres import Cluster
from tests.shared.store_samples import SAMPLES, Counted, a_store, command_in, numbers


@pytest.fixture
def store(place: str) -> Iterator[GameStore]:
    """A duel of eight events with a fork after event 4."""
    with a_store(place) as opened:
        opened.append("duel", numbers(5), after=-1, command_id=b"first", recorded_at="2026-01-01T00:00:00+00:00")
        opened.append("duel", numbers(3, start=5), after=4, command_id=b"second")
        opened.fork("what-if", "duel", 4, numbers(2, start=100), command_id=b"what if")
        yield opened


def read(store: GameStore, stream: str, after: int = -1, upto: int | None = None) -> list[tuple[str, int, int]]:
    found = []
    for each in store.read(stream, after=after, upto=upto):
        assert isinstance(each.event, Counted)
        found.append((each.stream, each.version, each.event.number))
    return found


DUEL = [("duel", number, number) for number in range(8)]
WHAT_IF = [*DUEL[:5], ("what-if", 5, 100), ("what-if", 6, 101)]


def test_what_is_appended_is_read_and_chained(store: GameStore) -> None:
    assert read(store, "duel") == DUEL
    assert read(store, "what-if") == WHAT_IF
    assert read(store, "nobody") == []
    assert store.streams() == [Branch("duel", 7), Branch("what-if", 6, "duel", 4)]
    assert store.forks() == [("what-if", "duel")]
    assert (store.knows("duel"), store.knows("nobody")) == (True, False)
    assert store.heads() == {name: store.head(name) for name in ("duel", "what-if")}
    assert store.head("nobody") == Head("nobody", -1, "0" * 64)
    recorded = next(store.read("duel"))
    assert (recorded.recorded_at, recorded.digest) == ("2026-01-01T00:00:00+00:00", store.digest_at("what-if", 0))


@pytest.mark.parametrize(("after", "upto"), [(-1, 3), (2, None), (2, 5), (4, 4), (6, 99)])
def test_a_game_is_read_as_of_any_event(store: GameStore, after: int, upto: int | None) -> None:
    end = None if upto is None else upto + 1
    assert read(store, "duel", after, upto) == DUEL[after + 1 : end]
    assert read(store, "what-if", after, upto) == WHAT_IF[after + 1 : end]


def test_who_comes_second_writes_nothing(store: GameStore) -> None:
    with pytest.raises(NotNowError) as refused:
        store.append("duel", numbers(1), after=6)
    assert str(refused.value) == (
        "Somebody else has continued duel: it is at event #7, but you had seen it up to #6. Nothing was written. "
        "Look again, then repeat your command."
    )
    assert read(store, "duel") == DUEL


def test_the_same_command_is_carried_out_once(store: GameStore) -> None:
    assert store.append("duel", numbers(1), after=-1, command_id=b"second") == store.head("duel")
    assert store.fork("what-if", "duel", 4, numbers(1), command_id=b"what if") == store.head("what-if")
    commands = (b"first", b"second", b"what if", b"none")
    assert [command_in(store, "duel", each) for each in commands] == [0, 5, None, None]
    assert [command_in(store, "what-if", each) for each in commands] == [0, None, 5, None]


def test_a_fork_needs_a_name_of_its_own_and_an_event_to_leave(store: GameStore) -> None:
    with pytest.raises(NotAllowedError, match=r"There is already a game named what-if\."):
        store.fork("what-if", "duel", 1, numbers(1))
    with pytest.raises(NotAllowedError, match="duel cannot be forked after event 8: it holds events 0 to 7"):
        store.fork("other", "duel", 8, numbers(1))
    with pytest.raises(NotAllowedError, match="There is no game named nobody to fork"):
        store.fork("other", "nobody", 0, numbers(1))
    assert store.knows("other") is False


def test_versions_are_found_by_name(store: GameStore) -> None:
    line = store.ancestry("what-if")
    assert store.versions_of(line, "sample.Counted", "sample.Count", after=3) == [[4, 5, 6], []]
    assert store.versions_of(line, "it's 100%") == [[]]


def test_a_deep_fork_is_read_through_all_its_ancestors(store: GameStore) -> None:
    for depth in range(30):
        parent = f"deep {depth - 1}" if depth else "duel"
        store.fork(f"deep {depth}", parent, 7 + depth, [Counted(number=8 + depth)])
    assert [number for _, _, number in read(store, "deep 29")] == list(range(38))
    assert store.line("deep 29")[:2] == [("deep 29", 36), ("deep 28", 35)]


def test_snapshots_are_kept_for_who_wrote_them(store: GameStore, place: str) -> None:
    four, six = Snapshot(4, "code", b"four"), Snapshot(6, "code", b"six \x00\xff")
    store.save_snapshot("what-if", four)
    store.save_snapshot("what-if", six)
    store.save_snapshot("what-if", six)
    assert (store.snapshot("what-if", "code"), store.snapshot("what-if", "code", upto=5)) == (six, four)
    assert store.snapshot("duel", "code") == four
    assert store.snapshot("duel", "other code") is None
    assert [(kept.stream, kept.snapshot, kept.holds) for kept in store.snapshots("what-if")] == [
        ("duel", four, True),
        ("what-if", six, True),
    ]
    with GameStore.open(place, registry=SAMPLES, secret=bytes(32)) as stranger:
        assert stranger.snapshot("duel", "code") is None
    kept = list(store.snapshots("duel"))
    assert (store.drop_snapshots(kept), store.snapshot("what-if", "code", upto=5)) == (1, None)
    assert (store.drop_snapshots(), store.snapshot("what-if", "code")) == (1, None)


def test_a_snapshot_that_somebody_changed_is_not_used(store: GameStore, place: str) -> None:
    store.append("duel", numbers(1), after=7, snapshot=Snapshot(8, "code", b"eight"))
    change(place, "UPDATE stored_states SET originator_version = 7")
    assert store.snapshot("duel", "code") is None
    assert [kept.holds for kept in store.snapshots("duel")] == [False]


def test_a_good_store_is_sound_and_confirms_checkpoints(store: GameStore) -> None:
    saved = store.checkpoint("duel", size=5)
    reports, strays = store.audit_all()
    assert ([(each.stream, each.events, each.bad) for each in reports], strays) == (
        [("duel", 8, None), ("what-if", 7, None)],
        [],
    )
    assert [each.size for each in store.audit("what-if", saved).confirmed] == [5]
    assert (store.strays(), store.health()) == ([], [])


@pytest.mark.parametrize(
    ("statement", "found"),
    [
        ("UPDATE stored_events SET topic = 'sample.Count/1' WHERE originator_version = 3", ("duel", 3, "digest")),
        ("UPDATE stored_events SET state = previous WHERE originator_version = 3", ("duel", 3, "digest")),
        ("UPDATE stored_events SET previous = digest WHERE originator_version = 3", ("duel", 3, "link")),
        ("UPDATE stored_events SET digest = previous WHERE originator_version = 3", ("duel", 3, "digest")),
        ("UPDATE stored_events SET originator_version = 9 WHERE originator_version = 3", ("duel", 3, "missing")),
        ("DELETE FROM stored_events WHERE originator_version = 3", ("duel", 3, "missing")),
        ("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version = 7", ("duel", 7, "missing")),
        ("UPDATE heads SET originator_version = 6 WHERE originator_id = 'duel'", ("duel", 7, "extra")),
        ("UPDATE heads SET digest = (SELECT digest FROM stored_events LIMIT 1)", ("duel", 7, "head")),
        ("DELETE FROM heads WHERE originator_id = 'duel'", ("duel", 7, "head")),
        ("UPDATE lineage SET at_version = 3", ("what-if", 4, "lineage")),
        ("UPDATE lineage SET parent = 'what-if'", ("what-if", 0, "lineage")),
        ("UPDATE stored_events SET originator_id = 'other' WHERE originator_id = 'what-if'", ("what-if", 5, "missing")),
        ("DELETE FROM lineage", ("what-if", 0, "missing")),
    ],
)
def test_whoever_changes_the_record_behind_its_back_is_found_out(
    store: GameStore, place: str, statement: str, found: tuple[str, int, str]
) -> None:
    change(place, statement)
    reports, strays = store.audit_all(["duel", "what-if"])
    bad = [(each.bad.stream, each.bad.version, each.bad.fault) for each in reports if each.bad is not None]
    assert found in bad
    everywhere, strays = store.audit_all()
    assert [each for each in everywhere if each.bad is not None] or strays


def test_rows_of_no_stream_are_found(store: GameStore, place: str) -> None:
    change(place, "UPDATE stored_events SET originator_id = 'nobody' WHERE originator_id = 'what-if'")
    assert [str(each) for each in store.strays()] == [
        "Event 5 of nobody (sample.Counted/1): no stream named nobody was ever begun in this store."
    ]
    with pytest.raises(UnreadableError, match="its last event, 6, is not the one that was recorded"):
        store.append("what-if", numbers(1), after=6)


def test_lineage_that_runs_in_a_circle_is_refused(store: GameStore, place: str) -> None:
    store.fork("third", "what-if", 6, numbers(1))
    change(place, "UPDATE lineage SET parent = 'third' WHERE child = 'what-if'")
    with pytest.raises(UnreadableError, match="The lineage of third runs in a circle by way of third"):
        list(store.read("third"))


def test_a_store_is_the_same_when_it_is_opened_again(store: GameStore, place: str) -> None:
    heads, rows = store.heads(), list(store.stored("what-if"))
    store.close()
    with a_store(place) as again:
        assert (again.heads(), list(again.stored("what-if"))) == (heads, rows)


def test_whoever_follows_a_store_is_told_of_every_write_of_others(store: GameStore, place: str) -> None:
    with a_store(place) as other:
        told = store.changes(20)
        next(told)
        other.append("duel", numbers(1), after=7)
        next(told)
        assert store.head("duel").version == 8
        other.fork("other", "duel", 8, numbers(1))
        next(told)
        assert store.knows("other")
    assert list(store.changes(0.1)) == [None]


def test_whoever_follows_a_branch_is_told_each_of_its_events_once(store: GameStore, place: str) -> None:
    with a_store(place) as other:
        told = store.follow("duel", 5, 20)
        assert [next(told).version for _ in range(2)] == [6, 7]
        other.fork("other", "duel", 7, numbers(1))
        other.append("duel", numbers(2), after=7)
        found = [next(told) for _ in range(2)]
    assert [(each.stream, each.version) for each in found] == [("duel", 8), ("duel", 9)]
    assert found[1].previous == found[0].digest
    assert [(each.stream, each.version) for each in store.follow("other", 6, 0)] == [("duel", 7), ("other", 8)]


_APPENDING = """
import sys
from sits_es.errors import NotNowError
from tests.shared.store_samples import a_store, Counted
place, me, times = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
written = lost = 0
with a_store(place) as store:
    while written < times:
        game = f"game {(written + me) % 2}"
        head = store.head(game).version
        try:
            store.append(game, [Counted(number=me * 1000 + written)], after=head)
            written += 1
        except NotNowError as refusal:
            assert "Somebody else has continued" in str(refusal), refusal
            lost += 1
print(written, lost)
"""


@pytest.mark.long
def test_programs_that_append_at_once_lose_and_double_nothing(place: str) -> None:
    writers, times = 4, 25
    words = [sys.executable, "-c", _APPENDING, place]
    running = [
        subprocess.Popen([*words, str(me), str(times)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for me in range(writers)
    ]
    said = [each.communicate(timeout=120) for each in running]
    assert [(out.split()[:1], err) for out, err in said] == [([str(times)], "")] * writers
    with a_store(place) as store:
        found = [number for game in ("game 0", "game 1") for _, _, number in read(store, game)]
        assert sorted(found) == [me * 1000 + number for me in range(writers) for number in range(times)]
        assert [report.bad for report in store.audit_all()[0]] == [None, None]


_WRITING = """
import sys
from itertools import count
from tests.shared.store_samples import a_store, Counted
with a_store(sys.argv[1]) as store:
    for number in count(store.head("game").version + 1):
        store.append("game", [Counted(number=number)], after=number - 1)
        print(number, flush=True)
"""


def test_a_program_that_is_killed_loses_nothing_that_it_reported(place: str) -> None:
    for round_ in range(1, 4):
        with subprocess.Popen([sys.executable, "-c", _WRITING, place], stdout=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            reported = [int(running.stdout.readline()) for _ in range(10 * round_)]
            running.kill()
        with a_store(place) as store:
            last = store.head("game").version
            assert last >= reported[-1]
            assert [number for _, _, number in read(store, "game")] == list(range(last + 1))
            assert [report.bad for report in store.audit_all()[0]] == [None]


def copy(source: GameStore, target: GameStore, streams: list[str]) -> None:
    """Carry streams over as they are stored, ancestors first."""
    for stream in streams:
        with source._reading() as log:
            rows: list[ChainedRow] = []
            after = source.line(stream)[0][1]
            for version, topic, state, previous, digest, recorded_at in log.page(stream, after, 2**62, 1000):
                rows.append((stream, version, topic, state, previous, digest, None, recorded_at))
            fork = log.raw_lineage().get(stream)
        with target._writing() as log:
            if fork is not None and fork.parent is not None:
                at = target.digest_at(fork.parent, fork.at_version or 0)
                assert at is not None
                log.branch_off(stream, fork.parent, tip(fork.at_version or 0, at))
            log.insert(rows)


def tip(version: int, digest: str):  # type: ignore[no-untyped-def]
    from sits_es.store.log import Tip

    return Tip(version, bytes.fromhex(digest))


def test_a_record_goes_to_a_server_and_back_byte_for_byte(tmp_path: Path, server: Cluster) -> None:
    with (
        a_store(tmp_path / "before.db") as before,
        a_store(server.fresh()) as between,
        a_store(tmp_path / "after.db") as after,
    ):
        before.append("duel", numbers(5), after=-1, recorded_at="2026-01-01T00:00:00+00:00")
        before.fork("what-if", "duel", 3, numbers(2, start=100))
        copy(before, between, ["duel", "what-if"])
        copy(between, after, ["duel", "what-if"])
        for store in (between, after):
            assert store.heads() == before.heads()
            assert [list(store.stored(name)) for name in ("duel", "what-if")] == [
                list(before.stored(name)) for name in ("duel", "what-if")
            ]
            assert store.checkpoint("what-if") == before.checkpoint("what-if")
            assert [report.bad for report in store.audit_all()[0]] == [None, None]
