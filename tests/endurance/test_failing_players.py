"""A part of the runs of `python -m tests.endurance failing_players`, a few seeds of each scene."""

import time

import pytest

from tests.endurance import one_run
from tests.endurance.one_run import run

pytestmark = pytest.mark.long

#: Seeds, by way of playing: players killed, restored from old copies, without their folders, gone for good.
FEW = {"two": (1, 2), "umpire": (1, 2)}


@pytest.mark.parametrize(("scene", "seed"), [(scene, seed) for scene, seeds in FEW.items() for seed in seeds])
def test_whoever_fails_the_others_end_with_equal_records(scene: str, seed: int) -> None:
    found = run(seed, scene, failing=True)
    assert found.fault is None, found.in_words()
    assert found.end == "played"


def test_a_run_that_does_not_end_in_time_is_at_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(one_run, "played", lambda *_, **__: time.sleep(60))
    found = run(15, "two", failing=True, seconds=0.2)
    assert found.fault == "TooLongError: not over after 0.2 seconds"
