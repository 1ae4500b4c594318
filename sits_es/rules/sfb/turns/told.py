"""Turns by turn mode, tactical manoeuvres and high-energy turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from sits_es.rules.sfb.sums.facings import AXES
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.telling import Telling, faces, settled
from sits_es.rules.sfb.turns.facts import HighEnergyTurned, TacBegun, TacEnded, UnitTurned

if TYPE_CHECKING:
    from sits_es.report.working import Context
    from sits_es.rules.sfb.board import Unit

#: A breakdown die that no die reaches.
NEVER: Final = 7


class _TacBegun(Telling[TacBegun]):
    rule = "C5.11, C5.21, C5.32; G21.224 for an outstanding crew"

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.unit} begins {fact.tac} tactical manoeuvres, up to and including impulse {fact.until}."

    def steps(self, at: Context) -> Iterator[str]:
        lasts = "to the end of this quarter of the turn" if self.fact.tac == "warp" else "to the end of the turn"
        yield f"The manoeuvres begin at warp speed 0 and last {lasts}, impulse {self.fact.until}."
        yield f"Until then the unit may turn up to {self.values(at)['limit']} degrees on each axis in an impulse."

    def values(self, at: Context) -> Mapping[str, Any]:
        from sits_es.rules.sfb.sums.turn_modes import tac_limit

        return {"limit": written(tac_limit(self.fact.tac, at.board.units[self.fact.unit].outstanding))}


class _TacEnded(Telling[TacEnded]):
    rule = "C5.3"

    def sentence(self) -> str:
        return f"{self.fact.unit} ends its tactical manoeuvres."

    def steps(self, at: Context) -> Iterator[str]:
        yield f"{self.fact.unit} uses no more energy for manoeuvres: its turn mode limits its turns again."


#: How each turn is told, by its cause, and the rule.
_TURNS: Final = {
    "order": ("{unit} turns {turn}", "C3.1, C3.31, C3.0; C5 for tactical manoeuvres"),
    "rotation": ("{unit} rotates {turn}", "C3.7, C3.71, C3.72"),
    "orbit": (
        "{unit} turns {turn} along its orbit",
        "P8.413; P8.43 for the offset; house: planes that are not level",
    ),
    "seek": ("{unit} turns {turn} towards its target", "F2.21, F2.123, C3.31"),
}


class _Turned(Telling[UnitTurned]):
    weight = None

    def sentence(self) -> str:
        fact = self.fact
        limit = "" if fact.limit is None else f" (up to {written(fact.limit)} on each axis)"
        return f"{_TURNS[fact.cause][0].format(unit=fact.unit, turn=fact.turn)}{limit} and faces {fact.facing}."

    def cited(self, at: Context) -> str:
        return _TURNS[self.fact.cause][1]

    def _axes(self) -> Iterator[tuple[str, int]]:
        return ((axis, turn) for axis in AXES if (turn := getattr(self.fact.turn, axis)))

    def numbers(self, at: Context) -> Iterator[tuple[str, str, str]]:
        for axis, turn in self._axes():
            yield axis, f"{'+' if turn > 0 else ''}{written(turn)}", "C3.1"

    def steps(self, at: Context) -> Iterator[str]:
        fact, unit = self.fact, at.board.units[self.fact.unit]
        if fact.limit is not None:
            if unit.orbits is not None:
                yield f"In orbit around {unit.orbits.planet}, all warp movement is stopped: warp speed counts as 0."
            yield from self._limit(at, fact.limit)
        if fact.cause == "seek":
            yield from self._towards(at)
        elif fact.cause == "rotation":
            yield f"Its owner set this rotation before the game began: {fact.turn} an impulse."
        elif fact.cause == "orbit":
            yield from self._along(unit)
            return
        for axis, turn in self._axes():
            was, now = written(getattr(unit.facing, axis)), written(getattr(fact.facing, axis))
            yield f"{axis.capitalize()}: {was} + {written(turn)}, within 0 to 360 = {now}."

    def _along(self, unit: Unit) -> Iterator[str]:
        """The heading that its orbit gives a unit, and its offset from it."""
        if unit.orbits is None:
            return
        planet, turn, turned = unit.orbits.planet, self.fact.turn.yaw, unit.orbits.turned
        yield (
            f"In orbit around {planet}, which stays to the {unit.orbits.side}: since the unit faced "
            f"{unit.orbits.entered}, it has turned {written(turned)} + {written(turn)} = {written(turned + turn)} in "
            "the plane of its orbit."
        )
        heading, offset = self.fact.facing.turned(-unit.orbits.offset), unit.orbits.offset
        yield f"Heading {heading}" + (f"; with its offset {offset} it faces {self.fact.facing}." if offset else ".")

    def _limit(self, at: Context, limit: int) -> Iterator[str]:
        """How its limit comes about from the turn mode."""
        from sits_es.rules.sfb.sums.motion import webbed_speed, webbed_step
        from sits_es.rules.sfb.sums.turn_modes import limit_steps

        unit = at.board.units[self.fact.unit]
        speed, web = unit.speed if unit.orbits is None else 0, at.board.webs.get(unit.trapped or "")
        if web is not None and speed:
            yield webbed_step(web.name, speed, web.strength)
            speed = webbed_speed(speed, web.strength)
        yield from limit_steps(at.board.class_of(unit).turn_class, speed, limit)

    def _towards(self, at: Context) -> Iterator[str]:
        """Where a seeking weapon's target or aim lies."""
        from sits_es.rules.sfb.sums.bearing import towards_step

        unit = at.board.units[self.fact.unit]
        target = at.board.units.get(unit.target or "")
        place = unit.aim if target is None else target.place
        if place is not None:
            yield towards_step(unit.place, place, unit.target or "Its aim")
            yield "The weapon turns that way in pitch and yaw, as far in each as its limit allows."

    def values(self, at: Context) -> Mapping[str, Any]:
        limit = self.fact.limit
        return {"facing": self.fact.facing.decimals(), "limit": None if limit is None else written(limit)}


class _Het(Telling[HighEnergyTurned]):
    rule = "C6.0, C6.541, C6.5511"
    shows = ("die", "needed", "facing")

    def sentence(self) -> str:
        fact = self.fact
        asked = f"{fact.unit} makes a high-energy turn to {fact.to}"
        if not fact.die:
            return f"{asked}; no die is rolled for a breakdown."
        breaks = "no die makes it break down" if fact.needed >= NEVER else f"it breaks down on {fact.needed} or more"
        die = f"the die is {fact.die} ({breaks})"
        if fact.broke_down:
            return f"{asked} and breaks down: {die}; six dice leave it facing {fact.facing}."
        return f"{asked}: {die}, so it does not break down."

    def came_to(self) -> str:
        holds = "it does" if self.fact.broke_down else "it holds"
        return f"it breaks down on {self.fact.needed} or more: {holds}" if self.fact.die else ""

    def settle(self, at: Context) -> str:
        return settled(f"{self.fact.unit}: what a breakdown does besides turning it") if self.fact.broke_down else ""

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.breakdown import DICE, breakdown_steps

        fact, unit = self.fact, at.board.units[self.fact.unit]
        yield f"Ordered: to {fact.to}, by any number of degrees on each axis."
        if fact.die:
            allowed = ", ".join(map(str, at.board.class_of(unit).breakdown)) or "nothing"
            yield (
                f"This is the unit's high-energy turn number {unit.high_energy_turns + 1}. Its card gives {allowed} "
                f"for high-energy turns in order, so the unit breaks down on {fact.needed} or more."
            )
            yield f"The die shows {fact.die}: {'a breakdown' if fact.broke_down else 'no breakdown'}."
        dice = next((faces(roll) for roll in reversed(at.thrown) if len(roll.faces) == DICE), None)
        if fact.broke_down and dice is not None:
            yield from breakdown_steps(dice)
        yield f"It faces {fact.facing}."

    def expected(self, at: Context) -> str:
        return f"a breakdown in {max(0, NEVER - self.fact.needed)} of 6 throws." if self.fact.die else ""
