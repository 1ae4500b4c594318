"""Where growth is measured: stores of several sizes, copies of them, and commands run over those."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from attrs import Factory, define, frozen

from tests.benchmarks import grown_stores as grown
from tests.benchmarks.stopwatch import Figure, Runner, Took, by_call, by_turns, ratio


@frozen(kw_only=True)
class Sizes:
    """How large the stores are. games: one, some, many; events: of the long game, in three stages; depth: of forks.

    turns: of a squadron action; posted: of a game by mail, one in a fortnight for a year.
    """

    games: tuple[int, int, int] = (1, 500, 2000)
    events: tuple[int, int, int] = (1000, 10_000, 100_000)
    depth: int = 299
    turns: int = 10
    posted: int = 26


QUICK: Final = Sizes(games=(1, 2, 4), events=(200, 300, 400), depth=3, turns=1, posted=1)


@define
class Bench:
    """Where and how is measured. work: a folder for copies, so that kept stores stay as they are.

    Commands run in this process, one after another, so that no start hides what grows.
    """

    stores: grown.Stores
    work: Path
    sizes: Sizes = Factory(Sizes)
    rounds: int = 7
    run: Runner = by_call
    numbers: Iterator[int] = Factory(lambda: count(1))

    @contextmanager
    def copy(self, kept: Path, *words: str) -> Iterator[Path]:
        """A copy of a kept store to measure on. words: a command that brings its read models up to date before."""
        if words:
            self.run(kept, *words)
        folder = self.work / f"{kept.name}-{next(self.numbers)}"
        shutil.copytree(kept, folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder)

    @contextmanager
    def long_games(self, *words: str) -> Iterator[tuple[Path, Path]]:
        """The long game at its greatest length, and as it was early on."""
        first, second, third = self.sizes.events
        large, small = self.stores.long_game(third, (first, second)), self.stores.long_game(first)
        with self.copy(large, *words) as long, self.copy(small, *words) as short:
            yield long, short

    @contextmanager
    def many_games(self, few: int, *words: str) -> Iterator[tuple[Path, Path]]:
        """A store of many games, and one of few. few: which of the sizes."""
        sizes = self.sizes.games
        large, small = self.stores.many_games(sizes[2], sizes[:2]), self.stores.many_games(sizes[few], sizes[:few])
        with self.copy(large, *words) as many, self.copy(small, *words) as less:
            yield many, less

    def command(self, home: Path, *words: str) -> Callable[[], Took]:
        """A command to be measured."""
        return lambda: self.run(home, *words)

    def against(self, one: Callable[[], Took], other: Callable[[], Took]) -> Figure:
        """One as a multiple of the other."""
        return ratio(*by_turns(self.rounds, one, other))


@define
class Drifter:
    """Plays one exchange after another by `sits play`, with orders that leave all ships as they are."""

    run: Runner
    home: Path
    game: str
    at: tuple[int, int] | None = None

    def __call__(self) -> Took:
        """Play the exchange at hand."""
        turn, segment = self.at or grown.stands_at(self.home, self.game)
        files = {side: self.home / f"{self.game}-{side}.orders" for side in grown.SIDES}
        for side, path in files.items():
            path.write_text(grown.sheet(self.game, turn, side), encoding="utf-8")
        self.at = (turn, segment + 1) if segment < grown.SEGMENTS else (turn + 1, 1)
        step = f"{turn}.{segment}" if segment < grown.SEGMENTS else f"{turn}.break"
        return self.run(self.home, "play", self.game, *map(str, files.values()), "--to", step)


def halfway(home: Path) -> tuple[int, int]:
    """A moment in the middle of the long game, when all missiles are gone and a turn is half over."""
    turn, _ = grown.stands_at(home, "duel")
    return (grown.FIGHT + turn) // 2, 4
