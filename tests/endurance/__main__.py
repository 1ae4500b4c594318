"""Scenes that chance plays. Each run is the same again from its seed, and tells what must not be.

python -m tests.endurance                                           lists the scenes
python -m tests.endurance lost_mail --runs 200 --seed 1 --jobs 2
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context
from typing import Final

from attrs import frozen


@frozen
class Scene:
    """A function that plays so many runs from a seed on, the first being 1, and gives back what must not be.

    place: the module here that holds it, and its name there. usual: how many runs where nothing is said. size: how many
    go to a process at a time.
    """

    place: str
    usual: int
    size: int

    def found(self) -> Callable[[int, int], list[str]]:
        """The function."""
        module, _, name = self.place.partition(":")
        runs: Callable[[int, int], list[str]] = getattr(import_module(f"tests.endurance.{module}"), name)
        return runs


SCENES: Final = {
    "broken_places": Scene("broken_places:places", 26, 1),
    "club": Scene("club:clubs", 7, 7),
    "facts": Scene("facts:runs", 10_000, 100),
    "failing_players": Scene("many_runs:failing_players", 200, 10),
    "file_faults": Scene("file_faults:faults", 500, 25),
    "hostile_packets": Scene("many_runs:hostile_packets", 200, 10),
    "in_the_open": Scene("in_the_open:runs", 200, 10),
    "killed_commands": Scene("killed_commands:at_moments", 1000, 10),
    "killed_mail": Scene("killed_commands:by_mail", 1000, 10),
    "killed_statements": Scene("killed_commands:before_statements", 11, 1),
    "killed_servers": Scene("killed_servers:killed", 12, 12),
    "log_entries": Scene("logs:spoilt_entries", 20_000, 500),
    "log_games": Scene("logs:games", 1000, 25),
    "log_faults": Scene("log_searches:faults", 25, 1),
    "log_tables": Scene("log_searches:tables", 50, 1),
    "lost_mail": Scene("many_runs:lost_mail", 200, 10),
    "many_writers": Scene("many_writers:at_once", 1, 1),
    "mutated_files": Scene("mutated_files:runs", 20_000, 1000),
    "mutated_mails": Scene("mutated_mails:spoilt", 100_000, 5000),
    "page_flips": Scene("page_flips:flips", 1000, 25),
    "tampered": Scene("tampered:tampering", 1000, 25),
    "wishes": Scene("wishes:tables", 27, 1),
}


def listed() -> str:
    """Every scene with how many runs are usual and what it is about."""
    return "\n".join(
        f"{name:<19} {scene.usual:>6}  {(scene.found().__doc__ or '').partition(' What must not be')[0]}"
        for name, scene in SCENES.items()
    )


def main(words: list[str] | None = None) -> int:
    """Play what the command line asks for and print what must not be; 1 where anything was."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.endurance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("scene", nargs="?", choices=SCENES)
    parser.add_argument("--runs", type=int, help="how many; as many as the list says otherwise")
    parser.add_argument("--seed", type=int, default=1, help="the first one; the others follow it")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    asked = parser.parse_args(words)
    if asked.scene is None:
        print(listed())
        return 0
    scene = SCENES[asked.scene]
    end = asked.seed + (scene.usual if asked.runs is None else asked.runs)
    starts = range(asked.seed, end, scene.size)
    counts = [min(scene.size, end - start) for start in starts]
    done = faults = 0
    # what a run patches is its process's own, and it may be killed
    with ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool:
        for count, found in zip(counts, pool.map(scene.found(), starts, counts), strict=True):
            done, faults = done + count, faults + len(found)
            print(*found, f"{done} runs, {faults} at fault", sep="\n", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
