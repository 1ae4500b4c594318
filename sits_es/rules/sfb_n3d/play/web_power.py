"""Webs get power, and lose the points that nothing holds. Rule: G10.3, G10.12."""

from __future__ import annotations

from collections.abc import Callable

from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.fact import Fact
from sits_es.rules.sfb_n3d.orders.names import in_order
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.strands import anchors
from sits_es.rules.sfb_n3d.points.facts import PointsLost
from sits_es.rules.sfb_n3d.sums.webs import STRONGEST, points_lost, strength
from sits_es.rules.sfb_n3d.webs.facts import WebDissolved, WebPowered, WebPowerOrdered

#: Keeps a fact and lets it change the board.
Record = Callable[[Fact], None]


def power(work: Resolution) -> None:
    """Carry out `power web-1 to 3.5`, by the web's name and the unit's, one after the other. Rule: G10.3."""
    for order in sorted(work.given(WebPowerOrdered), key=lambda order: (order.web, order.unit, order.traditional)):
        if order.web not in work.board.webs:
            work.void(order, "no-web", order.web)
        else:
            empower(work.board, order.web, order.unit, order.traditional, work.record)


def empower(board: Board, name: str, unit: str, traditional: int, record: Record) -> None:
    """Give a web the strength that the players found by the printed rules, in ten-thousandths.

    It counts four times; a cast web's counts as it is, as its caster's chart has it. Rule: G10.3, note on web casters.
    """
    counts = min(STRONGEST, traditional) if board.webs[name].kind == "cast" else strength(traditional)
    record(WebPowered(web=name, by=unit, traditional=traditional, strength=counts))
    prune(board, name, record)


def prune(board: Board, name: str, record: Record) -> None:
    """Take away the points that a web with power can't keep; without points it is gone. Rule: G10.12."""
    web = board.webs[name]
    if web.kind != "globular" or not web.strength:
        return
    pairs = [(strand.one, strand.other) for strand in web.strands]
    if lost := points_lost(in_order(web.points), pairs, anchors(web)):
        record(PointsLost(web=name, points=lost))
    if not web.points:
        record(WebDissolved(web=name, cause="points"))
