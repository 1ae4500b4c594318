"""Scripts whose runs are numbered by seeds: what their command lines ask for, on several processes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def play_by_seeds(about: str | None, runs: Callable[[int, int], list[str]], *, usual: int, size: int) -> None:
    """Play as many runs as was asked for, tell what must not be, and exit with 1 where anything was.

    runs: plays so many from a seed on, and gives back what must not be; usual: how many runs where nothing is said;
    size: how many go to a process at a time.
    """
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=usual)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    done, faults = 0, 0
    with ProcessPoolExecutor(asked.jobs, mp_context=get_context("spawn")) as pool:
        starts = range(asked.seed, asked.seed + asked.runs, size)
        counts = [min(size, asked.seed + asked.runs - start) for start in starts]
        for count, found in zip(counts, pool.map(runs, starts, counts), strict=True):
            done, faults = done + count, faults + len(found)
            print(*found, f"{done} runs, {faults} at fault", sep="\n", flush=True)
    sys.exit(1 if faults else 0)
