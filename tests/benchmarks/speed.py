"""How fast the program is, each figure a ratio to a baseline that does the same work.

    python -m tests.benchmarks.speed              every row: its floor, its goal, what it has reached, what it is now
    python -m tests.benchmarks.speed replay show  some rows
    python -m tests.benchmarks.speed --gate       on all cores, and fail when a row is worse than it was

What is counted is instructions, which don't move with load: of whole commands on a plain install, and of work in one
process. It needs valgrind; without it those rows are left out. Rows that wait for a disk, for a second core or for a
browser, or take too long to be counted, go by processor time or the clock; their two sides take turns, the median over
rounds is told, and they may be worse by what they were seen to move.

A floor is what a row can't get below: a program that imports the libraries and uses each once.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, NamedTuple

from tests.benchmarks import growth_of_commands as commands
from tests.benchmarks import growth_of_service as service
from tests.benchmarks import speed_of_forks as forks
from tests.benchmarks import speed_of_odds as odds
from tests.benchmarks import speed_of_pages as pages
from tests.benchmarks import speed_of_the_audit as audit
from tests.benchmarks import speed_of_the_record as record
from tests.benchmarks import speed_of_the_rules as rules
from tests.benchmarks import speed_of_the_start as start
from tests.benchmarks.instructions import VALGRIND, counting
from tests.benchmarks.speed_of_growth import grown
from tests.benchmarks.stopwatch import ROOT, Measure, Measured

#: By how much a row may be worse than what it has reached.
A_TENTH: Final = 1.1
#: Rounds for a ratio that is told beside one of instructions.
FEW: Final = 3


class Row(NamedTuple):
    """A row of the table. reached: what it has come to, which it is held to.

    noise: how far it may move, where it goes by time: a factor that was seen in ten runs beside other work.
    """

    measure: Measure
    goal: float
    reached: float
    least: bool = True
    noise: float | None = None

    @property
    def limit(self) -> float:
        """Beyond it something has become worse."""
        by = self.noise or A_TENTH
        return self.reached * by if self.least else self.reached / by

    def meets(self, measured: float) -> bool:
        """Whether it is as good as the goal."""
        return measured <= self.goal if self.least else measured >= self.goal

    def holds(self, measured: float) -> bool:
        """Whether it is within the limit."""
        return measured <= self.limit if self.least else measured >= self.limit


def _at_least(measure: Measure, goal: float, reached: float, noise: float | None = None) -> Row:
    return Row(measure, goal, reached, least=False, noise=noise)


#: Whole commands, which count for themselves.
COMMANDS: Final[Mapping[str, Row]] = {
    "help": Row(start.started("help"), 5.5, 6.66),
    "calc": Row(start.sums, 7, 12.8),
    "games": Row(start.started("games"), 12, 14.7),
    "orders-new": Row(start.started("orders-new"), 15, 21.5),
    "explain": Row(start.started("explain"), 16, 22.9),
    "show": Row(start.started("show"), 17, 24.1),
    "play": Row(start.started("play"), 18, 27.7),
    "mail-in": Row(start.started("mail-in"), 16, 23.7),
    "show-sfb": Row(start.started("show-sfb"), 17, 25.1),
    "play-sfb": Row(start.started("play-sfb"), 18, 33.4),
    "show-sw": Row(start.started("show-sw"), 17, 23.1),
    "play-sw": Row(start.started("play-sw"), 18, 25.2),
    "show-xwing": Row(start.started("show-xwing"), 40, 33),
    "orders-xwing": Row(start.started("orders-xwing"), 80, 72.4),
}
#: Work in one process, which is started so that it is counted.
COUNTED: Final[Mapping[str, Row]] = {
    "replay": _at_least(record.replay, 6, 5.5),
    "snapshot": _at_least(record.snapshot, 40, 61),
    "codec": _at_least(record.codec, 6, 3.95),
    "fork": _at_least(grown("a session's first fork, of copying its rows", service.fork_afresh), 20, 24),
    "derive": _at_least(grown("re-deriving, of select + SHA-256", service.derive), 1 / 15, 0.059),
    "read-models": _at_least(grown("all read models, of raw upserts", service.read_models), 0.2, 0.66),
    "replay-deep": Row(forks.replay, 2, 1.16),
    "branches-deep": Row(forks.branches, 1.5, 0.877),
    "play-long": Row(grown("play at 10,000 events, of 1,000", commands.play_long), 1.1, 1.01),
    "show-long": Row(grown("show --at at 10,000 events, of 1,000", commands.show_long), 1.1, 1),
    "explain-long": Row(grown("explain at 10,000 events, of 1,000", commands.explain_long), 1.1, 1.02),
    "orders-long": Row(grown("orders new at 10,000 events, of 1,000", commands.orders_long), 1.1, 1.13),
    "fork-long": Row(grown("fork at 10,000 events, of 1,000", commands.fork_long), 1.1, 1),
    "report": Row(pages.reported, 1.5, 1.2),
    "bearings": _at_least(rules.bearings, 2.5, 2.35),
    "segment": Row(rules.segment, 2, 1.78),
    "plays": Row(odds.plays, 1.3, 1.45),
}
#: Rows that go by processor time or the clock.
TIMED: Final[Mapping[str, Row]] = {
    "append": _at_least(record.append, 1.5, 1.12, noise=1.2),
    "audit-all": _at_least(audit.two_cores, 1.8, 1.6, noise=1.2),
    "page": Row(pages.written, 40, 56, noise=1.2),
    **(
        {
            "page-open": Row(pages.opened, 4, 2.7, noise=1.5),
            "page-step": Row(pages.stepped, 1, 0.38, noise=1.5),
            "page-space": Row(pages.turned, 1, 0.4, noise=2),
        }
        if pages.in_a_browser()
        else {}
    ),
}
ROWS: Final[Mapping[str, Row]] = {**COMMANDS, **COUNTED, **TIMED}

LINE: Final = "{:<13} {:<63} {:>6} {:>7} {:>8} {:>7}  {}"
HEADING: Final = LINE.format("row", "what", "floor", "goal", "reached", "now", "").rstrip()


def line(name: str, found: Measured, by_time: float | None = None) -> str:
    """A row of the table. by_time: the same ratio in processor time, where what was measured is instructions."""
    row = ROWS[name]
    met = row.meets(found.measured) and (by_time is None or row.meets(by_time))
    short = "" if met else "short of its goal"
    verdict = short if row.holds(found.measured) else "WORSE THAN IT WAS"
    noise = f"moves by {row.noise - 1:.0%}" if row.noise else ""
    time = "" if by_time is None else f"{by_time:.2g} by time"
    told = "; ".join(each for each in (verdict, time, found.note, noise) if each)
    floor = "" if found.floor is None else f"{found.floor:.3g}"
    goal, reached, now = (f"{each:.3g}" for each in (row.goal, row.reached, found.measured))
    return LINE.format(name, found.what, floor, f"{'<=' if row.least else '>='} {goal}", reached, now, told).rstrip()


def main(words: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for and print it; 1 where the gate is asked for and a row is worse."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.speed", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="rows to measure: " + ", ".join(ROWS))
    parser.add_argument("--rounds", type=int, default=11, help="how often each side is timed; 11 by default")
    parser.add_argument("--gate", action="store_true", help="fail when a row is worse than it was")
    parser.add_argument("--count", type=Path, metavar="FOLDER", help=argparse.SUPPRESS)  # as `_counted` starts it
    asked = parser.parse_args(words)
    if unknown := set(asked.rows) - set(ROWS):
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    if asked.count:
        for name in asked.rows:
            print(json.dumps(_measured(name, asked.count, 1)), flush=True)
        return 0
    print(HEADING, flush=True)
    with tempfile.TemporaryDirectory() as folder:
        worse = list(_gone_through(asked.rows or list(ROWS), Path(folder), asked.rounds, gate=asked.gate))
    if worse and asked.gate:
        print(f"Worse than it was: {', '.join(worse)}.")
    return int(bool(worse) and asked.gate)


def _gone_through(names: Sequence[str], folder: Path, rounds: int, *, gate: bool) -> Iterator[str]:
    """Measure rows and print them; gives those that are worse than they were."""
    for name in (name for name in names if name in TIMED):
        # nothing else may run where a clock does; and a machine that was busy is given a second chance
        holds = _told(name, _measured(name, folder, rounds))
        if not holds and not (gate and _told(name, _measured(name, folder, 2 * rounds))):
            yield name
    rest = [name for name in names if name not in TIMED]
    if rest and not VALGRIND:
        print(f"Not counted, as there is no valgrind here: {', '.join(rest)}.")
        yield from rest
        return
    counted = [name for name in rest if name in COUNTED]
    # by time as well: a goal is met by both. And what they need is made here, as that takes long where it is counted
    by_time = {name: _measured(name, folder, FEW).measured for name in counted}
    with ThreadPoolExecutor(_cores() if gate else 1) as at_once:
        groups = [counted] if counted else []
        told = [at_once.submit(_counted, group, folder) for group in groups]
        told += [at_once.submit(_measured_alone, name, folder) for name in rest if name in COMMANDS]
        for found in told:
            for name, measured in found.result().items():
                if not _told(name, measured, by_time.get(name)):
                    yield name


def _told(name: str, found: Measured, by_time: float | None = None) -> bool:
    """Print a row; whether it is as good as it was."""
    print(line(name, found, by_time), flush=True)
    return ROWS[name].holds(found.measured)


def _measured(name: str, folder: Path, rounds: int) -> Measured:
    """Measure a row. folder: beside what rows share in it, each has a folder of its own."""
    return ROWS[name].measure(Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder)), rounds)


def _measured_alone(name: str, folder: Path) -> dict[str, Measured]:
    return {name: _measured(name, folder, 1)}


def _counted(names: Sequence[str], folder: Path) -> dict[str, Measured]:
    """Rows measured in a process that counts instructions."""
    words, environment = counting(folder, ["-m", "tests.benchmarks.speed", *names, "--count", str(folder)])
    done = subprocess.run(words, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
    return {name: Measured(*json.loads(found)) for name, found in zip(names, done.stdout.splitlines(), strict=True)}


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


if __name__ == "__main__":
    raise SystemExit(main())
