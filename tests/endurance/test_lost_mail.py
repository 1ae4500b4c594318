"""A part of the runs of `python -m tests.endurance lost_mail`, a seed of some scenes."""

import pytest

from tests.endurance.one_run import run

pytestmark = pytest.mark.long


@pytest.mark.parametrize(("scene", "seed"), [("two", 1), ("two", 2), ("three", 2), ("umpire", 1)])
def test_lost_doubled_and_late_letters_leave_all_records_equal(scene: str, seed: int) -> None:
    found = run(seed, scene)
    assert found.fault is None, found.in_words()
    assert found.end == "played"


def test_the_same_seed_is_the_same_run() -> None:
    one, other = run(2, "two"), run(2, "two")
    assert (one.days, one.letters, one.head) == (other.days, other.letters, other.head)
