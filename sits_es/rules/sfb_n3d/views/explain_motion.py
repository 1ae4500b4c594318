"""Placing, speeds, turns and movement as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sfb_n3d import IMPULSES
from sits_es.rules.sfb_n3d.board import Board, Unit
from sits_es.rules.sfb_n3d.ending.facts import ImpulseBegun, RunEnded, TimeRanOut
from sits_es.rules.sfb_n3d.motion.facts import Decelerated, SpeedChanged, ThrustChanged, UnitMoved, UnitPlaced
from sits_es.rules.sfb_n3d.story import tell
from sits_es.rules.sfb_n3d.sums import turn_modes
from sits_es.rules.sfb_n3d.sums.numbers import INERTIA_PLACES, written
from sits_es.rules.sfb_n3d.sums.paper import movement_steps, webbed_step
from sits_es.rules.sfb_n3d.sums.places import Inertia
from sits_es.rules.sfb_n3d.turns.facts import TacBegun, TacEnded
from sits_es.sentences import counted


def _placed(context: Context) -> Working:
    fact: UnitPlaced = context.event
    steps = [f"The scenario, or the player, places it: {tell(fact)}"]
    if fact.rotation:
        steps.append(f"A base turns {fact.rotation} in every impulse, up to 7.5 on each axis, fixed for the game.")
    return Working(
        rule="C1.12, C1.21; C3.71 for a base's rotation; A3.4 for units aboard",
        steps=tuple(steps),
        values={"place": str(fact.place), "facing": fact.facing.decimals()},
    )


def _impulse(context: Context) -> Working:
    fact: ImpulseBegun = context.event
    parts = "orders of status, turns, inertia, movement, what was met, webs, launches, fire, stops"
    return Working(
        rule="C1.4; the order within an impulse is house",
        steps=(f"Impulse {fact.impulse} of {IMPULSES}: {parts}, in this order.",),
    )


def _run(context: Context) -> Working:
    fact: RunEnded = context.event
    board: Board | None = context.board
    agreed = "" if board is None else f" The agreed run is {counted(board.run, 'impulse')}."
    why = "a stop was met in it" if fact.stopped else "it was the last of the run"
    return Working(
        rule="house: orders are given for runs of impulses",
        steps=(f"Nothing more happens after impulse {fact.impulse}: {why}.{agreed}",),
    )


def _time(context: Context) -> Working:
    fact: TimeRanOut = context.event
    step = f"The scenario ends after turn {fact.turns}, and its turn break is done."
    return Working(rule="house: the scenario's turns", steps=(step,))


_CAUSES: Final = {
    "order": ("C1.4, C1.43", "C2.111"),
    "deceleration": ("C8", "C8.41"),
    "orbit": ("P8.41, P8.413", "P8.413"),
    "binding": ("C14.20", "C14.20"),
}

_WHY: Final = {
    "order": "as ordered",
    "deceleration": "an emergency deceleration stops the ship",
    "orbit": "a standard orbit is flown at warp speed 1",
    "binding": "ships bound by web energy use none to move",
}


def _speed(context: Context) -> Working:
    fact: SpeedChanged = context.event
    return Working(
        rule=_CAUSES[fact.cause][0],
        steps=(
            f"{written(fact.before)} becomes {written(fact.after)}: {_WHY[fact.cause]}.",
            f"Each impulse moves it {written(fact.after)} / {IMPULSES} hexes ahead, each axis to the kilometre.",
        ),
        values={"before": written(fact.before), "after": written(fact.after)},
    )


def _thrust(context: Context) -> Working:
    fact: ThrustChanged = context.event
    return Working(
        rule=_CAUSES[fact.cause][1],
        steps=(
            f"{written(fact.before)} becomes {written(fact.after)} of 1 at most: {_WHY[fact.cause]}.",
            f"Each impulse adds {written(fact.after)} / {IMPULSES} hexes a turn to the inertia, along the heading.",
        ),
        values={"before": written(fact.before), "after": written(fact.after)},
    )


def _tac(context: Context) -> Working:
    fact: TacBegun = context.event
    board: Board = context.board
    turn = turn_modes.tac_limit(fact.tac, board.units[fact.unit].outstanding)
    lasts = "to the end of the quarter of the turn" if fact.tac == "warp" else "to the end of the turn"
    return Working(
        rule="C5.11, C5.21, C5.32; G21.224 for an outstanding crew",
        steps=(
            f"Begun at warp speed 0, it lasts {lasts}: impulse {fact.until}.",
            f"Until then it may turn up to {written(turn)} on each axis in an impulse.",
        ),
        values={"limit": written(turn)},
    )


def _no_tac(context: Context) -> Working:
    fact: TacEnded = context.event
    return Working(
        rule="C5.3",
        steps=(f"{fact.unit} uses no energy for manoeuvres from here on: its limit is that of its turn mode again.",),
    )


def _decelerated(context: Context) -> Working:
    fact: Decelerated = context.event
    unit = context.board.units[fact.unit]
    steps = [f"Inertia {unit.inertia} is lost, all of it; it gives no energy."]
    if fact.inertia_only:
        steps.append("Warp and impulse energy go on: from the next impulse inertia can gather again.")
    else:
        steps.append(f"Warp speed {written(unit.speed)} becomes 0.")
        steps.append(f"No impulse energy may move it for {counted(fact.period, 'impulse')}, as the player's rules say.")
    return Working(rule="C8.0, C8.41", steps=tuple(steps), values={"period": fact.period})


def gained(was: Inertia, change: Inertia, now: Inertia) -> str:
    """The sum of inertia, axis by axis."""
    said = [
        f"{axis}: {written(one, INERTIA_PLACES)} + {written(more, INERTIA_PLACES)} = {written(both, INERTIA_PLACES)}"
        for axis, one, more, both in (
            ("x", was.x, change.x, now.x),
            ("y", was.y, change.y, now.y),
            ("z", was.z, change.z, now.z),
        )
    ]
    return f"Inertia in hexes a turn: {'; '.join(said)}."


def moved_along(board: Board, unit: Unit, speed: int) -> tuple[int, list[str]]:
    """What moves a unit along its heading, with the step that says so where a web holds it. Rule: G10.511."""
    web = board.webs.get(unit.trapped or "")
    if web is None or not web.strength:
        return speed, []
    steps = [webbed_step(web.name, unit.speed, web.strength)]
    manoeuvres = max(unit.tac_warp, unit.tac_sublight) >= board.now
    thrust = 0 if manoeuvres or board.clock <= unit.waits else unit.thrust
    if thrust:
        steps.append(f"Thrust {written(thrust)} moves it with that speed and is not kept as inertia.")
    return speed + thrust, steps


def _moved(context: Context) -> Working:
    fact: UnitMoved = context.event
    board: Board = context.board
    unit = board.units[fact.unit]
    along, steps = moved_along(board, unit, fact.speed)
    steps += movement_steps(unit.facing, along, unit.inertia, fact.moved)
    steps.append(f"Place: {unit.place} and {fact.moved} make {fact.place}.")
    return Working(
        rule="C1.11, C1.22, C1.43; G10.511 in a web; the rounding is house",
        modifiers=(
            Modifier(name="warp speed", value=written(fact.speed), rule="as ordered; less a web's strength (G10.511)"),
            Modifier(name="inertia", value=str(unit.inertia), rule="gathered so far (C2.111)"),
        ),
        steps=tuple(steps),
        values={"moved": str(fact.moved), "place": str(fact.place), "speed": written(fact.speed)},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    UnitPlaced: _placed,
    ImpulseBegun: _impulse,
    RunEnded: _run,
    TimeRanOut: _time,
    SpeedChanged: _speed,
    ThrustChanged: _thrust,
    TacBegun: _tac,
    TacEnded: _no_tac,
    Decelerated: _decelerated,
    UnitMoved: _moved,
}
