"""Standard orbits: entered, kept and left. Rule: P8."""

from __future__ import annotations

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb_n3d.board import Unit
from sits_es.rules.sfb_n3d.motion.facts import SpeedChanged, ThrustChanged
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitEntered, OrbitLeft, OrbitOrdered
from sits_es.rules.sfb_n3d.play.inertia import under_tac
from sits_es.rules.sfb_n3d.play.resolution import Resolution
from sits_es.rules.sfb_n3d.sums.facings import Turn
from sits_es.rules.sfb_n3d.sums.orbits import REACH, orbit
from sits_es.rules.sfb_n3d.sums.places import exact
from sits_es.rules.sfb_n3d.turns.facts import UnitTurned


def enter(work: Resolution, unit: Unit, order: OrbitOrdered) -> None:
    """The planet comes abeam, the speed is 1, thrust is 0. It takes warp speed 0; inertia stays. Rule: P8.41, house."""
    planet = work.board.bodies.get(order.planet)
    if planet is None:
        work.void(order, "target-gone", order.planet)
    elif unit.orbits is not None:
        work.void(order, "in-orbit", unit.orbits[0])
    elif unit.bound:
        work.void(order, "is-bound")
    elif unit.speed:
        work.void(order, "speed-not-zero", unit.speed)
    elif under_tac(work, unit):
        work.void(order, "tac-under-way", max(unit.tac_warp, unit.tac_sublight))
    else:
        try:
            found = orbit(planet.place, unit.place, order.side)
        except NotAllowedError:
            _void(work, unit, order)
            return
        work.record(
            OrbitEntered(
                unit=unit.name,
                planet=planet.name,
                side=order.side,
                exact=found.exact,
                facing=found.facing,
                turn=found.turn,
            )
        )
        if unit.thrust:
            work.record(ThrustChanged(unit=unit.name, before=unit.thrust, after=0, cause="orbit"))
        work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=found.speed, cause="orbit"))


def leave(work: Resolution, unit: Unit, order: OrbitEndOrdered) -> None:
    """The orbit is over and with it its speed; another may be ordered for the same impulse. Rule: P8, house."""
    if unit.orbits is None:
        work.void(order, "not-in-orbit")
        return
    work.record(OrbitLeft(unit=unit.name))
    work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=0, cause="orbit"))


def keep(work: Resolution, unit: Unit) -> None:
    """The turn of an impulse in orbit. Rule: P8.413."""
    if unit.orbits is not None:
        turn = Turn(yaw=unit.orbits[2])
        if turn:
            work.record(UnitTurned(unit=unit.name, cause="orbit", turn=turn, facing=unit.facing.turned(turn)))


def _void(work: Resolution, unit: Unit, order: OrbitOrdered) -> None:
    """The first reason of P8.41 why there is no orbit."""
    planet = work.board.bodies[order.planet]
    if (planet.place - unit.place).squared() > REACH * REACH:
        work.void(order, "orbit-too-far", planet.name, exact(planet.place, unit.place))
    elif planet.place.y != unit.place.y:
        work.void(order, "orbit-not-level", planet.name)
    else:
        work.void(order, "orbit-in-middle", planet.name)
