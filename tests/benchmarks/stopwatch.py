"""Measuring by turns: what whole commands, or pieces of work in this process, take beside one another.

What a piece of work takes is seconds of processor time, or instructions where this process was started to count them.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Final, NamedTuple, Protocol

from attrs import frozen

from tests.benchmarks.instructions import counts_here, inside

ROOT: Final = Path(__file__).parents[2]

#: Seconds after which no further round is begun.
LONG_ENOUGH: Final = 150

SITS: Final = (sys.executable, "-c", "from commands.start import run; run()")


class Took(NamedTuple):
    """What something took: seconds by the clock, and of processor time or instructions. out: what was printed."""

    clock: float
    processor: float
    out: str = ""


class Runner(Protocol):
    """Runs one `sits` command over the games in a folder."""

    def __call__(self, home: Path, *words: str) -> Took:
        """It must succeed."""


def by_process(home: Path, *words: str) -> Took:
    """A command as a player runs it, in a process of its own; it must succeed."""
    environment = os.environ | {"SITS_HOME": str(home), "PYTHONPATH": str(ROOT), "COLUMNS": "80", "NO_COLOR": "1"}
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), perf_counter()
    done = subprocess.run([*SITS, *words], env=environment, cwd=home, capture_output=True, text=True, check=False)
    clock, after = perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        raise RuntimeError(f"sits {' '.join(words)} ended with {done.returncode}: {done.stderr or done.stdout}")
    return Took(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stdout)


def by_call(home: Path, *words: str) -> Took:
    """A command in this process, where all that it imports has been imported by the one before; it must succeed."""
    from tests.shared.commands_told import run

    told = []
    before = os.environ.get("SITS_HOME")
    os.environ["SITS_HOME"] = str(home)
    try:
        took = timed(lambda: told.append(run(*words)))
    finally:
        os.environ.pop("SITS_HOME") if before is None else os.environ.update(SITS_HOME=before)
    if told[0].code:
        raise RuntimeError(f"sits {' '.join(words)} ended with {told[0].code}: {told[0].err or told[0].out}")
    return took._replace(out=told[0].out)


def timed(work: Callable[[], object]) -> Took:
    """Something done in this process."""
    start = perf_counter()
    used = _used(work)
    return Took(perf_counter() - start, used)


def by_turns(rounds: int, *works: Callable[[], Took]) -> list[Took]:
    """The medians of what each took, done by turns. A first round that warms everything up does not count.

    rounds: 0 up; fewer are done when time is up. The first one counts where there is no other.
    """
    begun = perf_counter()
    found = [[work() for work in works]]
    while len(found) <= rounds and perf_counter() - begun < LONG_ENOUGH:
        found.append([work() for work in works])
    return [
        Took(median(each.clock for each in took), median(each.processor for each in took))
        for took in zip(*(found[1:] or found), strict=True)
    ]


class Measured(NamedTuple):
    """A ratio. note: what lies behind it; floor: what it can't be better than, where that is measured with it."""

    what: str
    measured: float
    note: str = ""
    floor: float | None = None


#: Measures one row. It is given a folder for files, and how often each side is measured.
Measure = Callable[[Path, int], Measured]


def side_by_side(rounds: int, *works: Callable[[], object]) -> list[list[float]]:
    """What each took in each round, done by turns, after one round that warms up."""
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for times, work in zip(taken, works, strict=True):
            times.append(processor_time(work))
    return taken


def processor_time(work: Callable[[], object]) -> float:
    """Seconds of processor time that something takes, or instructions.

    Garbage is collected before, so that nobody pays for what another left behind.
    """
    gc.collect()
    return _used(work)


def _used(work: Callable[[], object]) -> float:
    if counts_here():
        return inside(work)
    start = process_time()
    work()
    return process_time() - start


def clock_ratio(one: Callable[[], object], other: Callable[[], object], rounds: int, times: int = 1) -> float:
    """How many times as long as the other the one takes, by the clock: the median over rounds.

    times: how often the other is done in a round, where it is too short to be timed once.
    """

    def repeated() -> None:
        for _ in range(times):
            other()

    return median(timed(one).clock / (timed(repeated).clock / times) for _ in range(rounds))


def times_as_long(ones: Sequence[float], others: Sequence[float]) -> float:
    """The median over rounds of how many times as long as the other the one took."""
    return median(one / other for one, other in zip(ones, others, strict=True))


@frozen
class Figure:
    """What was found. clock: a ratio of times; processor: of processor times; note: what lies behind it."""

    clock: float | None
    processor: float | None
    note: str


def ratio(one: Took, other: Took) -> Figure:
    """One time as a multiple of another."""
    note = f"{spent(one.processor)} and {spent(other.processor)}"
    return Figure(one.clock / other.clock, one.processor / other.processor, note)


def spent(value: float) -> str:
    """What something took, for people."""
    if counts_here():
        return f"{value / 1e6:.3g} million"
    return f"{value:.3g} s" if value >= 1 else f"{value * 1000:.3g} ms"
