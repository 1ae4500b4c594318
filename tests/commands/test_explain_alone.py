"""Each explanation in a program of its own: nothing is there but what a command on a stored game has read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from sits_es.events import REGISTRY
from sits_es.service.session import Session
from tests.shared.played_demos import DEMOS, demos_folder

ROOT = Path(__file__).parents[2]
PROGRAM = "import sys; from commands.start import run; sys.exit(run())"


def explained(game: str, number: int) -> tuple[str, str]:
    """What `sits explain` prints in a process of its own, and its errors."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "explain", game, str(number)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "SITS_HOME": str(demos_folder())},
    )
    return done.stdout, done.stderr


def lasts(game: str) -> dict[str, int]:
    """The last event of each kind in a game, by its stored name."""
    with Session(demos_folder()) as session:
        facts = session.open_game(game).facts()
    return {str(REGISTRY.stored_name(type(fact))): number for number, fact in enumerate(facts)}


@pytest.mark.parametrize("kind", ["sits.BeamFired/1", "sits.SalvoLaunched/1", "sits.LayerFought/1"])
def test_a_shot_late_in_a_stored_game_is_explained_by_its_tables(kind: str) -> None:
    told, wrong = explained("duel", lasts("duel")[kind])
    assert wrong == ""
    assert "Rule: " in told


@pytest.mark.long
@pytest.mark.parametrize("system", DEMOS)
def test_every_kind_of_event_is_explained_alone(system: str) -> None:
    game = DEMOS[system]
    found = {kind: explained(game, number) for kind, number in lasts(game).items()}
    assert {kind: wrong for kind, (told, wrong) in found.items() if wrong or not told} == {}
