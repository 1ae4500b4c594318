"""A board of Slots, for programs and for people."""

from __future__ import annotations

from typing import Any

from ..board import Board


def standing(board: Board) -> dict[str, Any]:
    """Each starship, and who still acts in this turn."""
    ships = {name: {"zone": each.zone, "hull": each.hull} for name, each in sorted(board.starships.items())}
    return {"starships": ships, "to_act": board.queue}


def states(board: Board) -> dict[str, dict[str, str]]:
    """Zone and hull of each starship."""
    return {
        name: {"zone": str(each.zone), "hull": str(each.hull) if each.hull > 0 else "none left"}
        for name, each in sorted(board.starships.items())
    }
