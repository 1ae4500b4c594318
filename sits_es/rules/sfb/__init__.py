"""SFB 'n3D, Star Fleet Battles in three dimensions: 32 impulses a turn in continuous space."""

from __future__ import annotations

from typing import Final

__all__ = [
    "CHAPTERS",
    "IMPULSES",
    "ROLLS",
]

#: Its chapters, whose modules `facts` hold its orders and facts.
CHAPTERS: Final = (
    *("motion", "turns", "orbits", "fire", "launching"),
    *("webs", "points", "links", "terrain", "spheres", "ending"),
)

#: Impulses of a turn; the turn break is the step after them.
IMPULSES: Final = 32
#: A roll's index is its impulse times this and its number within the impulse: no two rolls of a run share a name.
ROLLS: Final = 1000
