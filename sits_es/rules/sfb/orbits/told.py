"""Standard orbits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sits_es.rules.sfb.orbits.facts import OrbitEntered, OrbitLeft
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.words import hexes
from sits_es.rules.sfb.telling import Telling

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Entered(Telling[OrbitEntered]):
    rule = (
        "P8.41, P8.411, P8.413; house: the plane, the direction, and the formula 5.625 / (range x pi), which keeps the "
        "ship on the circle"
    )

    def sentence(self) -> str:
        fact = self.fact
        return (
            f"{fact.unit} enters a standard orbit around {fact.planet}, {hexes(fact.exact)} from its middle, with "
            f"{fact.planet} to the {fact.side}: the ship faces {fact.facing} and turns yaw {written(fact.turn)} each "
            "impulse in the plane of the orbit."
        )

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.orbits import SPEED, Orbit, orbit_steps

        fact, unit = self.fact, at.board.units[self.fact.unit]
        there = at.board.bodies[fact.planet].place
        found = Orbit(fact.exact, SPEED, fact.facing, fact.turn)
        yield from orbit_steps(fact.unit, unit.place, unit.facing, fact.planet, there, fact.side, found)

    def values(self, at: Context) -> Mapping[str, Any]:
        return {"turn": written(self.fact.turn), "range": written(self.fact.exact)}


class _Left(Telling[OrbitLeft]):
    rule = "P8.4"

    def sentence(self) -> str:
        return f"{self.fact.unit} leaves its standard orbit."

    def steps(self, at: Context) -> Iterator[str]:
        orbit = at.board.units[self.fact.unit].orbits
        what = "its planet" if orbit is None else orbit.planet
        straight = "it flies straight on from here unless it is ordered to turn"
        yield f"{self.fact.unit} no longer turns with {what}: {straight}."
