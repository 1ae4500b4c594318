"""Turns and high-energy turns as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.sums.breakdown import DICE
from sits_es.rules.sfb_n3d.sums.facings import AXES
from sits_es.rules.sfb_n3d.sums.motion import webbed_speed
from sits_es.rules.sfb_n3d.sums.numbers import written
from sits_es.rules.sfb_n3d.sums.paper import breakdown_steps, limit_steps, towards_step, webbed_step
from sits_es.rules.sfb_n3d.turns.facts import HighEnergyTurned, UnitTurned
from sits_es.rules.sfb_n3d.views.luck import faces


def _limit_steps(board: Board, unit: Unit, limit: int) -> list[str]:
    """How a turn's limit comes about from the turn mode."""
    turn_class = board.class_of(unit).turn_class
    if unit.trapped is None or unit.trapped not in board.webs:
        return limit_steps(turn_class, unit.speed, limit)
    strength = board.webs[unit.trapped].strength
    left = webbed_speed(unit.speed, strength)
    return [webbed_step(unit.trapped, unit.speed, strength), *limit_steps(turn_class, left, limit)]


def _turned(context: Context) -> Working:
    fact: UnitTurned = context.event
    board: Board = context.board
    unit = board.units[fact.unit]
    steps = [] if fact.limit is None else _limit_steps(board, unit, fact.limit)
    rules = {
        "order": "C3.1, C3.31, C3.0; C5 for tactical manoeuvres",
        "rotation": "C3.7, C3.71, C3.72",
        "orbit": "P8.413",
        "seek": "F2.21, F2.123, C3.31",
    }
    if fact.cause == "seek":
        target = board.units.get(unit.target or "")
        place = unit.aim if target is None else target.place
        if place is not None:
            steps.append(towards_step(unit.place, place, unit.target or "Its aim"))
            steps.append("It turns that way in pitch and yaw, each as far as the limit allows.")
    elif fact.cause == "rotation":
        steps.append(f"Its owner set {fact.turn} an impulse before the game began.")
    elif fact.cause == "orbit" and unit.orbits is not None:
        planet, side, turn = unit.orbits
        steps.append(f"In orbit of {planet}, which stays to the {side}: yaw {written(turn)} each impulse.")
    for axis in AXES:
        if turn := getattr(fact.turn, axis):
            was, now = getattr(unit.facing, axis), getattr(fact.facing, axis)
            steps.append(f"{axis.capitalize()}: {written(was)} + {written(turn)}, within 0 to 360 = {written(now)}.")
    return Working(
        rule=rules[fact.cause],
        modifiers=tuple(
            Modifier(name=axis, value=f"{'+' if turn > 0 else ''}{written(turn)}", rule="C3.1")
            for axis in AXES
            if (turn := getattr(fact.turn, axis))
        ),
        steps=tuple(steps),
        values={
            "facing": fact.facing.decimals(),
            "limit": None if fact.limit is None else written(fact.limit),
        },
    )


def _het(context: Context) -> Working:
    fact: HighEnergyTurned = context.event
    board: Board = context.board
    unit = board.units[fact.unit]
    steps = [f"Ordered: to {fact.to}, any number of degrees on each axis."]
    if fact.die:
        allowed = board.class_of(unit).breakdown
        steps.append(
            f"It is number {unit.high_energy_turns + 1} of its high-energy turns; its card says "
            f"{', '.join(map(str, allowed)) or 'nothing'} for each: {fact.needed} or more breaks it down."
        )
        steps.append(f"The die shows {fact.die}: {'a breakdown' if fact.broke_down else 'no breakdown'}.")
    dice = next((faces(roll) for roll in reversed(context.thrown) if len(roll.faces) == DICE), None)
    if fact.broke_down and dice is not None:
        steps += breakdown_steps(dice)
    steps.append(f"It faces {fact.facing}.")
    chance = max(0, 7 - fact.needed) if fact.die else 0
    return Working(
        rule="C6.0, C6.541, C6.5511",
        steps=tuple(steps),
        expected=f"a breakdown in {chance} of 6 throws." if fact.die else "",
        values={"die": fact.die, "needed": fact.needed, "facing": fact.facing.decimals()},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    UnitTurned: _turned,
    HighEnergyTurned: _het,
}
