"""Plots that come to nothing as a ship is ordered so far: told when they are plotted, not at the thrust break."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import evolve

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.ending.facts import OrderVoided
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.motion.facts import PlotOrdered, ThrustBroke
from sits_es.rules.sits.orders.forecast import course
from sits_es.rules.sits.sums.plots import in_words, plots_of
from sits_es.sentences import counted


def future_problems(board: Board, orders: Mapping[int, Sequence[Order]]) -> Iterator[tuple[int, Order, Refusal]]:
    """Each plot that will be void at a thrust break within the segments ordered, with its segment and what will be.

    orders: a player's by segment, in a row from the one at hand to the last that is ordered. A break after that is
    left open, as thrust and nose can still be ordered otherwise; one in the segment at hand is refused, not foreseen.
    Rule: house, for play by mail.
    """
    named = {order.ship for given in orders.values() for order in given if isinstance(order, PlotOrdered)}
    ships = {ship.name: ship for ship in board.standing() if ship.name in named}
    if not ships:
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
                    yield from ((*plotted, _warning(after, fact, reason)) for reason in void)
                void = []


def _warning(after: Board, broke: ThrustBroke, reason: Coded) -> Refusal:
    """One plot of a break to come. after: the board with it; reason: as on record then."""
    when = f"{broke.ship}: as ordered so far its thrust break comes in segment {after.segment}"
    there = broke.dots
    if reason.code == "no-dots-there":
        plot, window, *_ = reason.values
        said = f"{when}, without a dot in {window} for {plot}."
    else:
        plot, number, window, *_ = reason.values
        said = f"{when}, and {plot} is not a plot for {counted(int(number), 'dot')} in {window}."
        there = tuple(found for found in there if found.window == window)
    allowed = [
        f"{counted(each.dots, 'dot')} in {each.window}: {in_words(plots_of(after.tables, each.dots, each.window))}"
        for each in there
    ]
    then = f"Plot for {'; for '.join(allowed)}." if allowed else "No window has any then."
    return Refusal(f"{said} {then}", f"plots {window}", warns=True)
