from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError, UnreadableError
from sits_es.sentences import quoted
from sits_es.store import GameStore, Head, Recorded, Snapshot
from sits_es.store.chain import digest_of
from sits_es.store.sqlite.schema import OBJECTS
from tests.shared.store_samples import (
    SAMPLES,
    Counted,
    Moved,
    Noted,
    Ship,
    Spot,
    a_store,
    behind_its_back,
    command_in,
    numbers,
)

ZEROS = "0" * 64


@pytest.fixture
def store() -> Iterator[GameStore]:
    with a_store() as opened:
        yield opened


def test_what_is_appended_is_read_in_order_with_its_digests(store: GameStore) -> None:
    facts = [Moved(ship=Ship("Fearless"), to=Spot(a=1, c=2)), Noted(text="fire"), *numbers(3)]
    head = store.append("duel", facts[:2], after=-1, recorded_at="2026-01-02T03:04:05Z")
    head = store.append("duel", facts[2:], after=head.version)
    read = list(store.read("duel"))
    assert [recorded.event for recorded in read] == facts
    assert [recorded.version for recorded in read] == [0, 1, 2, 3, 4]
    assert [recorded.recorded_at for recorded in read] == ["2026-01-02T03:04:05Z"] * 2 + [None] * 3
    assert head == store.head("duel") == Head("duel", 4, read[-1].digest)
    first = digest_of(
        bytes(32), "duel", 0, "sample.Moved/1", b'{"path":[],"ship":"Fearless","to":{"a":1,"c":2,"up":0}}'
    )
    assert read[0] == Recorded("duel", 0, facts[0], first.hex(), "2026-01-02T03:04:05Z")


def test_the_digest_covers_what_it_says_and_in_that_order(store: GameStore) -> None:
    import hashlib

    store.append("Gerät", [Counted(number=7)], after=-1)
    parts = [
        bytes(32),
        b"\0\0\0\6",
        "Gerät".encode(),
        bytes(8),
        b"\0\0\0\x10",
        b"sample.Counted/1",
        b"\0\0\0\x0c",
        b'{"number":7}',
    ]
    assert store.head("Gerät").digest == hashlib.sha256(b"".join(parts)).hexdigest()


@pytest.mark.parametrize(
    ("after", "upto", "versions"),
    [
        (-1, None, range(10)),
        (3, None, range(4, 10)),
        (-1, 0, range(1)),
        (3, 6, range(4, 7)),
        (6, 3, ()),
        (9, None, ()),
        (-1, 99, range(10)),
    ],
)
def test_a_stretch_of_a_stream_can_be_read(store: GameStore, after: int, upto: int | None, versions: range) -> None:
    store.append("duel", numbers(10), after=-1)
    assert [recorded.version for recorded in store.read("duel", after=after, upto=upto)] == list(versions)


def test_a_stream_that_nobody_began_is_empty(store: GameStore) -> None:
    assert store.head("duel") == Head("duel", -1, ZEROS)
    assert [*store.read("duel"), *store.streams()] == []
    assert store.append("duel", [], after=-1) == Head("duel", -1, ZEROS)
    assert store.streams() == []


def test_all_heads_are_those_of_each_stream(store: GameStore) -> None:
    assert store.heads() == {}
    store.append("duel", numbers(3), after=-1)
    store.append("another", numbers(1), after=-1)
    store.fork("what-if", "duel", 1, numbers(2))
    assert list(store.heads()) == ["another", "duel", "what-if"]
    assert store.heads() == {name: store.head(name) for name in ("another", "duel", "what-if")}


def test_a_long_stream_is_read_page_by_page_while_somebody_writes(store: GameStore) -> None:
    store.append("duel", numbers(4500), after=-1)
    reading = store.read("duel")
    assert next(reading).version == 0
    store.append("duel", numbers(1), after=4499)
    assert [recorded.version for recorded in reading] == list(range(1, 4500))


def test_who_comes_second_is_told_and_nothing_is_written(store: GameStore) -> None:
    store.append("duel", numbers(3), after=-1)
    with pytest.raises(NotNowError) as refused:
        store.append("duel", numbers(1), after=1)
    assert str(refused.value) == (
        "Somebody else has continued duel: it is at event #2, but you had seen it up to #1. Nothing was written. "
        "Look again, then repeat your command."
    )
    with pytest.raises(NotNowError) as refused:
        store.append("duel", numbers(1), after=5)
    assert str(refused.value) == (
        "duel is at event #2, but you had seen it up to #5: this is not the store that you looked at. Nothing was "
        "written."
    )
    assert store.head("duel").version == 2


def test_the_same_command_twice_is_one_command(store: GameStore) -> None:
    once = store.append("duel", numbers(2), after=-1, command_id=b"mail 1")
    again = store.append("duel", numbers(2), after=-1, command_id=b"mail 1")
    assert once == again
    later = store.append("duel", numbers(2), after=1, command_id=b"mail 2")
    assert store.append("duel", numbers(5), after=1, command_id=b"mail 1") == later
    commands = (b"mail 1", b"mail 2", b"-")
    assert [command_in(store, "duel", each) for each in commands] == [0, 2, None]
    assert store.append("other", numbers(1), after=-1, command_id=b"mail 1").version == 0


def test_a_command_that_a_fork_inherits_counts_for_the_fork_and_a_later_one_does_not(store: GameStore) -> None:
    store.append("duel", numbers(2), after=-1, command_id=b"mail 1")
    store.append("duel", numbers(2), after=1, command_id=b"mail 2")
    head = store.fork("what-if", "duel", 1, numbers(1), command_id=b"fork")
    assert store.append("what-if", numbers(1), after=2, command_id=b"mail 1") == head
    assert store.append("what-if", numbers(1), after=2, command_id=b"mail 2").version == 3


def test_a_value_that_cannot_be_stored_leaves_the_others_unwritten(store: GameStore) -> None:
    with pytest.raises(ValueError, match=r"sample\.Counted/1 cannot be stored"):
        store.append("duel", [Counted(number=1), Counted(number=1.5)], after=-1)  # type: ignore[arg-type]
    assert store.head("duel").version == -1


@pytest.mark.parametrize("name", ["", " duel", "duel ", "du\nel", "du\tel", "\x00", "a\u2028b"])
def test_a_name_that_would_blur_the_record_is_refused(store: GameStore, name: str) -> None:
    with pytest.raises(NotAllowedError) as refused:
        store.append(name, numbers(1), after=-1)
    assert str(refused.value) == (
        f"{quoted(name)} can't be a game's name: it needs at least one visible character, no invisible ones, and no "
        "space at either end."
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE stored_events SET state = x'7b7d' WHERE originator_version = 1",
        "UPDATE stored_events SET recorded_at = 'now'",
        "DELETE FROM stored_events WHERE originator_version = 2",
        "INSERT INTO stored_events VALUES (NULL, 'duel', 4, 't', x'00', x'00', x'00', NULL, NULL)",
        "INSERT INTO stored_events VALUES (NULL, 'duel', 1, 't', x'00', x'00', x'00', NULL, NULL)",
        "INSERT INTO stored_events VALUES (NULL, 'new', 1, 't', x'00', x'00', x'00', NULL, NULL)",
        "INSERT INTO stored_events VALUES (NULL, 'fork', 1, 't', x'00', x'00', x'00', NULL, NULL)",
        "INSERT OR REPLACE INTO stored_events VALUES (NULL, 'duel', 2, 't', x'00', x'00', x'00', NULL, NULL)",
        "INSERT OR REPLACE INTO stored_events VALUES (1, 'duel', 3, 't', x'00', x'00', x'00', NULL, NULL)",
        "UPDATE lineage SET at_version = 0",
        "DELETE FROM lineage",
        "INSERT OR REPLACE INTO lineage VALUES ('fork', 'duel', 0, x'00')",
        "INSERT INTO lineage VALUES ('duel', 'fork', 0, x'00')",
        "UPDATE heads SET originator_version = 1 WHERE originator_id = 'duel'",
        "DELETE FROM heads",
    ],
)
def test_triggers_stop_every_change_by_accident(tmp_path: Path, statement: str) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(3), after=-1)
        store.fork("fork", "duel", 1, numbers(1))
        with closing(sqlite3.connect(tmp_path / "sits.db")) as db, pytest.raises(sqlite3.IntegrityError):
            db.execute(statement)
        assert all(report.sound for report in store.audit_all()[0])


def test_triggers_that_were_dropped_come_back_with_the_next_write(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(3), after=-1)
        with behind_its_back(tmp_path / "sits.db"):
            pass
    lacking = [f"The store lacks {name}." for name, text in OBJECTS.items() if "TRIGGER" in text]
    with a_store(tmp_path / "sits.db") as store:
        assert store.health() == lacking
        with pytest.raises(NotNowError):
            store.append("duel", numbers(1), after=0)
        assert store.health() == lacking
        store.append("duel", numbers(1), after=2)
        assert store.health() == []


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sits.db"
    path.write_bytes(b"The quick brown fox " * 100)
    with pytest.raises(UnreadableError) as refused:
        a_store(path)
    assert str(refused.value) == f"{path} is not a game store, or it is damaged: file is not a database."


def test_a_store_of_a_later_release_is_refused(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.drop_snapshots()
    with closing(sqlite3.connect(tmp_path / "sits.db")) as db:
        db.execute("PRAGMA user_version = 2")
    with pytest.raises(UnreadableError) as refused:
        a_store(tmp_path / "sits.db")
    assert str(refused.value) == (
        "The game store has layout 2, but this program knows layouts up to 1. Open the store with a newer release."
    )


def test_names_in_the_environment_do_not_redirect_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SQLITE_DBNAME", "GAMEAPPLICATION_SQLITE_DBNAME"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere.db"))
    for name in (
        "PERSISTENCE_MODULE",
        "MAPPER_TOPIC",
        "APPLICATION_RECORDER_TOPIC",
        "COMPRESSOR_TOPIC",
        "CIPHER_TOPIC",
    ):
        monkeypatch.setenv(name, "no.such:Thing")
        monkeypatch.setenv(f"GAMEAPPLICATION_{name}", "no.such:Thing")
    with a_store(tmp_path / "sits.db") as store:
        store.application().events.put([Recorded("duel", 0, Counted(number=0))])
    assert not (tmp_path / "elsewhere.db").exists()
    with a_store(tmp_path / "sits.db") as store:
        assert store.head("duel").version == 0


def test_the_librarys_own_way_in_reads_what_the_store_wrote(store: GameStore) -> None:
    store.append("duel", numbers(3), after=-1)
    application = store.application()
    read = list(application.events.get("duel"))
    assert read == [Recorded("duel", number, Counted(number=number)) for number in range(3)]
    application.events.put([Recorded("duel", 3, Counted(number=3))])
    assert [recorded.event for recorded in store.read("duel")] == numbers(4)
    assert [(note.id, note.topic) for note in application.notification_log.select(2, 10)] == [
        (number, "sample.Counted/1") for number in (2, 3, 4)
    ]


def test_a_writer_that_does_not_finish_is_named_and_does_not_hang_the_store(tmp_path: Path) -> None:
    path = tmp_path / "sits.db"
    with GameStore.open(path, registry=SAMPLES, wait=1) as store:
        store.append("duel", numbers(1), after=-1)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(NotNowError) as refused:
                store.append("duel", numbers(1), after=0)
            assert [recorded.version for recorded in store.read("duel")] == [0]
        assert str(refused.value) == (
            "Another program is still writing to the game store. Nothing was written; try again."
        )
        assert store.append("duel", numbers(1), after=0).version == 1


PLAYER = """
    import sys
    from pathlib import Path
    sys.path.insert(0, {root!r})
    from sits_es.errors import NotNowError
    from tests.shared.store_samples import a_store, numbers

    path, rounds, size = Path({path!r}), {rounds}, {size}
    with a_store(path) as store:
        print("ready", flush=True)
        sys.stdin.readline()
        won = lost = 0
        for _ in range(rounds):
            head = store.head("duel").version
            try:
                head = store.append("duel", numbers(size, start=head + 1), after=head).version
                won += 1
                print(head, flush=True)
            except NotNowError as refused:
                assert "Somebody else has continued duel" in str(refused), refused
                lost += 1
        print("end", won, lost, flush=True)
"""


Player = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def player() -> Iterator[Player]:
    """Starts programs that play on in the duel; those that still run at the end are ended."""
    started: list[subprocess.Popen[str]] = []

    def start(path: Path, rounds: int, size: int = 3) -> subprocess.Popen[str]:
        started.append(_player(path, rounds, size))
        return started[-1]

    yield start
    for program in started:
        with program:
            program.kill()


def _player(path: Path, rounds: int, size: int) -> subprocess.Popen[str]:
    root = str(Path(__file__).parents[2])
    program = textwrap.dedent(PLAYER.format(root=root, path=str(path), rounds=rounds, size=size))
    started = subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert started.stdout is not None
    assert started.stdout.readline() == "ready\n"
    return started


def _go(player: subprocess.Popen[str]) -> None:
    assert player.stdin is not None
    player.stdin.write("go\n")
    player.stdin.flush()


def test_of_two_processes_that_race_each_wins_or_is_told_and_none_is_lost(tmp_path: Path, player: Player) -> None:
    path = tmp_path / "sits.db"
    programs = [player(path, 150), player(path, 150)]
    for program in programs:
        _go(program)
    counts = []
    for program in programs:
        output, _ = program.communicate(timeout=60)
        assert program.returncode == 0
        _, won, lost = output.splitlines()[-1].split()
        counts.append((int(won), int(lost)))
    assert [won + lost for won, lost in counts] == [150, 150]
    written = 3 * sum(won for won, _ in counts)
    with a_store(path) as store:
        # each program numbered its facts by the head it saw: any overlap or hole would show
        assert [recorded.event for recorded in store.read("duel")] == numbers(written)
        assert store.audit("duel").sound


def test_a_program_killed_at_any_moment_loses_nothing_it_reported_and_leaves_no_half_command(
    tmp_path: Path, player: Player
) -> None:
    path = tmp_path / "sits.db"
    for reports in (1, 7, 40):
        program = player(path, 100_000, size=20)
        assert program.stdout is not None
        _go(program)
        for _ in range(reports):
            reported = int(program.stdout.readline())
        os.kill(program.pid, signal.SIGKILL)
        # not communicate(), which loses the lines that reading the last one had already fetched
        rest = program.stdout.read()
        program.wait(timeout=20)
        # the last line may be cut
        reported = max([reported, *(int(line) for line in rest.splitlines(keepends=True) if line.endswith("\n"))])
        assert program.returncode == -signal.SIGKILL
        with a_store(path) as store:
            head = store.head("duel").version
            assert reported <= head <= reported + 20
            assert (head + 1) % 20 == 0
            assert [recorded.event for recorded in store.read("duel")] == numbers(head + 1)
            assert store.audit("duel").sound
            assert store.health() == []


def test_snapshots_are_found_by_branch_version_and_fingerprint(store: GameStore) -> None:
    store.append("duel", numbers(5), after=-1, snapshot=Snapshot(4, "one", b"duel 4"))
    store.append("duel", numbers(5), after=4, snapshot=Snapshot(9, "one", b"duel 9"))
    store.fork("what-if", "duel", 6, numbers(1))
    store.append("what-if", numbers(2), after=7, snapshot=Snapshot(9, "one", b"what-if 9"))
    assert store.snapshot("duel", "one") == Snapshot(9, "one", b"duel 9")
    assert store.snapshot("duel", "one", upto=8) == Snapshot(4, "one", b"duel 4")
    assert store.snapshot("duel", "one", upto=3) is None
    assert store.snapshot("duel", "two") is None
    assert store.snapshot("what-if", "one") == Snapshot(9, "one", b"what-if 9")
    assert store.snapshot("what-if", "one", upto=8) == Snapshot(4, "one", b"duel 4")
    store.save_snapshot("what-if", Snapshot(6, "one", b"shared 6"))
    assert store.snapshot("duel", "one", upto=8) == Snapshot(6, "one", b"shared 6")
    store.save_snapshot("what-if", Snapshot(6, "one", b"again"))
    assert store.snapshot("what-if", "one", upto=8) == Snapshot(6, "one", b"again")
    before = [list(store.read(name)) for name in ("duel", "what-if")]
    assert store.drop_snapshots() == 4
    assert store.snapshot("duel", "one") is None
    assert [list(store.read(name)) for name in ("duel", "what-if")] == before


@pytest.mark.parametrize("version", [-1, 2, 5])
def test_a_snapshot_of_other_events_than_those_appended_is_a_bug_and_writes_nothing(
    store: GameStore, version: int
) -> None:
    store.append("duel", numbers(3), after=-1)
    with pytest.raises(ValueError, match=f"The snapshot is of event {version}, which this write does not include"):
        store.append("duel", numbers(2), after=2, snapshot=Snapshot(version, "one", b""))
    assert store.head("duel").version == 2
    with pytest.raises(ValueError, match="duel holds no event 3 after which a snapshot could be taken"):
        store.save_snapshot("duel", Snapshot(3, "one", b""))


def test_a_record_damaged_at_its_end_takes_no_more_events(tmp_path: Path) -> None:
    with a_store(tmp_path / "sits.db") as store:
        store.append("duel", numbers(3), after=-1)
        with behind_its_back(tmp_path / "sits.db") as db:
            db.execute("DELETE FROM stored_events WHERE originator_version = 2")
        with pytest.raises(UnreadableError) as refused:
            store.append("duel", numbers(1), after=2)
        assert str(refused.value) == (
            "The record of duel is damaged: its last event, 2, is not the one that was recorded. "
            "Nothing was written. `sits audit verify duel` names the first bad event."
        )
