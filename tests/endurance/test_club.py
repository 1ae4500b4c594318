"""A short form of `tests.endurance.club`: nothing lost or doubled, every game sound."""

from __future__ import annotations

import pytest

from tests.endurance.club import run

pytestmark = pytest.mark.long


def test_a_small_club_loses_nothing() -> None:
    found = run(games=4, writers=3, exchanges=9, durable=False)
    assert (len(found.appends), found.events) == (36, 36 * 30)
    assert "4 games   3 writers" in str(found)
