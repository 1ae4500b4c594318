"""Whatever comes, whoever is silent, and whatever one of them forges: the same packets give the same record."""

import pytest
from hypothesis import HealthCheck, settings

from tests.post.model.table import Table
from tests.post.model.with_escrow import EscrowTable

pytestmark = pytest.mark.long

SOME_GAMES = settings(max_examples=60, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck))

TestTheTable = Table.TestCase
TestTheTable.settings = SOME_GAMES
TestTheTableWithEscrow = EscrowTable.TestCase
TestTheTableWithEscrow.settings = settings(SOME_GAMES, max_examples=20)
