"""A duel of three peers whose terms say what happens when people fail, and a clock that a test turns."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from tests.shared.careful import careful
from tests.shared.duels import SCENARIO
from tests.shared.posts import CLOCK, Post

#: The duel with a third player.
SCENARIO_OF_THREE: Final = (
    SCENARIO
    + """
[players.green]
name = "Gus"
side = "green"

[[ships]]
name = "Hood"
class = "Sample Light Cruiser"
player = "green"
at = "20,0"
vectors = "5E"
nose = "E"
roll = 0
"""
)
SHIPS: Final = {"red": "Fearless", "blue": "Sirius", "green": "Hood"}


class Hands:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)

    def __call__(self) -> str:
        return self.time.isoformat(timespec="seconds")

    def later(self, **by: float) -> None:
        """Turn it on."""
        self.time += timedelta(**by)


def careful_three(folder: Path, clock: Callable[[], str] = lambda: CLOCK, **changes: Any) -> tuple[Post, Post, Post]:
    """Red, blue and green, whose game has begun."""
    folder.mkdir(exist_ok=True)
    (folder / "three.toml").write_text(SCENARIO_OF_THREE)
    found = careful(folder, ("red", "blue", "green"), str(folder / "three.toml"), clock=clock, **changes)
    return found["red"], found["blue"], found["green"]


def ordered(post: Post, first: int, last: int | None = None) -> None:
    """Seal a thrust for exchanges of the first turn."""
    branch = post.desk.seat("duel").branch
    lines = f"{first}-{last or first} thrust 2"
    text = f"game {branch}\nturn 1\nplayer {post.player}\nship {SHIPS[post.player]}\n  {lines}\n"
    post.seal(text, last or first)
