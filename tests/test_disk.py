"""Files of ours are written aside, and have their name once they are whole, on the disk and closed to others."""

import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sits_es import disk
from sits_es.disk import new_file, open_to_others, private_file, private_folder, to_disk, unfinished, write
from sits_es.errors import NotAllowedError, NotNowError
from sits_es.post.drawer import Drawer
from sits_es.sentences import unstorable
from sits_es.store.sqlite.faults import faults_of_file
from sits_es.store.sqlite.shelf import put_aside, read_shelf
from tests.shared.commands_told import run
from tests.shared.duels import BLUE, RED, SCENARIO


def written(path: Path, text: str) -> None:
    with new_file(path) as out:
        out.write(text)


def test_a_file_is_there_once_it_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    with new_file(path) as out:
        out.write("one\n")
        assert not path.exists()
    assert path.read_text() == "one\n"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_never_called_by_the_sign_for_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotAllowedError) as refused:
        written(Path("-"), "one")
    assert str(refused.value) == '"-" does not stand for standard output here. Name a file.'
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_flushed_and_then_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed, flush = list[str](), os.fsync

    def seen(handle: int) -> None:
        flushed.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        flush(handle)

    monkeypatch.setattr(os, "fsync", seen)
    write(tmp_path / "out.txt", "one")
    assert flushed == ["file", "folder"]
    private_folder(tmp_path / "a" / "b")
    assert flushed == ["file", *["folder"] * 3]


def _failing_folders(monkeypatch: pytest.MonkeyPatch, number: int, words: str) -> None:
    flush = os.fsync

    def failing(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, words)
        flush(handle)

    monkeypatch.setattr(os, "fsync", failing)


def test_a_name_that_is_not_on_the_disk_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "out.txt"
    _failing_folders(monkeypatch, 5, "Input/output error")
    with pytest.raises(NotNowError) as refused:
        written(path, "one")
    assert str(refused.value) == f"{path} could not be written completely: input/output error. It was removed."
    assert list(tmp_path.iterdir()) == []
    path.write_text("old")
    with pytest.raises(NotNowError) as refused:
        write(path, "new", over=True)
    assert str(refused.value) == (
        f"{path} was written, but a power cut may destroy it: input/output error. Write it again."
    )
    assert path.read_text() == "new"


def test_a_disk_that_fails_asks_for_no_other_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "open", full)
    with pytest.raises(NotNowError) as refused:
        written(tmp_path / "out.txt", "one")
    assert str(refused.value) == f"{tmp_path / 'out.txt'} cannot be written: no space left on device."


def test_where_a_folder_can_not_be_flushed_at_all_nobody_is_held_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _failing_folders(monkeypatch, 22, "Invalid argument")
    written(tmp_path / "out.txt", "one")
    to_disk(tmp_path)


def test_what_is_not_finished_is_removed_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "kept.part").mkdir()
    with unfinished(tmp_path / "kept") as made:
        (made / "half").write_text("half")
        assert stat.S_IMODE(made.stat().st_mode) == 0o700
    assert [path.name for path in tmp_path.iterdir()] == ["kept.part"]


@contextmanager
def _umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.skipif(os.name != "posix", reason="modes mean something on POSIX alone")
@pytest.mark.parametrize("mask", [0o000, 0o022, 0o277, 0o777])
def test_all_that_a_game_leaves_is_its_owners_alone_whatever_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mask: int
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "far/games")
    for name, text in (("duel.toml", SCENARIO), ("red.orders", RED), ("blue.orders", BLUE)):
        Path(name).write_text(text)
    with _umask(mask):
        for words in (
            ("new", "duel.toml", "--name", "duel"),
            ("new", "duel.toml", "--name", "other"),
            ("orders", "new", "duel", "--as", "red", "-o", "new.orders"),
            ("play", "duel", "red.orders", "blue.orders", "--to", "1.4"),
            ("games",),
            ("games", "archive", "duel"),
            ("keys", "new", "anna"),
            ("mail", "setup", "address=anna@example.org"),
            ("mail", "invite", "duel.toml", "--name", "letters", "--as", "red", "blue=bob@example.org"),
            ("mail", "out"),
            ("export", "duel", "-o", "duel.bundle"),
            ("games", "delete", "other", "--yes"),
            ("backup", "kept"),
            ("restore", "kept"),
        ):
            run(*words)
    made = [path for path in tmp_path.rglob("*") if path.name not in {"duel.toml", "red.orders", "blue.orders"}]
    assert {path.name for path in made} >= {
        *("sits.db", "read.db", "list.db", "mail.db", "sits.toml", "anna.key", "deleted", "replaced-1"),
        *("new.orders", "duel.bundle", "kept", "far"),
    }
    wrong = [
        str(path.relative_to(tmp_path))
        for path in made
        if stat.S_IMODE(path.stat().st_mode) != (0o700 if path.is_dir() else 0o600)
    ]
    assert wrong == []


@pytest.mark.skipif(os.name != "posix", reason="modes mean something on POSIX alone")
def test_the_doctor_tells_what_is_open_to_others_where_they_get_there(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    # pytest's own folders are shut, and are other tests' too
    own = TemporaryDirectory()
    request.addfinalizer(own.cleanup)
    tmp_path = Path(own.name)
    if not all(above.stat().st_mode & 0o011 for above in tmp_path.parents):
        pytest.skip("the folder of temporary files is shut itself, so nobody else gets to what is in it")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")
    Path("duel.toml").write_text(SCENARIO)
    run("new", "duel.toml", "--name", "duel")
    run("games")
    (tmp_path / "games" / "outbox").mkdir()
    for each in (tmp_path / "games").rglob("*"):
        each.chmod(0o755 if each.is_dir() else 0o644)
    assert (run("doctor").code, open_to_others(Path("games"))) == (0, [])  # nobody else enters the folder
    tmp_path.chmod(0o711)
    (tmp_path / "games").chmod(0o777)
    told = run("doctor")
    assert told.code == 1
    assert (
        "Problem: Others on this machine can read or change the folder itself, read.db, read.db-shm and 4 more files "
        "in games. Run: chmod -R go= games"
    ) in told.flat
    for each in [tmp_path / "games", *(tmp_path / "games").rglob("*")]:
        each.chmod(each.stat().st_mode & 0o700)
    assert run("doctor").code == 0


def test_the_doctor_names_what_a_command_left_that_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SITS_HOME", "games")
    (tmp_path / "games" / "restoring.x1.part").mkdir(parents=True)
    told = run("doctor")
    assert told.code == 0
    assert (
        "Note: If no command is running, you can delete games/restoring.x1.part, which a stopped command left behind."
    ) in told.flat


def test_of_a_full_disk_nothing_is_left_that_blocks_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "out.txt"
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(NotNowError) as refused:
            written(path, "one")
    assert str(refused.value) == (f"{path} could not be written completely: no space left on device. It was removed.")
    assert list(tmp_path.iterdir()) == []
    written(path, "one")
    assert path.read_text() == "one"


def test_nor_is_anything_left_where_what_is_written_breaks_off(tmp_path: Path) -> None:
    def broken() -> None:
        with new_file(tmp_path / "out.txt") as out:
            out.write("one")
            raise NotAllowedError("No more.")

    with pytest.raises(NotAllowedError, match=r"^No more\.$"):
        broken()
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_program_left_blocks_nobody(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"
    (tmp_path / "out.txt.part").write_text("half")
    written(path, "whole")
    assert path.read_text() == "whole"


def test_who_is_second_is_refused_and_the_first_ones_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"

    def second() -> None:
        with new_file(path) as out:
            out.write("second")
            path.write_text("first")

    with pytest.raises(NotAllowedError) as refused:
        second()
    assert str(refused.value) == f"{path} already exists and is never overwritten. Name another file."
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_where_files_can_have_no_second_name_they_are_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", never)
    written(tmp_path / "out.txt", "one")
    assert (tmp_path / "out.txt").read_text() == "one"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_that_not_every_machine_can_keep_is_no_files(tmp_path: Path) -> None:
    for name in ("nul.orders", "red.", "1:2.txt"):
        with pytest.raises(NotAllowedError) as refused:
            written(tmp_path / name, "one")
        assert str(refused.value) == f"{unstorable(name)} Name another file."
    written(tmp_path / "red.orders", "one")
    with pytest.raises(NotAllowedError) as refused:
        written(tmp_path / "Red.orders", "one")
    assert str(refused.value) == (
        f"{tmp_path / 'Red.orders'} differs only in capitals from red.orders, which already exists; some machines "
        "cannot keep both. Name another file."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["red.orders"]


def _stopped_in_a_commit(path: Path, statement: str) -> None:
    """Leave a database as a program does that is killed while it writes: half done, with the journal to undo it."""
    half = path.with_name("half")
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA cache_size=1")
        db.execute("BEGIN IMMEDIATE")
        db.execute(statement, ("x" * 100_000,))
        shutil.copy(path, half)
        shutil.copy(f"{path}-journal", f"{half}-journal")
        db.execute("ROLLBACK")
    half.replace(path)
    Path(f"{half}-journal").replace(f"{path}-journal")


def test_what_a_program_was_stopped_in_is_taken_back_and_is_no_damage(tmp_path: Path) -> None:
    put_aside(tmp_path, "duel")
    with closing(Drawer(tmp_path / "mail.db")) as drawer:
        drawer.put_mark("duel", "shown", "1.2")
        drawer.save()
    _stopped_in_a_commit(tmp_path / "list.db", "INSERT INTO shelf (stream, name) VALUES ('other', ?)")
    _stopped_in_a_commit(tmp_path / "mail.db", "INSERT INTO kept VALUES ('mark', '', '', ?)")
    assert (tmp_path / "list.db-journal").exists()
    assert read_shelf(tmp_path).aside == {"duel"}
    assert (tmp_path / "mail.db-journal").exists()
    assert faults_of_file(tmp_path / "mail.db") == []


def test_a_letter_kept_and_a_game_put_aside_outlive_a_power_cut(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # SQLite's own word for it: a journal's end is flushed too, without which it comes back and takes the commit back
    told, opened = list[str](), sqlite3.connect

    def connect(*words: Any, **more: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = opened(*words, **more)
        connection.set_trace_callback(told.append)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect)
    with closing(Drawer(tmp_path / "mail.db")) as drawer:
        told.clear()  # of what is in memory until a letter is kept
        drawer.put_mark("duel", "shown", "1.2")
    put_aside(tmp_path, "duel")
    assert told.count("PRAGMA synchronous=EXTRA") == 2


def test_where_modes_mean_nothing_nothing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # a folder can't be opened there, and every file has the mode 0666
    def never(*words: object, **more: object) -> None:
        raise PermissionError(13, "Permission denied", *map(str, words), *more)

    monkeypatch.setattr(disk, "_POSIX", False)
    monkeypatch.setattr(Path, "chmod", never)
    monkeypatch.setattr(os, "fsync", lambda handle: never(handle) if stat.S_ISDIR(os.fstat(handle).st_mode) else None)
    private_folder(tmp_path / "games")
    write(tmp_path / "games" / "sits.toml", "one\n")
    private_file(tmp_path / "games" / "sits.db")
    to_disk(tmp_path / "games")
    with unfinished(tmp_path / "games" / "kept") as made:
        assert made.is_dir()
    assert open_to_others(tmp_path / "games") == []
    assert (tmp_path / "games" / "sits.toml").read_bytes() == b"one\n"
