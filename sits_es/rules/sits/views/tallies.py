"""What is counted over a game of SITS: hull boxes lost; and how far apart two ships are."""

from __future__ import annotations

from fractions import Fraction

from sits_es.report.graphs import Measured, Tally
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.sums.tracks import WHOLE
from sits_es.space.bearing import bearing_between


def tallies(board: Board) -> list[Tally]:
    """Hull boxes lost by ship, of one that is destroyed too. Rule: the card's hull track."""
    found = []
    for name in sorted(board.ships):
        ship = board.ships[name]
        marks = ship.boxes.get("hull", "")
        found.append(Tally(what="hull boxes lost", whose=name, side=ship.side, number=len(marks) - marks.count(WHOLE)))
    return found


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The range between two ships that are in the game. Rule: flyer, range."""
    here, there = _standing(board, one), _standing(board, other)
    if here is None or there is None:
        return None
    range_ = bearing_between(here.position, there.position, board.tables.range_table).range
    return Measured(Fraction(range_), "hexes")


def _standing(board: Board, name: str) -> Ship | None:
    ship = board.ships.get(name)
    return None if ship is None or ship.destroyed is not None else ship
