"""Games by mail between desks whose terms say what happens when people fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from sits_es.post.protocol.terms import Terms
from tests.post.example_games import posts
from tests.shared.posts import CLOCK, Post


def terms(**changes: Any) -> dict[str, Any]:
    """Terms as a game's first event holds them: seven days, two of grace, no escrow, segments, small boxes."""
    usual: dict[str, Any] = {
        "hours": 168,
        "grace": 48,
        "escrow": False,
        "trustee": None,
        "reveal": "segment",
        "box": 512,
    }
    return Terms(**{**usual, **changes}).data()


def careful(
    folder: Path,
    players: Sequence[str] = ("red", "blue"),
    scenario: str = "duel",
    rules: str = "sits",
    umpire: str | None = None,
    clock: Callable[[], str] = lambda: CLOCK,
    **changes: Any,
) -> dict[str, Post]:
    """A game that has begun, called duel, by player."""
    return posts(folder, rules, scenario, players, umpire, clock, **terms(**changes))
