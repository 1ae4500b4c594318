"""The order language of SFB 'n3D: from what a player writes to orders, and back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from attrs import astuple

from sits_es.events import Event
from sits_es.orders.language import language_in
from sits_es.orders.names import written as named
from sits_es.rules.sfb import IMPULSES
from sits_es.rules.sfb.ending.facts import DamageEntered, LossEntered, StopOrdered
from sits_es.rules.sfb.fire.facts import FireOrdered
from sits_es.rules.sfb.launching.facts import LaunchOrdered, ReleaseOrdered
from sits_es.rules.sfb.links.facts import (
    DisplacementEntered,
    InertiaEntered,
    ShieldEntered,
    TractorEndOrdered,
    TractorEntered,
    TractorOrdered,
    TransportOrdered,
)
from sits_es.rules.sfb.motion.facts import BindOrdered, DecelerationOrdered, SpeedOrdered, ThrustOrdered
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitOrdered
from sits_es.rules.sfb.orders.reader import SfbReader
from sits_es.rules.sfb.points.facts import JoinOrdered, PointMoveOrdered, PointOrdered
from sits_es.rules.sfb.spheres.facts import SphereEndOrdered, SphereEntered, SphereOrdered
from sits_es.rules.sfb.sums.facings import Turn
from sits_es.rules.sfb.sums.numbers import written
from sits_es.rules.sfb.turns.facts import HetOrdered, TacOrdered, TurnOrdered
from sits_es.rules.sfb.webs.facts import AnchorDropOrdered, CastOrdered, WebEntered, WebOrdered, WebPowerOrdered


def _decelerate(form: DecelerationOrdered) -> str:
    if form.inertia_only:
        return "decelerate inertia"
    return "decelerate" if form.period is None else f"decelerate for {form.period}"


def _fire(form: FireOrdered) -> str:
    # a weapon whose name is a number is told by its quotes from a number of weapons
    weapon = f'"{form.weapon}"' if form.weapon.isascii() and form.weapon.isdecimal() else named(form.weapon)
    number = "" if form.number is None else f"{form.number} "
    return f"fire {number}{weapon} at {named(form.target)}"


def _launch(form: LaunchOrdered) -> str:
    return f"launch {named(form.launcher)} at {form.aim if form.target is None else named(form.target)}"


def _point(form: PointOrdered) -> str:
    start = "" if form.start is None else f" from {named(form.start)}"
    return f"lay point{start} at {written(form.power)}"


def _stop(form: StopOrdered) -> str:
    if form.target is None:
        return f"stop if {form.condition}"
    if form.range is not None:
        return f"stop if range to {named(form.target)} at most {written(form.range)}"
    # quotes keep a unit of this name apart from the condition that begins with the same word
    name = f'"{form.target}"' if form.target.lower() in _CONDITION_WORDS else named(form.target)
    return f"stop if {name} bears"


#: Words after `stop if` that begin a condition.
_CONDITION_WORDS: Final = frozenset({"launched", "fired", "struck", "trapped", "broken", "range"})

#: Each form as text, without its unit and impulse.
_WRITERS: Final[dict[type[Event], Callable[[Any], str]]] = {
    SpeedOrdered: lambda form: f"speed {written(form.speed)}",
    ThrustOrdered: lambda form: f"thrust {written(form.thrust)}",
    TurnOrdered: lambda form: f"turn {form.turn}",
    TacOrdered: lambda form: f"tac {form.tac}",
    HetOrdered: lambda form: f"het to {Turn(*astuple(form.to))}",
    DecelerationOrdered: _decelerate,
    OrbitOrdered: lambda form: f"orbit {named(form.planet)} {form.side}",
    OrbitEndOrdered: lambda _: "leave orbit",
    BindOrdered: lambda form: f"bind to {named(form.first)} and {named(form.second)}",
    SphereOrdered: lambda form: f"sphere {written(form.radius)} energy {written(form.energy)}",
    SphereEndOrdered: lambda _: "sphere off",
    FireOrdered: _fire,
    LaunchOrdered: _launch,
    ReleaseOrdered: lambda form: f"release {named(form.carried)}",
    TractorOrdered: lambda form: (
        f"tractor {named(form.target)} length {written(form.length)} power {written(form.power)}"
    ),
    TractorEndOrdered: lambda form: f"end tractor {named(form.target)}",
    TransportOrdered: lambda form: f'transport "{form.note}" to {named(form.target)}',
    WebOrdered: lambda form: f"lay web to {named(form.to)} at {written(form.power)}",
    PointOrdered: _point,
    JoinOrdered: lambda form: f"join point {named(form.point)} of {named(form.web)} at {written(form.power)}",
    PointMoveOrdered: lambda form: f"move point {named(form.point)} of {named(form.web)}",
    WebPowerOrdered: lambda form: f"power {named(form.web)} to {written(form.traditional)}",
    AnchorDropOrdered: lambda form: f"drop {named(form.web)}",
    CastOrdered: lambda form: f"cast web from {form.start} to {form.end} strength {written(form.strength)}",
    StopOrdered: _stop,
    DamageEntered: lambda form: f"damage {form.points}" + (f' "{form.note}"' if form.note else ""),
    LossEntered: lambda form: "lost" + (f" exploding {written(form.strength)}" if form.strength else ""),
    SphereEntered: lambda form: f"sphere energy {written(form.energy)}",
    WebEntered: lambda form: f"web {named(form.web)} is {written(form.traditional)}",
    TractorEntered: lambda form: f"tractor {named(form.target)} power {written(form.power)}",
    DisplacementEntered: lambda form: f"displaced to {form.place}",
    InertiaEntered: lambda form: f"inertia {form.inertia}",
    ShieldEntered: lambda form: f"shield {form.shield} {'up' if form.up else 'down'}",
}


#: What the grammar's own terminals are called in messages to players.
_TERMS: Final = {
    "AMOUNT": "a number",
    "COUNT": "a number of weapons",
    "PLACE": "a place such as 3,0.5,-1",
}

#: The language, by impulses 1 to 32 and the turn break.
LANGUAGE: Final = language_in(
    "sits_es.rules.sfb",
    SfbReader,
    _WRITERS,
    unit="unit",
    step="impulse",
    run="run",
    numbered=True,
    last_step=IMPULSES,
    terms=_TERMS,
)

#: An order as text, without its unit and step. KeyError for what is none.
write_order = LANGUAGE.write
