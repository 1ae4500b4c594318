"""`python -m tests.endurance` lists its scenes and plays them."""

import subprocess
import sys

import pytest

from tests.endurance.__main__ import SCENES, listed


def test_every_scene_is_there_and_says_what_it_is_about() -> None:
    assert [line.split()[0] for line in listed().splitlines()] == list(SCENES)
    assert all(len(line.split()) > 5 for line in listed().splitlines())


@pytest.mark.long
def test_a_scene_is_played_for_as_many_seeds_as_are_asked_for() -> None:
    words = [sys.executable, "-m", "tests.endurance", "mutated_files", "--runs", "3", "--seed", "7", "--jobs", "1"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "3 runs, 0 at fault\n"
