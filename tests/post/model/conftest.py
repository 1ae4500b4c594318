"""The example rules of the tests, in which the model is played."""

from collections.abc import Iterator

import pytest

from tests.post.model.beginning import begun
from tests.post.protocol import open_table
from tests.systems.installed import installed


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    begun.cache_clear()
    with installed(*open_table.RULES):
        yield
    begun.cache_clear()
