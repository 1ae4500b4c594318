"""Markers, pulses, dots, turns and thrust breaks as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Happening, Modifier, Working
from sits_es.rules.sits.events.motion import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    HalvesKept,
    PivotBegun,
    PulseCrossed,
    RollBegun,
    ShipMoved,
    ShipTurned,
    ThrustBroke,
    ThrustChanged,
    TurnSpent,
)
from sits_es.rules.sits.play.movement import fill_grid
from sits_es.rules.sits.play.plots import in_words, plots_of
from sits_es.rules.sits.play.thrust_chart import HEX
from sits_es.rules.sits.ship.tracks import strength
from sits_es.rules.sits.state import Board
from sits_es.rules.sits.story.codes import step_in_words
from sits_es.rules.sits.story.motion import pace_in_words
from sits_es.sentences import counted
from sits_es.space.vectors import vectors_in_words

_GRID: Final = 'card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules 6'
_CHART: Final = 'card, "Resolve Thrust"; sits rules 6 (house)'


def _marked(happening: Happening) -> Working:
    marked: FutureMarked = happening.event
    board: Board = happening.board
    ship = board.ships[marked.ship]
    return Working(
        rule=_GRID,
        steps=(
            f"Vectors at the last thrust break: {vectors_in_words(ship.vectors)} a turn.",
            *(row.in_words() for row in fill_grid(ship.vectors, board.tables).rows),
            f"This segment's move: {vectors_in_words(marked.move)}, from {ship.position} to {marked.at}.",
        ),
        expected="no dice.",
    )


def _filled(happening: Happening) -> Working:
    filled: GridFilled = happening.event
    steps = [row.in_words() for row in fill_grid(filled.vectors, happening.board.tables).rows]
    return Working(rule=_GRID, steps=tuple(steps) or ("Still: the grid is empty.",), expected="no dice.")


def _pulse(happening: Happening) -> Working:
    crossed: PulseCrossed = happening.event
    before = sum(happening.board.ships[crossed.ship].chart.thrusts)
    after = before + crossed.thrust
    return Working(
        rule=_CHART,
        modifiers=(Modifier(name="thrust", value=f"+{crossed.thrust}", rule="the thrust set in step 4"),),
        steps=(
            f"Pulse {crossed.pulse}: points so far {before} + {crossed.thrust} = {after}.",
            f"Dots so far: {after} / 8, dropped: {after // 8}; before this pulse {before // 8}.",
        ),
        expected="no dice.",
        values={"points": after},
    )


def _dot(happening: Happening) -> Working:
    gained: DotGained = happening.event
    total = sum(happening.board.ships[gained.ship].chart.thrusts)
    return Working(
        rule=_CHART,
        steps=(
            f"{total} points on the chart are {counted(total // 8, 'dot')}; new ones fall in the nose's window.",
            f"{gained.window}: {gained.total - gained.dots} + {gained.dots} = {gained.total}.",
        ),
        expected="no dice.",
    )


def _halves(happening: Happening) -> Working:
    kept: HalvesKept = happening.event
    ship = happening.board.ships[kept.ship]
    way, nose = ship.chart.way(), ship.chart.noses[-1]
    met = f"{nose} held one already: the two make a hex that moves the marker now"
    alone = f"{nose} held none: it is kept there for the end of another chart"
    return Working(
        rule=_CHART,
        steps=(
            (
                f"The chart is full: every pulse adds the points before and after it, {way} in all; / 128 is "
                f"{counted(way // HEX, 'hex')} and {way % HEX} over, which is half a hex or more."
            ),
            f"The nose is in {nose}, and {met if nose in ship.halves else alone}.",
        ),
        expected="no dice.",
    )


def _displaced(happening: Happening) -> Working:
    moved: FutureDisplaced = happening.event
    ship = happening.board.ships[moved.ship]
    nose = ship.chart.noses[-1] if ship.chart.noses else ship.attitude.nose
    way = ship.chart.way()
    # halves are told before the marker moves: two that met left their window
    met = any(
        fact.ship == moved.ship and nose not in fact.halves
        for fact in happening.earlier[-1:]
        if isinstance(fact, HalvesKept)
    )
    return Working(
        rule=_CHART,
        steps=(
            (
                f"Every pulse adds the points before and after it: {way} so far; / 128, dropped: "
                f"{counted(way // HEX, 'hex')} of displacement."
            ),
            *((f"Two half hexes in {nose} make one more.",) if met else ()),
            (
                f"What is new, with the nose in {nose}, moves the marker by {vectors_in_words(moved.by)}, from "
                f"{ship.future} to {moved.at}."
            ),
        ),
        expected="no dice.",
    )


def _moved(happening: Happening) -> Working:
    moved: ShipMoved = happening.event
    return Working(
        rule="card, step 6", steps=(f"The ship goes to its marker: {moved.start} to {moved.end}.",), expected="no dice."
    )


def _begun(happening: Happening) -> Working:
    begun: PivotBegun | RollBegun = happening.event
    which = "pivot" if isinstance(begun, PivotBegun) else "roll"
    windows = counted(len(begun.due), "window")
    return Working(
        rule="sits rules 2 (house)",
        steps=(
            (
                f"{windows}, {pace_in_words(begun.due)}: {counted(begun.due[-1], 'segment')} in all; the pace is the "
                f"card's {which} track."
            ),
        ),
        expected="no dice.",
    )


def _changed(happening: Happening) -> Working:
    changed: ThrustChanged = happening.event
    ship = happening.board.ships[changed.ship]
    most = strength(happening.board.class_of(ship), ship, "thrust")
    if changed.cause == "damage":
        return Working(
            rule="sits rules 9 (house)",
            steps=(f"Thrust was {changed.before}; the thrust track's rating is {most} now, and no more can be given.",),
            expected="no dice.",
        )
    zero = (" Set to zero with pulses on the chart: a thrust break in step 7.",) if ship.chart.thrusts else ()
    return Working(
        rule='card, "Change Thrust"; sits rules 5.4',
        steps=(f"Ordered: {changed.after} of {most} at most." + "".join(zero if not changed.after else ()),),
        expected="no dice.",
    )


def _spent(happening: Happening) -> Working:
    spent: TurnSpent = happening.event
    step = f"{spent.segments} of {counted(spent.of, 'segment')}: the next window's worth is not complete."
    return Working(rule="sits rules 2 (house)", steps=(step,), expected="no dice.")


def _turned(happening: Happening) -> Working:
    turned: ShipTurned = happening.event
    before = happening.board.ships[turned.ship].attitude
    return Working(
        rule="sits rules 2 (house)",
        steps=(f"{before} becomes {turned.attitude}: window {turned.windows} of {turned.of}.",),
        expected="no dice.",
    )


def _broke(happening: Happening) -> Working:
    broke: ThrustBroke = happening.event
    steps = [f"Why: {', '.join(broke.reasons)}. Vectors so far: {vectors_in_words(broke.before)}."]
    for each in broke.dots:
        how = "as its player named it" if each.named else "the default, nearest to the window's centre"
        allowed = in_words(plots_of(happening.board.tables, each.dots, each.window))
        dots = counted(each.dots, "dot")
        steps.append(f"{dots} in {each.window}: {vectors_in_words(each.plot)}, {how}; allowed are {allowed}.")
    steps += [step_in_words(step) for step in broke.steps]
    steps.append(f"Vectors now: {vectors_in_words(broke.after)}.")
    return Working(
        rule='card, "Thrust Break Condition"; sits rules 5.7 and 6',
        steps=tuple(steps),
        expected="no dice.",
        values={"before": str(broke.before), "after": str(broke.after)},
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Happening], Working]]] = {
    FutureMarked: _marked,
    GridFilled: _filled,
    PulseCrossed: _pulse,
    DotGained: _dot,
    HalvesKept: _halves,
    FutureDisplaced: _displaced,
    ThrustChanged: _changed,
    TurnSpent: _spent,
    ShipMoved: _moved,
    PivotBegun: _begun,
    RollBegun: _begun,
    ShipTurned: _turned,
    ThrustBroke: _broke,
}
