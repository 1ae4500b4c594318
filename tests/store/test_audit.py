"""Whoever changes one byte of a record, or takes a row away, is found out, and the first bad event is named."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from sits_es.errors import NotAllowedError
from sits_es.events import Registry
from sits_es.store import GameStore
from sits_es.store.audit import ANOTHER, AuditReport, BadEvent
from sits_es.store.chain import chained
from sits_es.store.checkpoints import Checkpoint
from sits_es.store.log import write_rows
from tests.shared.store_samples import (
    SAMPLES,
    Counted,
    Moved,
    Noted,
    Ship,
    Spot,
    a_store,
    behind_its_back,
    cursor_of,
    numbers,
)

#: Rows of the duel: the first, two in the middle, the one that the fork leaves after, the last.
ROWS = (0, 2, 3, 4, 7)
#: Rows of the fork's own: its first, one in the middle, its last.
OWN = (5, 6, 8)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sits.db"


@pytest.fixture
def store(path: Path) -> Iterator[GameStore]:
    with a_store(path) as opened:
        facts = [Moved(ship=Ship("Fearless"), to=Spot(a=1, c=2)), Noted(text="ärger"), *numbers(6)]
        opened.append("duel", facts, after=-1, command_id=b"first", recorded_at="2026-01-01T00:00:00Z")
        opened.fork("fork", "duel", 4, numbers(4, start=100), recorded_at="2026-01-02T00:00:00Z")
        yield opened


def found(store: GameStore, stream: str) -> tuple[str, int, str] | None:
    bad = store.audit(stream).bad
    return None if bad is None else (bad.stream, bad.version, bad.fault)


def test_a_good_store_is_sound(store: GameStore) -> None:
    reports, strays = store.audit_all()
    assert strays == []
    assert [(report.stream, report.events, report.sound) for report in reports] == [
        ("duel", 8, True),
        ("fork", 9, True),
    ]
    for report in reports:
        assert report == AuditReport(
            stream=report.stream,
            events=report.events,
            digest=store.head(report.stream).digest,
            checkpoint=Checkpoint.parse(store.checkpoint(report.stream)),
        )


def test_any_byte_of_any_event_betrays_itself(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        for stream, version in [*(("duel", row) for row in ROWS), *(("fork", row) for row in OWN)]:
            for column in ("originator_id", "topic", "state", "previous", "digest"):
                rowid, kind, value = db.execute(
                    f"SELECT rowid, typeof({column}), CAST({column} AS BLOB) FROM stored_events "  # noqa: S608 - names from the rows above
                    "WHERE originator_id = ? AND originator_version = ?",
                    (stream, version),
                ).fetchone()
                change = f"UPDATE stored_events SET {column} = CAST(? AS {kind}) WHERE rowid = ?"  # noqa: S608 - names from the rows above
                for position in range(len(value)):
                    changed = bytearray(value)
                    changed[position] ^= (0x01, 0x20, 0x80)[position % 3]
                    db.execute(change, (changed, rowid))
                    bad = store.audit(stream).bad
                    assert bad is not None, (column, position)
                    assert (bad.stream, bad.version) == (stream, version), (column, position, bad)
                    if stream == "duel":
                        assert store.audit("fork").sound == (version > 4)
                db.execute(change, (value, rowid))
        assert all(report.sound for report in store.audit_all()[0])


@pytest.mark.parametrize(("stream", "version"), [*(("duel", row) for row in ROWS), *(("fork", row) for row in OWN)])
def test_any_bit_of_an_events_number_betrays_itself(store: GameStore, path: Path, stream: str, version: int) -> None:
    with behind_its_back(path) as db:
        # a table without the index that would refuse a number that is taken
        db.execute("ALTER TABLE stored_events RENAME TO guarded")
        db.execute("CREATE TABLE stored_events AS SELECT * FROM guarded")
        first = 0 if stream == "duel" else 5
        for changed in [version ^ 1 << bit for bit in range(63)] + [-1, -version - 2]:
            db.execute(
                "UPDATE stored_events SET originator_version = ? WHERE originator_id = ? AND originator_version = ?",
                (changed, stream, version),
            )
            bad = store.audit(stream).bad
            assert bad is not None, changed
            # where the new number is taken, that is where the record goes wrong
            assert (bad.stream, bad.version) == (stream, version if changed < first else min(changed, version))
            assert (bad.why == f"its number was changed to {changed}") == (changed < first)
            db.execute("DELETE FROM stored_events")
            db.execute("INSERT INTO stored_events SELECT * FROM guarded")
        assert store.audit(stream).sound


@pytest.mark.parametrize(("stream", "version"), [*(("duel", row) for row in ROWS), *(("fork", row) for row in OWN)])
def test_a_row_that_is_taken_away_is_missed(store: GameStore, path: Path, stream: str, version: int) -> None:
    with behind_its_back(path) as db:
        db.execute("DELETE FROM stored_events WHERE originator_id = ? AND originator_version = ?", (stream, version))
    bad = store.audit(stream).bad
    assert bad == BadEvent(stream, version, None, "missing", "it is missing")
    assert str(bad) == f"Event {version} of {stream}: it is missing."


def test_a_whole_game_that_is_taken_away_is_missed(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute("DELETE FROM stored_events WHERE originator_id = 'duel'")
    assert found(store, "duel") == ("duel", 0, "missing")
    assert found(store, "fork") == ("duel", 0, "missing")


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ("CAST(state AS TEXT)", "kind"),
        ("NULL", "kind"),
        ("7", "kind"),
        ("state || x'00'", "kind"),
        ("CAST(state || x'00' AS BLOB)", "digest"),
    ],
)
def test_a_column_of_another_kind_is_named(store: GameStore, path: Path, value: str, fault: str) -> None:
    with behind_its_back(path) as db:
        if value == "NULL":
            db.execute("ALTER TABLE stored_events RENAME TO guarded")
            db.execute("CREATE TABLE stored_events AS SELECT * FROM guarded")
        statement = f"UPDATE stored_events SET state = {value} WHERE rowid = 4"  # noqa: S608 - names from the rows above
        db.execute(statement)
    assert found(store, "duel") == ("duel", 3, fault)


@pytest.mark.parametrize(
    ("number", "words"), [("'seven'", "seven"), ("7.5", "7.5"), ("NULL", "nothing"), ("CAST(x'ff' AS TEXT)", "\ufffd")]
)
def test_a_number_that_is_none_is_named(store: GameStore, path: Path, number: str, words: str) -> None:
    with behind_its_back(path) as db:
        db.execute("ALTER TABLE stored_events RENAME TO guarded")
        db.execute("CREATE TABLE stored_events AS SELECT * FROM guarded")
        statement = f"UPDATE stored_events SET originator_version = {number} WHERE originator_id = 'duel' AND "  # noqa: S608 - names from the rows above
        db.execute(f"{statement} originator_version = 7")
    # nothing sorts before every number, everything else after them
    version = 0 if number == "NULL" else 7
    bad = store.audit("duel").bad
    assert bad is not None
    assert (bad.version, bad.fault, bad.why) == (version, "kind", f"its number is not a whole number: {words}")
    assert store.audit("fork").sound == (number != "NULL")
    assert bad in [report.bad for report in store.audit_all()[0]]


def test_two_rows_that_change_places_are_named(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        for old, new in ((3, 99), (5, 3), (99, 5)):
            db.execute(
                "UPDATE stored_events SET originator_version = ? "
                "WHERE originator_id = 'duel' AND originator_version = ?",
                (new, old),
            )
    assert found(store, "duel") == ("duel", 3, "link")


def test_an_event_replaced_with_a_digest_of_its_own_is_named_and_not_the_next(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        (before,) = db.execute(
            "SELECT previous FROM stored_events WHERE originator_id = 'duel' AND originator_version = 3"
        ).fetchone()
        (row,) = chained(before, "duel", 2, [("sample.Counted/1", b'{"number":9}')])
        db.execute(
            "UPDATE stored_events SET state = ?, digest = ? WHERE originator_id = 'duel' AND originator_version = 3",
            (row[3], row[5]),
        )
        assert store.audit("duel").bad == BadEvent(
            "duel",
            3,
            "sample.Counted/1",
            "digest",
            "it was replaced: event 4, itself unchanged, followed a different one",
        )
        (before,) = db.execute(
            "SELECT previous FROM stored_events WHERE originator_id = 'fork' AND originator_version = 8"
        ).fetchone()
        (row,) = chained(before, "fork", 7, [("sample.Counted/1", b'{"number":9}')])
        db.execute(
            "UPDATE stored_events SET state = ?, digest = ? WHERE originator_id = 'fork' AND originator_version = 8",
            (row[3], row[5]),
        )
        db.execute("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version > 4")
    assert found(store, "duel") == ("duel", 3, "digest")


def test_a_last_event_replaced_with_a_digest_of_its_own_is_named(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        (before,) = db.execute(
            "SELECT previous FROM stored_events WHERE originator_id = 'duel' AND originator_version = 7"
        ).fetchone()
        (row,) = chained(before, "duel", 6, [("sample.Counted/1", b'{"number":9}')])
        db.execute(
            "UPDATE stored_events SET state = ?, digest = ? WHERE originator_id = 'duel' AND originator_version = 7",
            (row[3], row[5]),
        )
    assert store.audit("duel").bad == BadEvent(
        "duel", 7, "sample.Counted/1", "head", "it is not the event that the store wrote last"
    )


def test_an_event_slipped_in_at_the_end_is_named(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute(
            "INSERT INTO stored_events SELECT NULL, 'duel', 8, topic, state, digest, digest, NULL, NULL "
            "FROM stored_events WHERE originator_id = 'duel' AND originator_version = 7"
        )
        assert found(store, "duel") == ("duel", 8, "digest")
        db.execute("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version = 8")
        (digest,) = db.execute("SELECT digest FROM heads WHERE originator_id = 'duel'").fetchone()
        (row,) = chained(digest, "duel", 7, [("sample.Counted/1", b'{"number":9}')])
        db.execute("INSERT INTO stored_events VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?)", row)
    assert store.audit("duel").bad == BadEvent(
        "duel", 8, "sample.Counted/1", "extra", "it was added behind the store's back: duel ended at event 7"
    )


@pytest.mark.parametrize(
    ("change", "fork", "strays"),
    [
        ("at_digest = x'00'", ("fork", 5, "lineage"), []),
        ("at_version = 3", ("fork", 4, "lineage"), []),
        ("at_version = 5", ("fork", 6, "lineage"), []),
        ("at_version = 99", ("duel", 8, "missing"), []),
        ("at_version = -1", ("fork", 0, "missing"), []),
        ("at_version = 'x'", ("fork", 0, "lineage"), []),
        ("parent = 'duem'", ("duem", 0, "missing"), []),
        ("parent = 'fork'", ("fork", 0, "lineage"), []),
        ("child = 'forl'", ("fork", 0, "missing"), ["forl"]),
    ],
)
def test_lineage_that_was_changed_is_found_out(
    store: GameStore, path: Path, change: str, fork: Any, strays: list[str]
) -> None:
    with behind_its_back(path) as db:
        db.execute(f"UPDATE lineage SET {change}")  # noqa: S608 - names from the rows above
    assert found(store, "fork") == fork
    assert found(store, "duel") is None
    assert [bad.stream for bad in store.audit_all()[1]] == [bad.stream for bad in store.strays()] == strays


def test_lineage_that_was_taken_away_is_found_out(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute("DELETE FROM lineage")
    assert found(store, "fork") == ("fork", 0, "missing")


@pytest.mark.parametrize(
    ("change", "bad"),
    [
        ("originator_version = 6", ("duel", 7, "extra")),
        ("originator_version = 8", ("duel", 8, "missing")),
        ("originator_version = 'x'", ("duel", 7, "head")),
        ("digest = x'00'", ("duel", 7, "head")),
        ("originator_id = 'duem'", ("duel", 7, "head")),
    ],
)
def test_a_head_that_was_changed_is_found_out(store: GameStore, path: Path, change: str, bad: Any) -> None:
    with behind_its_back(path) as db:
        db.execute(f"UPDATE heads SET {change} WHERE originator_id = 'duel'")  # noqa: S608 - names from the rows above
    assert found(store, "duel") == bad


def test_a_row_under_a_name_that_was_never_begun_is_listed(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute("UPDATE stored_events SET originator_id = CAST(x'ff6f' AS TEXT) WHERE rowid = 3")
    reports, strays = store.audit_all()
    assert [report.bad and report.bad.version for report in reports] == [2, 2]
    assert strays == [
        BadEvent("\ufffdo", 2, "sample.Counted/1", "extra", "no stream named \ufffdo was ever begun in this store")
    ]
    assert store.strays() == strays


def test_what_stands_outside_the_digest_is_not_judged(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute("UPDATE stored_events SET recorded_at = 'never', command_id = NULL, rowid = rowid + 100")
    assert all(report.sound for report in store.audit_all()[0])


@pytest.mark.usefixtures("store")
def test_an_event_that_this_program_cannot_read_is_named(path: Path) -> None:
    with GameStore.open(path, registry=Registry()) as other:
        bad = other.audit("duel").bad
    assert bad is not None
    assert (bad.version, bad.name, bad.fault) == (0, "sample.Moved/1", "undecodable")
    assert str(bad) == (
        "duel: event #0 cannot be read; the game cannot be opened. The store holds an event named sample.Moved/1, "
        "and the rules sample are not installed here. Read the record with the program that wrote it, or a newer one."
    )


@pytest.mark.parametrize("needle", [b'{"number":2}', b"sample.Moved/1", '"text":"ärger"'.encode()])
def test_one_byte_changed_in_the_file_itself_is_found_out(store: GameStore, path: Path, needle: bytes) -> None:
    with cursor_of(store, commit=True) as cursor:
        version = cursor.execute(
            "SELECT originator_version FROM stored_events WHERE instr(topic || '/' || CAST(state AS TEXT), ?)",
            (needle.decode(),),
        ).fetchone()[0]
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data = path.read_bytes()
    assert data.count(needle) == 1
    at = data.index(needle) + len(needle) - 2
    path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
    with a_store(path) as reopened:
        bad = reopened.audit("duel").bad
    assert bad is not None
    assert (bad.version, bad.fault) == (version, "digest")


def redo(path: Path, version: int) -> None:
    """Change an event of the duel and work the whole chain out again: only a checkpoint elsewhere tells."""
    with behind_its_back(path) as db:
        rows = db.execute(
            "SELECT topic, state, previous FROM stored_events WHERE originator_id = 'duel' AND originator_version >= ? "
            "ORDER BY originator_version",
            (version,),
        ).fetchall()
        encoded = [(topic, state) for topic, state, _ in rows]
        encoded[0] = ("sample.Counted/1", b'{"number":99}')
        for row in chained(rows[0][2], "duel", version - 1, encoded):
            db.execute(
                "UPDATE stored_events SET topic = ?, state = ?, previous = ?, digest = ? "
                "WHERE originator_id = ? AND originator_version = ?",
                (*row[2:6], *row[:2]),
            )
        db.execute("UPDATE heads SET digest = ? WHERE originator_id = 'duel'", (row[5],))


@pytest.mark.parametrize("version", [0, 3, 7])
def test_a_chain_that_was_redone_is_betrayed_by_a_checkpoint_and_narrowed_down_by_several(
    store: GameStore, path: Path, version: int
) -> None:
    saved = [store.checkpoint("duel", size=size) for size in (1, 3, 5, 8)]
    assert store.audit("duel", saved).confirmed == tuple(map(Checkpoint.parse, saved))
    redo(path, version)
    assert store.audit("duel").sound
    one = store.audit("duel", saved[-1])
    if version == 0:
        # its origin says already that no event is what it was
        assert one.bad == BadEvent("duel", 0, "sample.Counted/1", "checkpoint", ANOTHER)
        return
    why = "one of the events #0 to #7 has changed since the checkpoint of 8 events was made; the chain was redone"
    assert one.bad == BadEvent("duel", 0, None, "checkpoint", why)
    several = store.audit("duel", reversed(saved))
    low, high = {3: (3, 4), 7: (5, 7)}[version]
    where = f"event #{high}" if low == high else f"one of the events #{low} to #{high}"
    assert several.bad is not None
    assert (several.bad.version, several.bad.fault, several.events) == (low, "checkpoint", low)
    assert several.bad.why.startswith(f"{where} has changed since the checkpoint of {high + 1} events was made")
    assert [checkpoint.size for checkpoint in several.confirmed] == [size for size in (1, 3, 5, 8) if size <= low]


def test_a_record_that_is_shorter_than_a_checkpoint_was_rolled_back(store: GameStore, path: Path) -> None:
    saved = store.checkpoint("duel")
    with behind_its_back(path) as db:
        db.execute("DELETE FROM stored_events WHERE originator_id = 'duel' AND originator_version >= 6")
        db.execute(
            "UPDATE heads SET (originator_version, digest) = (SELECT originator_version, digest FROM stored_events "
            "WHERE originator_id = 'duel' AND originator_version = 5) WHERE originator_id = 'duel'"
        )
    assert store.audit("duel").sound
    assert store.audit("duel", saved).bad == BadEvent(
        "duel",
        6,
        None,
        "rolled back",
        "the record was rolled back: the checkpoint is at event #7, but the record ends at #5",
    )


def test_a_fork_answers_to_its_parents_checkpoints_as_far_as_it_shares_its_events(store: GameStore) -> None:
    shared = [store.checkpoint("duel", size=size) for size in (3, 5)]
    assert len(store.audit("fork", [*shared, store.checkpoint("fork")]).confirmed) == 3
    with pytest.raises(NotAllowedError) as refused:
        store.audit("fork", store.checkpoint("duel"))
    assert str(refused.value) == (
        "The checkpoint of duel covers 8 events, but fork does not share all of them. Audit duel "
        "against that checkpoint."
    )
    with pytest.raises(NotAllowedError) as refused:
        store.audit("duel", store.checkpoint("fork"))
    assert str(refused.value) == "This is a checkpoint of fork, and duel does not descend from it."


def test_the_root_is_the_same_wherever_the_same_events_stand(store: GameStore, path: Path) -> None:
    with GameStore.open(path.with_name("other.db"), registry=SAMPLES) as other:
        for recorded in store.read("duel"):
            other.append("duel", [recorded.event], after=recorded.version - 1)
        assert other.checkpoint("duel") == store.checkpoint("duel")


def test_the_audit_sees_what_the_trigger_cannot(path: Path) -> None:
    with a_store(path) as store:
        store.append("duel", numbers(2), after=-1)
        with store._writing() as cursor:
            tip = write_rows(
                cursor, write_rows(cursor, _tip(store), "duel", [("sample.Gone/1", b"{}")]), "duel", [("t", b"")]
            )
        assert tip.version == 3
        assert found(store, "duel") == ("duel", 2, "undecodable")
        assert Counted(number=1) == next(store.read("duel", after=0, upto=1)).event


def _tip(store: GameStore) -> Any:
    from sits_es.store.log import Tip

    head = store.head("duel")
    return Tip(head.version, bytes.fromhex(head.digest))


def test_a_row_below_a_forks_first_event_is_named_as_what_it_was(store: GameStore, path: Path) -> None:
    with behind_its_back(path) as db:
        db.execute(
            "UPDATE stored_events SET originator_version = 2 WHERE originator_version = 7 AND originator_id = 'fork'"
        )
        assert str(store.audit("fork").bad) == "Event 7 of fork (sample.Counted/1): its number was changed to 2."
        db.execute("UPDATE stored_events SET state = x'7b7d' WHERE originator_version = 2 AND originator_id = 'fork'")
        assert str(store.audit("fork").bad) == (
            "Event 5 of fork (sample.Counted/1): a row numbered 2 comes before it: fork begins with event 5."
        )
