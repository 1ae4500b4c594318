"""A part of the games of `python -m tests.endurance in_the_open`."""

import pytest

from tests.endurance.in_the_open import runs

pytestmark = pytest.mark.long


def test_however_one_acts_in_the_open_all_who_are_left_end_with_the_same_record() -> None:
    assert runs(1, 2) == []
