"""Mines, explosions and expanding spheres."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from sits_es.rules.sfb.spheres.facts import (
    ExplosionFelt,
    ExplosionMade,
    MineTriggered,
    SphereEnded,
    SphereEntered,
    SphereFormed,
    SphereStruck,
)
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.words import hexes, points
from sits_es.rules.sfb.telling import OfDisplay, Telling, settled, shield
from sits_es.rules.told import USUAL, VITAL
from sits_es.sentences import counted

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Entered(OfDisplay[SphereEntered]):
    rule = "G23.4, the printed rules"

    def sentence(self) -> str:
        energy = self.fact.energy
        left = f"has {points(energy)} of energy left" if energy else "has no energy left and is gone"
        return f"{self.fact.unit}'s expanding sphere {left}."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"By the printed rules the sphere has {points(self.fact.energy)} of energy left."


class _Mine(Telling[MineTriggered]):
    rule = "M2.40; house: the chart of impulses"
    weight = USUAL
    shows = ("exact", "die", "detonated")

    def sentence(self) -> str:
        fact = self.fact
        die = f"the die is {fact.die} and the mine" if fact.die else "the mine"
        end = "goes off" if fact.detonated else "does not go off"
        return f"{fact.by} moves in the zone of {fact.unit}, {hexes(fact.exact)} away: {die} {end}."

    def came_to(self) -> str:
        return ("it goes off" if self.fact.detonated else "it does not go off") if self.fact.die else ""

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.places import range_step
        from sits_es.rules.sfb.sums.schedule import schedule_step

        fact, board = self.fact, at.board
        mine, by = board.units[fact.unit], board.units[fact.by]
        card = board.class_of(mine)
        yield schedule_step(fact.by, board.speed_left(by), board.now)
        yield range_step(fact.unit, mine.place, fact.by, by.place)
        yield f"The zone of a {card.name} is {hexes(card.zone)}."
        if fact.die:
            yield f"The die shows {fact.die}; {card.detonates} or less sets the mine off: {self.came_to()}."

    def expected(self, at: Context) -> str:
        card = at.board.class_of(at.board.units[self.fact.unit])
        return f"it goes off in {card.detonates} of 6 throws." if self.fact.die else ""


class _Exploded(Telling[ExplosionMade]):
    rule = "D5.2; M2.50 for mines"
    weight = VITAL
    shows = ("strength",)

    def sentence(self) -> str:
        return f"{self.fact.source} explodes at {self.fact.place} with a strength of {points(self.fact.strength)}."

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        where = {
            "mine": "the mine's card",
            "seeking": "the weapon's card",
            "loss": "its player's own display, as entered",
        }
        yield "strength", written(self.fact.strength), where[self.fact.cause]

    def steps(self, at: Context) -> Iterator[str]:
        yield f"The damage to each unit is {points(self.fact.strength)} divided by the square of its exact range."


class _Felt(Telling[ExplosionFelt]):
    rule = "D5.2; G10.72 in a web"
    noted = ("explosion", "unit", "damage")
    weight, loss = VITAL, True
    shows = ("strength", "exact", "damage")

    def sentence(self) -> str:
        fact = self.fact
        left = f"{points(fact.strength)}, reduced by the web," if fact.in_web else points(fact.strength)
        gives = f"{left} from {hexes(fact.exact)} away give {counted(fact.damage, 'point')} of damage"
        return f"{fact.unit} feels the explosion of {fact.source}: {gives}."

    def settle(self, at: Context) -> str:
        fact = self.fact
        if not fact.damage:
            return ""
        felt = f"{counted(fact.damage, 'point')} of damage from the explosion of {fact.source}"
        return settled(f"{fact.unit}: {felt}, {hexes(fact.exact)} away", shield(at.board, fact.source, fact.unit))

    def _made(self, at: Context) -> ExplosionMade | None:
        """The explosion itself, None if it is not known."""
        made = (each for each in reversed(at.earlier) if isinstance(each, ExplosionMade))
        return next((each for each in made if each.source == self.fact.source), None)

    def _full(self, at: Context) -> int:
        made = self._made(at)
        return self.fact.strength if made is None else made.strength

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "strength", written(self._full(at)), f"the explosion of {self.fact.source}"
        yield "range", written(self.fact.exact), "exact, not rounded down (D5.2)"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.explosions import blast_steps

        fact, made, units = self.fact, self._made(at), at.board.units
        here = units[fact.source].place if made is None else made.place
        there, full = units[fact.unit].place, self._full(at)
        yield from blast_steps(fact.source, here, fact.unit, there, full, fact.strength, in_web=fact.in_web)


class _Formed(Telling[SphereFormed]):
    rule = "G23.41, G23.42"

    def sentence(self) -> str:
        fact = self.fact
        size = f"radius {hexes(fact.radius)} with {points(fact.energy)} of energy"
        return f"{fact.unit} forms an expanding sphere of {size}."

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "radius", written(self.fact.radius), "as ordered, 0 to 3.9999 (G23.41)"
        yield "energy", written(self.fact.energy), "as ordered"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.expanding_spheres import sphere_step

        yield sphere_step(self.fact.radius, self.fact.energy)

    def values(self, at: Context) -> Mapping[str, Any]:
        from sits_es.rules.sfb.sums.expanding_spheres import strength

        return {"strength": written(strength(self.fact.radius, self.fact.energy))}


class _Ended(Telling[SphereEnded]):
    rule = "G23.4"

    def sentence(self) -> str:
        return f"{self.fact.unit}'s expanding sphere is gone."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"{self.fact.unit} no longer has a sphere: the sphere was ended, or the ship is gone."


class _Struck(Telling[SphereStruck]):
    rule = "G23.41, G23.42; house: what counts as crossing"
    noted = ("sphere", "target", "")
    shows = ("before", "after", "strength")

    def sentence(self) -> str:
        fact = self.fact
        way = f"it was {hexes(fact.before)} from the ship and is now {hexes(fact.after)} away"
        return f"{fact.target} meets {fact.unit}'s expanding sphere of strength {written(fact.strength)}: {way}."

    def settle(self, at: Context) -> str:
        fact = self.fact
        met = f"{fact.target}: {points(fact.strength)} from {fact.unit}'s expanding sphere"
        return settled(met, shield(at.board, fact.unit, fact.target))

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.expanding_spheres import crossing_steps, sphere_step

        fact, up = self.fact, at.board.units[self.fact.unit].sphere
        if up is not None:
            yield from crossing_steps(fact.target, fact.unit, up[0], fact.before, fact.after)
            yield sphere_step(*up)
