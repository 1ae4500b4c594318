"""SFB 'n3D, Star Fleet Battles in three dimensions: 32 impulses a turn in continuous space."""

from __future__ import annotations

from typing import Final

__all__ = ["ALL_ORDER", "EVENTS", "IMPULSES", "SHORT", "supplied", "supplied_bytes"]

#: What people may call the system in a command.
SHORT: Final = "sfb"

#: Every exchange is owed by all players.
ALL_ORDER: Final = True

#: Where the events are defined: module -> their stored names.
EVENTS: Final[dict[str, tuple[str, ...]]] = {}

#: Impulses of a turn; the turn break is the step after them.
IMPULSES: Final = 32


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return supplied_bytes(*path).decode()


def supplied_bytes(*path: str) -> bytes:
    """A file that comes with the rules as it stands, by its folders and its name."""
    from importlib.resources import files

    return files(__package__).joinpath(*path).read_bytes()
