"""Many games of three to six programs in memory, whoever is silent and whatever one of them forges.

A run that breaks a law is told at once with its seed; then fewer steps to it are looked for, a minute
long at most, and the other seeds go on.
"""

from __future__ import annotations

import sys
import traceback
from contextlib import ExitStack
from typing import ClassVar

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.internal.conjecture import engine
from hypothesis.stateful import run_state_machine_as_test

from tests.endurance.limit import TooLongError, limited
from tests.post.model.beginning import begun
from tests.post.model.beside import WithDesks
from tests.post.model.table import Table
from tests.post.model.with_escrow import EscrowTable
from tests.post.protocol import open_table
from tests.systems.installed import installed

#: Steps of a game at most.
STEPS = 20
#: Games after which a process tells how far it has come.
PROGRESS = 50
#: Seconds that a game may take; one takes a fraction of a second.
LIMIT = 120
#: Seconds in which fewer steps to a broken law are looked for.
SHRINKING = 60


def tables(seed: int, count: int, *kinds: type[Table]) -> list[str]:
    """Three to six programs in memory, whoever is silent and whatever one forges. What must not be, in words."""
    begun.cache_clear()
    with installed(*open_table.RULES):
        try:
            _play(seed, count, kinds)
        except BaseException as fault:  # noqa: BLE001 -- its facts can't be sent to another process
            return ["".join(traceback.format_exception(fault))]
    return []


def tables_with_desks(seed: int, count: int) -> list[str]:
    """The same with a desk beside each honest program, which must come to the same record; a fourth as quick."""
    return tables(seed, count, WithDesks)


def tables_with_escrow(seed: int, count: int) -> list[str]:
    """The same with an escrow, and people who sign agreements."""
    return tables(seed, count, EscrowTable)


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
                print(f"seed {kind.number}: {fault}", file=sys.stderr)
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
