"""Inertia, orbits, ships bound together and units released, as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from attrs import astuple

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.launching.facts import UnitReleased
from sits_es.rules.sfb_n3d.motion.facts import InertiaChanged, UnitsBound, UnitsParted
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEntered, OrbitLeft
from sits_es.rules.sfb_n3d.sums import binding, holes, orbits
from sits_es.rules.sfb_n3d.sums.numbers import INERTIA_PLACES, written
from sits_es.rules.sfb_n3d.sums.paper import inertia_steps, orbit_steps, pull_steps, range_step
from sits_es.rules.sfb_n3d.sums.places import Inertia
from sits_es.rules.sfb_n3d.views.explain_motion import gained
from sits_es.sentences import listed


def _thrust(context: Context) -> tuple[str, ...]:
    fact: InertiaChanged = context.event
    unit = context.board.units[fact.unit]
    return inertia_steps(unit.facing, unit.thrust, fact.change)


def _pull(context: Context) -> tuple[str, ...]:
    fact: InertiaChanged = context.event
    board: Board = context.board
    unit, hole = board.units[fact.unit], board.bodies[fact.by]
    pull = holes.pull(hole.size, hole.place, unit.place, holes.MOST_PULL)
    return pull_steps(fact.by, hole.size, hole.place, fact.unit, unit.place, pull)


def _web(context: Context) -> tuple[str, ...]:
    fact: InertiaChanged = context.event
    web = context.board.webs.get(fact.by)
    strong = "" if web is None else f" of strength {written(web.strength)}"
    return (f"{fact.by}{strong} is above 0: every unit in it loses all of its inertia.",)


def _lost(context: Context) -> tuple[str, ...]:
    del context
    return ("A deceleration takes all of the inertia, and gives no energy for it.",)


def _mean(context: Context) -> tuple[str, ...]:
    fact: InertiaChanged = context.event
    bound = (fact.unit, *context.board.units[fact.unit].bound)
    return (f"Each of {listed(bound)} has their mean inertia, to 0.0000001 of a hex a turn on each axis.",)


_CAUSES: Final[Mapping[str, tuple[str, Callable[[Context], tuple[str, ...]]]]] = {
    "thrust": ("C2.111; that it counts in its own impulse is house", _thrust),
    "pull": ("P4.11; that the change is in hexes a turn is house", _pull),
    "web": ("G10.511", _web),
    "deceleration": ("C8.0", _lost),
    "binding": ("C14.20", _mean),
}


def _inertia(context: Context) -> Working:
    fact: InertiaChanged = context.event
    rule, how = _CAUSES[fact.cause]
    # ships bound have their mean inertia before this says so
    was = Inertia(*(now - more for now, more in zip(astuple(fact.inertia), astuple(fact.change), strict=True)))
    return Working(
        rule=rule,
        modifiers=(
            Modifier(name="inertia before", value=str(was), rule="gathered so far (C2.111)"),
            Modifier(name="change", value=str(fact.change), rule=rule),
        ),
        steps=(*how(context), gained(was, fact.change, fact.inertia)),
        values={"change": str(fact.change), "inertia": str(fact.inertia)},
    )


def _orbit(context: Context) -> Working:
    fact: OrbitEntered = context.event
    board: Board = context.board
    unit, planet = board.units[fact.unit], board.bodies[fact.planet]
    found = orbits.Orbit(fact.exact, orbits.SPEED, fact.facing.yaw, fact.turn)
    return Working(
        rule="P8.41, P8.411, P8.413; that the formula is 5.625 / (range x pi) is house: only so it stays on the circle",
        steps=orbit_steps(fact.unit, unit.place, fact.planet, planet.place, fact.side, found),
        values={"turn": written(fact.turn), "range": written(fact.exact)},
    )


def _no_orbit(context: Context) -> Working:
    fact: OrbitLeft = context.event
    orbit = context.board.units[fact.unit].orbits
    what = "its planet" if orbit is None else orbit[0]
    return Working(
        rule="P8.4",
        steps=(
            f"{fact.unit} no longer turns with {what}: it flies straight on from here unless it is ordered to turn.",
        ),
    )


def _bound(context: Context) -> Working:
    fact: UnitsBound = context.event
    board: Board = context.board
    ships = [board.units[name] for name in fact.units]
    steps = [
        range_step(one.name, one.place, other.name, other.place)
        for number, one in enumerate(ships)
        for other in ships[number + 1 :]
    ]
    for axis, mean in zip("xyz", fact.inertia.decimals(), strict=True):
        parts = " + ".join(written(getattr(ship.inertia, axis), INERTIA_PLACES) for ship in ships)
        steps.append(f"{axis}: ({parts}) / {len(ships)} = {mean}.")
    near = f"Each pair is less than {written(binding.APART)} hexes apart"
    shields = "one of the others off its #3 shield and the third off its #5, up to 10 degrees beyond their limits"
    steps.append(f"{near}; each ship has {shields}.")
    return Working(
        rule="C14.20; the shields' arcs and the rounding are house",
        steps=tuple(steps),
        values={"inertia": str(fact.inertia)},
    )


def _parted(context: Context) -> Working:
    fact: UnitsParted = context.event
    step = (
        f"{listed(fact.units)} no longer stand as the rule asks, or one of them is gone; each moves for itself again."
    )
    return Working(rule="C14.20", steps=(step,))


def _released(context: Context) -> Working:
    fact: UnitReleased = context.event
    carrier = context.board.units[fact.carrier]
    return Working(
        rule="A3.4; its facing and inertia are house",
        steps=(
            f"{fact.carrier} is at {carrier.place} now, and {fact.unit} goes out at that very place.",
            f"It has its carrier's facing, {fact.facing}, and its carrier's inertia, {fact.inertia}.",
        ),
        values={"place": str(fact.place)},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    InertiaChanged: _inertia,
    OrbitEntered: _orbit,
    OrbitLeft: _no_orbit,
    UnitsBound: _bound,
    UnitsParted: _parted,
    UnitReleased: _released,
}
