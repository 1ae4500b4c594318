"""What crews do besides flying and firing, and what holds of it."""

from __future__ import annotations

from typing import Final

from sits_es.report.working import Context, Working
from sits_es.rules.starwars.crews.facts import (
    AngleOrdered,
    DamageRepaired,
    EffectBegan,
    EffectKind,
    ManoeuvreWon,
    RepairOrdered,
    ShieldsAngled,
    StanceOrdered,
    StancesBroken,
    StarshipSlowed,
)
from sits_es.rules.starwars.harm.told import what_ends
from sits_es.rules.starwars.sums.dice_in_words import pool_of_check, result_of_check
from sits_es.rules.starwars.telling import ToldOrder, known, last_check
from sits_es.rules.starwars.words import CRITICALS, who_of
from sits_es.rules.told import Told
from sits_es.sentences import counted, listed

#: What begins, as a sentence goes on after the starship's name, how long it holds, and where that stands.
_BEGINS: Final[dict[EffectKind, tuple[str, str, str]]] = {
    "evade": (
        "flies evasive manoeuvres: attacks on it and by it are harder",
        "The difficulty of attacks on and by the starship is upgraded once, until the end of its next slot.",
        "base game: evasive manoeuvres",
    ),
    "stay on target": (
        "stays on target: attacks by and on it use better dice",
        "The attacker's dice are upgraded once in attacks by and on the starship, until the end of its next slot.",
        "base game: stay on target",
    ),
    "aim": (
        "aims",
        "Whoever aims has a boost die for their next attack, until the end of the starship's next slot.",
        "base game: aim; house: how long it holds",
    ),
    "boost": (
        "has a boost die for its next check",
        "The die applies to the starship's next Piloting, Gunnery, Computers or Mechanics check.",
        "base game: spending in starship combat",
    ),
    "setback": (
        "has a setback die against its next check",
        "The die applies to the starship's next Piloting or Gunnery check.",
        "base game: spending in starship combat",
    ),
    "upgrade": (
        "has its next check upgraded once",
        "The upgrade applies to the starship's next Piloting, Gunnery, Computers or Mechanics check.",
        "base game: spending in starship combat",
    ),
    "harder": (
        "has the difficulty of its next check upgraded once",
        "The upgrade applies to the starship's next Piloting or Gunnery check.",
        "base game: spending in starship combat",
    ),
    "shields down": (
        "has its shields down until the end of the round",
        "The starship's shields don't count against attacks.",
        "house, after the base game: a shot at a component",
    ),
}


class _Stance(ToldOrder[StanceOrdered]):
    rule = "base game: manoeuvres of starships"


class _Angle(ToldOrder[AngleOrdered]):
    rule = "base game: angle deflector shields; house: one point"


class _Repair(ToldOrder[RepairOrdered]):
    rule = "base game: damage control"


class _Began(Told[EffectBegan]):
    heading = None

    def sentence(self) -> str:
        fact = self.fact
        given = f", bought by {fact.by}" if fact.by != fact.starship else ""
        return f"{who_of(fact.starship, fact.member)} {_BEGINS[fact.effect][0]}{given}."

    def working(self, at: Context) -> Working:
        del at
        fact = self.fact
        _, holds, rule = _BEGINS[fact.effect]
        return Working(rule=rule, steps=(holds,), values={"effect": fact.effect})


class _Broken(Told[StancesBroken]):
    heading = None

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.by} takes away the benefit of {fact.starship}'s manoeuvres ({listed(fact.lost)})."

    def working(self, at: Context) -> Working:
        there: list[str] = []
        if (found := known(at, self.fact.starship)) is not None:
            there = [each.kind for each in found[1].effects if each.kind in self.fact.lost]
        step = f"In force until now: {listed(dict.fromkeys(there), none='none of them')}."
        return Working(rule="base game: spending in starship combat", steps=(step,))


class _Angled(Told[ShieldsAngled]):
    def sentence(self) -> str:
        fact = self.fact
        return f"{who_of(fact.starship, fact.member)} angles a point of shields from {fact.taken} to {fact.zone}."

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        steps: tuple[str, ...] = ("One point of shields moves; a zone can have at most 4.",)
        if found is not None:
            taken, given = found[1].shields_of(fact.taken), found[1].shields_of(fact.zone)
            steps = (f"{fact.taken}: {taken} - 1 = {taken - 1}.", f"{fact.zone}: {given} + 1 = {given + 1}, at most 4.")
        return Working(rule=_Angle.rule, steps=steps)


class _Repaired(Told[DamageRepaired]):
    heading = None

    def sentence(self) -> str:
        fact = self.fact
        if fact.critical:
            return f"{fact.starship} repairs critical hit {fact.critical}."
        what = "hull trauma" if fact.what == "hull" else "system strain"
        if not fact.points:
            return f"{fact.starship} repairs no {what}; its total stays at {fact.total}."
        return f"{fact.starship} repairs {fact.points} {what}; its total is {fact.total}."

    def working(self, at: Context) -> Working:
        fact, made = self.fact, last_check(at)
        steps = []
        if made is not None:
            steps.append(f"The Mechanics check with {pool_of_check(made)} comes to {result_of_check(made)}.")
        if fact.critical:
            steps.append("The check succeeded: the critical hit no longer counts.")
            found = known(at, fact.starship)
            steps += () if found is None else what_ends(found[1], fact.critical)
        else:
            steps.append(f"Each success takes off 1: {fact.total + fact.points} - {fact.points} = {fact.total}.")
        if fact.what == "hull":
            steps.append("Hull repairs can be tried only once a game.")
        return Working(rule=_Repair.rule, steps=tuple(steps), values={"points": fact.points})


class _Won(Told[ManoeuvreWon]):
    heading = None

    def sentence(self) -> str:
        return f"{self.fact.starship} has one more manoeuvre in this slot."

    def working(self, at: Context) -> Working:
        made = 0 if at.board is None else at.board.manoeuvres
        so_far = f"{self.fact.starship} has made {counted(made, 'manoeuvre')} in this slot so far"
        steps = (f"{so_far}; at most 2 are allowed.",)
        return Working(rule="base game: spending in starship combat", steps=steps)


class _Slowed(Told[StarshipSlowed]):
    heading = None

    def sentence(self) -> str:
        fact = self.fact
        by = f"critical hit {fact.critical}" if fact.critical else fact.by
        return f"{fact.starship} is slowed to speed {fact.speed} by {by}."

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        if fact.critical:
            most = "" if found is None else f", from {found[0].class_of(found[1]).speed} on its card"
            return Working(
                rule=CRITICALS, steps=(f"The starship's critical hits lower its top speed to {fact.speed}{most}.",)
            )
        steps = (f"{fact.by}'s player spent threat or despair: speed {fact.speed + 1} - 1 = {fact.speed}.",)
        return Working(rule="house, after the base game: spending in starship combat", steps=steps)
