"""Whatever comes, whoever is silent, and whatever one of them forges: the same packets give the same record."""

from hypothesis import HealthCheck, settings

from tests.post.model.table import Table

TestTheTable = Table.TestCase
TestTheTable.settings = settings(
    max_examples=1000, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck)
)
