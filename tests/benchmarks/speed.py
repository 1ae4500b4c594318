"""How fast the program is, each figure a ratio to a baseline that does the same work in the same run.

    python -m tests.benchmarks.speed                    every row, beside its goal
    python -m tests.benchmarks.speed replay codec       some rows
    python -m tests.benchmarks.speed --gate             and fail when a row is worse than its goal by half again

The two sides of a ratio are measured by turns, in processor time, so that a busy machine slows both alike; what is
told is the median over rounds. Everything together takes some two minutes.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from tests.benchmarks import speed_of_the_record as record
from tests.benchmarks import speed_of_the_rules as rules
from tests.benchmarks.stopwatch import Measured

#: Measures one row. It is given a folder for its files, and how often each side is measured.
Measure = Callable[[Path, int], Measured]

ROWS: Final[Mapping[str, Measure]] = {
    "replay": record.replay,
    "snapshot": record.snapshot,
    "codec": record.codec,
    "codec-proved": record.codec_proved,
    "append": record.append,
    "bearings": rules.bearings,
    "segment": rules.segment,
}

LINE: Final = "{:<14} {:<66} {:>8} {:>9} {:>8}  {}"


def lines(measured: Mapping[str, Measured]) -> Iterator[str]:
    """The table: every row with its goal and the limit beyond which it fails."""
    yield LINE.format("row", "what", "goal", "measured", "limit", "")
    for name, found in measured.items():
        sign = ">=" if found.higher_is_better else "<="
        verdict = "" if found.met else "short of its goal" if found.holds else "TOO SLOW"
        told = "; ".join(each for each in (verdict, found.note) if each)
        yield LINE.format(
            name, found.what, f"{sign} {found.goal:g}", f"{found.measured:.3g}", f"{found.limit:.3g}", told
        )


def measure(names: Sequence[str], rounds: int) -> dict[str, Measured]:
    """Measure rows, one after another, each in a folder of its own."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for name in names:
            work = Path(folder) / name
            work.mkdir()
            found[name] = ROWS[name](work, rounds)
    return found


def main(words: Sequence[str] | None = None) -> int:
    """Measure what the command line asks for and print it; 1 where the gate is asked for and a row does not hold."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.speed", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="rows to measure: " + ", ".join(ROWS))
    parser.add_argument("--rounds", type=int, default=15, help="how often each side is measured; 15 by default")
    parser.add_argument("--gate", action="store_true", help="fail when a row is worse than its goal by half again")
    asked = parser.parse_args(words)
    if unknown := set(asked.rows) - set(ROWS):
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    measured = measure(asked.rows or list(ROWS), asked.rounds)
    for line in lines(measured):
        print(line)
    return int(asked.gate and not all(found.holds for found in measured.values()))


if __name__ == "__main__":
    raise SystemExit(main())
