"""Desks that take what programs of the model took come to the same records: the model's proof is theirs as well."""

import pytest
from hypothesis import HealthCheck, settings

from tests.post.model.beside import EscrowWithDesks, WithDesks

pytestmark = pytest.mark.long

SOME_GAMES = settings(max_examples=12, stateful_step_count=8, deadline=None, suppress_health_check=list(HealthCheck))

TestDesksBeside = WithDesks.TestCase
TestDesksBeside.settings = SOME_GAMES
TestDesksBesideWithEscrow = EscrowWithDesks.TestCase
TestDesksBesideWithEscrow.settings = SOME_GAMES
