"""Measuring by turns: how long whole commands, or pieces of work in this process, take beside one another."""

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

ROOT: Final = Path(__file__).parents[2]

#: Seconds after which no further round is begun.
LONG_ENOUGH: Final = 150

#: Seconds that a difference of two times is taken for at least: on a busy machine it may come out as less than nothing.
LEAST: Final = 0.001

#: By how much a goal may be missed before something is wrong.
HALF_AGAIN: Final = 1.5

SITS: Final = (sys.executable, "-c", "from commands.start import run; run()")


class Took(NamedTuple):
    """Seconds that something took: by the clock, and of processor time. out: what a command printed."""

    clock: float
    processor: float
    out: str = ""


NOTHING: Final = Took(0, 0)


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


def timed(work: Callable[[], object]) -> Took:
    """Something done in this process."""
    start, used = perf_counter(), process_time()
    work()
    return Took(perf_counter() - start, process_time() - used)


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
    """A ratio that has a goal. goal: at least, or at most where lower is better; note: what lies behind it.

    reached: what it has come to, where that is short of the goal: it is held to that much, and the goal is printed.
    """

    what: str
    measured: float
    goal: float
    higher_is_better: bool = True
    note: str = ""
    reached: float | None = None

    @property
    def limit(self) -> float:
        """The goal, or what was reached of it, missed by half again: beyond it something is wrong."""
        due = self.goal if self.reached is None else self.reached
        return due / HALF_AGAIN if self.higher_is_better else due * HALF_AGAIN

    @property
    def holds(self) -> bool:
        """Whether it is within the limit."""
        return self.measured >= self.limit if self.higher_is_better else self.measured <= self.limit

    @property
    def met(self) -> bool:
        """Whether it is as good as the goal."""
        return self.measured >= self.goal if self.higher_is_better else self.measured <= self.goal


#: Measures one row. It is given a folder for files, and how often each side is measured.
Measure = Callable[[Path, int], Measured]


def side_by_side(rounds: int, *works: Callable[[], object]) -> list[list[float]]:
    """Seconds of processor time that each took in each round, done by turns, after one round that warms up.

    Garbage is collected between them, so that nobody pays for what another left behind.
    """
    for work in works:
        work()
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for times, work in zip(taken, works, strict=True):
            times.append(processor_time(work))
    return taken


def processor_time(work: Callable[[], object]) -> float:
    """Seconds of processor time that something takes."""
    gc.collect()
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
    """What was found. clock: a ratio of times, or megabytes; processor: of processor times; note: where from."""

    clock: float | None
    processor: float | None
    note: str


def ratio(one: Took, other: Took, above: Took = NOTHING) -> Figure:
    """One time as a multiple of another. above: is taken off both first, such as start-up."""
    clock, processor = (_left(one, above, which) / _left(other, above, which) for which in (0, 1))
    taken = f", above {seconds(above.clock)}" if above.clock else ""
    return Figure(clock, processor, f"{seconds(one.clock)} and {seconds(other.clock)}{taken}")


def _left(whole: Took, part: Took, which: int) -> float:
    times = (whole.clock - part.clock, whole.processor - part.processor)
    return max(times[which], LEAST)


def seconds(value: float) -> str:
    """A time for people."""
    return f"{value:.3g} s" if value >= 1 else f"{value * 1000:.3g} ms"
