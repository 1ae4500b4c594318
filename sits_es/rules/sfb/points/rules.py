"""Globular webs: points are laid on the way, joined, and drawn inward. Rule: G10.12."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit, Web
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.points.facts import JoinOrdered, PointLaid, PointMoved, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place, exact
from sits_es.rules.sfb.sums.webs import POWER_A_HEX, REACH
from sits_es.rules.sfb.sums.words import in_order
from sits_es.rules.sfb.webs.facts import StrandLaid
from sits_es.rules.sfb.webs.rules import (
    Weaving,
    anchors,
    begin,
    laid_before,
    no_anchor,
    no_power,
    no_web,
    place_of,
    unpaid,
)

#: A ship draws a point inward that is nearer than this, in kilometres. Rule: G10.12.
MOVES: Final = WHOLE // 2


class LayPoint(Weaving[PointOrdered]):
    """A point where the unit is, on from the point that it laid last or from an anchor. Rule: G10.12, G10.211."""

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """A strand to a point costs what any other does; the one that begins a web is shorter than two hexes."""
        order, board = self.fact, work.board
        yield from no_power(unit, order.power)
        if order.start is not None:
            faults = list(no_anchor(board, unit, order.start, "start"))
            yield from faults
            if faults:
                return
            start = place_of(board, order.start)
            length = exact(start, unit.place)
            if length >= REACH and _home(board, unit, order.start) is None:
                yield refused(unit.name, "too-far", order.start, length, REACH, warns=True)
            else:
                yield from unpaid(unit, order.power, start, unit.place)
        elif unit.point is None:
            yield refused(unit.name, "no-trail", warns=laid_before(work, unit, order))
        else:
            name, last = unit.point
            faults = list(_no_point(work, unit, order, name, last))
            yield from faults
            if faults:
                return
            web = board.webs[name]
            if web.strength:
                yield refused(unit.name, "web-has-power", name)
            elif web.points[last] == unit.place:
                yield refused(unit.name, "has-not-moved", warns=True)
            else:
                yield from unpaid(unit, order.power, web.points[last], unit.place)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Lay it."""
        start = self.fact.start
        if start is not None:
            _point(work, unit, _home(work.board, unit, start) or begin(work, unit, "globular"), start)
        elif unit.point is not None:
            _point(work, unit, *unit.point)


class Join(Weaving[JoinOrdered]):
    """A strand from the point that a unit laid last to another of the same web. Rule: G10.12.

    A unit that has laid no point of this web lays one where it is, joined to the one that it names: that is how strands
    go in another direction (house).
    """

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """The web is its own and has no power; the strand is new and paid for, and of any length (G10.211)."""
        order = self.fact
        yield from no_power(unit, order.power)
        faults = list(_no_point(work, unit, order, order.web, order.point))
        yield from faults
        if faults:
            return
        web = work.board.webs[order.web]
        place, last = web.points[order.point], _last(unit, web)
        if web.strength:
            yield refused(unit.name, "web-has-power", web.name)
        elif last is None and place == unit.place:
            yield refused(unit.name, "has-not-moved", warns=True)
        elif last is None:
            yield from unpaid(unit, order.power, place, unit.place)
        elif last == order.point or any({strand.one, strand.other} == {last, order.point} for strand in web.strands):
            yield refused(unit.name, "strand-is-laid", web.name, warns=True)
        else:
            yield from unpaid(unit, order.power, web.points[last], place)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Join them, or lay a point that is joined."""
        order, web = self.fact, work.board.webs[self.fact.web]
        last = _last(unit, web)
        if last is None:
            _point(work, unit, web.name, order.point)
            return
        length = exact(web.points[last], web.points[order.point])
        work.record(
            StrandLaid(
                web=web.name,
                one=last,
                other=order.point,
                length=length,
                cost=POWER_A_HEX * length,
                by=((unit.name, order.power),),
            )
        )


class MovePoint(Weaving[PointMoveOrdered]):
    """A point is drawn inward to where the unit is. Rule: G10.12."""

    def not_woven(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """The unit is nearer than half a hex to the point, and nearer than it to the middle of the points [house]."""
        order = self.fact
        faults = list(_no_point(work, unit, order, order.web, order.point))
        yield from faults
        if faults:
            return
        web = work.board.webs[order.web]
        point = web.points[order.point]
        if (far := exact(unit.place, point)) >= MOVES:
            yield refused(unit.name, "too-far", order.point, far, MOVES, field="point", warns=True)
        elif not _nearer_middle(web, unit.place, point):
            yield refused(unit.name, "not-nearer-middle", order.web, order.point, warns=True)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Draw it there."""
        work.record(PointMoved(web=self.fact.web, unit=unit.name, point=self.fact.point, place=unit.place))


def lay_points(work: Resolution) -> None:
    """Lay points by the unit's name, join by the unit's and the point's, then move by the web's and the point's."""
    work.carry_out(PointOrdered, by=lambda order: (order.unit, order.start or "", order.power))
    work.carry_out(JoinOrdered, by=lambda order: (order.unit, order.web, order.point, order.power))
    work.carry_out(PointMoveOrdered, by=lambda order: (order.web, order.point, order.unit))


def _no_point(work: Resolution, unit: Unit, order: Order, name: str, point: str) -> Iterator[Refusal]:
    """Why a point of a web is none that a unit works on."""
    faults = list(no_web(work, unit, order, name))
    yield from faults
    if not faults and point not in (points := work.board.webs[name].points):
        unsure = laid_before(work, unit, order)
        yield refused(unit.name, "no-point", name, point, *in_order(points), warns=unsure)


def _last(unit: Unit, web: Web) -> str | None:
    """The point of a web that a unit laid last, None if it has laid none that is there."""
    if unit.point is None or unit.point[0] != web.name or unit.point[1] not in web.points:
        return None
    return unit.point[1]


def _nearer_middle(web: Web, place: Place, point: Place) -> bool:
    """Whether a place is nearer than a point to the middle of a web's points: all compared as many times as large."""
    number, middle = len(web.points), sum(web.points.values(), Place())

    def off(at: Place) -> int:
        return (Place(number * at.x, number * at.y, number * at.z) - middle).squared()

    return off(place) < off(point)


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
