"""What is counted over a game of SFB 'n3D: damage that was entered; and how far apart two units are."""

from __future__ import annotations

from fractions import Fraction

from sits_es.report.graphs import Measured, Tally
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE
from sits_es.rules.sfb_n3d.sums.places import exact


def tallies(board: Board) -> list[Tally]:
    """Damage entered, by unit; seeking weapons have none."""
    units = (board.units[name] for name in sorted(board.units))
    return [
        Tally(what="damage points entered", whose=unit.name, side=unit.side, number=unit.damage)
        for unit in units
        if unit.kind != "seeking"
    ]


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The exact range between two units on the map. Rule: D1.4."""
    here, there = board.units.get(one), board.units.get(other)
    if here is None or there is None or not here.out or not there.out:
        return None
    return Measured(Fraction(exact(here.place, there.place), WHOLE), "hexes")
