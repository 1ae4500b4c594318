"""A part of what `python -m tests.endurance many_writers` does."""

import pytest

from tests.endurance.many_writers import appended, commanded

pytestmark = pytest.mark.long


def test_eight_programs_that_append_lose_and_double_nothing_while_others_read() -> None:
    assert appended(8, 40, 4) == []


def test_of_commands_that_play_one_exchange_at_once_one_does_and_the_others_are_told() -> None:
    assert commanded(4, 2, 1) == []
