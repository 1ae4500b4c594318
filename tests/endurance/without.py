"""Many games of three to six programs in memory, whoever is silent and whatever one of them forges.

    python -m tests.endurance.without --runs 100000
    python -m tests.endurance.without --runs 5000 --desks

With desks, one stands beside each honest program and must come to the same record. Each process plays its share from a
seed of its own. A run that breaks a law is told at once with its seed; then fewer steps to it are looked for, a minute
long at most, and the other seeds go on.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
import time
import traceback
from contextlib import ExitStack
from typing import ClassVar, Final

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.internal.conjecture import engine
from hypothesis.stateful import run_state_machine_as_test

from sits_es.sentences import counted
from tests.endurance.limit import TooLongError, limited
from tests.post.model.beginning import begun
from tests.post.model.beside import WithDesks
from tests.post.model.table import Table
from tests.post.model.with_escrow import EscrowTable
from tests.post.protocol import open_table
from tests.systems.installed import installed

#: What tables may be besides, as it is asked for.
KINDS: Final[dict[str, type[Table]]] = {"desks": WithDesks, "escrow": EscrowTable}
#: Steps of a game at most.
STEPS = 20
#: Games in a batch, so that what is done can be told.
BATCH = 250
#: Games after which a process tells how far it has come.
PROGRESS = 50
#: Seconds that a game may take; one takes a fraction of a second.
LIMIT = 120
#: Seconds in which fewer steps to a broken law are looked for.
SHRINKING = 60


def play(batch: tuple[int, int, tuple[type[Table], ...]]) -> tuple[int, str]:
    """Play some games. Gives back how many, and the law that was broken, with steps.

    batch: the seed, how many, and what else the tables are.
    """
    start, runs, kinds = batch
    begun.cache_clear()
    with installed(*open_table.RULES):
        try:
            _play(start, runs, kinds)
        except BaseException as fault:  # noqa: BLE001 -- its facts can't be sent to another process
            return runs, "".join(traceback.format_exception(fault))
    return runs, ""


class Told(Table):
    """A table that tells how far it has come, and at once where a law is broken."""

    number: ClassVar[int] = 0
    games: ClassVar[int] = 0
    broken: ClassVar[bool] = False

    def __init__(self) -> None:
        super().__init__()
        self._limit = ExitStack()
        self._limit.enter_context(limited(LIMIT))

    def teardown(self) -> None:
        """Count the game, and look whether the law holds in the end."""
        kind = type(self)
        kind.games += 1
        if kind.games % PROGRESS == 0:
            what = "tries to find fewer steps" if kind.broken else "games"
            print(f"seed {kind.number}: {kind.games} {what}", file=sys.stderr)
        try:
            super().teardown()
        except (AssertionError, TooLongError) as fault:
            if not kind.broken:
                kind.broken, kind.games = True, 0
                again = f"python -m tests.endurance.without --runs {BATCH} --processes 1 --seed {kind.number}"
                again += "".join(f" --{name}" for name, other in KINDS.items() if issubclass(kind, other))
                print(f"seed {kind.number}: {fault}. Again: {again}", file=sys.stderr)
            raise
        finally:
            self._limit.close()


def _play(start: int, runs: int, kinds: tuple[type[Table], ...]) -> None:
    engine.MAX_SHRINKING_SECONDS = SHRINKING
    run_state_machine_as_test(
        seed(start)(type(f"Table{start}", (Told, *kinds), {"number": start, "games": 0, "broken": False})),
        settings=settings(
            max_examples=runs,
            stateful_step_count=STEPS,
            deadline=None,
            database=None,
            phases=(Phase.generate, Phase.shrink),
            suppress_health_check=list(HealthCheck),
        ),
    )


def main() -> None:
    """Play as many games as was asked for, in as many processes as there are cores or as was said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--escrow", action="store_true", help="games with an escrow, in which people sign agreements")
    parser.add_argument("--desks", action="store_true", help="with a desk beside each program, a fourth as quick")
    asked = parser.parse_args()
    kinds = tuple(kind for name, kind in KINDS.items() if getattr(asked, name))
    batches = [
        (asked.seed + at, min(BATCH, asked.runs - first), kinds) for at, first in enumerate(range(0, asked.runs, BATCH))
    ]
    began, done, faults = time.monotonic(), 0, 0
    with multiprocessing.get_context("spawn").Pool(asked.processes) as pool:
        for played, broken in pool.imap_unordered(play, batches):
            if broken:
                faults += 1
                print(broken, flush=True)
            done += played
            print(f"{done} of {asked.runs} runs, {time.monotonic() - began:.0f} s", file=sys.stderr)
    if faults:
        sys.exit(f"{done} runs: a law was broken with {counted(faults, 'seed')}.")
    print(f"{done} runs: the same packets gave the same record, and nobody chose dice.")


if __name__ == "__main__":
    main()
