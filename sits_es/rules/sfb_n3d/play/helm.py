"""The helm: what orders change of a unit's status, and how it turns. Every condition is checked again at the time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb_n3d.play import engines, heading, in_orbit, trapped
from sits_es.rules.sfb_n3d.play.binding import bind, part_lost
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.facings import Turn
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered, TurnOrdered

F = TypeVar("F", bound=OfUnit)


def change(work: Resolution) -> None:
    """Carry out what changes units' status, always in this order, whatever the order in which it was written.

    An orbit left, manoeuvres ended, speed, thrust, deceleration, manoeuvres begun, an orbit entered, ships bound: so
    that what clears the way for another comes before it. Rule: house.
    """
    part_lost(work)
    _each(work, OrbitEndOrdered, in_orbit.leave)
    tacs = list(_ordered(work, TacOrdered))
    for unit, order in tacs:
        if order.tac == "none":
            engines.end_tac(work, unit)
    _each(work, SpeedOrdered, engines.set_speed)
    for unit, thrust in _ordered(work, ThrustOrdered):
        engines.set_thrust(work, unit, thrust, work.clock)
    _each(work, DecelerationOrdered, engines.decelerate)
    for unit, order in tacs:
        if order.tac != "none":
            engines.begin_tac(work, unit, order)
    _each(work, OrbitOrdered, in_orbit.enter)
    _each(work, BindOrdered, bind)


def turn(work: Resolution) -> None:
    """Ordered turns, high-energy turns, then bases' rotation and the turn of every orbit. Rule: C3, C6, P8.413.

    Webs hold units with the power that they have by now: it counts in what a turn may be (C3.31, G10.511).
    """
    trapped.hold(work)
    turned: dict[str, Turn] = {}
    for unit, order in _ordered(work, TurnOrdered):
        turned[unit.name] = heading.turn(work, unit, order, turned.get(unit.name, Turn()))
    around = {name for name, each in turned.items() if each}
    for unit, het in _ordered(work, HetOrdered):
        if unit.name in around:
            work.void(het, "turns-once")
        elif heading.high_energy_turn(work, unit, het):
            around.add(unit.name)
    for unit in work.board.out():
        heading.rotate(work, unit)
        in_orbit.keep(work, unit)


def _each(work: Resolution, form: type[F], carry_out: Callable[[Resolution, Unit, F], None]) -> None:
    for unit, order in _ordered(work, form):
        carry_out(work, unit, order)


def _ordered(work: Resolution, form: type[F]) -> Iterator[tuple[Unit, F]]:
    """Orders of one form, each with its unit."""
    for order in work.given(form):
        yield work.board.units[order.unit], order
