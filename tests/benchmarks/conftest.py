"""How often the benchmarks among the tests measure."""

from __future__ import annotations

import pytest
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture
def rounds(benchmark: BenchmarkFixture) -> int:
    """Rounds whose median is told: one where nobody asked for figures, and only the work is looked at."""
    return 5 if benchmark.enabled else 1
