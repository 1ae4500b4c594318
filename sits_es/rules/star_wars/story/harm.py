"""Hull trauma, system strain, critical hits and what they lead to, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.star_wars.events import harm
from sits_es.rules.star_wars.story.codes import cause_in_words


def _trauma(fact: harm.TraumaSuffered) -> str:
    cause = cause_in_words(fact.why)
    if not fact.trauma:
        return f"{fact.starship}'s armour stops all {fact.damage} damage {cause}; its hull trauma stays {fact.total}."
    less = f" ({fact.damage} damage less {fact.armour} for armour)" if fact.armour else ""
    return f"{fact.starship} suffers {fact.trauma} hull trauma {cause}{less}; its total is {fact.total}."


def _strain(fact: harm.StrainSuffered) -> str:
    return f"{fact.starship} suffers {fact.strain} system strain {cause_in_words(fact.why)}; its total is {fact.total}."


def _critical(fact: harm.CriticalSuffered) -> str:
    rolled = f"{fact.rolled} + {fact.added} = {fact.result}" if fact.added else f"{fact.result}"
    where = "look it up in your own table"
    return f"{fact.starship} suffers critical hit {fact.critical} {cause_in_words(fact.why)}: {rolled}; {where}."


def _lost(fact: harm.StarshipLost) -> str:
    return f"{fact.starship} is lost: its hull trauma is beyond its threshold."


def _shut(fact: harm.StarshipShutDown) -> str:
    return f"{fact.starship} shuts down: its system strain is beyond its threshold; its speed is 0 and it has no slot."


def _restored(fact: harm.StarshipRestored) -> str:
    return f"{fact.starship} is back: its system strain is within its threshold, and it has its slot again."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    harm.TraumaSuffered: _trauma,
    harm.StrainSuffered: _strain,
    harm.CriticalSuffered: _critical,
    harm.StarshipLost: _lost,
    harm.StarshipShutDown: _shut,
    harm.StarshipRestored: _restored,
}
