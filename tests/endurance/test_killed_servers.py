"""A short form of `tests.endurance.killed_servers`: each way in which a server ends, once."""

from __future__ import annotations

import pytest

from tests.endurance.killed_servers import ENDS, killed

pytestmark = pytest.mark.long


def test_what_was_reported_outlives_a_server_that_is_killed() -> None:
    assert killed(1, len(ENDS)) == []
