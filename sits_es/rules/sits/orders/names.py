"""Names that orders may hold, as this board knows them."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.sits.orders.forms import FireOrdered, LaunchOrdered, Order, RepairOrdered
from sits_es.rules.sits.state import Board


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field of an order may hold; nothing for a field that holds no name or an unknown ship's order."""
    if field in ("ship", "target"):
        return tuple(sorted(board.ships))
    ship = board.ships.get(order.ship) if isinstance(order, Order) else None
    if ship is None:
        return ()
    card = board.class_of(ship)
    match order, field:
        case FireOrdered(), "weapon":
            return card.weapons()
        case LaunchOrdered(), "mount":
            return card.launchers()
        case RepairOrdered(), "track":
            return tuple(card.tracks)
    return ()
