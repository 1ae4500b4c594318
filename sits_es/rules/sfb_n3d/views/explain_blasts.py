"""Explosions, mines and spheres as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.play.moving import speed_left
from sits_es.rules.sfb_n3d.spheres.facts import (
    ExplosionFelt,
    ExplosionMade,
    MineTriggered,
    SphereEnded,
    SphereFormed,
    SphereStruck,
)
from sits_es.rules.sfb_n3d.sums import expanding_spheres
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.paper import blast_steps, crossing_steps, range_step, schedule_step, sphere_step
from sits_es.rules.sfb_n3d.sums.words import hexes, points


def _exploded(context: Context) -> Working:
    fact: ExplosionMade = context.event
    where = {"mine": "the mine's card", "seeking": "the weapon's card", "loss": "its player's own display, as entered"}
    return Working(
        rule="D5.2; M2.50 for mines",
        modifiers=(Modifier(name="strength", value=written(fact.strength), rule=where[fact.cause]),),
        steps=(f"Every unit feels {points(fact.strength)} divided by the square of its exact range.",),
        values={"strength": written(fact.strength)},
    )


def _felt(context: Context) -> Working:
    fact: ExplosionFelt = context.event
    board: Board = context.board
    made = [each for each in context.earlier if isinstance(each, ExplosionMade) and each.source == fact.source]
    there = board.units[fact.unit].place
    source = made[-1].place if made else board.units[fact.source].place
    full = made[-1].strength if made else fact.strength
    return Working(
        rule="D5.2; G10.72 in a web",
        modifiers=(
            Modifier(name="strength", value=written(full), rule=f"the explosion of {fact.source}"),
            Modifier(name="range", value=written(fact.exact), rule="exact, not rounded down (D5.2)"),
        ),
        steps=blast_steps(fact.source, source, fact.unit, there, full, fact.strength, in_web=fact.in_web),
        values={"strength": written(fact.strength), "exact": written(fact.exact), "damage": fact.damage},
    )


def _mine(context: Context) -> Working:
    fact: MineTriggered = context.event
    board: Board = context.board
    mine, by = board.units[fact.unit], board.units[fact.by]
    card = board.class_of(mine)
    steps = [
        schedule_step(fact.by, speed_left(board, by), board.now),
        range_step(fact.unit, mine.place, fact.by, by.place),
        f"The zone of a {card.name} is {hexes(card.zone)}.",
    ]
    if fact.die:
        goes = "goes off" if fact.detonated else "does not go off"
        steps.append(f"The die shows {fact.die}; {card.detonates} or less sets it off: it {goes}.")
    return Working(
        rule="M2.40; the chart of impulses is house",
        steps=tuple(steps),
        expected=f"it goes off in {card.detonates} of 6 throws." if fact.die else "",
        values={"exact": written(fact.exact), "die": fact.die, "detonated": fact.detonated},
    )


def _formed(context: Context) -> Working:
    fact: SphereFormed = context.event
    return Working(
        rule="G23.41, G23.42",
        modifiers=(
            Modifier(name="radius", value=written(fact.radius), rule="as ordered, 0 to 3.9999 (G23.41)"),
            Modifier(name="energy", value=written(fact.energy), rule="as ordered"),
        ),
        steps=(sphere_step(fact.radius, fact.energy),),
        values={"strength": written(expanding_spheres.strength(fact.radius, fact.energy))},
    )


def _ended(context: Context) -> Working:
    fact: SphereEnded = context.event
    step = f"{fact.unit} has no sphere from here on: it was ended, or its ship is gone."
    return Working(rule="G23.4", steps=(step,))


def _sphere(context: Context) -> Working:
    fact: SphereStruck = context.event
    board: Board = context.board
    up = board.units[fact.unit].sphere
    steps: list[str] = []
    if up is not None:
        radius, energy = up
        steps = [*crossing_steps(fact.target, fact.unit, radius, fact.before, fact.after), sphere_step(radius, energy)]
    return Working(
        rule="G23.41, G23.42; what counts as crossing is house",
        steps=tuple(steps),
        values={"before": written(fact.before), "after": written(fact.after), "strength": written(fact.strength)},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    ExplosionMade: _exploded,
    ExplosionFelt: _felt,
    MineTriggered: _mine,
    SphereFormed: _formed,
    SphereEnded: _ended,
    SphereStruck: _sphere,
}
