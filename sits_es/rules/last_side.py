"""How games end that are over when one side is left: the same in every rule system that has it so. Rule: house."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from sits_es.events import Coded, Shape
from sits_es.rules.system import Outcome

#: Why such a game is over, by code. Values: the side that is left; the turns of the game.
LAST_SIDE: Final[Mapping[str, Shape]] = {"last-side": (str,), "no-side": (), "time-up": (int,)}


def last_side(sides: Iterable[str], left: Iterable[str], time_up: int | None = None) -> Outcome | None:
    """How a game ended, or None while it goes on.

    sides: of everything that counts, left: of what is still there. When at most one side has something left the game is
    over, and that side has won; a game with one side alone goes on until nothing is left of it. time_up: the turns of
    the game once the last of them is over, when nobody has won; None before, and in a game without a last turn.
    """
    all_of, remaining = set(sides), set(left)
    if all_of and not remaining:
        return Outcome(winner=None, why=(Coded("no-side"),))
    if len(all_of) > 1 and len(remaining) == 1:
        (side,) = remaining
        return Outcome(winner=side, why=(Coded("last-side", (side,)),))
    return None if time_up is None else Outcome(winner=None, why=(Coded("time-up", (time_up,)),))
