"""All pairs of 200 units at once against one pair after the other, in one run; a turn is 32 times as much.

pytest tests/benchmarks/test_sights_sfb.py --benchmark-enable. Without it each works once; only what they see counts.
"""

from __future__ import annotations

from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.rules.sfb.sums.sights import sights
from tests.benchmarks.sights_sfb import UNITS, battle, one_by_one
from tests.benchmarks.stopwatch import processor_time

pytestmark = pytest.mark.long


@pytest.mark.parametrize("number", range(2))
def test_all_pairs_at_once_see_what_single_pairs_see(number: int) -> None:
    units = battle(number, 80)
    assert sights(units) == one_by_one(units)


def test_what_two_hundred_units_see_against_pair_after_pair(benchmark: BenchmarkFixture) -> None:
    units = battle(9)
    seen = sights(units)
    assert seen == one_by_one(units)
    assert sum(each is not None for row in seen for each in row) == UNITS * (UNITS - 1)
    ours: list[float] = []
    ratios: list[float] = []

    def round_() -> None:
        ours.append(processor_time(lambda: sights(units)))
        ratios.append(processor_time(lambda: one_by_one(units)) / ours[-1])

    benchmark(round_)
    benchmark.extra_info["pair_after_pair_takes_times"] = round(median(ratios), 1)
    benchmark.extra_info["seconds_for_a_turn_of_32_impulses"] = round(32 * median(ours), 2)
