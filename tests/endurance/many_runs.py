"""Many runs of games by mail through a network that fails, on several processes: shared by the scripts here."""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter

from tests.endurance.one_run import run
from tests.endurance.outcomes import Result
from tests.endurance.scenes import ROUND, SCENES, begun


def runs(seed: int, count: int, *, failing: bool, jobs: int = 1, scenes: Sequence[str] = ()) -> Iterator[Result]:
    """Runs of each way of playing in turn, in the order in which they end."""
    names = scenes or ROUND
    wanted = [(seed + number, names[number % len(names)]) for number in range(count)]
    with tempfile.TemporaryDirectory(prefix="sits-starts-") as folder:
        one = partial(run, failing=failing, kept=Path(folder))
        if jobs == 1:
            yield from (one(*each) for each in wanted)
            return
        for name in dict.fromkeys(names):  # made once, before several processes want to make it
            _made(Path(folder), name)
        # a process of its own for each: it may be killed, and what it patches is its own
        with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
            for done in as_completed([pool.submit(one, *each) for each in wanted]):
                yield done.result()


def _made(starts: Path, name: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        begun(SCENES[name], starts, Path(folder) / "game")


def main(words: Sequence[str] | None, *, name: str, about: str, failing: bool) -> int:
    """Run what the command line asks for, and print a line about each run and the figures; 1 where one is at fault."""
    parser = argparse.ArgumentParser(prog=f"python -m tests.endurance.{name}", description=about)
    parser.add_argument("--runs", type=int, default=200, help="how many; 200 by default")
    parser.add_argument("--seed", type=int, default=1, help="the first seed; the others follow it")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--scene", action="append", choices=SCENES, default=[], help="only this way of playing")
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="one run, whose folders stay in DIR; faults are raised"
    )
    asked = parser.parse_args(words)
    if asked.keep is not None:
        found = run(asked.seed, (asked.scene or ROUND)[0], failing=failing, keep=asked.keep)
        print(found.in_words())
        return int(found.fault is not None)
    start = perf_counter()
    done = []
    for result in runs(asked.seed, asked.runs, failing=failing, jobs=asked.jobs, scenes=asked.scene):
        done.append(result)
        print(result.in_words(), flush=True)
    print(figures(done, perf_counter() - start))
    return int(any(result.fault for result in done))


def figures(done: Sequence[Result], seconds: float) -> str:
    """All runs together."""
    faults = [result for result in done if result.fault]
    ends = Counter(result.end for result in done if not result.fault)
    ways: Counter[str] = Counter()
    for result in done:
        ways.update(result.ways)
    sums = {name: sum(getattr(result, name) for result in done) for name in ("letters", "lost", "doubled", "slow")}
    sums |= {name: sum(getattr(result, name) for result in done) for name in ("kills", "sessions", "days")}
    return "\n".join(
        [
            "",
            f"Runs: {len(done)}, at fault: {len(faults)}, in {seconds:.0f} seconds.",
            "; ".join(f"{name} {number}" for name, number in sums.items()),
            "Ends: " + ("; ".join(f"{end} x{count}" for end, count in sorted(ends.items())) or "none"),
            "Ways out: " + (", ".join(f"{name} x{count}" for name, count in sorted(ways.items())) or "none was needed"),
            "At fault: " + (", ".join(f"{result.scene} {result.seed}" for result in faults) or "none"),
        ]
    )
