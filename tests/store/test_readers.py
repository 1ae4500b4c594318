"""Whoever only reads waits for nobody, and leaves a store as it found it."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.events import Registry
from sits_es.store import GameStore, Snapshot
from sits_es.store.sqlite.schema import OBJECTS, TABLES
from tests.shared.store_samples import SAMPLES, a_store, command_in, numbers

#: Number of the user to whom nothing belongs.
NOBODY = 65534


def a_duel(path: Path) -> tuple[str, Registry]:
    with a_store(path) as store:
        store.append("duel", numbers(5), after=-1, command_id=b"mail", snapshot=Snapshot(4, "code", b"state"))
        store.fork("what-if", "duel", 2, numbers(3))
    return "what-if", SAMPLES


Written = tuple[Path, str, Registry]


@pytest.fixture
def written(tmp_path: Path) -> Written:
    """A store in a folder of its own, a branch that it holds and the registry of its events."""
    path = tmp_path / "games" / "sits.db"
    path.parent.mkdir()
    return path, *a_duel(path)


def read_everything(written: Written) -> int:
    """Open a store, ask it everything that can be asked and close it; how many events the branch holds."""
    path, stream, registry = written
    with GameStore.open(path, registry=registry, wait=1) as store:
        head = store.head(stream)
        read = list(store.read(stream))
        assert len(store.digests(stream)) == len(read) == head.version + 1
        assert stream in [branch.stream for branch in store.streams()]
        assert command_in(store, stream, b"never given") is None
        assert store.snapshot(stream, "other code") is None
        report = store.audit(stream, store.checkpoint(stream))
        assert report.sound
        assert store.audit(stream) in store.audit_all()[0]
        assert store.health() == []
        return len(read)


def test_readers_do_not_wait_for_a_writer(written: Written) -> None:
    with closing(sqlite3.connect(written[0], isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        assert read_everything(written) > 5


def test_readers_change_nothing(written: Written) -> None:
    path = written[0]
    before = path.read_bytes()
    with closing(sqlite3.connect(path)) as db:
        made = db.execute("SELECT * FROM sqlite_master").fetchall()
    read_everything(written)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT * FROM sqlite_master").fetchall() == made


def test_the_next_writer_makes_the_triggers_and_indexes_that_somebody_dropped(written: Written) -> None:
    path, stream, registry = written
    events = read_everything(written)
    with closing(sqlite3.connect(path)) as db:
        db.execute("DROP TRIGGER lineage_first")
        db.execute("DROP INDEX stored_events_seals")
    with GameStore.open(path, registry=registry) as store:
        assert store.health() == ["The store lacks stored_events_seals.", "The store lacks lineage_first."]
    with GameStore.open(path, registry=registry) as store:
        last = list(store.read(stream))[-1]
        store.append(stream, [last.event], after=last.version)
        assert store.health() == []
    with closing(sqlite3.connect(path)) as db:
        names = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        assert names >= OBJECTS.keys()
        assert db.execute("PRAGMA user_version").fetchone() == (1,)
        assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert read_everything(written) == events + 1


def test_a_writer_who_fails_leaves_a_store_as_it_was(written: Written) -> None:
    path, stream, registry = written
    with closing(sqlite3.connect(path)) as db:
        made = db.execute("SELECT * FROM sqlite_master").fetchall()
    with GameStore.open(path, registry=registry) as store:
        with pytest.raises(NotAllowedError):
            store.fork("new", stream, 99_999, [next(store.read(stream)).event])
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("SELECT * FROM sqlite_master").fetchall() == made
        head = store.head(stream)
        assert store.fork("new", stream, head.version, [next(store.read(stream)).event]).version == head.version + 1
        with closing(sqlite3.connect(path)) as db:
            assert {name for (name,) in db.execute("SELECT name FROM sqlite_master")} >= OBJECTS.keys()


@pytest.fixture
def shut(written: Written) -> Iterator[Written]:
    """A store in a folder where nothing can be written, not even by the superuser, who goes by another name here."""
    path, stream, registry = written
    with TemporaryDirectory() as made:
        folder = Path(made)
        shutil.copy(path, folder)
        (folder / path.name).chmod(0o444)
        folder.chmod(0o555)
        root = os.geteuid() == 0
        if root:
            os.seteuid(NOBODY)
        try:
            yield folder / path.name, stream, registry
        finally:
            if root:
                os.seteuid(0)
            folder.chmod(0o755)


def test_an_archive_on_a_disk_that_cannot_be_written_to_is_read(shut: Written) -> None:
    path, stream, registry = shut
    with pytest.raises(OSError, match="denied"):
        path.with_name("new").touch()
    assert read_everything(shut) > 5
    with GameStore.open(path, registry=registry) as store:
        last = list(store.read(stream))[-1]
        with pytest.raises(NotAllowedError, match="cannot be opened for writing"):
            store.append(stream, [last.event], after=last.version)


def test_a_new_store_says_whose_file_it_is(tmp_path: Path) -> None:
    path = tmp_path / "sits.db"
    with a_store(path) as store:
        assert not path.exists()
        store.drop_snapshots()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA application_id").fetchone()[0].to_bytes(4, "big") == b"SITS"


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ("PRAGMA application_id = 7", "is another program's database, not a game store."),
        ("CREATE TABLE packets (bytes BLOB)", "is another program's database, not a game store."),
    ],
)
def test_a_database_of_another_program_is_refused_and_stays_as_it_is(tmp_path: Path, made: str, said: str) -> None:
    path = tmp_path / "sits.db"
    with closing(sqlite3.connect(path)) as db:
        db.execute(made)
    before = path.read_bytes()
    with pytest.raises(UnreadableError) as refused:
        a_store(path)
    assert str(refused.value) == f"{path} {said}"
    assert path.read_bytes() == before


@pytest.mark.parametrize("table", TABLES)
def test_a_store_that_lacks_a_table_is_damaged_and_not_begun_anew(tmp_path: Path, table: str) -> None:
    path = tmp_path / "sits.db"
    with a_store(path) as store:
        store.append("duel", numbers(3), after=-1)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"DROP TABLE {table}")
    with pytest.raises(UnreadableError) as refused:
        a_store(path)
    said = f"{path} is not a game store, or it is damaged: it lacks the table {table}."
    assert str(refused.value) == said


@pytest.mark.parametrize("table", TABLES)
def test_a_store_of_another_layout_is_refused_and_stays_as_it_is(tmp_path: Path, table: str) -> None:
    path = tmp_path / "sits.db"
    with a_store(path) as store:
        store.append("duel", numbers(3), after=-1)
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"ALTER TABLE {table} ADD COLUMN mood TEXT")
    before = path.read_bytes()
    with pytest.raises(UnreadableError) as refused:
        a_store(path)
    why = f"the columns of its table {table} differ from this program's"
    assert str(refused.value) == f"{path} is not a game store, or it is damaged: {why}."
    assert path.read_bytes() == before


def test_a_store_that_is_only_looked_at_is_read_without_a_file_beside_it_and_not_written(written: Written) -> None:
    path, branch, registry = written
    before = path.read_bytes()
    made = path.stat().st_mtime_ns, path.parent.stat().st_mtime_ns
    with GameStore.open(path, registry=registry, looking=True) as store:
        last = list(store.read(branch))[-1]
        with pytest.raises(NotAllowedError, match="cannot be opened for writing"):
            store.append(branch, [last.event], after=last.version)
    assert (path.stat().st_mtime_ns, path.parent.stat().st_mtime_ns) == made
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]


def test_what_is_in_the_log_of_another_program_is_seen_by_whoever_only_looks(tmp_path: Path) -> None:
    path = tmp_path / "sits.db"
    with a_store(path) as store:
        store.append("duel", numbers(5), after=-1)
        assert (tmp_path / "sits.db-wal").stat().st_size
        with GameStore.open(path, registry=SAMPLES, looking=True) as other:
            assert len(list(other.read("duel"))) == 5
