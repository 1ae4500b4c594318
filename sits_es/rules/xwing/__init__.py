"""X-Wing: the arcs of a table game, and a record of what its players do there: places, attacks, damage, rulings."""

from __future__ import annotations

from typing import Final

__all__ = ["CHAPTERS", "PREFIX", "SHORT"]

#: What people may call the system in a command.
SHORT: Final = "xwing"

#: The first word of the stored names of its facts, and the chapters that define them.
PREFIX: Final = "xwing"
CHAPTERS: Final = ("setting_up", "moves", "dials", "attacks", "entries")
