"""A part of the runs of `python -m tests.endurance file_faults`."""

import pytest

from tests.endurance.file_faults import faults, library

pytestmark = pytest.mark.long


def test_on_a_disk_that_fails_commands_refuse_in_words_and_nothing_told_is_lost() -> None:
    if library() is None:
        pytest.skip("a disk can be made to fail on Linux alone, where there is a C compiler")
    assert faults(1, 30) == []
