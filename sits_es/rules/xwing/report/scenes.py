"""The picture of X-Wing: every ship on the table with its firing arcs, what lies beneath its base left out."""

from __future__ import annotations

from sits_es.report.shapes import Corner, ShapeScene
from sits_es.rules.xwing.play.proofs import standing
from sits_es.rules.xwing.state import Board, Ship
from sits_es.rules.xwing.sums.drawn import ShownArc, ShownShip, table


def scene(board: Board, *, player: str | None = None) -> ShapeScene:
    """The table as it stands. player: whose firing arcs are drawn, None for everybody's."""
    placed = tuple(board.placed())
    sides = tuple(dict.fromkeys(ship.side for _, ship in sorted(board.ships.items())))
    shown = (
        ShownShip(name=ship.name, placement=standing(ship, ship.stand), side=ship.side, facts=_facts(ship))
        for ship in placed
        if ship.stand is not None
    )
    arcs = (ShownArc(of=ship.name, arc=arc) for ship in placed if player in {None, ship.player} for arc in ship.firing)
    return table(shown, arcs, edges=_edges(board), sides=sides)


def _edges(board: Board) -> tuple[Corner, Corner] | None:
    """The table's corners, its middle at 0,0."""
    if board.table is None:
        return None
    right, up = (float(side) / 2 for side in (board.table.width, board.table.height))
    return (-right, -up), (right, up)


def _facts(ship: Ship) -> tuple[str, ...]:
    return (f"turret {', '.join(ship.points)}",) if ship.points else ()
