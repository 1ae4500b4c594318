"""One game by mail through a network that fails, from its seed to what became of it."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter

from tests.endurance.limit import USUAL, limited
from tests.endurance.memory import in_memory
from tests.endurance.network import played
from tests.endurance.outcomes import Result
from tests.endurance.scenes import SCENES
from tests.shared.postal import ROUGH, Weather


def run(
    seed: int,
    scene: str,
    *,
    failing: bool = False,
    weather: Weather | None = None,
    keep: Path | None = None,
    seconds: float = USUAL,
) -> Result:
    """Play a game. failing: players fail as well as the post; keep: where the folders stay to be looked into."""
    result, start = Result(seed=seed, scene=scene), perf_counter()
    found = weather or (Weather(lost=0.03, doubled=0.03, slow=0.03) if failing else ROUGH)
    with in_memory() as folder:
        try:
            with limited(seconds):
                played(SCENES[scene], seed, keep or folder / "game", result, found, failing=failing)
        except Exception as fault:
            result.fault = f"{type(fault).__name__}: {fault}"
            if keep is not None:
                raise
    result.seconds = perf_counter() - start
    return result
