"""Places, speeds, turns, inertia, orbits and ships bound together, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sits_es.events import Event
from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun, RunEnded, TimeRanOut
from sits_es.rules.sfb_n3d.launching.facts import UnitReleased
from sits_es.rules.sfb_n3d.motion.facts import (
    Decelerated,
    InertiaChanged,
    SpeedChanged,
    ThrustChanged,
    UnitMoved,
    UnitPlaced,
    UnitsBound,
    UnitsParted,
)
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEntered, OrbitLeft
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.words import hexes
from sits_es.rules.sfb_n3d.turns.facts import HighEnergyTurned, TacBegun, TacEnded, UnitTurned
from sits_es.sentences import counted, listed

#: A breakdown die that no die reaches.
NEVER: Final = 7


def _placed(fact: UnitPlaced) -> str:
    who = f"{fact.unit} ({fact.unit_class}, side {fact.side}, player {fact.player})"
    if fact.aboard is not None:
        return f"{who} is aboard {fact.aboard}."
    more = [f"speed {written(fact.speed)}"]
    more += [f"thrust {written(fact.thrust)}"] if fact.thrust else []
    more += [f"inertia {fact.inertia}"] if fact.inertia else []
    more += ["with an outstanding crew"] if fact.outstanding else []
    more += [f"rotating {fact.rotation} each impulse"] if fact.rotation else []
    return f"{who} stands at {fact.place}, facing {fact.facing}, {', '.join(more)}."


def _impulse(fact: ImpulseBegun) -> str:
    return f"Impulse {fact.impulse}."


def _run(fact: RunEnded) -> str:
    if fact.stopped:
        return f"A stop ends the run of impulses early, after impulse {fact.impulse}."
    return f"The run of impulses is over after impulse {fact.impulse}."


def _time(fact: TimeRanOut) -> str:
    return f"Turn {fact.turns} was the last of the scenario."


#: Why a speed or a thrust is another, to stand before it.
_CAUSES: Final = {
    "deceleration": "by its deceleration",
    "orbit": "for its orbit",
    "binding": "because it is bound",
}


def _speed(fact: SpeedChanged) -> str:
    why = f" {_CAUSES[fact.cause]}" if fact.cause != "order" else ""
    return f"{fact.unit} changes its warp speed from {written(fact.before)} to {written(fact.after)}{why}."


def _thrust(fact: ThrustChanged) -> str:
    why = f" {_CAUSES[fact.cause]}" if fact.cause != "order" else ""
    return f"{fact.unit} changes its thrust from {written(fact.before)} to {written(fact.after)}{why}."


def _tac(fact: TacBegun) -> str:
    return f"{fact.unit} begins {fact.tac} tactical manoeuvres, up to and with impulse {fact.until}."


def _no_tac(fact: TacEnded) -> str:
    return f"{fact.unit} ends its tactical manoeuvres."


_TURNS: Final = {
    "order": "{unit} turns {turn}",
    "rotation": "{unit} rotates {turn}",
    "orbit": "{unit} turns {turn} along its orbit",
    "seek": "{unit} turns {turn} towards its target",
}


def _turned(fact: UnitTurned) -> str:
    limit = "" if fact.limit is None else f" (up to {written(fact.limit)} on each axis)"
    return f"{_TURNS[fact.cause].format(unit=fact.unit, turn=fact.turn)}{limit} and faces {fact.facing}."


def _het(fact: HighEnergyTurned) -> str:
    asked = f"{fact.unit} makes a high-energy turn to {fact.to}"
    if not fact.die:
        return f"{asked}; no die is rolled for a breakdown."
    die = f"the die is {fact.die}, {_breaks(fact.needed)}"
    if fact.broke_down:
        return f"{asked} and breaks down: {die}; six dice leave it facing {fact.facing}."
    return f"{asked}: {die}, so it does not break down."


def _breaks(needed: int) -> str:
    return "no die breaks it down" if needed >= NEVER else f"{needed} or more breaks it down"


def _decelerated(fact: Decelerated) -> str:
    if fact.inertia_only:
        return f"{fact.unit} makes an inertia-only deceleration: all of its inertia is lost, and nothing else."
    wait = f"no impulse energy moves it for {counted(fact.period, 'impulse')} after this"
    return f"{fact.unit} makes an emergency deceleration: it stops, all of its inertia is lost, and {wait}."


def _orbit(fact: OrbitEntered) -> str:
    return (
        f"{fact.unit} enters a standard orbit of {fact.planet}, {hexes(fact.exact)} from its middle, with the planet "
        f"to the {fact.side}: it faces {fact.facing} and turns yaw {written(fact.turn)} each impulse."
    )


def _no_orbit(fact: OrbitLeft) -> str:
    return f"{fact.unit} leaves its standard orbit."


def _inertia(fact: InertiaChanged) -> str:
    match fact.cause:
        case "thrust":
            how = f"{fact.unit}'s thrust adds {fact.change} to its inertia"
        case "pull":
            how = f"{fact.by} pulls {fact.unit}: {fact.change} is added to its inertia"
        case "web":
            how = f"{fact.by} takes {fact.unit}'s inertia"
        case "deceleration":
            how = f"{fact.unit} loses its inertia in the deceleration"
        case "binding":
            how = f"{fact.unit} takes the mean inertia of the ships bound together"
    return f"{how}; it is {fact.inertia} now."


def _moved(fact: UnitMoved) -> str:
    return f"{fact.unit} moves {fact.moved} to {fact.place}, at warp speed {written(fact.speed)}."


def _bound(fact: UnitsBound) -> str:
    return f"{listed(fact.units)} are bound by web energy; each has the inertia {fact.inertia} now."


def _parted(fact: UnitsParted) -> str:
    return f"{listed(fact.units)} are bound no more."


def _released(fact: UnitReleased) -> str:
    inertia = f", inertia {fact.inertia}" if fact.inertia else ""
    goes = f"{fact.unit} goes out from {fact.carrier} at {fact.place}, facing {fact.facing}"
    return f"{goes}, speed {written(fact.speed)}{inertia}."


SENTENCES: Final[Mapping[type[Event], Callable[[Any], str]]] = {
    UnitPlaced: _placed,
    ImpulseBegun: _impulse,
    RunEnded: _run,
    TimeRanOut: _time,
    SpeedChanged: _speed,
    ThrustChanged: _thrust,
    TacBegun: _tac,
    TacEnded: _no_tac,
    UnitTurned: _turned,
    HighEnergyTurned: _het,
    Decelerated: _decelerated,
    OrbitEntered: _orbit,
    OrbitLeft: _no_orbit,
    InertiaChanged: _inertia,
    UnitMoved: _moved,
    UnitsBound: _bound,
    UnitsParted: _parted,
    UnitReleased: _released,
}
