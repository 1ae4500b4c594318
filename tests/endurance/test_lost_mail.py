"""A part of the runs of `python -m tests.endurance lost_mail`, a few seeds of each scene."""

from pathlib import Path

import pytest

from sits_es.rules.moments import Moment
from tests.endurance.one_run import run
from tests.endurance.outcomes import Result

pytestmark = pytest.mark.long

#: Ways of playing, a seed of each, up to the end of the first half of a turn, or of a round.
FEW = {"two": Moment(1, 5), "umpire": Moment(1, 5), "trustee-run": Moment(1, 9), "fighters-escrow": Moment(2, 1)}


@pytest.fixture(scope="module")
def starts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("starts")


def check(found: Result) -> None:
    assert found.fault is None, found.in_words()
    assert found.end == "played"
    assert min(found.lost, found.doubled, found.slow) > 0


@pytest.mark.parametrize("scene", FEW)
def test_lost_doubled_and_late_letters_leave_all_records_equal(scene: str, starts: Path) -> None:
    check(run(1000, scene, kept=starts, goal=FEW[scene]))


def test_the_same_seed_is_the_same_run_wherever_its_folder_is(starts: Path, tmp_path: Path) -> None:
    goal = Moment(1, 5)
    one = run(1000, "two-invited", kept=starts, goal=goal)
    other = run(1000, "two-invited", kept=starts, keep=tmp_path / "kept", goal=goal)
    check(one)
    assert (one.days, one.letters, one.head) == (other.days, other.letters, other.head)
