"""Names that the fields of orders and entries may hold: a name in any case of letters finds its own spelling."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.points.facts import JoinOrdered, PointMoveOrdered
from sits_es.rules.sfb_n3d.terrain.facts import ORBITED


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field may hold, in order; none for a field that holds no name, and for an unknown unit's order."""
    unit = board.units.get(order.unit) if isinstance(order, OfUnit) else None
    if unit is None or field not in _KNOWN:
        return ()
    if field == "point":
        web = board.webs.get(order.web) if isinstance(order, JoinOrdered | PointMoveOrdered) else None
        return () if web is None else in_order(web.points)
    return _KNOWN[field](board, unit)


def weapons(board: Board, unit: Unit) -> tuple[str, ...]:
    """The unit's groups of weapons, as its card lists them."""
    return tuple(group.name for group in board.class_of(unit).weapons)


def launchers(board: Board, unit: Unit) -> tuple[str, ...]:
    """The unit's launchers, as its card lists them."""
    return tuple(launcher.name for launcher in board.class_of(unit).launchers)


def planets(board: Board) -> tuple[str, ...]:
    """What a ship can orbit."""
    return tuple(name for name in sorted(board.bodies) if board.bodies[name].kind in ORBITED)


def carried(board: Board, unit: Unit) -> tuple[str, ...]:
    """What the unit carries."""
    return tuple(
        name for name, other in sorted(board.units.items()) if other.aboard == unit.name and other.gone is None
    )


def webs(board: Board) -> tuple[str, ...]:
    """All webs, web-2 before web-10."""
    return in_order(board.webs)


def others(board: Board, unit: Unit) -> tuple[str, ...]:
    """Units on the map but for one."""
    return tuple(other.name for other in board.out() if other is not unit)


def in_order(numbered: Iterable[str]) -> tuple[str, ...]:
    """Names that end in numbers, 2 before 10."""
    return tuple(sorted(numbered, key=lambda name: (len(name), name)))


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
    "weapon": weapons,
    "launcher": launchers,
    "planet": lambda board, _: planets(board),
    "carried": carried,
    "web": lambda board, _: webs(board),
    "point": lambda *_: (),
}
