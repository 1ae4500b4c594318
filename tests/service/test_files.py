"""Files for players are written aside, and have their name once they are whole."""

import os
from pathlib import Path

import pytest

from sits_es.errors import NotAllowedError, NotNowError
from sits_es.sentences import unstorable
from sits_es.service.files import new_file


def write(path: Path, text: str) -> None:
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
        write(Path("-"), "one")
    assert str(refused.value) == "- is not taken for the name of a file, nor for standard output. Name a file."
    assert list(tmp_path.iterdir()) == []


def test_of_a_full_disk_nothing_is_left_that_blocks_the_next_try(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "out.txt"
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(NotNowError) as refused:
            write(path, "one")
    assert str(refused.value) == (
        f"{path} cannot be written to its end: no space left on device. Nothing of it is left."
    )
    assert list(tmp_path.iterdir()) == []
    write(path, "one")
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
    for number in (os.getpid(), os.getpid() + 1):
        (tmp_path / f"out.txt.{number}.part").write_text("half")
    write(path, "whole")
    assert path.read_text() == "whole"


def test_who_is_second_is_refused_and_the_first_ones_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "out.txt"

    def second() -> None:
        with new_file(path) as out:
            out.write("second")
            path.write_text("first")

    with pytest.raises(NotAllowedError) as refused:
        second()
    assert str(refused.value) == f"{path} already exists and is not overwritten. Name another file."
    assert path.read_text() == "first"
    assert list(tmp_path.iterdir()) == [path]


def test_where_files_can_have_no_second_name_they_are_renamed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise OSError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", never)
    write(tmp_path / "out.txt", "one")
    assert (tmp_path / "out.txt").read_text() == "one"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_that_not_every_machine_can_keep_is_no_files(tmp_path: Path) -> None:
    for name in ("nul.orders", "red.", "1:2.txt"):
        with pytest.raises(NotAllowedError) as refused:
            write(tmp_path / name, "one")
        assert str(refused.value) == f"{unstorable(name)} Name another file."
    write(tmp_path / "red.orders", "one")
    with pytest.raises(NotAllowedError) as refused:
        write(tmp_path / "Red.orders", "one")
    assert str(refused.value) == (
        f"{tmp_path / 'Red.orders'} differs from red.orders, which is there already, in capitals alone, so that not "
        "every machine can keep both. Name another file."
    )
    assert [path.name for path in tmp_path.iterdir()] == ["red.orders"]
