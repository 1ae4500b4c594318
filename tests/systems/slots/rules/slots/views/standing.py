"""A board of Slots for programs, and what differs between two."""

from __future__ import annotations

from typing import Any

from ..board import Board


def standing(board: Board) -> dict[str, Any]:
    """Each starship, and who still acts in this turn."""
    ships = {name: {"zone": each.zone, "hull": each.hull} for name, each in sorted(board.starships.items())}
    return {"starships": ships, "to_act": board.queue}


def differences(one: Board, other: Board) -> list[tuple[str, str, str, str]]:
    """Zones and hulls that are not the same."""
    ours, theirs = (standing(board)["starships"] for board in (one, other))
    return [
        (name, what, str(ours[name][what]), str(theirs[name][what]))
        for name in ours
        for what in ours[name]
        if ours[name][what] != theirs[name][what]
    ]
