"""A file of read models that is closed again when a test is over."""

from collections.abc import Iterator

import pytest
from sqlite_utils import Database


@pytest.fixture
def db() -> Iterator[Database]:
    """Nothing in it yet; in memory."""
    with Database(memory=True) as opened:
        yield opened
