"""Names that the fields of orders may hold: a name in any case of letters finds its own spelling."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.star_wars.orders.forms import OfStarship
from sits_es.rules.star_wars.state import Board, Starship


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field may hold, in order; none for one that holds no name, and for an unknown starship's order."""
    starship = board.starships.get(order.starship) if isinstance(order, OfStarship) else None
    if starship is None:
        return ()
    if field == "weapon":
        return weapons(board, starship)
    return tuple(sorted(board.starships)) if field in ("starship", "target") else ()


def weapons(board: Board, starship: Starship) -> tuple[str, ...]:
    """The starship's weapons, as its card lists them."""
    return tuple(weapon.name for weapon in board.class_of(starship).weapons)


def enemies(board: Board, starship: Starship) -> list[Starship]:
    """Starships of other sides on the map, in the order of their names."""
    return [other for other in board.out() if other.side != starship.side]
