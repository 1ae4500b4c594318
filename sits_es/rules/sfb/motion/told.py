"""Places, speeds, inertia, movement, and ships bound together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, ClassVar, Final, TypeVar

from attrs import astuple

from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.motion.facts import (
    Decelerated,
    InertiaChanged,
    SpeedChanged,
    ThrustChanged,
    UnitMoved,
    UnitPlaced,
    UnitsBound,
    UnitsParted,
)
from sits_es.rules.sfb.sums.numbers import INERTIA_PLACES, written
from sits_es.rules.sfb.sums.places import Inertia
from sits_es.rules.sfb.telling import OPENING, Telling, settled
from sits_es.sentences import counted, listed

if TYPE_CHECKING:
    from sits_es.report.working import Context

P = TypeVar("P", SpeedChanged, ThrustChanged)


class _Placed(Telling[UnitPlaced]):
    rule = "C1.12, C1.21; C3.71 for a base's rotation; A3.4 for units aboard"
    heading = OPENING
    shows = ("place", "facing")

    def sentence(self) -> str:
        fact = self.fact
        who = f"{fact.unit} ({fact.unit_class}, side {fact.side}, player {fact.player})"
        if fact.aboard is not None:
            return f"{who} is aboard {fact.aboard}."
        more = [f"speed {written(fact.speed)}"]
        more += [f"thrust {written(fact.thrust)}"] if fact.thrust else []
        more += [f"inertia {fact.inertia}"] if fact.inertia else []
        more += ["with an outstanding crew"] if fact.outstanding else []
        more += [f"rotating {fact.rotation} each impulse"] if fact.rotation else []
        return f"{who} stands at {fact.place}, facing {fact.facing}, {', '.join(more)}."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"The scenario, or the player, places it: {self.sentence()}"
        if self.fact.rotation:
            limit = "up to 7.5 degrees on each axis"
            yield f"A base turns {self.fact.rotation} every impulse, as set before the game: {limit}."


#: Why a speed or a thrust is another: in its sentence, in its working, and the rules of speed and of thrust.
_POWER: Final = {
    "order": ("", "as ordered", "C1.4, C1.43", "C2.111"),
    "deceleration": (" by its deceleration", "an emergency deceleration stops the ship", "C8", "C8.41"),
    "orbit": (" for its orbit", "a standard orbit is flown at warp speed 1", "P8.41, P8.413", "P8.413"),
    "binding": (" because it is bound", "ships bound by web energy use no energy to move", "C14.20", "C14.20"),
}


class _Power(Telling[P]):
    """Speed or thrust. what: it in words; moves: what each impulse makes of it."""

    what: ClassVar[str]
    moves: ClassVar[str]
    most: ClassVar[str] = ""
    shows = ("before", "after")

    def sentence(self) -> str:
        fact = self.fact
        changes = f"changes its {self.what} from {written(fact.before)} to {written(fact.after)}"
        return f"{fact.unit} {changes}{_POWER[fact.cause][0]}."

    def steps(self, at: Context) -> Iterator[str]:
        before, after = written(self.fact.before), written(self.fact.after)
        yield f"{before} becomes {after}{self.most}: {_POWER[self.fact.cause][1]}."
        yield f"Each impulse {self.moves.format(f'{after} / {IMPULSES} hexes')}."


class _Speed(_Power[SpeedChanged]):
    what, moves = "warp speed", "moves it {} ahead, each axis to the kilometre"

    def cited(self, at: Context) -> str:
        return _POWER[self.fact.cause][2]


class _Thrust(_Power[ThrustChanged]):
    what, moves, most = "thrust", "adds {} a turn to the inertia, along the heading", " of at most 1"

    def cited(self, at: Context) -> str:
        return _POWER[self.fact.cause][3]


class _Decelerated(Telling[Decelerated]):
    rule = "C8.0, C8.41"
    shows = ("period",)

    def sentence(self) -> str:
        if self.fact.inertia_only:
            return f"{self.fact.unit} makes an inertia-only deceleration: it loses all of its inertia and nothing else."
        wait = f"no impulse energy moves it for {counted(self.fact.period, 'impulse')} after this"
        return f"{self.fact.unit} makes an emergency deceleration: it stops and loses all of its inertia; {wait}."

    def settle(self, at: Context) -> str:
        asked = f"{self.fact.unit}: what an emergency deceleration does to its energy"
        return "" if self.fact.inertia_only else settled(asked)

    def steps(self, at: Context) -> Iterator[str]:
        unit, period = at.board.units[self.fact.unit], counted(self.fact.period, "impulse")
        yield f"All of its inertia, {unit.inertia}, is lost and gives no energy."
        if self.fact.inertia_only:
            yield "Warp and impulse energy are unchanged: inertia can gather again from the next impulse."
        else:
            yield f"Warp speed {written(unit.speed)} becomes 0."
            yield f"For {period}, impulse energy cannot move the unit, as the player's own rulebook requires."


#: What changes inertia, with the rule.
_GATHERED: Final = {
    "thrust": ("{unit}'s thrust adds {change} to its inertia", "C2.111; house: it counts in its own impulse"),
    "pull": (
        "{by} pulls {unit}: {change} is added to its inertia",
        "P4.11; house: the change is in hexes a turn",
    ),
    "web": ("{by} takes {unit}'s inertia", "G10.511"),
    "deceleration": ("{unit} loses its inertia in the deceleration", "C8.0"),
    "orbit": ("{unit} gives up its inertia for its orbit", "P8.41; house: only this keeps it on the circle"),
    "binding": ("{unit} takes the mean inertia of the ships bound together", "C14.20"),
}


class _Inertia(Telling[InertiaChanged]):
    shows = ("change", "inertia")

    @property
    def in_run(self) -> bool:
        return self.fact.cause not in ("thrust", "pull")

    def sentence(self) -> str:
        fact = self.fact
        how = _GATHERED[fact.cause][0].format(unit=fact.unit, by=fact.by, change=fact.change)
        return f"{how}; it is {fact.inertia} now."

    def cited(self, at: Context) -> str:
        return _GATHERED[self.fact.cause][1]

    def _before(self) -> Inertia:
        """What it was; the board of ships bound has their mean inertia before this says so."""
        both = zip(astuple(self.fact.inertia), astuple(self.fact.change), strict=True)
        return Inertia(*(now - more for now, more in both))

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "inertia before", str(self._before()), "gathered so far (C2.111)"
        yield "change", str(self.fact.change), self.cited(at)

    def steps(self, at: Context) -> Iterator[str]:
        yield from {
            "thrust": self._thrust,
            "pull": self._pull,
            "web": self._web,
            "deceleration": self._lost,
            "orbit": self._given_up,
            "binding": self._mean,
        }[self.fact.cause](at)
        parts = (each.decimals() for each in (self._before(), self.fact.change, self.fact.inertia))
        sums = (f"{axis}: {one} + {more} = {both}" for axis, one, more, both in zip("xyz", *parts, strict=True))
        yield f"Inertia in hexes a turn: {'; '.join(sums)}."

    def _thrust(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.motion import inertia_steps

        unit = at.board.units[self.fact.unit]
        yield from inertia_steps(unit.facing, unit.thrust, self.fact.change)

    def _pull(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.holes import MOST_PULL, pull, pull_steps

        here, hole = at.board.units[self.fact.unit].place, at.board.bodies[self.fact.by]
        found = pull(hole.size, hole.place, here, MOST_PULL)
        yield from pull_steps(hole.name, hole.size, hole.place, self.fact.unit, here, found)

    def _web(self, at: Context) -> Iterator[str]:
        web = at.board.webs.get(self.fact.by)
        strong = "a strength" if web is None else f"strength {written(web.strength)},"
        yield f"{self.fact.by} has {strong} above 0: every unit in it loses all of its inertia."

    def _lost(self, at: Context) -> Iterator[str]:
        yield "A deceleration removes all inertia and gives no energy."

    def _given_up(self, at: Context) -> Iterator[str]:
        yield "In a standard orbit a ship has no inertia and gathers none: inertia would carry it off the circle."

    def _mean(self, at: Context) -> Iterator[str]:
        bound = listed((self.fact.unit, *at.board.units[self.fact.unit].bound))
        yield f"Each of {bound} has the mean of their inertias, rounded to 0.0000001 of a hex a turn on each axis."


class _Moved(Telling[UnitMoved]):
    rule = "C1.11, C1.22, C1.43; G10.511 in a web; house: the rounding"
    weight = None
    shows = ("moved", "place", "speed")

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit} moves {fact.moved} to {fact.place}, at warp speed {written(fact.speed)}."

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        yield "warp speed", written(self.fact.speed), "as ordered; less a web's strength (G10.511)"
        yield "inertia", str(at.board.units[self.fact.unit].inertia), "gathered so far (C2.111)"

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.ending.facts import ImpulseBegun
        from sits_es.rules.sfb.links.facts import TractorHeld
        from sits_es.rules.sfb.sums.links import held_step
        from sits_es.rules.sfb.sums.motion import movement_steps, step, webbed_step

        fact, board, unit = self.fact, at.board, at.board.units[self.fact.unit]
        along, web = fact.speed, board.webs.get(unit.trapped or "")
        if web is not None and web.strength:
            yield webbed_step(web.name, unit.speed, web.strength)
            manoeuvres = max(unit.tac_warp, unit.tac_sublight) >= board.now
            if thrust := 0 if manoeuvres or board.clock <= unit.waits else unit.thrust:
                along += thrust
                yield f"Thrust {written(thrust)} is added to the speed that is left and not kept as inertia."
        whole = step(unit.heading, along, unit.inertia)
        yield from movement_steps(unit.heading, along, unit.inertia, whole)
        for held in reversed(at.earlier):
            if isinstance(held, ImpulseBegun) or (isinstance(held, TractorHeld) and fact.unit in held.units):
                if isinstance(held, TractorHeld):
                    yield held_step(held.part, fact.moved)
                break
        yield f"Place: {unit.place} and {fact.moved} make {fact.place}."


class _Bound(Telling[UnitsBound]):
    rule = "C14.20; house: the shields' arcs and the rounding"
    shows = ("inertia",)

    def sentence(self) -> str:
        return f"{listed(self.fact.units)} are bound by web energy; each now has inertia {self.fact.inertia}."

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.binding import APART
        from sits_es.rules.sfb.sums.places import range_step

        ships = [at.board.units[name] for name in self.fact.units]
        for one, other in combinations(ships, 2):
            yield range_step(one.name, one.place, other.name, other.place)
        for axis, mean in zip("xyz", self.fact.inertia.decimals(), strict=True):
            parts = " + ".join(written(getattr(ship.inertia, axis), INERTIA_PLACES) for ship in ships)
            yield f"{axis}: ({parts}) / {len(ships)} = {mean}."
        yield (
            f"Any two ships are less than {written(APART)} hexes apart. Each has another off its shield #3 and "
            "the third off its shield #5, at most 10 degrees beyond those shields' limits."
        )


class _Parted(Telling[UnitsParted]):
    rule = "C14.20"

    def sentence(self) -> str:
        return f"{listed(self.fact.units)} are no longer bound."

    def steps(self, at: Context) -> Iterator[str]:
        no_more = "no longer stand as the rule requires, or one of them is gone; each moves on its own again"
        yield f"{listed(self.fact.units)} {no_more}."
