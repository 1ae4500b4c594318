"""A part of the games of `python -m tests.endurance hostile_packets`."""

import pytest

from tests.endurance.hostile_packets import TABLES, runs

pytestmark = pytest.mark.long


def test_whatever_one_of_three_signs_costs_the_others_nothing() -> None:
    assert runs(1, len(TABLES)) == []
