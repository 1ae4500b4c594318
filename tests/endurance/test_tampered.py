"""A part of the runs of `python -m tests.endurance tampered`."""

import pytest

from tests.endurance.tampered import tampering

pytestmark = pytest.mark.long


def test_whatever_is_changed_behind_the_stores_back_is_found_and_named() -> None:
    assert tampering(1, 40) == []
