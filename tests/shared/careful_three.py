"""A duel of three or four peers whose terms say what happens when people fail, and a clock that a test turns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.shared.careful import careful
from tests.shared.duels import of_three
from tests.shared.posts import CLOCK, Post

#: Each player's ship.
SHIPS: Final = {"red": "Fearless", "blue": "Sirius", "green": "Hood", "gold": "Repulse"}
FOURTH: Final = """
[players.gold]
name = "Dee"
side = "gold"

[[ships]]
name = "Repulse"
class = "Sample Light Cruiser"
player = "gold"
at = "30,0"
vectors = "5E"
nose = "E"
roll = 0
"""


def careful_three(folder: Path, clock: Callable[[], str] = lambda: CLOCK, **changes: Any) -> tuple[Post, Post, Post]:
    """Red, blue and green, whose game has begun."""
    folder.mkdir(exist_ok=True)
    (folder / "three.toml").write_text(of_three())
    found = careful(folder, ("red", "blue", "green"), str(folder / "three.toml"), clock=clock, **changes)
    return found["red"], found["blue"], found["green"]


def careful_four(folder: Path, clock: Callable[[], str] = lambda: CLOCK, **changes: Any) -> dict[str, Post]:
    """The same and gold, by player."""
    path = folder / "four.toml"
    path.write_text(of_three() + FOURTH)
    return careful(folder, ("red", "blue", "green", "gold"), str(path), clock=clock, **changes)


def ordered(post: Post, first: int, last: int | None = None) -> None:
    """Seal a thrust for exchanges of the first turn."""
    branch = post.desk.seat("duel").branch
    lines = f"{first}-{last or first} thrust 2"
    text = f"game {branch}\nturn 1\nplayer {post.player}\nship {SHIPS[post.player]}\n  {lines}\n"
    post.seal(text, last or first)
