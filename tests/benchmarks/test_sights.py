from __future__ import annotations

import pytest

from tests.benchmarks.sights import SHIPS, fleet, looked_up, reckoned

pytestmark = pytest.mark.long


@pytest.mark.parametrize("number", range(4))
def test_tables_and_trigonometry_see_the_same_in_every_direction(number: int) -> None:
    ships = fleet(number)
    assert looked_up(ships) == reckoned(ships)
    assert len(looked_up(ships)) == SHIPS * (SHIPS - 1)
