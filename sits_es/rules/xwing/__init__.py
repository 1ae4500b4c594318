"""X-Wing: the arcs of a table game, and a record of what its players do there: places, attacks, damage, rulings."""

from __future__ import annotations

from typing import Final

__all__ = ["EVENTS", "SHORT", "supplied", "supplied_bytes"]

#: What people may call the system in a command.
SHORT: Final = "xwing"

#: Where the events are defined: module -> their stored names.
EVENTS: Final = {
    "sits_es.rules.xwing.events.setup": (
        "xwing.TableLaid",
        "xwing.ShipListed",
    ),
    "sits_es.rules.xwing.events.entered": (
        "xwing.ShipPlaced",
        "xwing.ShipMoved",
        "xwing.TurretRotated",
        "xwing.AttackEntered",
        "xwing.DamageEntered",
        "xwing.DamageRegained",
        "xwing.CriticalEntered",
        "xwing.NoteEntered",
        "xwing.ShipRemoved",
        "xwing.DisputeEntered",
        "xwing.RulingEntered",
        "xwing.RoundEndEntered",
    ),
    "sits_es.rules.xwing.events.followed": (
        "xwing.AttackDeclared",
        "xwing.ShipLost",
        "xwing.EntryCounted",
    ),
}


def supplied(*path: str) -> str:
    """The text of a file that comes with the rules, by its folders and its name."""
    return supplied_bytes(*path).decode()


def supplied_bytes(*path: str) -> bytes:
    """A file that comes with the rules as it stands, by its folders and its name."""
    from importlib.resources import files

    return files(__package__).joinpath(*path).read_bytes()
