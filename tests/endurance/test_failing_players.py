"""A part of the runs of `python -m tests.endurance.failing_players`, small enough for every day."""

from pathlib import Path

import pytest

from tests.endurance.one_run import run

#: Seeds, by way of playing: players killed, restored from old copies, without their folders, gone for good.
FEW = {"two": (15, 21), "umpire": (4, 12), "three": (6,)}


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("starts")


@pytest.mark.parametrize(("scene", "seed"), [(scene, seed) for scene, seeds in FEW.items() for seed in seeds])
def test_whoever_fails_the_others_end_with_equal_records_or_a_way_out(scene: str, seed: int, starts: Path) -> None:
    found = run(seed, scene, failing=True, kept=starts)
    assert found.fault is None, found.in_words()
    assert found.end == "played" or found.ways
