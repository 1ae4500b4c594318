"""One game by mail through a network that fails, from its seed to what became of it."""

from __future__ import annotations

import traceback
from pathlib import Path
from time import process_time
from typing import Final

from sits_es.errors import GameError
from tests.endurance.limit import USUAL, limited
from tests.endurance.memory import in_memory
from tests.endurance.network import played
from tests.endurance.outcomes import Result
from tests.endurance.scenes import SCENES
from tests.shared.postal import ROUGH, Weather

#: A post that fails now and then.
FAIR: Final = Weather(lost=0.03, doubled=0.03, slow=0.03)


def run(seed: int, scene: str, what: str = "lost_mail", *, keep: Path | None = None, seconds: float = USUAL) -> Result:
    """Play a game. what: fails besides the post; keep: where the folders stay to be looked into."""
    result, start = Result(seed=seed, scene=scene), process_time()
    with in_memory() as folder:
        try:
            with limited(seconds):
                weather = ROUGH if what == "lost_mail" else FAIR
                played(SCENES[scene], seed, keep or folder / "game", result, weather, what)
        except Exception as fault:
            told = str(fault) if isinstance(fault, GameError) else traceback.format_exc(limit=-4)
            result.fault = f"{type(fault).__name__}: {told}"
            if keep is not None:
                raise
    result.seconds = process_time() - start
    return result
