"""What is counted over a game of X-Wing: shields and hull lost; and how far apart two ships are."""

from __future__ import annotations

from fractions import Fraction

from sits_es.report.graphs import Measured, Tally
from sits_es.rules.xwing.play.proofs import placement_of
from sits_es.rules.xwing.state import Board, Ship
from sits_es.rules.xwing.sums.arcs import distance


def tallies(board: Board) -> list[Tally]:
    """Shields and hull lost, by ship."""
    return [
        Tally(
            what="shields and hull lost",
            whose=name,
            side=ship.side,
            number=ship.most_shields + ship.most_hull - ship.shields - ship.hull,
        )
        for name, ship in sorted(board.ships.items())
    ]


def apart(board: Board, one: str, other: str) -> Measured | None:
    """The distance of the bases of two ships on the table, to the nearest mm. Rule: rules.md, Range bands."""
    here, there = _on_table(board, one), _on_table(board, other)
    if here is None or there is None or here.stand is None or there.stand is None:
        return None
    return Measured(Fraction(round(distance(placement_of(here, here.stand), placement_of(there, there.stand)))), "mm")


def _on_table(board: Board, name: str) -> Ship | None:
    ship = board.ships.get(name)
    return None if ship is None or ship.gone is not None else ship
