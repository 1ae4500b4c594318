"""Bodies, fields laid by dice, atmospheres and hazards as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d.board import Board
from sits_es.rules.sfb_n3d.play.moving import speed_left
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.sums.fields import MIRRORED, RADIUS_A_POINT
from sits_es.rules.sfb_n3d.sums.numbers import nearest, written
from sits_es.rules.sfb_n3d.sums.paper import range_step, schedule_step
from sits_es.rules.sfb_n3d.sums.words import hexes, radius
from sits_es.rules.sfb_n3d.terrain.facts import (
    AtmosphereEntered,
    BodyLeft,
    FieldLaid,
    HazardMet,
    PlanetReached,
    TerrainPlaced,
)
from sits_es.rules.sfb_n3d.views.luck import faces
from sits_es.sentences import counted

#: Dice of an asteroid's place: two for each axis. Rule: P3.11.
_PLACE_DICE: Final = 6


def _placed(context: Context) -> Working:
    fact: TerrainPlaced = context.event
    rolls = context.thrown
    board: Board | None = context.board
    places = [faces(roll) for roll in rolls if len(roll.faces) == _PLACE_DICE]
    if fact.kind != "asteroid" or not places:
        return Working(
            rule="P2.1 for planets, P2.223 for rings, P3.12 for asteroids, P4.1 for black holes",
            steps=(f"The scenario gives it: {tell(fact)}",),
            values={"place": str(fact.place), "radius": written(nearest(Fraction(fact.radius, 3)))},
        )
    less = MIRRORED if board is not None and board.field == "mirrored" else 0
    dice = places[-1]
    steps = [f"{counted(len(places) - 1, 'throw')} before this overlapped another asteroid."] if len(places) > 1 else []
    for axis, first, second, at in zip("xyz", dice[::2], dice[1::2], fact.place.hexes(), strict=True):
        mirrored = f" - {less}" if less else ""
        steps.append(f"{axis}: 6 x {first} + {second}{mirrored} = {at}.")
    steps.append(f"Radius: a die's third, {fact.radius // RADIUS_A_POINT} / 3 = {radius(fact.radius)}.")
    return Working(
        rule="P3.11, P3.12",
        steps=tuple(steps),
        expected="x, y and z are 24.5 each on average" + (", less 21." if less else "."),
        values={"place": str(fact.place), "dice": list(dice)},
    )


def _field(context: Context) -> Working:
    fact: FieldLaid = context.event
    step = f"{fact.number} asteroids lie so that no two are nearer than their radii together."
    return Working(rule="P3.11; what counts as overlapping is house", steps=(step,))


def _inside(context: Context) -> Working:
    fact: PlanetReached | AtmosphereEntered = context.event
    board: Board = context.board
    unit, body = board.units[fact.unit], board.bodies[fact.body]
    reached = isinstance(fact, PlanetReached)
    size = body.radius if reached else body.atmosphere
    what = "its radius" if reached else "the radius of its atmosphere"
    return Working(
        rule="P2.1; P2.231 for moons" if reached else "P2.1",
        modifiers=(Modifier(name="radius", value=written(nearest(Fraction(size, 3))), rule="the scenario"),),
        steps=(
            range_step(fact.unit, unit.place, fact.body, body.place),
            f"{hexes(fact.exact)} is less than {what}, {radius(size)}. At exactly that it would be outside.",
        ),
        values={"exact": written(fact.exact), "radius": written(nearest(Fraction(size, 3)))},
    )


def _left(context: Context) -> Working:
    fact: BodyLeft = context.event
    board: Board = context.board
    unit, body = board.units[fact.unit], board.bodies[fact.body]
    return Working(
        rule="P2.1",
        steps=(range_step(fact.unit, unit.place, fact.body, body.place), "It is no nearer than the radii now."),
    )


def _hazard(context: Context) -> Working:
    fact: HazardMet = context.event
    board: Board = context.board
    unit, body = board.units[fact.unit], board.bodies.get(fact.body)
    steps = [schedule_step(fact.unit, speed_left(board, unit), board.now)]
    if body is not None:
        steps.append(range_step(fact.unit, unit.place, fact.body, body.place))
        steps.append(f"It is within the {body.kind}, whose radius is {radius(body.radius)}.")
    steps.append(f"The die shows {fact.die}. What it does stands in the printed rules.")
    return Working(
        rule="P2.223 for rings, P3.12 and P3.2 for asteroids; the chart of impulses is house",
        steps=tuple(steps),
        expected="3.5.",
        values={"die": fact.die},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    TerrainPlaced: _placed,
    FieldLaid: _field,
    PlanetReached: _inside,
    AtmosphereEntered: _inside,
    BodyLeft: _left,
    HazardMet: _hazard,
}
