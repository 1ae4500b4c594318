"""Commands run as a player runs them, in a folder of their own; a traceback is never an answer."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import Any

import pytest

from sits_es.store import GameStore
from tests.shared.commands_told import Sits, run
from tests.shared.duels import BLUE, RED, SCENARIO


@pytest.fixture(scope="session")
def _stores(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Stores with the duel just begun, and after all of its first turn."""
    made = {}
    for state in ("begun", "played"):
        folder = tmp_path_factory.mktemp(state)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("SITS_HOME", str(folder))
            patch.chdir(folder)
            write_files(folder)
            assert run("new", "duel.toml", "--name", "duel").code == 0
            if state == "played":
                assert run("play", "duel", "red.orders", "blue.orders", "--to", "1.break").code == 0
        made[state] = folder / "sits.db"
    return made


def write_files(folder: Path) -> None:
    (folder / "duel.toml").write_text(SCENARIO, encoding="utf-8")
    (folder / "red.orders").write_text(RED, encoding="utf-8")
    (folder / "blue.orders").write_text(BLUE, encoding="utf-8")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games; the current folder, next to it, holds scenario and orders of the duel."""
    monkeypatch.setenv("SITS_HOME", "games")
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    write_files(tmp_path)
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


@pytest.fixture
def sits(home: Path) -> Sits:  # noqa: ARG001 - the folder is what it runs in
    """Run a command: sits("show", "duel")."""
    return run


@pytest.fixture
def begun(sits: Sits, home: Path, _stores: dict[str, Path]) -> Sits:
    """The same, with the duel begun: everybody owes orders for 1.1."""
    shutil.copy(_stores["begun"], home / "sits.db")
    return sits


@pytest.fixture
def played(sits: Sits, home: Path, _stores: dict[str, Path]) -> Sits:
    """The same, with all of turn 1 played: everybody owes orders for 2.1."""
    shutil.copy(_stores["played"], home / "sits.db")
    # without the secret the snapshots in it would be a stranger's
    shutil.copytree(_stores["played"].with_name("keys"), home / "keys")
    return sits


@pytest.fixture
def rows(home: Path) -> Callable[[], list[tuple[Any, ...]]]:
    """Every stored event, as it stands in the table."""

    def read() -> list[tuple[Any, ...]]:
        with closing(connect(home / "sits.db")) as db:
            return db.execute("SELECT * FROM stored_events ORDER BY rowid").fetchall()

    return read


@pytest.fixture
def store(home: Path) -> Iterator[GameStore]:
    """The store itself, behind the commands."""
    with GameStore.open(home / "sits.db") as opened:
        yield opened
