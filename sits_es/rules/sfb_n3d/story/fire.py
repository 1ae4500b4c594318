"""Fire, seeking weapons, explosions, mines and spheres, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.ending.facts import OrderVoided, RunStopped, UnitLost
from sits_es.rules.sfb_n3d.fire.facts import WeaponFired
from sits_es.rules.sfb_n3d.launching.facts import SeekerLaunched, SeekerSpent, SeekerStruck
from sits_es.rules.sfb_n3d.spheres.facts import (
    ExplosionFelt,
    ExplosionMade,
    MineTriggered,
    SphereEnded,
    SphereFormed,
    SphereStruck,
)
from sits_es.rules.sfb_n3d.story.codes import why_in_words
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import hexes, mounts, points, range_of, seen
from sits_es.sentences import counted, without_full_stop


def _voided(fact: OrderVoided) -> str:
    return f'{fact.unit} cannot carry out "{fact.order}": {without_full_stop(why_in_words(fact))}.'


def _stopped(fact: RunStopped) -> str:
    target = fact.target or "an enemy"
    met = {
        "launched at": "something was launched at it",
        "fired at": "it was fired at",
        "struck": "it was struck",
        "trapped": "a web holds it",
        "broken down": "a high-energy turn broke it down",
        "range at most": f"{target} is within {hexes(fact.range or 0)}",
        "target bears": f"a weapon bears on {target}",
    }[fact.condition]
    return f"{fact.unit} stops the run after this impulse: {met}."


def _fired(fact: WeaponFired) -> str:
    where = f"{range_of(fact.exact)}, {seen(fact.yaw, fact.pitch)}"
    what = f"{counted(len(fact.mounts), 'mount')}: {mounts(fact.mounts)}"
    return f"{fact.unit} fires {fact.weapon} ({what}) at {fact.target}: {where}."


def _launched(fact: SeekerLaunched) -> str:
    at = f"at {fact.target}" if fact.target is not None else f"towards {fact.aim}"
    placed = f"it is placed at {fact.place}, facing {fact.facing}, speed {written(fact.speed)}"
    return f"{fact.unit} launches {fact.seeker} ({fact.unit_class}) from {fact.launcher} {at}: {placed}."


def _struck(fact: SeekerStruck) -> str:
    return f"{fact.unit} strikes {fact.target} from {hexes(fact.exact)} away."


def _spent(fact: SeekerSpent) -> str:
    why = {"endurance": "its time is over", "target": "its target is gone", "planet": "it has met a planet"}
    return f"{fact.unit} is spent: {why[fact.cause]}."


def _gone(fact: UnitLost) -> str:
    return f"{fact.unit} is lost with {fact.carrier}, which carried it."


def _exploded(fact: ExplosionMade) -> str:
    return f"{fact.source} explodes at {fact.place} with {points(fact.strength)}."


def _felt(fact: ExplosionFelt) -> str:
    left = f"{points(fact.strength)}, as the web leaves them," if fact.in_web else points(fact.strength)
    damage = f"{counted(fact.damage, 'point')} of damage"
    return f"{fact.unit} feels the explosion of {fact.source}: {left} from {hexes(fact.exact)} away give {damage}."


def _mine(fact: MineTriggered) -> str:
    die = f"the die is {fact.die} and it" if fact.die else "it"
    end = "goes off" if fact.detonated else "does not go off"
    return f"{fact.by} moves within the zone of {fact.unit}, {hexes(fact.exact)} away: {die} {end}."


def _formed(fact: SphereFormed) -> str:
    return f"{fact.unit} forms an expanding sphere of {hexes(fact.radius)} with {points(fact.energy)} of energy."


def _ended(fact: SphereEnded) -> str:
    return f"{fact.unit}'s expanding sphere is gone."


def _sphere(fact: SphereStruck) -> str:
    way = f"it was {hexes(fact.before)} from the ship and is {hexes(fact.after)} from it now"
    return f"{fact.target} meets {fact.unit}'s expanding sphere of strength {written(fact.strength)}: {way}."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    OrderVoided: _voided,
    RunStopped: _stopped,
    WeaponFired: _fired,
    SeekerLaunched: _launched,
    SeekerStruck: _struck,
    SeekerSpent: _spent,
    UnitLost: _gone,
    ExplosionMade: _exploded,
    ExplosionFelt: _felt,
    MineTriggered: _mine,
    SphereFormed: _formed,
    SphereEnded: _ended,
    SphereStruck: _sphere,
}
