"""How fast the program is, each figure a ratio to a baseline that does the same work in the same run.

    python -m tests.benchmarks.speed                    every row, beside its goal
    python -m tests.benchmarks.speed replay codec       some rows
    python -m tests.benchmarks.speed --gate             on two cores, and fail when a row is beyond its limit

The limit is the goal missed by half again; of a row that is short of its goal, what it has reached, missed by half
again. A row that fails is measured once more before it counts.

The two sides of a ratio are measured by turns, in processor time, so that a busy machine slows both alike; what is
told is the median over rounds. The row `table` alone has a goal in milliseconds. Everything together takes two
to three minutes where nothing else runs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.benchmarks import speed_of_carrying as carrying
from tests.benchmarks import speed_of_forks as forks
from tests.benchmarks import speed_of_mail as mail
from tests.benchmarks import speed_of_pages as pages
from tests.benchmarks import speed_of_the_audit as audit
from tests.benchmarks import speed_of_the_record as record
from tests.benchmarks import speed_of_the_rules as rules
from tests.benchmarks import speed_of_the_start as start
from tests.benchmarks.stopwatch import ROOT, Measure, Measured

ROWS: Final[Mapping[str, Measure]] = {
    "replay": record.replay,
    "snapshot": record.snapshot,
    "codec": record.codec,
    "codec-proved": record.codec_proved,
    "append": record.append,
    "snapshots": audit.snapshots,
    "audit-all": audit.two_cores,
    "bundle-out": carrying.exported,
    "bundle-in": carrying.imported,
    "replay-deep": forks.replay,
    "branches-deep": forks.branches,
    "bearings": rules.bearings,
    "segment": rules.segment,
    "table": rules.table,
    "mail-in": mail.mail_in,
    "mail-idle": mail.idle,
    **pages.rows(),
    **start.rows(),
}

#: Rows that run whole commands, in processes of their own.
COMMANDS: Final = ("start-", "mail-")
#: Rows that go by the clock, not by processor time.
BY_CLOCK: Final = frozenset({"audit-all", "bundle-out", "bundle-in", "page-open", "page-step"})

LINE: Final = "{:<14} {:<66} {:>8} {:>9} {:>8}  {}"


HEADING: Final = LINE.format("row", "what", "goal", "measured", "limit", "").rstrip()


def line(name: str, found: Measured) -> str:
    """A row of the table, with its goal and the limit beyond which it fails."""
    sign = ">=" if found.higher_is_better else "<="
    verdict = "" if found.met else "short of its goal" if found.holds else "TOO SLOW"
    told = "; ".join(each for each in (verdict, found.note) if each)
    goal, measured, limit = f"{sign} {found.goal:g}", f"{found.measured:.3g}", f"{found.limit:.3g}"
    return LINE.format(name, found.what, goal, measured, limit, told).rstrip()


def measured(name: str, folder: str, rounds: int) -> Measured:
    """Measure a row and print it. folder: beside what rows share in it, each has a folder of its own."""
    found = ROWS[name](Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder)), rounds)
    print(line(name, found), flush=True)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for and print it; 1 where the gate is asked for and a row does not hold."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.speed", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="rows to measure: " + ", ".join(ROWS))
    parser.add_argument("--rounds", type=int, default=11, help="how often each side is measured; 11 by default")
    parser.add_argument("--gate", action="store_true", help="fail when a row is beyond its limit")
    asked = parser.parse_args(words)
    if unknown := set(asked.rows) - set(ROWS):
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    names = asked.rows or list(ROWS)
    print(HEADING, flush=True)
    commands = [name for name in names if asked.gate and name.startswith(COMMANDS)]
    if len(commands) in (0, len(names)):
        return _gone_through(names, asked.rounds, gate=asked.gate)
    # two cores measure processor time at once; nothing else may run where a clock does
    words = (sys.executable, "-m", "tests.benchmarks.speed", *commands, "--gate", "--rounds", str(asked.rounds))
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT) as beside:
        rest = [name for name in names if name not in commands]
        failed = _gone_through([name for name in rest if name not in BY_CLOCK], asked.rounds, gate=True)
        told, _ = beside.communicate()
    print(told.partition("\n")[2], end="", flush=True)
    by_clock = _gone_through([name for name in rest if name in BY_CLOCK], asked.rounds, gate=True)
    return int(any((failed, beside.returncode, by_clock)))


def _gone_through(names: Sequence[str], rounds: int, *, gate: bool) -> int:
    """Measure rows, one after another; 1 where the gate is asked for and one does not hold."""
    with tempfile.TemporaryDirectory() as folder:
        too_slow = [
            name
            for name in names
            if not measured(name, folder, rounds).holds
            # a machine that was busy with something else is given a second chance
            and not (gate and measured(name, folder, 2 * rounds).holds)
        ]
    if gate and too_slow:
        print(f"Beyond the limit: {', '.join(too_slow)}.")
    return int(gate and bool(too_slow))


if __name__ == "__main__":
    raise SystemExit(main())
