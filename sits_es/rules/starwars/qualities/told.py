"""Starships in tractor beams, and guided weapons on their way."""

from __future__ import annotations

from typing import Final

from sits_es.report.working import Context, Working
from sits_es.rules.starwars.qualities.facts import StarshipCaught, StarshipFreed, StarshipHeld, WeaponGuided
from sits_es.rules.starwars.telling import known
from sits_es.rules.starwars.words import dice
from sits_es.rules.told import VITAL, Told
from sits_es.sentences import listed

#: Where tractor beams and guided weapons stand.
_TRACTOR: Final = "base game: tractor beams; house: how long one holds"
_GUIDED: Final = "base game: guided weapons; house: which results of the first attack count"


class _Caught(Told[StarshipCaught]):
    weight, heading, loss = VITAL, None, True

    def sentence(self) -> str:
        fact = self.fact
        return (
            f"{fact.by}'s {fact.weapon} holds {fact.starship}: breaking free takes a Piloting check of difficulty "
            f"{fact.difficulty}."
        )

    def working(self, at: Context) -> Working:
        del at
        fact = self.fact
        ends = f"once {fact.by} is lost, shut down or out of reach, or attacks with {fact.weapon} again"
        steps = ("The attack succeeded.", f"{fact.starship} is also free {ends}.")
        return Working(rule=_TRACTOR, steps=steps, values={"difficulty": fact.difficulty})


class _Freed(Told[StarshipFreed]):
    heading = None

    def sentence(self) -> str:
        return f"{self.fact.starship} breaks free and flies."

    def working(self, at: Context) -> Working:
        return Working(
            rule=_TRACTOR, steps=(*_held_by(at, self.fact.starship), "The check succeeded: the starship is free.")
        )


class _Held(Told[StarshipHeld]):
    heading = None

    def sentence(self) -> str:
        return f"{self.fact.starship} does not break free and stays where it is."

    def working(self, at: Context) -> Working:
        steps = (*_held_by(at, self.fact.starship), "The check failed: the manoeuvre is lost.")
        return Working(rule=_TRACTOR, steps=steps)


def _held_by(at: Context, name: str) -> tuple[str, ...]:
    """Whose beams held a starship, and how strong they are."""
    if (found := known(at, name)) is None:
        return ()
    board, starship = found
    beams = [f"{each.by}'s {each.weapon} (difficulty {each.difficulty})" for each in board.beams_on(starship)]
    return (f"It was held by {listed(beams)}.",) if beams else ()


class _Guided(Told[WeaponGuided]):
    heading = None

    def sentence(self) -> str:
        fact = self.fact
        return f"{fact.starship}'s {fact.weapon} missed {fact.target}: a second attack comes at the end of the round."

    def working(self, at: Context) -> Working:
        fact, found = self.fact, known(at, self.fact.starship)
        weapon = None if found is None else found[0].class_of(found[1]).weapon(fact.weapon)
        thrown = "its guided number of ability dice" if weapon is None else dice((weapon.guided,), ("ability",))
        steps = (
            f"The second attack is on the {fact.zone} zone, with {thrown} against the same difficulty.",
            "The second attack's results can't be spent.",
        )
        return Working(rule=_GUIDED, steps=steps)
