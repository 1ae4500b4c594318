"""Why a unit can't lay, join, power, drop or cast a web as ordered."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sits_es.errors import NotAllowedError
from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.orders.names import in_order, webs
from sits_es.rules.sfb_n3d.play.lawful import LAYING
from sits_es.rules.sfb_n3d.play.strands import anchors, may_hold
from sits_es.rules.sfb_n3d.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb_n3d.sums.webs import POWER_A_HEX, check_strength
from sits_es.rules.sfb_n3d.terrain.facts import HOLDING
from sits_es.rules.sfb_n3d.webs.facts import AnchorDropOrdered, CastOrdered, WebOrdered, WebPowerOrdered
from sits_es.sentences import unknown

_WEB = re.compile(r"web-([1-9][0-9]*)")


def weaving_problems(board: Board, unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """Why an order of this kind can't be given; silent for every other order. given: as in `problems`."""
    if isinstance(order, LAYING) and not board.class_of(unit).web:
        yield Refusal(f"{unit.name} has no web generator (G10.0).")
        return
    if isinstance(order, WebOrdered | PointOrdered | JoinOrdered):
        yield from _paid(unit, order.power)
    match order:
        case WebOrdered():
            yield from _anchor(board, unit, order.to, "to")
        case PointOrdered():
            yield from _trail(board, unit, order, given)
        case JoinOrdered() | PointMoveOrdered():
            yield from _point(board, unit, order, given)
        case WebPowerOrdered():
            yield from _web(board, unit, order, given)
        case AnchorDropOrdered():
            yield from _drop(board, unit, order, given)
        case CastOrdered():
            yield from _cast(unit, order)


def _trail(board: Board, unit: Unit, order: PointOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    if order.start is not None:
        yield from _anchor(board, unit, order.start, "start")
    elif unit.point is None and not _laid_before(order, given):
        yield Refusal(
            f"{unit.name} has laid no web point to go on from. Begin at an anchor: lay point from ANCHOR (G10.12)."
        )


def _cast(unit: Unit, order: CastOrdered) -> Iterator[Refusal]:
    try:
        check_strength(order.strength)
    except NotAllowedError as refusal:
        yield from (Refusal(f"{unit.name}: {said}", "strength") for said in refusal.problems)


def _anchor(board: Board, unit: Unit, name: str, field: str) -> Iterator[Refusal]:
    """What can't hold a web today: it is a weaver or base of one's side, or a body that is large and solid."""
    other, body = board.units.get(name), board.bodies.get(name)
    if body is not None:
        if body.kind not in HOLDING:
            yield Refusal(f"{unit.name}: {name} is no anchor. A {body.kind} holds no web (G10.211).", field)
    elif other is unit:
        yield Refusal(f"{unit.name} cannot be both anchors. Name another (G10.211).", field)
    elif other is None:
        mates = [each for each in board.out() if each.side == unit.side and each is not unit]
        friends = [each.name for each in mates if may_hold(board, each)]
        bodies = [each for each in sorted(board.bodies) if board.bodies[each].kind in HOLDING]
        yield Refusal(f"{unit.name}: {unknown('anchor', name, [*friends, *bodies])}", field)
    elif other.gone is not None:
        yield Refusal(f"{unit.name}: {name} is out of the game. Name another anchor (G10.211).", field)
    elif other.side != unit.side:
        yield Refusal(f"{unit.name}: {name} is not of your side. Name another anchor (G10.211).", field)
    elif not may_hold(board, other):
        yield Refusal(f"{unit.name}: {name} holds no web. Ships that lay webs and bases do (G10.211).", field)


def _paid(unit: Unit, power: int) -> Iterator[Refusal]:
    if not power:
        said = f"{unit.name}: no power lays no strand. It takes {POWER_A_HEX} points a hex (G10.211)."
        yield Refusal(said, "power")


def _web(board: Board, unit: Unit, order: OfUnit, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    """A web that is neither there nor to come, or somebody else's."""
    name = str(getattr(order, "web", ""))
    web = board.webs.get(name)
    if web is None and not _to_come(board, name, order, given):
        yield Refusal(f"{unit.name}: {unknown('web', name, webs(board))}", "web")
    elif web is not None and web.player != unit.player:
        yield Refusal(f"{unit.name}: {name} is not your web (G10.0).", "web")


def _point(
    board: Board, unit: Unit, order: JoinOrdered | PointMoveOrdered, given: Sequence[OfUnit]
) -> Iterator[Refusal]:
    yield from _web(board, unit, order, given)
    web = board.webs.get(order.web)
    if web is None:
        return
    if order.point not in web.points and not _laid_before(order, given):
        said = unknown("point", order.point, in_order(web.points))
        yield Refusal(f"{unit.name}: {web.name}: {said}", "point")
    if isinstance(order, JoinOrdered) and web.strength:
        yield Refusal(f"{unit.name}: {web.name} has power. Points are joined before it has (G10.12).", "web")


def _drop(board: Board, unit: Unit, order: AnchorDropOrdered, given: Sequence[OfUnit]) -> Iterator[Refusal]:
    web = board.webs.get(order.web)
    if web is None and not _to_come(board, order.web, order, given):
        yield Refusal(f"{unit.name}: {unknown('web', order.web, webs(board))}", "web")
    elif web is not None and unit.name not in anchors(web) and not _laid_before(order, given):
        yield Refusal(f"{unit.name} is no anchor of {web.name} (G10.117).", "web")


def _laid_before(order: OfUnit, given: Sequence[OfUnit]) -> bool:
    """Whether something of a web is to be laid by the time of an order, so that nobody knows yet what it finds."""
    return any(
        isinstance(other, WebOrdered | PointOrdered | JoinOrdered | CastOrdered)
        and other.impulse <= order.impulse
        and other != order
        for other in given
    )


def _to_come(board: Board, name: str, order: OfUnit, given: Sequence[OfUnit]) -> bool:
    """Whether it is the name of a web that may be made by the time of an order."""
    found = _WEB.fullmatch(name)
    return found is not None and int(found[1][:9]) > board.webs_made and _laid_before(order, given)
