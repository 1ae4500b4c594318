"""`stop if`: a player's own end to orders plotted ahead. Rule: house, for play by mail."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.beams.facts import BeamFired, LanceFired
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.damage.facts import HullStruck, ShipDestroyed
from sits_es.rules.sits.ending.facts import OrdersStopped, StopOrdered
from sits_es.rules.sits.fact import Order
from sits_es.rules.sits.missiles.facts import SalvoLaunched
from sits_es.rules.sits.order_rules import OrderRules, no_such_target, why_own_side
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.reasons import no
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.aiming import bears, seen_through
from sits_es.space.bearing import bearing_between


class StopIf(OrderRules[StopOrdered]):
    """Orders end when something happens. Rule: house, for play by mail."""

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """There is a ship to watch, and nobody waits for one of their own side to bear."""
        del given
        name = self.fact.target
        if name is None:
            return
        target = board.ships.get(name)
        if name == ship.name:
            yield no(ship.name, "watches-itself")
        elif target is None:
            yield no_such_target(board, ship, name)
        elif self.fact.condition == "target bears":
            yield from why_own_side(board, ship, target)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """When somebody launches."""
        del board
        yield StopOrdered(ship=ship.name, condition="launched at")


# orders that end others


def heed_stops(work: Resolution) -> None:
    """At the segment's end, see whose `stop if` was met in it; a ship that was lost heeds its own as well.

    It is a player's own end to orders plotted ahead. Rule: house, for play by mail.
    """
    for player in sorted(work.orders):
        for order in work.orders[player]:
            if isinstance(order, StopOrdered) and met(work, order):
                work.record(OrdersStopped(ship=order.ship, condition=write_order(order)))


def met(work: Resolution, order: StopOrdered) -> bool:
    """Whether the condition came true in this segment, or holds at its end."""
    name = order.ship
    if order.condition == "launched at":
        return any(isinstance(fact, SalvoLaunched) and fact.target == name for fact in work.facts)
    if order.condition == "fired at":
        return any(isinstance(fact, BeamFired | LanceFired) and fact.target == name for fact in work.facts)
    if order.condition == "damage taken":
        return any(isinstance(fact, HullStruck) and fact.ship == name for fact in work.facts)
    if order.condition == "ship destroyed":
        return any(isinstance(fact, ShipDestroyed) for fact in work.facts)
    return _sighted(work.board, work.board.ships[name], order)


def _sighted(board: Board, ship: Ship, order: StopOrdered) -> bool:
    """The conditions about a target: how near it is, and whether any mount bears on it."""
    if order.target is None:
        return False
    target = board.ships.get(order.target)
    if target is None or target.destroyed is not None or ship.destroyed is not None:
        return False
    if order.condition == "range at most":
        return bearing_between(ship.position, target.position, board.tables.range_table).range <= (order.range or 0)
    _, seen = seen_through(board, ship, target)
    return any(bears(mount, seen) for mount in board.class_of(ship).mounts)
