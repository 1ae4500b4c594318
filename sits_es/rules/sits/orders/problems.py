"""What is wrong with orders: in every case, and as things are forecast for the segment that each of them is for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Final

from msgspec.structs import replace

from sits_es.events import Event
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.facts import FireOrdered
from sits_es.rules.sits.beams.rules import under_fire
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import LaunchOrdered
from sits_es.rules.sits.motion.facts import PlotOrdered, ThrustBroke
from sits_es.rules.sits.order_rules import OrderRules, can_be
from sits_es.rules.sits.orders.forecast import course
from sits_es.rules.sits.procedure import BREAK, Foretold
from sits_es.rules.sits.reasons import REASONS, no
from sits_es.rules.sits.repairs.facts import RepairOrdered
from sits_es.rules.sits.tables.values import SEGMENTS
from sits_es.sentences import one_line

#: What a forecast goes by: for a later segment, for the turn break at hand, for the segment at hand.
_LATER: Final = "if the others drift and nothing is hit"
_WHOLE: Final = "unless it is hit before the turn break"
_REPAIRS: Final = "if every repair before it succeeds"
_UNHURT: Final = "if no beam hits the ship first"
_LAUNCHED: Final = "if the launches before it are carried out"


def problems(board: Board, segment: int, order: Order, given: Sequence[Order]) -> Iterator[Refusal]:
    """Every reason why an order can't be given for a segment, whatever the others order; silent when it can.

    given: all orders of the segment, this one among them. What depends on the orders before it is foreseen instead.
    """
    ship, rules = board.ships.get(order.ship), OrderRules.of(order)
    if ship is None:
        yield no(order.ship, "no-such-ship", *board.ships)
        return
    if ship.destroyed is not None:
        yield no(ship.name, "out-of-game", ship.destroyed)
        return
    if not (rules.in_break if segment == BREAK else rules.in_segments):
        yield no(ship.name, "of-another-step")
        return
    if board.options.plot_ahead == "off" and segment > board.segment and not isinstance(order, StopOrdered):
        yield no(ship.name, "not-ahead", "the turn break" if board.segment == BREAK else f"segment {board.segment}")
    yield from rules.why_twice(ship, _before(order, given))
    yield from rules.doubts(ship)
    later = segment - board.segment
    for found in rules.why_never(board, ship, later):
        yield found if later or REASONS.lasts(found.why) else replace(found, passing=True)


def _refused(board: Board, segment: int, order: Order, given: Sequence[Order]) -> bool:
    return any(not found.warns for found in problems(board, segment, order, given))


def _before(order: Order, given: Sequence[Order]) -> list[Order]:
    """The orders of the same ship that are written before one."""
    here = next((at for at, other in enumerate(given) if other is order), len(given))
    return [other for other in given[:here] if other.ship == order.ship]


def future_problems(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[tuple[int, Order, Refusal]]:
    """Each order that comes to nothing as things are forecast, with its segment and why.

    It is a warning, except in the exchange at hand where nobody can change what is forecast. orders: a player's by
    segment, in a row from the one at hand to the last that is ordered. A plot is judged at the next thrust break within
    them; what comes after is left open, as thrust and nose can still be ordered otherwise.
    """
    counted: list[Order] = []
    for at, order, why in _foreseen(board, orders):
        if why.why is not None and why.why.code == "too-many-salvoes":
            counted.append(order)
        yield at, order, why
    for at, order, why in _together(board, orders):
        if not any(told is order for told in counted):
            yield at, order, why


def _foreseen(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[tuple[int, Order, Refusal]]:
    """Those that come to nothing in the segments as they are forecast, one after the other."""
    plotted: dict[str, tuple[int, Order]] = {}
    foretold = list(course(board, orders))

    @cache
    def rest() -> list[Foretold]:
        """The segments after those that are ordered."""
        last = foretold[-1].board
        return list(course(last, dict.fromkeys(range(last.segment + 1, BREAK), ())))

    for number, found in enumerate(foretold):
        segment = found.board.segment
        plotted |= {order.ship: (segment, order) for order in orders[segment] if isinstance(order, PlotOrdered)}
        for failed in found.failed:
            of_plots = isinstance(failed.order, PlotOrdered)
            at, order = plotted.get(failed.order.ship, (0, None)) if of_plots else (segment, failed.order)
            if order is None or _refused(board, at, order, orders[at]):
                continue
            sure = segment == board.segment and _sure(board, order, orders[segment])
            then = "" if sure else _possible(order, chain(foretold[number:], rest()))
            for why, instead in failed.found:
                told = _at_its_window(why, failed.order)
                passes = replace(told, passing=True)
                yield at, order, passes if sure else _warning(board, segment, told, f"{instead} {then}")
        for fact in found.facts:
            if isinstance(fact, ThrustBroke):
                plotted.pop(fact.ship, None)


def _together(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[tuple[int, Order, Refusal]]:
    """Orders for later segments that come to nothing at any range if those before them in the turn are carried out."""
    given: list[Order] = []
    for segment in sorted(orders):
        for order in orders[segment]:
            if _refused(board, segment, order, orders[segment]):
                continue
            before = [other for other in given if other.ship == order.ship]
            given.append(order)
            if segment > board.segment:
                for found in OrderRules.of(order).why_together(board, board.ships[order.ship], before):
                    yield segment, order, replace(found, warns=True, assumes=_LAUNCHED)


def _at_its_window(why: Refusal, order: Order) -> Refusal:
    """What is wrong with plots, at those of the window concerned."""
    return replace(why, field=f"plots {order.plots[0].window}") if isinstance(order, PlotOrdered) else why


def _warning(board: Board, segment: int, why: Refusal, instead: str) -> Refusal:
    whole = segment != board.segment and why.why is not None and why.why.code == "undamaged"
    assumed = _WHOLE if whole else _LATER if segment != board.segment else _REPAIRS if segment == BREAK else _UNHURT
    return replace(why, message=one_line(f"{why.message} {instead}"), warns=True, assumes=assumed)


def _possible(order: Order, foretold: Iterable[Foretold]) -> str:
    """The first segment in which a shot or launch can be carried out as it is, as a sentence; empty if none is.

    foretold: the segment in which it can't be, and those after it.
    """
    if not isinstance(order, FireOrdered | LaunchOrdered):
        return ""
    for before in foretold:
        board = before.board
        if board.segment < SEGMENTS and can_be(board, board.ships[order.ship], order):
            return f"The order could be carried out in segment {board.segment + 1}."
    return ""


def _sure(board: Board, order: Order, given: Sequence[Order]) -> bool:
    """Whether the forecast for an order of the exchange at hand holds, whatever is ordered and thrown in it."""
    if board.segment != BREAK:
        return not under_fire(board, board.ships[order.ship])
    tracks = [other.track for other in (*_before(order, given), order) if isinstance(other, RepairOrdered)]
    return len(set(tracks)) == len(tracks) and "damage-control" not in tracks[:-1]


def names(board: Board, order: Event, field: str) -> tuple[str, ...]:
    """Names that a field of an order may hold; nothing for a field that holds no name or an unknown ship's order."""
    if field in ("ship", "target"):
        return tuple(sorted(board.ships))
    ship = board.ships.get(order.ship) if isinstance(order, Order) else None
    return OrderRules.of(order).names(board, ship, field) if isinstance(order, Order) and ship is not None else ()
