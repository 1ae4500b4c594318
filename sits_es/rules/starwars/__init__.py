"""Star Wars hex combat: starships act one after the other by initiative, on a flat map of hexes, by narrative dice."""

from __future__ import annotations

from typing import Final

__all__ = ["CHAPTERS", "MOST_STARSHIPS", "STEPS"]

#: Its chapters, in the order of the rules; their modules `facts` hold its orders and facts.
CHAPTERS: Final = (
    "setting_up",
    "slots",
    "flying",
    "checks",
    "attacks",
    "advantage",
    "crews",
    "spending",
    "harm",
    "qualities",
)

#: The most starships that a game may have, so that every slot has its place in a round.
MOST_STARSHIPS: Final = 99

#: What the steps of a round are called: initiative, and for each slot what the starship does, what the other side does
#: (a foe names the side of an attack in one hex, or threat is spent), and what is spent of the rolls.
STEPS: Final = (
    "initiative",
    *(f"{slot}{stage}" for slot in range(1, MOST_STARSHIPS + 1) for stage in ("", "-side", "-spend")),
)
