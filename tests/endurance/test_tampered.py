"""A part of the runs of `python -m tests.endurance.tampered`."""

from tests.endurance.tampered import tampering


def test_whatever_is_changed_behind_the_stores_back_is_found_and_named() -> None:
    assert tampering(1, 150) == []
