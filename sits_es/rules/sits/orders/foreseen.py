"""Plots that come to nothing as a ship is ordered so far: told when they are plotted, not at the thrust break."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from sits_es.coded import Coded
from sits_es.rules.sits.events.fire import OrderVoided
from sits_es.rules.sits.events.motion import ThrustBroke, WindowDots
from sits_es.rules.sits.orders.forecast import course
from sits_es.rules.sits.orders.forms import Order, PlotOrdered
from sits_es.rules.sits.play.plots import in_words, plots
from sits_es.rules.sits.state import Board, Ship
from sits_es.rules.system import Problem
from sits_es.sentences import counted


def foreseen(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[tuple[int, Order, Problem]]:
    """Each plot that will be void at a thrust break within the segments ordered, with its segment and what will be.

    orders: a player's by segment, in a row from the one at hand to the last that is ordered. A break after that is
    left open, as thrust and nose can still be ordered otherwise; one in the segment at hand is refused, not foreseen.
    Rule: house, for play by mail; only from rules pack 2 on.
    """
    named = {order.ship for given in orders.values() for order in given if isinstance(order, PlotOrdered)}
    ships = {ship.name: ship for ship in board.standing() if ship.name in named}
    if not ships or not board.pack.plotted_alike:
        return
    in_force: dict[str, tuple[int, PlotOrdered]] = {}
    for after, facts in course(evolve(board, ships=ships), orders):
        segment = after.segment
        in_force |= {order.ship: (segment, order) for order in orders[segment] if isinstance(order, PlotOrdered)}
        void: list[Coded] = []
        for fact in facts:
            if isinstance(fact, OrderVoided) and fact.order.startswith("plot"):
                void += fact.reasons
            elif isinstance(fact, ThrustBroke):
                plotted = in_force.pop(fact.ship, None)
                if plotted is not None and segment != board.segment:
                    yield from ((*plotted, _warning(ships[fact.ship], segment, reason, fact.dots)) for reason in void)
                void = []


def _warning(ship: Ship, segment: int, reason: Coded, dots: Sequence[WindowDots]) -> Problem:
    """One plot of a break to come. reason: "no-dots-there" or "no-plot", as it will be recorded; dots: of the break."""
    when = f"{ship.name}: as ordered so far its thrust break comes in segment {segment}"
    if reason.code == "no-plot":
        plot, number, window = reason.values
        said = f"{when}, and {plot} is not a plot for {counted(int(number), 'dot')} in {window}."
        there = [found for found in dots if found.window == window]
    else:
        plot, window, *_ = reason.values
        said, there = f"{when}, without a dot in {window} for {plot}.", list(dots)
    allowed = [
        f"{counted(each.dots, 'dot')} in {each.window}: {in_words(plots(each.dots, each.window))}" for each in there
    ]
    then = f"What can be plotted for {'; for '.join(allowed)}." if allowed else "Its chart then gives no dot at all."
    return Problem(f"{said} {then}", f"plots {window}", warns=True)
