"""Tests of what both stores promise are run over either."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.shared.postgres import Cluster


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a store is."""
    if request.param == "sqlite":
        return str(tmp_path / "sits.db")
    server: Cluster = request.getfixturevalue("server")
    return server.fresh()
