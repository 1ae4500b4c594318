"""All places of `python -m tests.endurance broken_places`."""

import pytest

from tests.endurance.broken_places import DISKS, PLACES, SHUT_FOLDER, can_mount, others_reach_the_program, tried

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", PLACES)
def test_in_a_broken_place_commands_answer_in_words_and_nothing_is_lost(name: str) -> None:
    if name == SHUT_FOLDER and not others_reach_the_program():
        pytest.skip("the superuser would have to be another user, who can't get at the program here")
    assert tried(name) == []


@pytest.mark.skipif(not can_mount(), reason="disks of a size of one's own can be mounted by the superuser alone")
@pytest.mark.parametrize("name", DISKS)
def test_on_a_full_or_a_read_only_disk_as_well(name: str) -> None:
    assert tried(name) == []
