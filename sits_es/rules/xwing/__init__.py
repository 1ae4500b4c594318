"""X-Wing: the arcs of a table game, and a record of what its players do there: places, attacks, damage, rulings."""

from __future__ import annotations

from typing import Final

__all__ = ["CHAPTERS", "PREFIX", "SHORT", "supplied", "supplied_bytes"]

#: What people may call the system in a command.
SHORT: Final = "xwing"

#: The first word of the stored names of its facts, and the chapters that define them.
PREFIX: Final = "xwing"
CHAPTERS: Final = ("setting_up", "moves", "attacks", "entries")


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return supplied_bytes(*path).decode()


def supplied_bytes(*path: str) -> bytes:
    """A file that comes with the rules as it stands, by its folders and its name."""
    from importlib.resources import files

    return files(__package__).joinpath(*path).read_bytes()
