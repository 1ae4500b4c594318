"""Places, initiative, flights and speeds, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.star_wars.events import motion
from sits_es.rules.star_wars.starship_class import Crew
from sits_es.rules.star_wars.story.codes import why_in_words
from sits_es.rules.star_wars.sums.narrative_dice import INITIATIVE
from sits_es.rules.star_wars.sums.words import SKILLS, dice, hex_name, kind_in_words, net
from sits_es.sentences import article, counted, listed, one_line, without_full_stop


def crew_in_words(crew: Crew) -> str:
    """Characteristics, and the skills that the crew has ranks in: `agility 3, intellect 2, cunning 2, Gunnery 1`."""
    characteristics = [f"{name} {getattr(crew, name)}" for name in ("agility", "intellect", "cunning")]
    ranks = [f"{name} {rank}" for skill, name in SKILLS.items() if (rank := getattr(crew, skill))]
    return ", ".join((*characteristics, *ranks))


def _placed(fact: motion.StarshipPlaced) -> str:
    who = f"{fact.starship} ({fact.starship_class}, side {fact.side}, player {fact.player})"
    where = f"at {hex_name(fact.q, fact.r)}, facing {fact.facing}, speed {fact.speed}"
    rolls = f"; initiative {dice(fact.initiative, INITIATIVE)}" if any(fact.initiative) else ""
    return f"{who} is {where}; its crew has {crew_in_words(fact.crew)}{rolls}."


def _terrain(fact: motion.TerrainPlaced) -> str:
    where = listed(hex_name(q, r) for q, r in fact.hexes)
    setback = dice((fact.setback,), ("setback",))
    held = f"{article(kind_in_words(fact.kind))} in {counted(len(fact.hexes), 'hex')} ({where})"
    return f"{fact.name} is {held}; it adds {setback} to Piloting checks."


def _initiative(fact: motion.InitiativeSet) -> str:
    if not fact.rolled:
        return f"The order of initiative is set up: {listed(fact.order)}."
    results = [net(*each) for each in fact.rolled] + [""] * len(fact.order)
    told = [f"{name} ({result})" if result else name for name, result in zip(fact.order, results, strict=False)]
    return f"The order of initiative is rolled: {listed(told)}."


def _flew(fact: motion.StarshipFlew) -> str:
    end = f"{hex_name(fact.q, fact.r)}, facing {fact.facing}"
    took = f"{counted(len(fact.path), 'hex')} for {fact.movement} movement, to" if fact.path else "it stays at"
    return f"{fact.starship} flies {' '.join(fact.steps)}: {took} {end}."


def _speed(fact: motion.SpeedChanged) -> str:
    return f"{fact.starship} goes at speed {fact.speed} from now on."


def _voided(fact: motion.OrderVoided) -> str:
    return f'{fact.starship} cannot carry out "{one_line(fact.order)}": {without_full_stop(why_in_words(fact))}.'


def _passed(fact: motion.SlotPassed) -> str:
    return f"{fact.starship} does nothing in its slot."


def _time(_fact: motion.TimeRanOut) -> str:
    return "The last round of the scenario is over."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    motion.StarshipPlaced: _placed,
    motion.TerrainPlaced: _terrain,
    motion.InitiativeSet: _initiative,
    motion.StarshipFlew: _flew,
    motion.SpeedChanged: _speed,
    motion.OrderVoided: _voided,
    motion.SlotPassed: _passed,
    motion.TimeRanOut: _time,
}
