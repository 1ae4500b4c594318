"""X-Wing: the arcs of a table game, and a record of what its players do there: places, attacks, damage, rulings."""

from __future__ import annotations

from typing import Final

__all__ = ["CHAPTERS"]

#: Its chapters, whose modules `facts` hold its orders and facts.
CHAPTERS: Final = ("setting_up", "moves", "dials", "attacks", "entries")
