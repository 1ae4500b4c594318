"""The picture of X-Wing: every ship on the table with its firing arcs, what lies beneath its base left out."""

from __future__ import annotations

from sits_es.report.scenes import Corner, ShapeScene, sides_by_name
from sits_es.rules.xwing.board import Attack, Board, Ship
from sits_es.rules.xwing.sums.arcs import attack_line
from sits_es.rules.xwing.sums.drawn import ShownArc, ShownObject, ShownShip, table
from sits_es.rules.xwing.weapons import firing_arcs_of


def scene(board: Board, *, player: str | None = None, only: str | None = None) -> ShapeScene:
    """The table as it stands. player: whose firing arcs are drawn, None for everybody's; only: of one ship alone."""
    placed = tuple(board.placed())
    shown = (ShownShip(name=ship.name, placement=ship.placement, side=ship.side, facts=_facts(ship)) for ship in placed)
    armed = (ship for ship in placed if player in {None, ship.player} and only in {None, ship.name})
    # a sign stays with its arc when other ships are placed or lost, and when turrets turn
    every = [
        (name, arc)
        for name, ship in sorted(board.ships.items())
        for arc in (*firing_arcs_of(ship.shaded, (), ship.weapons), *ship.points)
    ]
    arcs = (
        ShownArc(of=ship.name, arc=arc, sign=every.index((ship.name, arc))) for ship in armed for arc in ship.firing
    )
    return table(
        shown,
        arcs,
        lying=_lying(board),
        edges=_edges(board),
        sides=sides_by_name(board.ships),
        named=sorted(board.ships),
    )


def attack_scene(board: Board, attack: Attack) -> ShapeScene:
    """An attack as it was proved: both ships as they stood, each arc that holds the target, what of it is inside.

    The arc that is attacked in stands out, or all of them in an attack by a ruling. Objects are those that obstruct it.
    """
    both = ((board.ships[attack.ship], attack.stand), (board.ships[attack.target], attack.target_stand))
    places = [ship.at(stand) for ship, stand in both]
    shown = [
        ShownShip(name=ship.name, placement=place, side=ship.side)
        for (ship, _), place in zip(both, places, strict=True)
    ]
    arcs = [
        ShownArc(of=attack.ship, arc=arc, weight="strong" if attack.arc in {arc, None} else "open")
        for arc in attack.arcs
    ]
    inside = [(attack.target, attack.ship, arc) for arc in attack.arcs if attack.arc in {arc, None}]
    one, other = places
    line = () if attack.arc is None or not attack.obstructed else attack_line(one, other, attack.arc)
    closest = () if line else [(attack.ship, attack.target)]
    lying = [each for each in _lying(board) if each.name in attack.obstructed]
    return table(shown, arcs, lying=lying, inside=inside, closest=closest, line=line, sides=sides_by_name(board.ships))


def _lying(board: Board) -> list[ShownObject]:
    laid = sorted(board.objects.items())
    return [ShownObject(name, each.kind, each.lying, sign=-number) for number, (name, each) in enumerate(laid, 1)]


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
