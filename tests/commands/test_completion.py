"""What a shell completes: names of games, players, units and moments, and scenarios; and that nothing is done by it."""

from __future__ import annotations

import shlex
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from commands import completion
from commands.main import app
from tests.shared.commands_told import run
from tests.shared.played_demos import demos_folder
from tests.shared.rows import each_row

#: What a parameter is called on the command line, and what is completed for it.
COMPLETED = {"GAME": completion.games, "PLAYER": completion.players, "MOMENT": completion.moments}
#: Commands about games that are not here yet: their names stand in letters.
INVITED = {"join", "decline", "invite"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with four games, a branch, and a game that is called otherwise."""
    home = shutil.copytree(demos_folder(), tmp_path_factory.mktemp("completion"), dirs_exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(home))
        assert run("fork", "duel", "--at", "1.4", "--name", "what if").code == 0
        assert run("games", "rename", "ambush", "belt").code == 0
    return home


@pytest.fixture(autouse=True)
def _here(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_HOME", str(folder))
    monkeypatch.chdir(tmp_path)


def completed(line: str, shell: str = "bash") -> list[str]:
    """What a shell is offered for the last word of a line, which may be empty."""
    words = [*shlex.split(line), *([""] if line.endswith(" ") else [])]
    asked = {"_SITS_COMPLETE": f"complete_{shell}", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    asked |= {"_TYPER_COMPLETE_ARGS": line, "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    told = CliRunner().invoke(app, [], prog_name="sits", env=asked)
    assert (told.exit_code, told.stderr) == (0, "")
    return [line for line in told.stdout.splitlines() if line]


@each_row(
    ("line", "offered"),
    [
        ("sits sc", ["scenario"]),
        ("sits scenario sh", ["show"]),
        ("sits show ", ["beacon", "belt", "duel", "pursuit", "what\\ if"]),
        ("sits show p", ["pursuit"]),
        ("sits show x", []),
        ("sits diff duel d", ["duel"]),
        ("sits show duel --as ", ["blue", "red"]),
        ("sits orders new duel --as r", ["red"]),
        ("sits show duel --unit ", ["Fearless", "Sirius"]),
        ("sits show pursuit --unit M", ["Mine\\ 1"]),
        ("sits show belt --unit K", ["Kestrel"]),
        ("sits show duel --at 2.", ["2.1", "2.2", "2.3", "2.4", "2.5", "2.6", "2.7", "2.8", "2.break"]),
        ("sits replay duel 1.6 1.b", ["1.break"]),
        ("sits stats nobody luck --at ", []),
        ("sits card show Fearless --game pur", ["pursuit"]),
        ("sits scenario show b", ["belt", "border", "beacon"]),
        ("sits new duel --rules s", ["sfb", "sits", "starwars"]),
        ("sits demo d", ["duel"]),
        ("sits stats duel h", ["hull\\ by\\ side", "hull\\ boxes\\ lost"]),
        ("sits stats duel r", ["range"]),
        ("sits stats duel range ", ["Fearless", "Sirius"]),
        ("sits stats duel range Fearless S", ["Sirius"]),
        ("sits report duel ", ["1", "2"]),
        ("sits orders help p", ["plot", "pivot\\ to", "present"]),
        ("sits orders help --rules starwars f", ["fly", "fire"]),
        ("sits orders help --game belt f", ["fly", "fire"]),
        ("sits rules 11", ["11"]),
        ("sits docs w", ["watch", "what-if", "ways-out", "writing"]),
    ],
)
def test_what_is_typed_is_completed(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("sits card show --rules sits S", "Sample\\ Destroyer"),
        ("sits card show --rules starwars S", "Sample\\ corvette"),
        ("sits card show --rules sfb S", "Sample\\ fast\\ drone"),
    ],
)
def test_classes_of_a_rule_system_are_offered(line: str, offered: str) -> None:
    found = completed(line)
    assert offered in found
    assert len(found) == len(set(found)) > 5


def test_moments_of_a_game_are_offered_from_the_first_to_the_last() -> None:
    found = completed("sits show duel --at ")
    assert found[:2] == ["1.1", "1.2"]
    assert found[-1] == "2.break"
    assert completed("sits show what\\ if --at ") == ["1.1", "1.2", "1.3"]


def test_scenario_files_are_offered_beside_the_bundled_ones(tmp_path: Path) -> None:
    (tmp_path / "battles").mkdir()
    (tmp_path / "battles" / "night.toml").touch()
    (tmp_path / "dusk.toml").touch()
    assert completed("sits new d") == ["duel", "dusk.toml"]
    assert completed("sits new ba") == ["battles/"]
    assert completed("sits new battles/") == ["battles/night.toml"]
    assert completed("sits new nowhere/") == []


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_are_offered_the_same(shell: str) -> None:
    assert "pursuit" in "\n".join(completed("sits show pur", shell))
    assert "Mine 1" in "\n".join(completed("sits show pursuit --unit M", shell))


def seen(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Every file below a folder, when it was written, and what is in it."""
    return {
        str(path): (path.stat().st_mtime_ns, path.read_bytes() if path.is_file() else b"")
        for path in (folder, *folder.rglob("*"))
    }


def test_nothing_is_written_and_nothing_made(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = seen(folder)
    for line in ("sits show ", "sits show duel --at ", "sits show duel --as ", "sits show pursuit --unit "):
        assert completed(line)
    assert seen(folder) == before
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "nowhere"))
    for line in ("sits show ", "sits show duel --at ", "sits show duel --as ", "sits show duel --unit "):
        assert completed(line) == []
    assert list(tmp_path.iterdir()) == []


def test_what_another_program_has_just_written_is_there(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    shutil.copytree(folder, home)
    monkeypatch.setenv("SITS_HOME", str(home))
    with closing(sqlite3.connect(home / "sits.db")) as other:
        # as long as somebody has the store open, what is written stays in its log
        other.execute("SELECT count(*) FROM sqlite_master").fetchall()
        assert run("fork", "duel", "--at", "1.2", "--name", "newest").code == 0
        assert (home / "sits.db-wal").stat().st_size
        assert "newest" in completed("sits show ")


@pytest.mark.parametrize("bytes_", [b"", b"no database", b"SQLite format 3\x00" + bytes(90)])
def test_a_damaged_store_has_nothing_to_offer(bytes_: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sits.db").write_bytes(bytes_)
    monkeypatch.setenv("SITS_HOME", str(tmp_path))
    assert completed("sits show ") == []
    assert completed("sits show duel --at ") == []
    assert (tmp_path / "sits.db").read_bytes() == bytes_
    assert [path.name for path in tmp_path.iterdir()] == ["sits.db"]


@pytest.mark.parametrize("address", ["nonsense", "postgresql://nobody@203.0.113.1/club"])
def test_no_server_is_asked(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITS_STORE", address)
    began = time.monotonic()
    assert completed("sits show ") == []
    assert time.monotonic() - began < 5


def commands_of(command: Any, *path: str) -> Iterator[tuple[str, Any]]:
    """Every command with what it is called."""
    yield " ".join(path), command
    for name in getattr(command, "commands", ()):
        yield from commands_of(command.resolve_command(None, [name])[1], *path, name)


def test_every_word_that_names_a_game_a_player_or_a_moment_is_completed() -> None:
    missing = [
        f"{name} {parameter.name}"
        for name, command in commands_of(get_command(app))
        for parameter in command.params
        if (parameter.metavar in COMPLETED or (parameter.param_type_name == "argument" and parameter.name == "game"))
        and name.split(" ")[0] not in INVITED
        and parameter._custom_shell_complete is None
    ]
    assert missing == []
