"""The advantage that one starship gains over another."""

from __future__ import annotations

from sits_es.report.working import Context, Working
from sits_es.rules.starwars.advantage.facts import AdvantageGained, AdvantageOrdered
from sits_es.rules.starwars.sums.dice_in_words import pool_of_check, result_of_check
from sits_es.rules.starwars.telling import ToldOrder, known, last_check
from sits_es.rules.starwars.words import GAIN_THE_ADVANTAGE, printed, times
from sits_es.rules.told import Told


class _Ordered(ToldOrder[AdvantageOrdered]):
    rule = printed("Gain the Advantage")


class _Gained(Told[AdvantageGained]):
    heading = None

    def sentence(self) -> str:
        names = "and names the side when they attack each other in one hex"
        return f"{self.fact.starship} gains the advantage over {self.fact.over} {names}."

    def working(self, at: Context) -> Working:
        fact, made, found = self.fact, last_check(at), known(at, self.fact.starship)
        steps = ["The opposed Piloting check succeeded."]
        if made is not None:
            steps = [f"The opposed Piloting check with {pool_of_check(made)} succeeded: {result_of_check(made)}."]
        if found is not None and (other := found[0].starships.get(fact.over)) is not None:
            mine, theirs = found[1].speed, other.speed
            faster = f"{fact.starship} flies at speed {mine} and {fact.over} at speed {theirs}"
            steps.append(f"{faster}: {_faster(fact.starship, mine - theirs)}.")
            if fact.starship in other.advantage:
                steps.append(f"{fact.over} loses the advantage.")
        steps.append(f"The advantage lasts until {fact.over} gains it, even if the starships leave the hex.")
        return Working(rule=GAIN_THE_ADVANTAGE, steps=tuple(steps))


def _faster(starship: str, by: int) -> str:
    if not by:
        return "no dice were upgraded"
    whose = f"{starship}'s dice" if by > 0 else f"the dice against {starship}"
    return f"{whose} were upgraded {times(abs(by))}"
