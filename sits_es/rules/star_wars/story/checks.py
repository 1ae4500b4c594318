"""Attacks, checks, advantages gained and what is spent, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.star_wars.events import checks
from sits_es.rules.star_wars.sums.dice_in_words import counted_symbol
from sits_es.rules.star_wars.sums.words import SKILLS, dice, result_of, succeeded, zones
from sits_es.sentences import counted, listed, without_full_stop


def _declared(fact: checks.AttackDeclared) -> str:
    attack = f"{fact.starship} attacks {fact.target} in one hex with {fact.weapon}"
    return f"{attack}; {fact.by} holds the advantage over it, so its player names the side."


def where_aimed(fact: checks.AttackAimed) -> str:
    """How far the target is and where it lies: `2 hexes, short range`; in one hex, the side named."""
    if not fact.hexes:
        side = f"taken to lie toward {fact.toward}, " if fact.toward is not None else ""
        return f"in the same hex, {side}{fact.band} range"
    return f"{counted(fact.hexes, 'hex')} away, {fact.band} range"


def _aimed(fact: checks.AttackAimed) -> str:
    where = f"{fact.target} is {where_aimed(fact)}, in {zones(fact.arcs)} of {fact.starship}"
    shields = counted(fact.shields, "shield")
    zone = f"the {fact.zone} zone with {shields} is attacked"
    if len(fact.zones) > 1:
        zone += f" ({listed(fact.zones)} are open)"
    return f"{fact.starship} fires {fact.weapon} at {fact.target}: {where}; {zone}."


def check_name(fact: checks.CheckMade) -> str:
    """What is checked, against whom or what about: `Gunnery check against Raider`, `Computers check`."""
    about = without_full_stop(fact.about)
    if fact.source == "flight":
        return f"{SKILLS[fact.skill]} check for the flight through {about}"
    if fact.against is not None:
        return f"{SKILLS[fact.skill]} check against {fact.against}"
    return f"{SKILLS[fact.skill]} check" + (f" ({about})" if about else "")


def _check(fact: checks.CheckMade) -> str:
    end = "it succeeds" if succeeded(fact) else "it fails"
    return f"{fact.starship}'s {check_name(fact)} with {dice(fact.pool)} comes to {result_of(fact)}: {end}."


def _gained(fact: checks.AdvantageGained) -> str:
    chooses = "in one hex it decides how the two lie to each other"
    return f"{fact.starship} gains the advantage over {fact.over}: {chooses}."


def _spent(fact: checks.ResultSpent) -> str:
    of = "its action" if fact.source == "action" else "its flight"
    return f"{fact.starship} spends {counted_symbol(fact.number, fact.what)} of {of}: {without_full_stop(fact.text)}."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    checks.AttackDeclared: _declared,
    checks.AttackAimed: _aimed,
    checks.CheckMade: _check,
    checks.AdvantageGained: _gained,
    checks.ResultSpent: _spent,
}
