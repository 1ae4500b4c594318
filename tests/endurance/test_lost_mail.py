"""A part of the runs of `python -m tests.endurance lost_mail`, a few seeds of each scene."""

from pathlib import Path

import pytest

from tests.endurance.one_run import run

pytestmark = pytest.mark.long

#: Ways of playing, and how many seeds of each.
FEW = {
    "two": 2,
    "three": 1,
    "umpire": 1,
    "four": 1,
    "trustee-run": 1,
    "two-invited": 1,
    "fighters-escrow": 1,
}


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("starts")


@pytest.mark.parametrize(("scene", "seed"), [(scene, seed) for scene, most in FEW.items() for seed in range(most)])
def test_lost_doubled_and_late_letters_leave_all_records_equal(scene: str, seed: int, starts: Path) -> None:
    found = run(1000 + seed, scene, kept=starts)
    assert found.fault is None, found.in_words()
    assert found.end == "played"
    assert min(found.lost, found.doubled, found.slow) > 0


def test_the_same_seed_is_the_same_run_wherever_its_folder_is(starts: Path, tmp_path: Path) -> None:
    one, other = (run(7, "two-invited", kept=starts), run(7, "two-invited", kept=starts, keep=tmp_path / "kept"))
    assert (one.days, one.letters, one.head) == (other.days, other.letters, other.head)
