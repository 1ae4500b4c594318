"""The picture of X-Wing: every ship on the table with its firing arcs, what lies beneath its base left out."""

from __future__ import annotations

from sits_es.report.scenes import Corner, ShapeScene
from sits_es.rules.xwing.board import Attack, Board, Ship
from sits_es.rules.xwing.sums.drawn import ShownArc, ShownShip, table


def scene(board: Board, *, player: str | None = None, only: str | None = None) -> ShapeScene:
    """The table as it stands. player: whose firing arcs are drawn, None for everybody's; only: of one ship alone."""
    placed = tuple(board.placed())
    shown = (ShownShip(name=ship.name, placement=ship.placement, side=ship.side, facts=_facts(ship)) for ship in placed)
    armed = (ship for ship in placed if player in {None, ship.player} and only in {None, ship.name})
    arcs = (ShownArc(of=ship.name, arc=arc) for ship in armed for arc in ship.firing)
    return table(shown, arcs, edges=_edges(board), sides=_sides(board), named=sorted(board.ships))


def attack_scene(board: Board, attack: Attack) -> ShapeScene:
    """An attack as it was proved: both ships as they stood, each arc that holds the target, what of it is inside.

    The arc that is attacked in stands out, or all of them in an attack by a ruling.
    """
    both = ((board.ships[attack.ship], attack.stand), (board.ships[attack.target], attack.target_stand))
    shown = [ShownShip(name=ship.name, placement=ship.at(stand), side=ship.side) for ship, stand in both]
    arcs = [
        ShownArc(of=attack.ship, arc=arc, weight="strong" if attack.arc in {arc, None} else "open")
        for arc in attack.arcs
    ]
    inside = [(attack.target, attack.ship, arc) for arc in attack.arcs if attack.arc in {arc, None}]
    return table(shown, arcs, inside=inside, closest=[(attack.ship, attack.target)], sides=_sides(board))


def _sides(board: Board) -> tuple[str, ...]:
    return tuple(dict.fromkeys(ship.side for _, ship in sorted(board.ships.items())))


def _edges(board: Board) -> tuple[Corner, Corner] | None:
    """The table's corners, its middle at 0,0."""
    if board.table is None:
        return None
    right, up = (float(side) / 2 for side in (board.table.width, board.table.height))
    return (-right, -up), (right, up)


def _facts(ship: Ship) -> tuple[str, ...]:
    return (f"turret {', '.join(ship.points)}",) if ship.points else ()


def around(board: Board, name: str) -> ShapeScene | None:
    """The table with the firing arcs of this ship alone; None for one that is not on the table."""
    if all(ship.name != name for ship in board.placed()):
        return None
    return scene(board, only=name)
