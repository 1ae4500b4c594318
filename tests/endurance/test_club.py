"""A short form of `tests.endurance.club`: nothing lost or doubled, every game sound."""

from __future__ import annotations

import pytest

from tests.endurance.club import run
from tests.shared.postgres import Cluster

pytestmark = pytest.mark.long


def test_a_small_club_loses_nothing(server: Cluster) -> None:
    found = run(server.fresh(), games=4, writers=3, exchanges=9)
    assert (len(found.appends), found.events) == (36, 36 * 30)
    assert "4 games   3 writers" in str(found)
