"""Globular webs: points are laid on the way, joined, and drawn inward. Rule: G10.12."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sfb_n3d.board import Board, Unit, Web
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.orders.names import in_order
from sits_es.rules.sfb_n3d.play.laying import begin, holds, place_of
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.strands import anchors
from sits_es.rules.sfb_n3d.points.facts import JoinOrdered, PointLaid, PointMoved, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb_n3d.sums.numbers import WHOLE
from sits_es.rules.sfb_n3d.sums.places import Place, exact
from sits_es.rules.sfb_n3d.sums.webs import POWER_A_HEX, REACH
from sits_es.rules.sfb_n3d.webs.facts import StrandLaid

#: A ship draws a point inward that is nearer than this, in kilometres. Rule: G10.12.
MOVES: Final = WHOLE // 2


def lay_points(work: Resolution) -> None:
    """Lay a point where each unit is, on from the point that it laid last or from an anchor, by the unit's name.

    A strand to a point costs what any other does, and is shorter than two hexes. Rule: G10.12, G10.211.
    """
    for order in sorted(work.given(PointOrdered), key=lambda order: (order.unit, order.start or "", order.power)):
        unit = work.board.units[order.unit]
        if order.start is not None:
            if not holds(work.board, unit, order.start):
                work.void(order, "not-anchor", order.start)
            elif _payable(work, order, order.power, place_of(work.board, order.start), unit.place, order.start):
                _point(work, unit, _home(work.board, unit, order.start) or begin(work, unit, "globular"), order.start)
            continue
        found = _trail(work, order, unit)
        if found is None:
            continue
        web, last = found
        if web.points[last] == unit.place:
            work.void(order, "has-not-moved")
        elif _payable(work, order, order.power, web.points[last], unit.place, last):
            _point(work, unit, web.name, last)


def join(work: Resolution) -> None:
    """Join the point that each unit laid last to another of the same web, by the unit's name and the point's.

    A unit that has laid no point of this web lays one where it is, joined to the one that it names: that is how strands
    go in another direction. Rule: G10.12, the last by house.
    """
    for order in sorted(work.given(JoinOrdered), key=lambda order: (order.unit, order.web, order.point, order.power)):
        unit, web = work.board.units[order.unit], _web(work, order, order.web, order.point)
        if web is None:
            continue
        if web.strength:
            work.void(order, "web-has-power", web.name)
            continue
        place = web.points[order.point]
        if unit.point is None or unit.point[0] != web.name or unit.point[1] not in web.points:
            if place == unit.place:
                work.void(order, "has-not-moved")
            elif _payable(work, order, order.power, place, unit.place, order.point):
                _point(work, unit, web.name, order.point)
            continue
        last = unit.point[1]
        if last == order.point or any({strand.one, strand.other} == {last, order.point} for strand in web.strands):
            work.void(order, "strand-is-laid", web.name)
        elif _payable(work, order, order.power, web.points[last], place, order.point):
            length, by = exact(web.points[last], place), ((unit.name, order.power),)
            work.record(
                StrandLaid(web=web.name, one=last, other=order.point, length=length, cost=POWER_A_HEX * length, by=by)
            )


def draw_inward(work: Resolution) -> None:
    """Move points to where units are, by the web's name, the point's and the unit's. Rule: G10.12.

    The unit is nearer than half a hex to the point, and nearer than it to the middle of the web's points [house].
    """
    orders = work.given(PointMoveOrdered)
    for order in sorted(orders, key=lambda order: (order.web, order.point, order.unit)):
        unit, web = work.board.units[order.unit], _web(work, order, order.web, order.point)
        if web is None:
            continue
        far = exact(unit.place, web.points[order.point])
        if far >= MOVES:
            work.void(order, "too-far", order.point, far)
        elif not _nearer_middle(web, unit.place, web.points[order.point]):
            work.void(order, "not-nearer-middle", order.web, order.point)
        else:
            work.record(PointMoved(web=web.name, unit=unit.name, point=order.point, place=unit.place))


def _nearer_middle(web: Web, place: Place, point: Place) -> bool:
    """Whether a place is nearer than a point to the middle of a web's points: all compared as many times as large."""
    number, middle = len(web.points), sum(web.points.values(), Place())

    def off(at: Place) -> int:
        return (Place(number * at.x, number * at.y, number * at.z) - middle).squared()

    return off(place) < off(point)


def _trail(work: Resolution, order: PointOrdered, unit: Unit) -> tuple[Web, str] | None:
    """The web and the point that a unit laid last; None when there is none or the web has power, then it is voided."""
    if unit.point is None:
        work.void(order, "no-trail")
        return None
    web = _web(work, order, *unit.point)
    if web is not None and web.strength:
        work.void(order, "web-has-power", web.name)
        return None
    return None if web is None else (web, unit.point[1])


def _web(work: Resolution, order: OfUnit, name: str, point: str) -> Web | None:
    """The web of a point; None when there is no such web or point, then the order is voided."""
    web = work.board.webs.get(name)
    if web is None:
        work.void(order, "no-web", name)
        return None
    if point not in web.points:
        work.void(order, "no-point", name, point)
        return None
    return web


def _payable(work: Resolution, order: OfUnit, power: int, start: Place, end: Place, to: str) -> bool:
    """Whether a strand is short enough and paid for; the order is voided when it isn't."""
    length = exact(start, end)
    if length >= REACH:
        work.void(order, "too-far", to, length)
    elif power < POWER_A_HEX * length:
        work.void(order, "power-short", POWER_A_HEX * length, power)
    else:
        return True
    return False


def _point(work: Resolution, unit: Unit, name: str, start: str) -> None:
    web = work.board.webs[name]
    came = work.board.place_of(web, start)
    length = 0 if came is None else exact(came, unit.place)
    number = 1 + max((int(point) for point in web.points), default=0)
    work.record(
        PointLaid(
            web=name,
            unit=unit.name,
            point=str(number),
            place=unit.place,
            start=start,
            length=length,
            cost=POWER_A_HEX * length,
        )
    )


def _home(board: Board, unit: Unit, anchor: str) -> str | None:
    """The globular web without power that is already laid from an anchor by the unit's player, None for none."""
    for name in in_order(board.webs):
        web = board.webs[name]
        if web.kind == "globular" and not web.strength and web.player == unit.player and anchor in anchors(web):
            return name
    return None
