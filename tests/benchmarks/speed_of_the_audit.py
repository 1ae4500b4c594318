"""What an audit costs: games derived again on two cores."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from tests.benchmarks.stopwatch import Measured, Took, by_process, by_turns
from tests.shared.played_demos import played_folder

#: Stores that are derived again: enough that both cores have work to the end.
STORES: Final = 48

#: How often, after a first round that does not count: each side takes seconds.
ROUNDS: Final = 1


def two_cores(work: Path, rounds: int) -> Measured:
    """Stores derived again by two programs and by one, by the clock: nothing else may use the cores meanwhile."""
    stores = work / "stores"
    stores.mkdir()
    for number in range(STORES):
        shutil.copy(played_folder("squadron") / "sits.db", stores / f"{number}.db")

    def by(jobs: int) -> Took:
        return by_process(work, "audit", "all", str(stores), "--jobs", str(jobs))

    one, two = by_turns(min(rounds, ROUNDS), lambda: by(1), lambda: by(2))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    note = f"{STORES} stores, {one.clock:.1f} s on one; there are {cores} cores"
    ratio = one.clock / two.clock
    return Measured("audit all on two cores, times as fast as on one", ratio, note)
