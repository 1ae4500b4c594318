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
