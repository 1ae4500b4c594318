"""`stop if`: a player's own end to orders plotted ahead. Rule: house, for play by mail."""

from __future__ import annotations

from sits_es.rules.sits.events.damage import HullStruck, ShipDestroyed
from sits_es.rules.sits.events.fire import BeamFired, LanceFired, OrdersStopped, SalvoLaunched
from sits_es.rules.sits.orders.forms import StopOrdered
from sits_es.rules.sits.orders.language import write_order
from sits_es.rules.sits.play.aiming import bears, seen_through
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.state import Board, Ship
from sits_es.space.bearing import bearing_between


def heed_stops(work: Resolution) -> None:
    """At the segment's end, see whose condition was met in it; a ship that was lost heeds its own as well."""
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
    target = board.ships[order.target]
    if target.destroyed is not None or ship.destroyed is not None:
        return False
    if order.condition == "range at most":
        return bearing_between(ship.position, target.position).range <= (order.range or 0)
    _, seen = seen_through(ship, target)
    return any(bears(mount, seen) for mount in board.class_of(ship).mounts)
