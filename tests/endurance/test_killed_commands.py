"""A part of the runs of `python -m tests.endurance killed_commands`."""

import pytest

from tests.endurance.killed_commands import at_moments, at_statements, undisturbed
from tests.endurance.killed_scenes import SCENES

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", SCENES)
def test_a_command_killed_before_a_statement_leaves_nothing_half_and_is_given_again(name: str) -> None:
    assert at_statements(name, step=undisturbed(name, SCENES[name]).statements // 2) == []


def test_commands_killed_at_random_moments_lose_nothing_that_was_told() -> None:
    assert at_moments(1, 6) == []
