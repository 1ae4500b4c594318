"""How cost grows with what a command has nothing to do with: other games, a long record, a long line of forks.

    python -m tests.benchmarks.growth                                  every row
    python -m tests.benchmarks.growth play-many fork-long --rounds 9  some rows
    python -m tests.benchmarks.growth --keep DIR                       stores are kept in DIR, and found there again
    python -m tests.benchmarks.growth --quick                          tiny stores, no rounds: does every row still run?

Measured are whole `sits` commands over real games, one after another in one process: what it takes to start would
hide what grows. The sides of a ratio are measured by turns, and the ratio is that of their medians; beside it stands
the same ratio of processor time, which is the one to look at on a busy machine. Of memory the most is told that a
process holds. Everything together takes some ten minutes; over shorter games some of it is in `tests.benchmarks.speed`.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from attrs import frozen

from tests.benchmarks import growth_of_commands as commands
from tests.benchmarks import growth_of_service as service
from tests.benchmarks.bench import QUICK, Bench, Sizes
from tests.benchmarks.grown_stores import Stores
from tests.benchmarks.stopwatch import Figure


@frozen
class Row:
    """One line of the table. before: what was measured when the goals were set; goal: what it shall come to."""

    name: str
    what: str
    before: str
    goal: str
    measure: Callable[[Bench], Figure]


#: Sizes are named as they are without --quick.
ROWS: Final = (
    Row("play-many", "play with 2,000 games in the store, of 1", "71", "<= 1.1", commands.play_many),
    Row("games", "games, exponent in games, 500 to 2,000", "-", "<= 1.05", commands.games),
    Row("play-long", "play at 100,000 events, of 1,000", "1.5", "<= 1.1", commands.play_long),
    Row("fork-long", "fork at 100,000 events, of 1,000", "6.2", "<= 1.1", commands.fork_long),
    Row("explain-long", "explain at 100,000 events, of 1,000", "2.1", "<= 1.1", commands.explain_long),
    Row("show-long", "show --at at 100,000 events, of 1,000", "1.5", "<= 1.1", commands.show_long),
    Row("orders-long", "orders new at 100,000 events, of 1,000", "3.9", "<= 1.1", commands.orders_long),
    Row("search-rare", "search: few lines found", "> 1000", "<= 20", commands.search_rare),
    Row("search-common", "search: many lines found", "> 1000", "<= 20", commands.search_common),
    Row("doctor", "doctor, exponent in games, 500 to 2,000", "1.8", "<= 1.05", commands.doctor),
    Row("doctor-memory", "doctor at 100,000 events, MB", "285", "<= 100", commands.memory("doctor")),
    Row(
        "replay-memory",
        "replay -o at 100,000 events, MB",
        "462",
        "<= 100",
        commands.memory("replay", "duel", "-o", "duel.html"),
    ),
    Row(
        "audit-memory",
        "audit --json at 100,000 events, MB",
        "368",
        "<= 100",
        commands.memory("audit", "list", "duel", "--json"),
    ),
    Row("play-deep", "play in a fork of depth 299, of depth 1", "3.6", "<= 1.2", commands.play_deep),
    Row("mail-in", "mail in after 26 turns of four, of none", "-", "<= 2", commands.mail_in),
    Row("fork-afresh", "a session's first fork, of INSERT ... SELECT", "0.28", ">= 20", service.fork_afresh),
    Row("fork-again", "its further forks, of INSERT ... SELECT", "0.28", ">= 20", service.fork_again),
    Row("read-models", "all read models, of raw upserts", "0.065", ">= 0.20", service.read_models),
    Row("derive", "re-deriving, of select + SHA-256", "0.022", ">= 0.05", service.derive),
)

LINE: Final = "{:<14} {:<44} {:>7} {:>8} {:>9} {:>10}  {}"


def lines(bench: Bench, wanted: Sequence[str] = ()) -> Iterator[str]:
    """The table, a line whenever a row was measured. wanted: names of rows, by default all."""
    yield LINE.format("row", "what", "before", "goal", "measured", "processor", "from")
    for row in ROWS:
        if not wanted or row.name in wanted:
            found = row.measure(bench)
            yield LINE.format(
                row.name, row.what, row.before, row.goal, _number(found.clock), _number(found.processor), found.note
            )


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"


def main(words: Sequence[str] | None = None) -> None:
    """Measure what the command line asks for, and print it."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.growth", description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "rows", nargs="*", metavar="ROW", help="rows to measure: " + ", ".join(row.name for row in ROWS)
    )
    parser.add_argument("--rounds", type=int, default=7, help="how often each side is measured; 7 by default")
    parser.add_argument("--quick", action="store_true", help="tiny stores, each side measured once, cold")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="a folder in which the stores that are made are kept")
    asked = parser.parse_args(words)
    if unknown := set(asked.rows) - {row.name for row in ROWS}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        bench = Bench(
            stores=Stores(asked.keep.absolute() if asked.keep else work / "stores"),
            work=work,
            sizes=QUICK if asked.quick else Sizes(),
            rounds=0 if asked.quick else asked.rounds,
        )
        for line in lines(bench, asked.rows):
            print(line, flush=True)


if __name__ == "__main__":
    main()
