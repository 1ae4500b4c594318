"""What tests of these rules share."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _lines_are_not_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Templates are read line by line here; how their lines are broken is the frame's."""
    monkeypatch.setattr("sits_es.orders.normal.COLUMNS", 10_000)
