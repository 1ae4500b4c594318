"""Planets, rings, asteroids and black holes, fields laid by dice, atmospheres and hazards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

from sits_es.rules.sfb.sums.numbers import nearest, written
from sits_es.rules.sfb.sums.words import hexes, kind_of, radius
from sits_es.rules.sfb.telling import OPENING, Telling, faces, settled
from sits_es.rules.sfb.terrain.facts import (
    AtmosphereEntered,
    BodyLeft,
    FieldLaid,
    HazardMet,
    PlanetReached,
    TerrainPlaced,
)
from sits_es.rules.told import VITAL
from sits_es.sentences import article, counted

if TYPE_CHECKING:
    from sits_es.report.working import Context

N = TypeVar("N", PlanetReached, AtmosphereEntered)

#: Dice of an asteroid's place: two for each axis. Rule: P3.11.
_PLACE_DICE: Final = 6


def measures(body: TerrainPlaced) -> list[str]:
    """A body's measures: `radius 0.1 hexes`, `size 5`; none for a body that is a point."""
    said = []
    if body.kind == "ring":
        said += [f"from {radius(body.inner)} to {radius(body.radius)} out", f"{radius(body.thick)} up and down"]
    elif body.radius:
        said.append(f"radius {radius(body.radius)}")
    said += [f"atmosphere {radius(body.atmosphere)}"] if body.atmosphere else []
    said += [f"size {written(body.size)}"] if body.size else []
    return said


def _plain(thirds: int) -> str:
    return written(nearest(Fraction(thirds, 3)))


class _Placed(Telling[TerrainPlaced]):
    opens = OPENING

    def sentence(self) -> str:
        fact = self.fact
        kind = article(kind_of(fact.kind)) + (" of class M" if fact.class_m else "")
        what = f"{fact.name}, {kind}, is at {fact.place}"
        return ", ".join((what, *measures(fact))) + "."

    def _dice(self, at: Context) -> list[tuple[int, ...]]:
        """The dice of its place, where dice laid it: those that overlapped another asteroid first."""
        found = [faces(roll) for roll in at.thrown if len(roll.faces) == _PLACE_DICE]
        return found if self.fact.kind == "asteroid" else []

    def cited(self, at: Context) -> str:
        if self._dice(at):
            return "P3.11, P3.12"
        return "P2.1 for planets, P2.223 for rings, P3.12 for asteroids, P4.1 for black holes"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.fields import RADIUS_A_POINT

        dice = self._dice(at)
        if not dice:
            yield f"The scenario gives it: {self.sentence()}"
            return
        if len(dice) > 1:
            yield f"{counted(len(dice) - 1, 'earlier throw')} overlapped another asteroid."
        less, last = self._less(at), dice[-1]
        for axis, first, second, here in zip("xyz", last[::2], last[1::2], self.fact.place.hexes(), strict=True):
            yield f"{axis}: 6 x {first} + {second}{f' - {less}' if less else ''} = {here}."
        yield f"Radius: a third of the die, {self.fact.radius // RADIUS_A_POINT} / 3 = {radius(self.fact.radius)}."

    def _less(self, at: Context) -> int:
        from sits_es.rules.sfb.sums.fields import MIRRORED

        return MIRRORED if at.board is not None and at.board.field == "mirrored" else 0

    def expected(self, at: Context) -> str:
        less = ", less 21." if self._less(at) else "."
        return f"x, y and z are 24.5 each on average{less}" if self._dice(at) else ""

    def values(self, at: Context) -> Mapping[str, Any]:
        place, dice = str(self.fact.place), self._dice(at)
        return (
            {"place": place, "dice": list(dice[-1])} if dice else {"place": place, "radius": _plain(self.fact.radius)}
        )


class _Field(Telling[FieldLaid]):
    rule = "P3.11; house: what counts as overlapping"

    def sentence(self) -> str:
        return f"The asteroid field is laid: {counted(self.fact.number, 'asteroid')}."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"Any two of the {self.fact.number} asteroids are at least the sum of their radii apart."


class _Inside(Telling[N]):
    """Nearer to a body's middle than a radius of it. measure: which of its radii; what: it in words."""

    measure: ClassVar[str]
    what: ClassVar[str]

    def _size(self, at: Context) -> int:
        return int(getattr(at.board.bodies[self.fact.body], self.measure))

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "radius", _plain(self._size(at)), "the scenario"

    def steps(self, at: Context) -> Iterator[str]:
        yield _range(self.fact, at)
        less = f"is less than {self.what}, {radius(self._size(at))}"
        yield f"{hexes(self.fact.exact)} {less}. At exactly that distance, the unit would be outside."

    def values(self, at: Context) -> Mapping[str, Any]:
        return {"exact": written(self.fact.exact), "radius": _plain(self._size(at))}


def _range(fact: PlanetReached | AtmosphereEntered | BodyLeft | HazardMet, at: Context) -> str:
    """How far a unit is from a body's middle."""
    from sits_es.rules.sfb.sums.places import range_step

    return range_step(fact.unit, at.board.units[fact.unit].place, fact.body, at.board.bodies[fact.body].place)


class _Reached(_Inside[PlanetReached]):
    rule = "P2.1; P2.231 for moons"
    noted = ("body", "unit", "")
    weight = VITAL
    measure, what = "radius", "the body's radius"

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit} has collided with {fact.body} or landed there, {hexes(fact.exact)} from its middle."

    def settle(self, at: Context) -> str:
        met = f"it has collided with {self.fact.body} or landed there, {hexes(self.fact.exact)} from its middle"
        return settled(f"{self.fact.unit}: {met}")


class _Air(_Inside[AtmosphereEntered]):
    rule = "P2.1"
    measure, what = "atmosphere", "the radius of the atmosphere"

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit} is in the atmosphere of {fact.body}, {hexes(fact.exact)} from its middle."


class _Left(Telling[BodyLeft]):
    rule = "P2.1"

    def sentence(self) -> str:
        return f"{self.fact.unit} is clear of {self.fact.body} again."

    def steps(self, at: Context) -> Iterator[str]:
        yield _range(self.fact, at)
        yield "The unit was within the radius and is now outside it."


class _Hazard(Telling[HazardMet]):
    rule = "P2.223 for rings, P3.12 and P3.2 for asteroids; house: the chart of impulses"
    noted = ("hazard", "unit", "")
    shows = ("die",)

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit} is in {fact.body} when it is scheduled to move: the die is {fact.die}."

    def settle(self, at: Context) -> str:
        return settled(f"{self.fact.unit}: damage from {self.fact.body} for a die of {self.fact.die}")

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.schedule import schedule_step

        yield schedule_step(self.fact.unit, at.board.speed_left(at.board.units[self.fact.unit]), at.board.now)
        if (body := at.board.bodies.get(self.fact.body)) is not None:
            yield _range(self.fact, at)
            yield f"The unit is within the {body.kind}, whose radius is {radius(body.radius)}."
        yield f"The die shows {self.fact.die}. The printed rules say what that does to the unit."

    def expected(self, at: Context) -> str:
        return "3.5."
