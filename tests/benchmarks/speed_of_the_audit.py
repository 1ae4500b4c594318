"""What an audit costs: the snapshots in it, and games derived again on two cores."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Final

from sits_es.service.session import Session
from tests.benchmarks.speed_of_the_record import GAME, long_squadron
from tests.benchmarks.stopwatch import Measured, Took, by_process, by_turns
from tests.shared.played_demos import played_folder

#: Stores that are derived again: enough that both cores have work to the end.
STORES: Final = 48

#: How often, after a first round that does not count: each side takes seconds.
ROUNDS: Final = 1


def snapshots(work: Path, rounds: int) -> Measured:
    """The squadron action of 4,000 events with its snapshots, and the same without any.

    Both are audited as a player does it, and what the snapshots take is told as a part of the whole.
    """
    kept, bare = long_squadron(work, 4000), work / "none kept"
    shutil.copytree(kept, bare)
    with Session.open(bare) as session:
        dropped = session.store.drop_snapshots()
    if not dropped:
        raise AssertionError("there are no snapshots to be checked")
    audit = ("audit", GAME, "--verify")
    whole, without = by_turns(max(1, rounds // 2), lambda: by_process(kept, *audit), lambda: by_process(bare, *audit))
    part = max(0.0, 1 - without.processor / whole.processor)
    note = f"{dropped} of them"
    return Measured("snapshots' checking, as a part of audit --verify", part, 0.1, higher_is_better=False, note=note)


def two_cores(work: Path, rounds: int) -> Measured:
    """Stores derived again by two programs and by one, by the clock: nothing else may use the cores meanwhile."""
    stores = work / "stores"
    stores.mkdir()
    for number in range(STORES):
        shutil.copy(played_folder("squadron") / "sits.db", stores / f"{number}.db")

    def by(jobs: int) -> Took:
        return by_process(work, "audit", "--all", str(stores), "--jobs", str(jobs))

    one, two = by_turns(min(rounds, ROUNDS), lambda: by(1), lambda: by(2))
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    note = f"{STORES} stores, {one.clock:.1f} s on one; there are {cores} cores"
    ratio = one.clock / two.clock
    # a core that others use as well, by an hour of tests before, is no fault of the program
    return Measured("audit --all on two cores, times as fast as on one", ratio, 1.8, note=note, reached=1.5)
