"""Anchors that a web loses: dropped, destroyed, or gone from the map. Rule: G10.117."""

from __future__ import annotations

from itertools import pairwise

from sits_es.rules.sfb_n3d.board import Board, Web
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.strands import anchors
from sits_es.rules.sfb_n3d.play.web_power import Record, prune
from sits_es.rules.sfb_n3d.webs.facts import AnchorDropOrdered, AnchorLost, Strand, WebDissolved


def drop(work: Resolution) -> None:
    """Carry out `drop web-1`, by the web's name and the unit's, one after the other. Rule: G10.117."""
    for order in sorted(work.given(AnchorDropOrdered), key=lambda order: (order.web, order.unit)):
        if (web := work.board.webs.get(order.web)) is None:
            work.void(order, "no-web", order.web)
        elif order.unit not in anchors(web):
            work.void(order, "not-anchor", order.unit)
        else:
            lose(work.board, order.web, order.unit, work.record)


def lose_gone(board: Board, record: Record) -> None:
    """Take away every anchor that is not on the map any more, by the names of webs and anchors."""
    for name in sorted(board.webs):
        for anchor in anchors(board.webs[name]):
            if name in board.webs and board.place_of(board.webs[name], anchor) is None:
                lose(board, name, anchor, record)


def lose(board: Board, name: str, anchor: str, record: Record) -> None:
    """Take an anchor away: its neighbours are joined by a straight line, and one anchor alone holds no web.

    A globular web keeps its points without it, as far as they hold one another. Rule: G10.117; globular by house.
    """
    web = board.webs[name]
    left = _rejoined(web, anchor) if web.kind == "linear" else _without(web, anchor)
    if left:
        record(AnchorLost(web=name, anchor=anchor, strands=left))
        prune(board, name, record)
    else:
        record(WebDissolved(web=name, cause="anchors"))


def _without(web: Web, anchor: str) -> tuple[Strand, ...]:
    return tuple(strand for strand in web.strands if anchor not in {strand.one, strand.other})


def _rejoined(web: Web, anchor: str) -> tuple[Strand, ...]:
    """The strands without an anchor, its neighbours joined in the order in which their strands were laid."""
    left = list(_without(web, anchor))
    known = {frozenset((strand.one, strand.other)) for strand in left}
    loose = [strand for strand in web.strands if anchor in {strand.one, strand.other}]
    for first, second in pairwise(loose):
        one, other = (strand.other if strand.one == anchor else strand.one for strand in (first, second))
        if frozenset((one, other)) not in known:
            left.append(Strand(one, other, first.paid + second.paid))
    return tuple(left)
