"""Seeking weapons that are launched, and units that a carrier releases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sits_es.report.scenes import Volley
from sits_es.rules.sfb.launching.facts import SeekerLaunched, SeekerSpent, SeekerStruck, UnitReleased
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.sums.words import hexes
from sits_es.rules.sfb.telling import Telling, dice_text, settled, shield
from sits_es.rules.told import USUAL, VITAL
from sits_es.sentences import counted

if TYPE_CHECKING:
    from sits_es.report.working import Context


class _Launched(Telling[SeekerLaunched]):
    rule = "A3.4, F1.24; FP3.1 for fixed tubes, D2.34 and D2.35 for swivels, F4 for ballistic ones"
    weight, shot = USUAL, True
    shows = ("place", "facing", "speed")

    def sentence(self) -> str:
        fact = self.fact
        at = f"at {fact.target}" if fact.target is not None else f"towards {fact.aim}"
        starts = f"it starts at {fact.place}, facing {fact.facing}, speed {written(fact.speed)}"
        return f"{fact.unit} launches {fact.seeker} ({fact.unit_class}) {at}; {starts}."

    def fire(self, at: Context) -> Volley | None:
        del at
        fact = self.fact
        if fact.target is None:
            return None
        return Volley(key=fact.seeker, unit=fact.unit, target=fact.target, number=fact.seeker, missiles=True)

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.bearing import towards_step
        from sits_es.rules.sfb.sums.tubes import placed_step

        fact, board = self.fact, at.board
        target = board.units.get(fact.target or "")
        place = fact.aim if target is None else target.place
        launcher = board.class_of(board.units[fact.unit]).launcher(fact.launcher)
        yield f"It starts at its launcher's place, {fact.place}."
        if place is not None:
            yield towards_step(fact.place, place, fact.target or "Its aim")
        yield placed_step("free" if launcher is None else launcher.placing, fact.facing)
        yield "The target must be within the weapon's FA arc (yaw -70 to 70) and a centre mount's pitch (-60 to 60)."


class _Struck(Telling[SeekerStruck]):
    rule = "F2.3"
    noted = ("seeking", "target", "")
    weight, shot, dice = VITAL, True, True
    shows = ("exact",)

    def sentence(self) -> str:
        return f"{self.fact.unit} strikes {self.fact.target} from {hexes(self.fact.exact)} away."

    def fire(self, at: Context) -> Volley:
        fact = self.fact
        number = dice_text(at.thrown) or "strikes"
        return Volley(key=fact.unit, unit=fact.unit, target=fact.target, number=number, missiles=True)

    def settle(self, at: Context) -> str:
        unit, target = self.fact.unit, self.fact.target
        kind = at.board.units[unit].unit_class if unit in at.board.units else "seeking weapon"
        return settled(f"{target}: {unit} ({kind}) strikes", shield(at.board, unit, target), dice_text(at.thrown))

    def steps(self, at: Context) -> Iterator[str]:
        from sits_es.rules.sfb.sums.places import range_step

        unit, target, units = self.fact.unit, self.fact.target, at.board.units
        yield range_step(unit, units[unit].place, target, units[target].place)
        exact = written(self.fact.exact)
        yield f"{exact} is less than 1.0000: the weapon is in the target's hex and strikes. At 1.0000 it would not."


#: Why a seeking weapon ends without a hit, and the rule.
_SPENT: Final = {
    "endurance": ("its endurance is used up", "house: the card's endurance"),
    "target": ("its target is gone", "F2.21"),
    "planet": ("it hit a planet", "P2.1, P2.231"),
}


class _Spent(Telling[SeekerSpent]):
    def sentence(self) -> str:
        return f"{self.fact.unit} is spent: {_SPENT[self.fact.cause][0]}."

    def cited(self, at: Context) -> str:
        return _SPENT[self.fact.cause][1]

    def steps(self, at: Context) -> Iterator[str]:
        unit = at.board.units[self.fact.unit]
        flies, flown = at.board.class_of(unit).endurance, counted(at.board.clock - unit.since, "impulse")
        yield {
            "endurance": f"The weapon has flown for {flown}; its card allows {flies}.",
            "target": f"{unit.target} is out of the game, so the weapon has nothing left to seek.",
            "planet": "The weapon's distance from the middle of a body fell below the body's radius.",
        }[self.fact.cause]


class _Released(Telling[UnitReleased]):
    rule = "A3.4; house: its facing and inertia"
    shows = ("place",)

    def sentence(self) -> str:
        fact = self.fact
        inertia = f", inertia {fact.inertia}" if fact.inertia else ""
        goes = f"{fact.unit} leaves {fact.carrier} at {fact.place}, facing {fact.facing}"
        return f"{goes}, speed {written(fact.speed)}{inertia}."

    def steps(self, at: Context) -> Iterator[str]:
        fact, place = self.fact, at.board.units[self.fact.carrier].place
        yield f"{fact.carrier} is at {place} now, and {fact.unit} starts at exactly that place."
        yield f"{fact.unit} has its carrier's facing, {fact.facing}, and inertia, {fact.inertia}."
