"""A folder with files that are handed out, and a browser that opens them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.shared.browsers import chromium
from tests.shared.commands_told import run
from tests.shared.firefox import Firefox, firefox
from tests.shared.handouts import GAMES

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Its driver keeps an event loop running, beside which no other can run: it ends with the module."""
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def fox() -> Iterator[Firefox]:
    with firefox() as found:
        yield found


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bundled games, a what-if of the duel, and a file of each; of both one with a volume a turn."""
    folder = tmp_path_factory.mktemp("watched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(folder / "games"))
        patch.delenv("COLUMNS", raising=False)
        patch.chdir(folder)
        for game in GAMES.values():
            assert run("demo", game).code == 0
            assert run("replay", game, "-o", f"{game}.html").code == 0
            assert run("report", game, "-o", f"turn-of-{game}.html").code == 0
        assert run("fork", "duel", "--at", "1.5", "--name", "what-if").code == 0
        assert run("play", "what-if", "--to", "1.break").code == 0
        assert run("replay", "duel", "-o", "both.html", "--beside", "what-if").code == 0
        patch.setattr("commands.render.html.replay_data.VOLUME", 1)
        assert run("replay", "duel", "-o", "by-turns.html", "--beside", "what-if").code == 0
    return folder


@pytest.fixture
def folder(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same; the commands run in it."""
    monkeypatch.setenv("SITS_HOME", str(made / "games"))
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(made)
    return made
