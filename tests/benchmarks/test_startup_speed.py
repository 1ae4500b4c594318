"""How long a player waits for whole commands, against an interpreter that does nothing; see `startup`."""

from __future__ import annotations

from pathlib import Path
from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.benchmarks.startup import COMMANDS, ROUNDS, Install, furnish, one_round, plain_install

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def install(tmp_path_factory: pytest.TempPathFactory) -> Install:
    return plain_install(tmp_path_factory.mktemp("plain") / "install")


@pytest.fixture(scope="module")
def home(install: Install, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games") / "home"
    furnish(install, folder)
    return folder


@pytest.mark.parametrize("name", COMMANDS)
def test_starting_the_program_against_starting_python(
    name: str, install: Install, home: Path, benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    ratios: list[float] = []

    def round_() -> None:
        bare, mine = one_round(install, home, COMMANDS[name], tmp_path / "work")
        ratios.append(mine / bare)

    benchmark.pedantic(round_, rounds=ROUNDS if benchmark.enabled else 1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["times_python_alone"] = round(median(ratios), 1)
    benchmark.extra_info["goal"] = COMMANDS[name].goal
    assert min(ratios) > 1
