"""Names that the fields of orders and entries may hold: a name in any case of letters finds its own spelling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sits_es.events import Event
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.points.facts import JoinOrdered, PointMoveOrdered
from sits_es.rules.sfb.sums.words import in_order


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field may hold, in order; none for a field that holds no name, and for an unknown unit's order."""
    unit = board.units.get(order.unit) if isinstance(order, OfUnit) else None
    if unit is None or field not in _KNOWN:
        return ()
    if field == "point":
        web = board.webs.get(order.web) if isinstance(order, JoinOrdered | PointMoveOrdered) else None
        return () if web is None else in_order(web.points)
    return _KNOWN[field](board, unit)


def _units(board: Board, unit: Unit) -> tuple[str, ...]:
    del unit
    return tuple(sorted(board.units))


def _anchors(board: Board, unit: Unit) -> tuple[str, ...]:
    return (*_units(board, unit), *sorted(board.bodies))


_KNOWN: Final[dict[str, Callable[[Board, Unit], tuple[str, ...]]]] = {
    "unit": _units,
    "target": _units,
    "first": _units,
    "second": _units,
    "to": _anchors,
    "start": _anchors,
    "weapon": lambda board, unit: tuple(each.name for each in board.class_of(unit).weapons),
    "launcher": lambda board, unit: tuple(each.name for each in board.class_of(unit).launchers),
    "planet": lambda board, _: tuple(sorted(board.bodies)),
    "carried": Board.carried,
    "web": lambda board, _: in_order(board.webs),
    "point": lambda *_: (),
}
