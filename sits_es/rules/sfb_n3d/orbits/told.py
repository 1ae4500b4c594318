"""Standard orbits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sits_es.rules.sfb_n3d.orbits.facts import OrbitEntered, OrbitLeft
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import hexes
from sits_es.rules.sfb_n3d.telling import Telling

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Entered(Telling[OrbitEntered]):
    rule = "P8.41, P8.411, P8.413; that the formula is 5.625 / (range x pi) is house: only so it stays on the circle"

    def sentence(self) -> str:
        fact = self.fact
        return (
            f"{fact.unit} enters a standard orbit of {fact.planet}, {hexes(fact.exact)} from its middle, with the "
            f"planet to the {fact.side}: it faces {fact.facing} and turns yaw {written(fact.turn)} each impulse."
        )

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb_n3d.sums.orbits import SPEED, Orbit, orbit_steps

        fact = self.fact
        here, there = at.board.units[fact.unit].place, at.board.bodies[fact.planet].place
        found = Orbit(fact.exact, SPEED, fact.facing.yaw, fact.turn)
        yield from orbit_steps(fact.unit, here, fact.planet, there, fact.side, found)

    def values(self, at: Context) -> Mapping[str, Any]:
        return {"turn": written(self.fact.turn), "range": written(self.fact.exact)}


class _Left(Telling[OrbitLeft]):
    rule = "P8.4"

    def sentence(self) -> str:
        return f"{self.fact.unit} leaves its standard orbit."

    def steps(self, at: Context) -> Iterator[str]:
        orbit = at.board.units[self.fact.unit].orbits
        what = "its planet" if orbit is None else orbit[0]
        straight = "it flies straight on from here unless it is ordered to turn"
        yield f"{self.fact.unit} no longer turns with {what}: {straight}."
