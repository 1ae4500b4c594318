"""All arcs and ranges of 30 X-Wing bases against each other, beside the sampling check's way of finding them.

pytest tests/benchmarks/test_arcs_of_a_table.py --benchmark-enable. Without it each works once; only what they see
counts.
"""

from __future__ import annotations

from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from sits_es.rules.xwing.sums.arcs import sight
from tests.benchmarks.crowded_table import SHIPS, by_points, crowd, sights
from tests.benchmarks.stopwatch import processor_time

pytestmark = pytest.mark.long


@pytest.mark.parametrize("number", range(2))
def test_a_table_at_once_sees_what_single_pairs_see(number: int) -> None:
    table = crowd(number, 8)
    seen = [[None if one is other else sight(one, other) for other in table] for one in table]
    assert sights(table) == seen


def test_arcs_and_ranges_of_thirty_bases_against_the_sampling_check(benchmark: BenchmarkFixture) -> None:
    table = crowd(9)
    seen = sights(table)
    assert sum(each is not None for row in seen for each in row) == SHIPS * (SHIPS - 1)
    for row, points in zip(seen, by_points(table), strict=True):
        for told, found in zip(row, points, strict=True):
            assert (told is None) == (found is None)
            assert told is None or found is None or found.hit <= set(told.arcs)
    ours: list[float] = []
    ratios: list[float] = []

    def round_() -> None:
        ours.append(processor_time(lambda: sights(table)))
        ratios.append(processor_time(lambda: by_points(table)) / ours[-1])

    benchmark(round_)
    benchmark.extra_info["sampling_takes_times"] = round(median(ratios), 1)
    benchmark.extra_info["milliseconds_for_a_table"] = round(1000 * median(ours), 1)
