"""How the game stands by the scenario's points, and which ships are out of order."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType

from commands.sits.render.page import Line, section
from sits_es.rules.sits.scenario.victory import score_lines
from sits_es.rules.sits.ship.condition import conditions
from sits_es.rules.sits.state import Board


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
