"""Whatever comes, whoever is silent, and whatever one of them forges: the same packets give the same record."""

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings

from tests.post.model.table import Table
from tests.post.protocol import open_table
from tests.systems.installed import installed


@pytest.fixture(scope="module", autouse=True)
def _examples() -> Iterator[None]:
    with installed(*open_table.RULES):
        yield


TestTheTable = Table.TestCase
TestTheTable.settings = settings(
    max_examples=500, stateful_step_count=12, deadline=None, suppress_health_check=list(HealthCheck)
)
