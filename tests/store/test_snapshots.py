"""A snapshot is a cache that cannot lie: whoever touches it, or its events, only makes the program fold them again."""

from __future__ import annotations

import hashlib
import hmac
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sits_es.store import GameStore, Snapshot, StoredSnapshot
from sits_es.store.chain import chained
from tests.shared.store_samples import SAMPLES, SECRET, a_store, behind_its_back, numbers

FOUR = Snapshot(4, "code", b"after four")
SEVEN = Snapshot(7, "code", b"after seven")
OWN = Snapshot(8, "code", b"after the fork's eight")
OTHER = Snapshot(7, "other code", b"by other code")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sits.db"


@pytest.fixture
def store(path: Path) -> Iterator[GameStore]:
    """A duel with snapshots after #4 and #7, two of them by different code, and a fork after #6 with one after #8."""
    with a_store(path) as opened:
        opened.append("duel", numbers(5), after=-1, snapshot=FOUR)
        opened.append("duel", numbers(5), after=4, snapshot=SEVEN)
        opened.save_snapshot("duel", OTHER)
        opened.fork("fork", "duel", 6, numbers(1))
        opened.append("fork", numbers(1), after=7, snapshot=OWN)
        yield opened


def test_what_is_kept_is_found_again(store: GameStore, path: Path) -> None:
    store.close()
    with a_store(path) as reopened:
        assert reopened.snapshot("duel", "code") == SEVEN
        assert reopened.snapshot("fork", "code") == OWN
        assert reopened.snapshot("fork", "code", upto=7) == FOUR
        assert reopened.snapshot("duel", "other code") == OTHER


def test_the_proof_covers_stream_version_digest_code_and_state(store: GameStore, path: Path) -> None:
    digest = bytes.fromhex(next(store.read("duel", after=6, upto=7)).digest)
    parts = [
        b"sits-es/snapshot/1",
        b"\0\0\0\4duel",
        b"\0\0\0\0\0\0\0\7",
        digest,
        b"\0\0\0\4code",
        b"after seven",
    ]
    with closing(sqlite3.connect(path)) as db:
        (mac,) = db.execute("SELECT mac FROM stored_states WHERE originator_version = 7 AND topic = 'code'").fetchone()
    assert mac == hmac.new(SECRET, b"".join(parts), hashlib.sha256).digest()


@pytest.mark.parametrize(
    "change",
    [
        "state = CAST('after seveN' AS BLOB)",
        "state = CAST(state AS TEXT)",
        "state = x''",
        "mac = NULL",
        "mac = x''",
        "mac = zeroblob(32)",
        "mac = 'abc'",
        "mac = (SELECT mac FROM stored_states WHERE originator_version = 4)",
        "originator_version = 8",
        "originator_version = 6",
        "originator_version = 99",
        "originator_version = 6.5",
        "originator_id = 'fork'",
        "topic = 'old code'",
        "topic = x'636f6465'",
        "topic = CAST(x'ff' AS TEXT)",
    ],
)
def test_a_snapshot_that_somebody_touched_is_not_used(store: GameStore, path: Path, change: str) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        assert (
            db.execute(
                f"UPDATE stored_states SET {change} WHERE originator_version = 7 AND topic = 'code'"  # noqa: S608 -- from the rows above
            ).rowcount
            == 1
        )
    # the one before is as good as it was
    assert store.snapshot("duel", "code") == FOUR
    assert store.snapshot("fork", "code") == OWN
    assert store.snapshot("fork", "code", upto=7) == FOUR
    assert store.snapshot("duel", "old code") is None
    for kept in store.snapshots("duel"):
        assert kept.holds == (kept.snapshot in (FOUR, OTHER))


def test_a_snapshot_of_an_event_that_was_replaced_is_not_used_though_the_whole_chain_was_redone(
    store: GameStore, path: Path
) -> None:
    with behind_its_back(path) as db:
        rows = db.execute(
            "SELECT topic, state, previous FROM stored_events WHERE originator_id = 'duel' AND originator_version > 5 "
            "ORDER BY originator_version"
        ).fetchall()
        encoded = [("sample.Counted/1", b'{"number":99}'), *((topic, state) for topic, state, _ in rows[1:])]
        for row in chained(rows[0][2], "duel", 5, encoded):
            db.execute(
                "UPDATE stored_events SET state = ?, previous = ?, digest = ? "
                "WHERE originator_id = ? AND originator_version = ?",
                (*row[3:6], *row[:2]),
            )
        db.execute("UPDATE heads SET digest = ? WHERE originator_id = 'duel'", (row[5],))
    assert store.audit("duel").sound
    assert store.snapshot("duel", "code") == FOUR
    assert store.snapshot("duel", "other code") is None
    assert [(kept.snapshot, kept.holds) for kept in store.snapshots("duel")] == [
        (FOUR, True),
        (SEVEN, False),
        (OTHER, False),
    ]


def test_what_somebody_puts_in_is_not_used_and_hides_nothing(store: GameStore, path: Path) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for stream, version in (("duel", 9), ("duel", 5), ("duel", 12), ("fork", 7), ("fork", 2), ("fork", -3)):
            db.execute("INSERT INTO stored_states VALUES (?, ?, 'code', x'00', zeroblob(32))", (stream, version))
    assert store.snapshot("duel", "code") == SEVEN
    assert store.snapshot("duel", "code", upto=6) == FOUR
    assert store.snapshot("fork", "code", upto=7) == FOUR


@pytest.mark.parametrize("secret", [None, bytes(32)])
def test_without_the_secret_no_snapshot_is_used(store: GameStore, path: Path, secret: bytes | None) -> None:
    store.close()
    with GameStore.open(path, registry=SAMPLES, secret=secret) as stranger:
        assert stranger.snapshot("duel", "code") is None
        assert [kept for kept in stranger.snapshots("duel") if kept.holds] == []


def test_without_a_secret_no_snapshot_is_written(path: Path) -> None:
    with GameStore.open(path, registry=SAMPLES) as store:
        store.append("duel", numbers(5), after=-1, snapshot=FOUR)
        store.save_snapshot("duel", Snapshot(3, "code", b""))
        with pytest.raises(ValueError, match="The snapshot is of event 7, which this write does not include"):
            store.append("duel", numbers(1), after=4, snapshot=SEVEN)
        assert list(store.snapshots("duel")) == []
        assert store.drop_snapshots() == 0


@pytest.mark.parametrize("secret", [b"", b"short", bytes(33)])
def test_a_secret_of_another_size_is_a_bug(path: Path, secret: bytes) -> None:
    with pytest.raises(ValueError, match=f"The secret has {len(secret)} bytes; it must have 32"):
        GameStore.open(path, secret=secret)
    assert not path.exists()


def test_all_snapshots_of_a_branch_are_there_to_be_folded_again_and_those_that_differ_are_dropped(
    store: GameStore,
) -> None:
    assert list(store.snapshots("duel")) == [StoredSnapshot("duel", kept, True) for kept in (FOUR, SEVEN, OTHER)]
    of_the_fork = list(store.snapshots("fork"))
    assert of_the_fork == [StoredSnapshot("duel", FOUR, True), StoredSnapshot("fork", OWN, True)]
    assert list(store.snapshots("nobody")) == []
    assert store.drop_snapshots(of_the_fork) == 2
    assert store.drop_snapshots(of_the_fork) == 0
    assert list(store.snapshots("fork")) == []
    assert list(store.snapshots("duel")) == [StoredSnapshot("duel", kept, True) for kept in (SEVEN, OTHER)]
    assert store.drop_snapshots([]) == 0
    assert store.drop_snapshots() == 2
