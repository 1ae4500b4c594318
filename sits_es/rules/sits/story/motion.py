"""Markers, thrust, dots, turns and thrust breaks, each as one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sits_es.events import Event
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    HalvesKept,
    PlotsNamed,
    PulseCrossed,
    ShipMoved,
    ShipPlaced,
    ThrustBroke,
    ThrustChanged,
)
from sits_es.rules.sits.turns.facts import PivotBegun, RollBegun, ShipTurned, TurnSpent
from sits_es.sentences import counted, listed
from sits_es.space.vectors import vectors_in_words


def _placed(fact: ShipPlaced) -> str:
    return (
        f"{fact.ship} ({fact.ship_class}, side {fact.side}, player {fact.player}) stands at {fact.position}, "
        f"{fact.attitude}, vectors {vectors_in_words(fact.vectors)}."
    )


def _marked(fact: FutureMarked) -> str:
    return f"{fact.ship}'s future marker goes to {fact.at}: this segment's move is {str(fact.move) or 'none'}."


def _thrust(fact: ThrustChanged) -> str:
    if fact.cause == "damage":
        return f"Damage cuts {fact.ship}'s thrust from {fact.before} to {fact.after}."
    return f"{fact.ship} changes thrust from {fact.before} to {fact.after}."


def _plots(fact: PlotsNamed) -> str:
    plots = "; ".join(f"{choice.window}: {vectors_in_words(choice.vector)}" for choice in fact.plots)
    return f"{fact.ship} names its plots for the next thrust break: {plots or 'none'}."


def _pivot(fact: PivotBegun) -> str:
    way = [attitude.nose for attitude in fact.path[:-1]]
    by = f" by way of {listed(way)}" if way else ""
    return (
        f"{fact.ship} begins to pivot to {fact.to}{by}: {counted(len(fact.path), 'window')}, {pace_in_words(fact.due)}."
    )


def pace_in_words(due: Sequence[int]) -> str:
    """How fast a pivot or roll goes: so many segments for each window, or the segments after which each is done."""
    if all(segments == due[0] * window for window, segments in enumerate(due, start=1)):
        return f"{counted(due[0], 'segment')} each"
    return f"done after {listed(map(str, due))} segments"


def _roll(fact: RollBegun) -> str:
    return f"{fact.ship} begins to roll {counted(len(fact.due), 'window')} to {fact.side}, {pace_in_words(fact.due)}."


def _pulse(fact: PulseCrossed) -> str:
    return f"{fact.ship} crosses off pulse {fact.pulse} of its thrust chart: thrust {fact.thrust}, nose {fact.nose}."


def _dots(fact: DotGained) -> str:
    return f"{fact.ship} gains {counted(fact.dots, 'acceleration dot')} in {fact.window}, {fact.total} there now."


def _displaced(fact: FutureDisplaced) -> str:
    return f"Thrust displaces {fact.ship}'s future marker by {vectors_in_words(fact.by)} to {fact.at}."


def _halves(fact: HalvesKept) -> str:
    return (
        f"{fact.ship}'s thrust chart ends with half a hex over; halves are kept in {listed(fact.halves, 'no window')}."
    )


def _moved(fact: ShipMoved) -> str:
    if fact.start == fact.end:
        return f"{fact.ship} stays at {fact.end}."
    return f"{fact.ship} moves from {fact.start} to {fact.end}."


def _turn_spent(fact: TurnSpent) -> str:
    return f"{fact.ship} goes on with its {fact.by}: {fact.segments} of {counted(fact.of, 'segment')} spent."


def _turned(fact: ShipTurned) -> str:
    done = "pivots" if fact.by == "pivot" else "rolls"
    return f"{fact.ship} {done} to {fact.attitude}: {fact.windows} of {counted(fact.of, 'window')} done."


def _broke(fact: ThrustBroke) -> str:
    dots = [
        f"{counted(window.dots, 'dot')} in {window.window} give {vectors_in_words(window.plot)}"
        f"{'' if window.named else ' by default'}"
        for window in fact.dots
    ]
    return (
        f"{fact.ship} has a thrust break ({listed(fact.reasons)}): {'; '.join(dots) or 'no dots'}; "
        f"vectors {vectors_in_words(fact.before)} become {vectors_in_words(fact.after)}."
    )


def _grid(fact: GridFilled) -> str:
    return f"{fact.ship} fills out a new movement grid for vectors {vectors_in_words(fact.vectors)}."


#: How each of these facts is told, by its class.
SENTENCES: Mapping[type[Event], Callable[[Any], str]] = {
    ShipPlaced: _placed,
    FutureMarked: _marked,
    ThrustChanged: _thrust,
    PlotsNamed: _plots,
    PivotBegun: _pivot,
    RollBegun: _roll,
    PulseCrossed: _pulse,
    DotGained: _dots,
    FutureDisplaced: _displaced,
    HalvesKept: _halves,
    ShipMoved: _moved,
    TurnSpent: _turn_spent,
    ShipTurned: _turned,
    ThrustBroke: _broke,
    GridFilled: _grid,
}
