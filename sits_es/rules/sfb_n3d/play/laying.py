"""Linear webs: strands are laid between two anchors, grow as these part, and part when nobody pays. Rule: G10.211."""

from __future__ import annotations

from itertools import count, groupby

from sits_es.rules.sfb_n3d.board import Board, Unit, Web
from sits_es.rules.sfb_n3d.orders.names import in_order
from sits_es.rules.sfb_n3d.play.anchors import lose
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.play.strands import anchors, may_hold
from sits_es.rules.sfb_n3d.sums.places import Place, exact
from sits_es.rules.sfb_n3d.sums.webs import POWER_A_HEX, REACH
from sits_es.rules.sfb_n3d.terrain.facts import HOLDING
from sits_es.rules.sfb_n3d.webs.facts import Strand, StrandLaid, WebDissolved, WebKind, WebOrdered, WebPlaced


def lay(work: Resolution) -> None:
    """Lay strands, or let them grow, by the names of their ends; both units may pay, and what they give adds up.

    A new strand is shorter than two hexes; one that is there may grow to any length: that is adding to an anchored web
    [house]. What is given beyond the cost is the players' to count. Rule: G10.211.
    """
    orders = sorted(work.given(WebOrdered), key=lambda order: (*_ends(order), order.unit, order.power))
    for (one, other), given in groupby(orders, _ends):
        _lay(work, one, other, list(given))


def part(work: Resolution) -> None:
    """Part the webs without power whose strands became longer in this impulse than what was paid for. Rule: house.

    Of a globular web, and of a linear one with more anchors than two, only the anchor that went away is lost (G10.117).
    """
    board = work.board
    for name in in_order(board.webs):
        for strand in board.webs[name].strands:
            web = board.webs.get(name)
            if web is None or web.strength or strand not in web.strands or not growth(work, web, strand):
                continue
            if web.kind == "globular":
                lose(board, name, strand.one if strand.other in web.points else strand.other, work.record)
            elif (gone := _went_away(work, web, strand)) is not None:
                lose(board, name, gone, work.record)
            else:
                work.record(WebDissolved(web=name, cause="parted"))


def _went_away(work: Resolution, web: Web, strand: Strand) -> str | None:
    """The anchor that a linear web loses with a strand that nobody paid for; None when all of the web goes.

    The one that moved, or of two that did the one at the web's end.
    """
    if len(web.strands) == 1:
        return None
    ends = (strand.one, strand.other)
    moved = [end for end in ends if end in work.starts and work.starts[end] != work.board.place_of(web, end)]
    last = [end for end in ends if sum(end in {each.one, each.other} for each in web.strands) == 1]
    found = moved if len(moved) == 1 else last
    return found[0] if len(found) == 1 else None


def growth(work: Resolution, web: Web, strand: Strand) -> int:
    """How much longer a strand is, in km, than what was paid for and than when the impulse began; 0 up."""
    one, other = (work.board.place_of(web, end) for end in (strand.one, strand.other))
    if one is None or other is None:
        return 0
    before = exact(work.starts.get(strand.one, one), work.starts.get(strand.other, other))
    return max(0, exact(one, other) - max(strand.paid, before))


def begin(work: Resolution, unit: Unit, kind: WebKind) -> str:
    """Begin a web without strands; its name."""
    name = new_name(work.board)
    work.record(WebPlaced(web=name, player=unit.player, kind=kind))
    return name


def new_name(board: Board) -> str:
    """The name of the web that is made next: web-1, web-2, and so on."""
    return next(name for number in count(board.webs_made + 1) if (name := f"web-{number}") not in board.webs)


def holds(board: Board, unit: Unit, anchor: str) -> bool:
    """Whether something is a valid anchor for a unit's web.

    Another unit of its side that can be an anchor, or a body that is large and solid. Rule: G10.211, house.
    """
    if (body := board.bodies.get(anchor)) is not None:
        return body.kind in HOLDING
    other = board.units.get(anchor)
    if other is None or not other.out or other is unit or other.side != unit.side:
        return False
    return may_hold(board, other)


def place_of(board: Board, anchor: str) -> Place:
    """Where a valid anchor is."""
    return board.units[anchor].place if anchor in board.units else board.bodies[anchor].place


def _ends(order: WebOrdered) -> tuple[str, str]:
    one, other = sorted((order.unit, order.to))
    return one, other


def _lay(work: Resolution, one: str, other: str, given: list[WebOrdered]) -> None:
    board = work.board
    valid = []
    for order in given:
        if holds(board, board.units[order.unit], order.to):
            valid.append(order)
        else:
            work.void(order, "not-anchor", order.to)
    if not valid:
        return
    length = exact(place_of(board, one), place_of(board, other))
    found = _strand(board, one, other)
    longer = length
    if found is not None:
        longer = 0 if found[0].strength else growth(work, *found)
    power = sum(order.power for order in valid)
    fault: tuple[str | int, ...] = ()
    if found is None and length >= REACH:
        fault = ("too-far", valid[0].to, length)
    elif found is not None and not longer:
        fault = ("strand-is-laid", found[0].name)
    elif power < POWER_A_HEX * longer:
        fault = ("power-short", POWER_A_HEX * longer, power)
    if fault:
        for order in valid:
            work.void(order, str(fault[0]), *fault[1:])
        return
    layer = board.units[valid[0].unit]
    name = found[0].name if found else _home(board, layer, {one, other}) or begin(work, layer, "linear")
    by = tuple(
        (unit, sum(order.power for order in valid if order.unit == unit))
        for unit in sorted({order.unit for order in valid})
    )
    work.record(StrandLaid(web=name, one=one, other=other, length=length, cost=POWER_A_HEX * longer, by=by))


def _strand(board: Board, one: str, other: str) -> tuple[Web, Strand] | None:
    """The strand between two anchors and its web, None when there is none."""
    for name in in_order(board.webs):
        for strand in board.webs[name].strands:
            if {strand.one, strand.other} == {one, other}:
                return board.webs[name], strand
    return None


def _home(board: Board, unit: Unit, ends: set[str]) -> str | None:
    """The linear web that a new strand adds to: the first that one of its ends already holds. Rule: G10.224.

    Webs of two sides are two webs, also where a planet holds both [house].
    """
    friends = {each.player for each in board.units.values() if each.side == unit.side}
    for name in in_order(board.webs):
        web = board.webs[name]
        if web.kind == "linear" and web.player in friends and ends & {*anchors(web)}:
            return name
    return None
