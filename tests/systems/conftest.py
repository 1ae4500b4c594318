"""Every rule system that a test of all of them plays: SITS, and three that live beside these tests alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.systems.installed import installed

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def examples() -> Iterator[None]:
    """The three example systems, installed beside SITS for the tests of one module."""
    with installed(*(HERE / name / "rules" for name in ("slots", "entries", "runs"))):
        yield


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of games, and the folder beside it to work in."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    return tmp_path
