"""A part of the runs of `python -m tests.endurance page_flips`."""

import pytest

from tests.endurance.page_flips import flips

pytestmark = pytest.mark.long


def test_damaged_databases_bring_no_traceback_and_no_other_answer_without_a_word() -> None:
    assert flips(1, 5) == []
