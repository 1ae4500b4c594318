"""One game by mail through a network that fails, from its seed to what became of it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from time import perf_counter

from attrs import evolve

from sits_es.rules.moments import Moment
from tests.endurance.accidents import accidents, fated
from tests.endurance.chances import same_chances
from tests.endurance.limit import USUAL, limited
from tests.endurance.memory import in_memory
from tests.endurance.network import Network
from tests.endurance.outcomes import Result
from tests.endurance.postman import ROUGH, Weather
from tests.endurance.scenes import SCENES, begun


def run(
    seed: int,
    scene: str,
    *,
    failing: bool = False,
    weather: Weather | None = None,
    kept: Path | None = None,
    keep: Path | None = None,
    seconds: float = USUAL,
    goal: Moment | None = None,
) -> Result:
    """Play a game. failing: one player at a time is killed, restored or gone for good; letters get lost otherwise.

    kept: where games that have just begun are kept between runs; keep: where the folders stay to be looked into;
    seconds: how long it may take; goal: the exchange after the last that is played, where that isn't the scene's own.
    """
    result = Result(seed=seed, scene=scene)
    start = perf_counter()
    with _work(kept, keep) as (starts, folder):
        chance = Random(f"{seed} {scene} {failing}")  # noqa: S311 -- to be the same, not secret
        played = SCENES[scene]
        if goal is not None:
            played = evolve(played, fleet=evolve(played.fleet, goal=goal))
        begun(played, starts, folder)
        found = weather or (Weather(lost=0.03, doubled=0.03, slow=0.03) if failing else ROUGH)
        game = Network(result=result, scene=played, folder=folder, chance=chance, weather=found)
        game.plan = [*(accidents(game.scene, chance) if failing else ()), *fated(game.scene, chance)]
        result.accidents = tuple(map(str, game.plan))
        with same_chances(chance):
            try:
                with limited(seconds):
                    game.play()
            except Exception as fault:
                result.fault = f"{type(fault).__name__}: {fault}"
                if keep is not None:
                    raise
    result.seconds = perf_counter() - start
    return result


@contextmanager
def _work(kept: Path | None, keep: Path | None) -> Iterator[tuple[Path, Path]]:
    """Where games are kept that have just begun, and the folder of this one."""
    with in_memory() as found:
        keep = keep.absolute() if keep is not None else None  # a program may be run in another folder meanwhile
        if keep is not None and keep.exists():
            shutil.rmtree(keep)
        yield kept or found / "starts", keep or found / "game"
