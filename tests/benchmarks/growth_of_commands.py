"""Growth as players meet it: commands over large stores and small ones, without what they take to start."""

from __future__ import annotations

import math
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import grown_stores as grown
from tests.benchmarks.bench import Bench, Drifter, halfway
from tests.benchmarks.grown_mail import LETTERS, grow
from tests.benchmarks.memory import peak
from tests.benchmarks.stopwatch import Figure, Took


def play_many(bench: Bench) -> Figure:
    """One exchange of one game in a store of many."""
    with bench.many_games(0, "games") as (many, one):
        return bench.against(Drifter(bench.run, many, "duel-0001"), Drifter(bench.run, one, "duel-0001"))


def games(bench: Bench) -> Figure:
    """The power of the number of games with which the time of their list grows."""
    return _power(bench, "games")


def doctor(bench: Bench) -> Figure:
    """The power of the number of games with which the doctor's time grows."""
    return _power(bench, "doctor")


def _power(bench: Bench, word: str) -> Figure:
    with bench.many_games(1, "games") as (many, some):
        found = bench.against(bench.command(many, word), bench.command(some, word))
    times = math.log(bench.sizes.games[2] / bench.sizes.games[1])
    clock, processor = (math.log(each) / times for each in (found.clock or 1, found.processor or 1))
    return Figure(clock, processor, found.note)


def play_long(bench: Bench) -> Figure:
    """One exchange at the end of a long record."""
    with bench.long_games("audit", "list", "duel", "decoy") as (long, short):
        return bench.against(Drifter(bench.run, long, "duel"), Drifter(bench.run, short, "duel"))


def fork_long(bench: Bench) -> Figure:
    """A fork in the middle of a long record, each time another one."""

    def forks(home: Path) -> Callable[[], Took]:
        turn, segment = halfway(home)
        at = f"{turn}.{segment}"
        return lambda: bench.run(home, "fork", "duel", "--at", at, "--name", f"what-if-{next(bench.numbers):05}")

    with bench.long_games() as (long, short):
        return bench.against(forks(long), forks(short))


def orders_long(bench: Bench) -> Figure:
    """An order file at the end of a long record."""

    def written(home: Path) -> Callable[[], Took]:
        return lambda: bench.run(
            home, "orders", "new", "duel", "--as", "red", "-o", f"{home}/{next(bench.numbers)}.orders"
        )

    with bench.long_games() as (long, short):
        return bench.against(written(long), written(short))


def explain_long(bench: Bench) -> Figure:
    """An event in the middle of a long record: a ship's move."""

    def explained(home: Path) -> Callable[[], Took]:
        return bench.command(home, "explain", "duel", str(grown.move_in(home, "duel", *halfway(home))))

    with bench.long_games() as (long, short):
        return bench.against(explained(long), explained(short))


def show_long(bench: Bench) -> Figure:
    """The map in the middle of a long record."""

    def shown(home: Path) -> Callable[[], Took]:
        turn, segment = halfway(home)
        return bench.command(home, "show", "duel", "--at", f"{turn}.{segment}")

    with bench.long_games() as (long, short):
        return bench.against(shown(long), shown(short))


def memory(*words: str) -> Callable[[Bench], Figure]:
    """The megabytes that a command holds at most over a long record. words: the command's."""

    def measure(bench: Bench) -> Figure:
        with bench.long_games() as (long, short):
            many, few = peak(long, *words), peak(short, *words)
        return Figure(many, None, f"{many:.0f} and {few:.0f} MB")

    return measure


def _search(bench: Bench, words: str) -> Figure:
    """A search of a long record whose read models are up to date."""
    lines = {}

    def searched(home: Path) -> Callable[[], Took]:
        def search() -> Took:
            took = bench.run(home, "audit", "list", "duel", words)
            lines[home] = len(took.out.splitlines())
            return took

        return search

    with bench.long_games("audit", "list", "duel", "decoy") as (long, short):
        found = bench.against(searched(long), searched(short))
    return Figure(found.clock, found.processor, f"{found.note}; lines printed: {lines[long]} and {lines[short]}")


def search_rare(bench: Bench) -> Figure:
    """Words that stand in the first two turns only, so that both searches find the same."""
    return _search(bench, "decoy")


def search_common(bench: Bench) -> Figure:
    """Words that stand in some of the lines of every turn: as the record grows, more is found."""
    return _search(bench, "roll port")


def mail_in(bench: Bench) -> Figure:
    """Forty letters read, a turn played, its report told, letters written: late in a game by mail, and at first."""
    fresh, long = grow(bench.work / "post", [0, bench.sizes.posted])
    try:
        return bench.against(_first_letters(bench, long), _first_letters(bench, fresh))
    finally:
        shutil.rmtree(bench.work / "post")


def _first_letters(bench: Bench, kept: Path) -> Callable[[], Took]:
    """The command over a copy in which nothing was read yet."""

    def run() -> Took:
        with bench.copy(kept) as home:
            took = bench.run(home, "mail", "in")
        if f"Mails read: {LETTERS}. " not in took.out or "You owe orders for ours " not in took.out:
            raise AssertionError(took.out.splitlines()[0])
        return took

    return run


def play_deep(bench: Bench) -> Figure:
    """One exchange in a fork of a fork of a fork, and in a fork of the game itself at the same moment."""
    kept = bench.stores.forks(bench.sizes.depth)
    with bench.copy(kept, "games") as home:
        return bench.against(Drifter(bench.run, home, "deep"), Drifter(bench.run, home, "shallow"))
