"""How long a player waits for the program to start, against an interpreter that does nothing, in one run."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

SITS = Path(sys.executable).parent / "sits"
NOTHING = [sys.executable, "-c", "pass"]


@pytest.mark.parametrize("words", [("--help",), ("calc", "kills", "136", "28"), ("games",)], ids=" ".join)
def test_starting_the_program_against_starting_python(
    words: tuple[str, ...], benchmark: BenchmarkFixture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path))
    ratios: list[float] = []

    def round_() -> None:
        start = perf_counter()
        subprocess.run(NOTHING, check=True)
        middle = perf_counter()
        subprocess.run([str(SITS), *words], check=True, capture_output=True)
        ratios.append((perf_counter() - middle) / (middle - start))

    benchmark(round_)
    assert ratios
    benchmark.extra_info["times_python_alone"] = round(median(ratios), 1)
