"""A wrong folder or file named: which one was looked into, who says so, where else there are games, what is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.commands_told import Sits, run

HERE = "Games are kept in var here; SITS_HOME can name another folder."


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder without games, deep in one that has none either; SITS_HOME names none."""
    deep = tmp_path / "club" / "friday" / "ships"
    deep.mkdir(parents=True)
    monkeypatch.chdir(deep)
    monkeypatch.delenv("SITS_HOME", raising=False)
    monkeypatch.setenv("COLUMNS", "200")
    return tmp_path


def with_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as there:
        there.setenv("SITS_HOME", str(folder))
        assert run("new", "duel", "--name", "duel").code == 0


@pytest.mark.usefixtures("somewhere")
def test_it_is_said_where_games_are_kept_and_why() -> None:
    assert run("games").out == f"There are no games here yet. Try: sits demo\n{HERE}\n"
    said = "There is no game duel in var. There are no games here yet; try: sits demo"
    assert run("show", "duel").err == f"{said}\n{HERE}\n"


@pytest.mark.parametrize(
    ("kept", "at", "shown"),
    [
        ("club/friday/var", "club/friday/ships", "../var"),
        ("club/var", "club/friday/ships", "../../var"),
        ("club/friday", "club/friday/ships", ".."),
        ("club/friday/var", "club/friday/var", "."),
    ],
)
def test_games_in_the_folders_above_are_found(
    somewhere: Path, monkeypatch: pytest.MonkeyPatch, kept: str, at: str, shown: str
) -> None:
    with_games(somewhere / kept, monkeypatch)
    (somewhere / at).mkdir(exist_ok=True)
    monkeypatch.chdir(somewhere / at)
    there = f" There are some in {shown}; to see them: SITS_HOME={shown} sits games"
    assert run("games").out.endswith(f"{HERE}{there}\n")
    assert run("replay", "duel").err.endswith(f"{HERE}{there}\n")
    monkeypatch.setenv("SITS_HOME", shown)
    assert "duel" in run("games").out


def test_the_folder_above_the_one_that_is_meant_is_answered(somewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_games(somewhere / "club" / "var", monkeypatch)
    monkeypatch.setenv("SITS_HOME", "../../../club")
    kept = "Games are kept in ../../../club, which SITS_HOME names. There are some in ../../../club/var; to see them:"
    assert f"{kept} SITS_HOME=../../../club/var sits games" in run("games").out


def test_a_store_without_games_or_a_damaged_one_is_not_named(somewhere: Path) -> None:
    assert run("games").out.endswith(f"{HERE}\n")
    above = somewhere / "club" / "friday" / "var"
    above.mkdir()
    (above / "sits.db").write_bytes(b"no database at all")
    deeper = Path("deeper")
    deeper.mkdir()
    assert run("games").out.endswith(f"{HERE}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("orders", "check", "folder"), "folder is a folder. Name a file in it.\n"),
        (("scenario", "check", "folder"), "folder is a folder. Name a file in it.\n"),
        (("audit", "check", "folder"), "There is no proof and no checkpoint in folder.\n"),
        (("import", "folder"), "folder: it is a folder.\n"),
        (("restore", "file"), "file is a file, not a folder. Name a folder that `sits backup` wrote.\n"),
        (
            ("new", "duel", "--name", "x", "--cards", "file"),
            "file is a file, not a folder. Name a folder that contains cards.\n",
        ),
        (("card", "list", "--cards", "file"), "file is a file, not a folder. Name a folder that contains cards.\n"),
    ],
)
def test_a_file_for_a_folder_and_a_folder_for_a_file_are_named_as_that(
    sits: Sits, words: tuple[str, ...], said: str
) -> None:
    Path("folder").mkdir()
    Path("file").write_text("text", encoding="utf-8")
    assert sits(*words) == (1, "", said)


def test_a_file_in_place_of_the_folder_of_games_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("text", encoding="utf-8")
    monkeypatch.setenv("SITS_HOME", "file")
    assert run("games").err == "Games can't be kept in file: it is a file. Name a folder in SITS_HOME.\n"
