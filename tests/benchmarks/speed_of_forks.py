"""What forks of forks cost beside a game that nobody forked, and beside fewer of them: depth is no factor.

In every fork a few events were played before it was forked again.
"""

from __future__ import annotations

from pathlib import Path

from sits_es.service.forks import BranchOfGame, branches_of
from sits_es.service.replay import exchanges_between, play_back
from sits_es.service.session import Session
from tests.benchmarks.grown_stores import Stores
from tests.benchmarks.stopwatch import Measured, side_by_side, times_as_long

#: Forks in a line, and fewer of them.
DEEP, FEWER = 100, 25


def replay(work: Path, rounds: int) -> Measured:
    """The last of many forks replayed from its first exchange to its last, against as long a game with one fork."""
    folder = Stores(work.parent / "stores").forks(DEEP)

    def replayed(name: str) -> int:
        with Session(folder) as session:
            return sum(1 for _ in play_back(session.open_game(name), exchanges_between(session.open_game(name))))

    if replayed("deep") != replayed("shallow"):
        raise AssertionError("the two forks played on for different numbers of exchanges")
    deep, shallow = side_by_side(rounds, lambda: replayed("deep"), lambda: replayed("shallow"))
    return Measured(
        f"replay of the last of {DEEP} forks, of a fork as long",
        times_as_long(deep, shallow),
    )


def branches(work: Path, rounds: int) -> Measured:
    """The tree of many forks of forks, for each of them against that of fewer."""
    stores = Stores(work.parent / "stores")
    many, few = stores.forks(DEEP), stores.forks(FEWER)

    def tree(folder: Path) -> list[BranchOfGame]:
        with Session(folder) as session:
            return branches_of(session.open_game("game"))

    more = len(tree(many)) / len(tree(few))
    of_many, of_few = side_by_side(rounds, lambda: tree(many), lambda: tree(few))
    return Measured(
        f"branches, each of {DEEP} forks of forks, of {FEWER}",
        times_as_long(of_many, of_few) / more,
    )
