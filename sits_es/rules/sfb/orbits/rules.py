"""Standard orbits: entered, kept and left. Rule: P8."""

from __future__ import annotations

from collections.abc import Iterator

from sits_es.rules.refusals import Refusal
from sits_es.rules.sfb.board import Board, Unit
from sits_es.rules.sfb.fact import Order
from sits_es.rules.sfb.motion.facts import InertiaChanged, SpeedChanged, ThrustChanged
from sits_es.rules.sfb.motion.rules import not_held
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitEntered, OrbitLeft, OrbitOrdered
from sits_es.rules.sfb.order_rules import OrderRules, When
from sits_es.rules.sfb.reasons import refused
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.facings import Turn
from sits_es.rules.sfb.sums.orbits import along_orbit, no_orbit, orbit
from sits_es.rules.sfb.sums.places import Inertia
from sits_es.rules.sfb.turns.facts import UnitTurned


class EnterOrbit(OrderRules[OrbitOrdered]):
    """The body comes abeam, the speed is 1, thrust and inertia are 0. Rule: P8.41, P8.413, house."""

    once, early = "orbit", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """It takes warp speed 0, no tactical manoeuvres, and a body within three hexes."""
        planet = work.board.bodies.get(self.fact.planet)
        if planet is None:
            yield refused(unit.name, "no-planet", self.fact.planet, *sorted(work.board.bodies))
        yield from not_held(unit)
        if unit.speed and unit.orbits is None:
            yield refused(unit.name, "speed-not-zero", unit.speed, "orbit")
        if unit.tac(work.now):
            yield refused(unit.name, "tac-under-way", unit.tac_until)
        if planet is not None:
            for code, values in no_orbit(planet.place, unit.place):
                yield refused(unit.name, code, planet.name, *values, warns=True)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Go into it."""
        planet, side = work.board.bodies[self.fact.planet], self.fact.side
        found = orbit(planet.place, unit.place, unit.facing, side)
        work.record(
            OrbitEntered(
                unit=unit.name,
                planet=planet.name,
                side=side,
                exact=found.exact,
                facing=found.facing,
                turn=found.turn,
            )
        )
        if unit.thrust:
            work.record(ThrustChanged(unit=unit.name, before=unit.thrust, after=0, cause="orbit"))
        if unit.inertia:
            lost = Inertia(-unit.inertia.x, -unit.inertia.y, -unit.inertia.z)
            work.record(InertiaChanged(unit=unit.name, cause="orbit", change=lost, inertia=Inertia()))
        work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=found.speed, cause="orbit"))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Around every body that is near enough."""
        for name, body in sorted(board.bodies.items()):
            if not any(no_orbit(body.place, unit.place)):
                yield OrbitOrdered(unit=unit.name, impulse=board.impulse, planet=name), "now"


class LeaveOrbit(OrderRules[OrbitEndOrdered]):
    """The orbit is over and with it its speed; another may be ordered for the same impulse. Rule: P8, house."""

    once, early = "leave orbit", True

    def why_not(self, work: Resolution, unit: Unit) -> Iterator[Refusal]:
        """Only who is in an orbit leaves it; one that was ordered before may still come about."""
        if unit.orbits is None:
            given = work.orders.get(unit.player, ())
            entering = any(isinstance(each, OrbitOrdered) and each.unit == unit.name for each in given)
            yield refused(unit.name, "not-in-orbit", warns=entering)

    def carry_out(self, work: Resolution, unit: Unit) -> None:
        """Leave it."""
        work.record(OrbitLeft(unit=unit.name))
        work.record(SpeedChanged(unit=unit.name, before=unit.speed, after=0, cause="orbit"))

    @classmethod
    def suggested(cls, board: Board, unit: Unit) -> Iterator[tuple[Order, When]]:
        """Out of the orbit that it is in."""
        yield OrbitEndOrdered(unit=unit.name, impulse=board.impulse), "now"


def keep(work: Resolution, unit: Unit) -> None:
    """The turn of an impulse in orbit, which is the heading's; the ship's offset from it stays. Rule: P8.413, P8.43."""
    orbits = unit.orbits
    if orbits is not None and orbits.turn:
        heading = along_orbit(orbits.entered, orbits.turned + orbits.turn)
        facing = heading.turned(orbits.offset)
        work.record(UnitTurned(unit=unit.name, cause="orbit", turn=Turn(yaw=orbits.turn), facing=facing))
