"""Games by mail that many tests begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.postal import Table, cruisers


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Three peers: red, who keeps the log, blue and green."""
    return cruisers(tmp_path)


@pytest.fixture
def pair(tmp_path: Path) -> Table:
    """Two peers."""
    return cruisers(tmp_path, ("red", "blue"))


@pytest.fixture
def kept(tmp_path: Path) -> Table:
    """Two players and a neutral keeper."""
    return cruisers(tmp_path, ("red", "blue"), neutral="kay")


@pytest.fixture
def duel(tmp_path: Path) -> Table:
    """Two who sit down to a duel, to which nobody has been invited yet."""
    return Table(folder=tmp_path, scenario="duel")
