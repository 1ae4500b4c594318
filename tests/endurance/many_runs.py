"""Runs of games by mail through a network that fails: letters alone, the players as well, or one who cheats.

To look into a run: `run(seed, scene, what, keep=FOLDER)` of `one_run` leaves its folders and raises its fault.
"""

from __future__ import annotations

from tests.endurance.one_run import run
from tests.endurance.outcomes import Result, faults_in
from tests.endurance.scenes import CHEATED, ROUND


def lost_mail(seed: int, count: int) -> list[str]:
    """Letters get lost, come twice, take up to thirty days and overtake each other: all records end equal."""
    return faults_in(_runs(seed, count, "lost_mail", ROUND))


def failing_players(seed: int, count: int) -> list[str]:
    """One player at a time is killed, restored from an old copy, loses the folder, is away or gone for good."""
    return faults_in(_runs(seed, count, "failing_players", ROUND))


def hostile_packets(seed: int, count: int) -> list[str]:
    """One of three or more signs packets and entries with anything in them: the others come to one record."""
    return faults_in(_runs(seed, count, "hostile_packets", CHEATED))


def _runs(seed: int, count: int, what: str, scenes: tuple[str, ...]) -> list[Result]:
    done = []
    for each in range(seed, seed + count):
        done.append(run(each, scenes[(each - 1) % len(scenes)], what))
        print(done[-1].in_words(), flush=True)
    return done
