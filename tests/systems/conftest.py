"""Every rule system that a test of all of them plays: the program's, and one that lives beside these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systems.installed import installed

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def examples() -> Iterator[None]:
    """The example system, installed beside the program's own for the tests of one module."""
    with installed(HERE / "slots" / "rules"):
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games, and the folder beside it to work in."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return tmp_path
