"""What is counted over a game of Star Wars: hull trauma and system strain; and how far apart two starships are."""

from __future__ import annotations

from fractions import Fraction

from sits_es.report.graphs import Measured, Tally
from sits_es.rules.star_wars.state import Board


def tallies(board: Board) -> list[Tally]:
    """Hull trauma and system strain, by starship."""
    found = []
    for name in sorted(board.starships):
        starship = board.starships[name]
        for what, number in (("hull trauma", starship.trauma), ("system strain", starship.strain)):
            found.append(Tally(what=what, whose=name, side=starship.side, number=number))
    return found


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The range in hexes between two starships on the map."""
    here, there = board.on_map(one), board.on_map(other)
    if here is None or there is None:
        return None
    return Measured(Fraction((there.place - here.place).hexes), "hexes")
