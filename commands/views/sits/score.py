"""How the game stands by the scenario's points, and which ships are out of order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType

from commands.views.sits.page import Line, section
from sits_es.rules.sits.condition import conditions
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.victory import score, score_lines


def conditions_of(board: Board) -> Iterator[RenderableType]:
    """Ships that are disabled, without a bridge or with a sidewall down, a line each; silent when there is none."""
    told = {ship.name: conditions(ship) for ship in board.standing()}
    if any(told.values()):
        yield section("Out of order")
        yield from (Line(f"{name}: {'; '.join(says)}", 2) for name, says in told.items() if says)


def score_so_far(board: Board) -> Iterator[RenderableType]:
    """What each side has by the scenario's points as the board stands; silent where it gives none."""
    if lines := score_lines(board):
        yield section("Points so far")
        yield from (Line(line, 2) for line in lines)
        if board.victory.turns is not None:
            yield Line(f"The game ends with turn {board.victory.turns}.", 2)


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
