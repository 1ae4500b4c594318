"""An umpire's folder that was lost comes back from the players' letters; until all are in, the program sends nothing.

Anything sent earlier could be a second packet under a number that the lost folder had used already.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from sits_es.errors import NotNowError
from sits_es.post.desk.desk import Desk
from sits_es.sentences import shell


def wait_for(desk: Desk, game: str, players: Iterable[str]) -> None:
    """Send nothing in a game before the letters of these players are in."""
    desk.journal.keep(_name(game), json.dumps(sorted(players)))


def is_noted(desk: Desk, game: str) -> bool:
    """Whether it is noted already whose letters are missing: several may come in one post."""
    return desk.journal.kept(_name(game)) is not None


def awaited(desk: Desk, game: str) -> tuple[str, ...]:
    """Players whose letters are still missing, by id."""
    return tuple(json.loads(desk.journal.kept(_name(game)) or "[]"))


def came(desk: Desk, game: str, player: str) -> None:
    """A player's letter is in."""
    left = awaited(desk, game)
    if player in left:
        wait_for(desk, game, [each for each in left if each != player])


def resume(desk: Desk, game: str) -> tuple[str, ...]:
    """Go on without the letters that are missing; whose they are. Raises NotNowError where none is awaited."""
    if not (left := awaited(desk, game)):
        raise NotNowError(f"Your program waits for no letters with the whole of {game}: there is nothing to resume.")
    wait_for(desk, game, ())
    desk.journal.keep(f"resumed {game}", desk.clock())
    return left


def resumed_at(desk: Desk, game: str) -> str | None:
    """When an umpire last went on without letters that were missing; None for never."""
    return desk.journal.kept(f"resumed {game}")


def still_missing(game: str, players: Sequence[str]) -> str:
    """What an umpire waits for, and what can't come back."""
    who, letter = ", ".join(players), f"sits mail out --bundle {shell(game)} --for YOU"
    waits = f"Your program sends nothing in {game} before the letters of {who} are in, who type: {letter}."
    return (
        f"{waits} To go on without them: sits umpire {shell(game)} --resume. Seals that they sent and that no letter "
        "brings are lost, and are missing as though they had never come; so are absences and notes that you had not "
        "sent yet."
    )


def _name(game: str) -> str:
    return f"rebuilding {game}"
