"""How a game stands by its own reckoning, for programs."""

from __future__ import annotations

from typing import Any

from sits_es.rules.sits.scenario.victory import score
from sits_es.rules.sits.ship.condition import conditions
from sits_es.rules.sits.state import Board


def standing(board: Board) -> dict[str, Any]:
    """Points so far by side with the ships they are for, the terms, ships out of order and open hands: for programs."""
    return {
        "points": {
            each.side: {
                "points": each.points,
                "ships": {gain.ship: {"state": gain.state, "points": gain.points} for gain in each.gains},
            }
            for each in score(board)
        },
        "terms": {"turns": board.victory.turns, "margin": board.victory.margin},
        "conditions": {ship.name: list(says) for ship in board.standing() if (says := conditions(ship))},
        "miracle_cards": {ship.name: list(ship.hand) for ship in board.standing() if ship.hand},
    }
