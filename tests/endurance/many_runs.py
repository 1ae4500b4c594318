"""Runs of games by mail through a network that fails: letters alone, or the players as well.

To look into a run: `run(seed, scene, failing=..., keep=FOLDER)` of `one_run` leaves its folders and raises its fault.
"""

from __future__ import annotations

from tests.endurance.one_run import run
from tests.endurance.outcomes import Result, faults_in
from tests.endurance.scenes import ROUND


def lost_mail(seed: int, count: int) -> list[str]:
    """Letters get lost, come twice, take up to thirty days and overtake each other: all records end equal."""
    return faults_in(_runs(seed, count, failing=False))


def failing_players(seed: int, count: int) -> list[str]:
    """One player at a time is killed, restored from an old copy, loses the folder, or is gone for good."""
    return faults_in(_runs(seed, count, failing=True))


def _runs(seed: int, count: int, *, failing: bool) -> list[Result]:
    done = []
    for each in range(seed, seed + count):
        done.append(run(each, ROUND[(each - 1) % len(ROUND)], failing=failing))
        print(done[-1].in_words(), flush=True)
    return done
