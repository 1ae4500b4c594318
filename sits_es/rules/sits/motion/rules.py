"""Markers, thrust, moves and thrust breaks: steps 1, 4, 5, 6 and 7. Rule: card, "Segment Procedure"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from sits_es.events import Coded
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    FutureMarked,
    GridFilled,
    HalvesKept,
    PlotChoice,
    PlotOrdered,
    PlotsNamed,
    PulseCrossed,
    ShipMoved,
    ThrustBroke,
    ThrustChanged,
    ThrustOrdered,
    WindowDots,
)
from sits_es.rules.sits.play.resolution import Resolution
from sits_es.rules.sits.ship.tracks import has_bridge, strength
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.plots import apply_dots, plot_problems
from sits_es.rules.sits.sums.thrust_chart import carry, cross, dots, full
from sits_es.space.avid import Window
from sits_es.space.hexes import HexVector, Position
from sits_es.space.vectors import Subtraction


def mark_futures(board: Board) -> list[FutureMarked]:
    """Step 1: each ship's future-position marker, by its movement grid's row for the segment."""
    marked: list[FutureMarked] = []
    for ship in board.standing():
        move = fill_grid(ship.vectors, board.tables).moves_in(board.segment)
        marked.append(FutureMarked(ship=ship.name, move=move, at=ship.position + move))
    return marked


def marker_of(ship: Ship) -> Position:
    """The ship's future-position marker."""
    if ship.future is None:
        raise ValueError(f"{ship.name} has no future-position marker in this segment")
    return ship.future


def bridge_problems(ship: Ship) -> Iterator[Coded]:
    """Say that nobody can steer; silent with a bridge, or where the class has none. Rule: house, sits rules 9."""
    if not has_bridge(ship):
        yield Coded("no-bridge")


def thrust_problems(board: Board, ship: Ship, order: ThrustOrdered) -> Iterator[Coded]:
    """Say what is wrong with a plotted thrust and what is allowed; silent when legal."""
    yield from bridge_problems(ship)
    most = strength(board.class_of(ship), ship, "thrust")
    if order.thrust > most:
        yield Coded("thrust-too-high", (order.thrust, most))


def change_thrust(work: Resolution) -> None:
    """Set thrusts and name plots."""
    for ship, order in list(work.ordered(ThrustOrdered)):
        if found := list(thrust_problems(work.board, ship, order)):
            work.void(order, found)
        else:
            work.record(ThrustChanged(ship=ship.name, before=ship.thrust, after=order.thrust))
    for ship, named in list(work.ordered(PlotOrdered)):
        work.record(PlotsNamed(ship=ship.name, plots=named.plots))


def resolve_thrust(work: Resolution) -> None:
    """Step 5: cross off a pulse, note the dots it gives, displace the marker."""
    tables = work.board.tables
    for ship in work.board.standing():
        if not ship.thrust:
            continue
        chart, pulse = cross(ship.chart, ship.thrust, ship.attitude.nose, tables)
        work.record(PulseCrossed(ship=ship.name, pulse=pulse.number, thrust=ship.thrust, nose=pulse.nose))
        if pulse.dots:
            total = dict(dots(chart, tables))[pulse.nose]
            work.record(DotGained(ship=ship.name, window=pulse.nose, dots=pulse.dots, total=total))
        carried = carry(chart, ship.halves, tables)
        if carried.halves != ship.halves:
            work.record(HalvesKept(ship=ship.name, halves=carried.halves))
        if shift := pulse.move + carried.move:
            work.record(FutureDisplaced(ship=ship.name, by=shift, at=marker_of(ship) + shift))


def move_ships(work: Resolution) -> None:
    """Step 6: every ship goes to its marker."""
    for ship in work.board.standing():
        work.record(ShipMoved(ship=ship.name, start=ship.position, end=marker_of(ship)))


def break_thrust(work: Resolution) -> None:
    """Step 7: dots become vectors for every ship whose chart is full, thrust was set to zero or pivot is completed."""
    for ship in work.board.standing():
        reasons = _reasons(ship)
        if not reasons:
            continue
        counted = dots(ship.chart, work.board.tables)
        named = _legal_plots(work, ship, counted)
        done = apply_dots(ship.vectors, counted, named, work.board.tables)
        work.record(
            ThrustBroke(
                ship=ship.name,
                reasons=reasons,
                dots=tuple(
                    WindowDots(window=plot.window, dots=plot.dots, plot=plot.vector, named=plot.window in named)
                    for plot in done.plots
                ),
                steps=tuple(_step(step) for step in done.steps),
                before=ship.vectors,
                after=done.vector,
            )
        )
        work.record(GridFilled(ship=ship.name, vectors=done.vector))


def _step(step: Subtraction) -> Coded:
    """A step of a consolidation, as a record holds it."""
    (one, way), (other, its) = step.pair
    if step.between is None:
        return Coded("opposite", (one, way, other, its))
    return Coded("third", (one, way, other, its, step.between, step.in_all))


def _reasons(ship: Ship) -> tuple[Literal["chart full", "thrust zero", "pivot completed"], ...]:
    """Why the ship has a thrust break; a ship with nothing on its chart has none."""
    if not ship.chart.thrusts:
        return ()
    found: list[Literal["chart full", "thrust zero", "pivot completed"]] = []
    if full(ship.chart):
        found.append("chart full")
    if ship.cut:
        found.append("thrust zero")
    if ship.turned:
        found.append("pivot completed")
    return tuple(found)


def _legal_plots(work: Resolution, ship: Ship, counted: tuple[tuple[Window, int], ...]) -> dict[Window, HexVector]:
    """The plots named for the break that the rules allow; each of the others is void, with the reason on record."""
    legal: dict[Window, HexVector] = {}
    for window, vector in ship.plots.items():
        if reasons := tuple(plot_problems(counted, {window: vector}, work.board.tables)):
            order = PlotOrdered(ship=ship.name, plots=(PlotChoice(window=window, vector=vector),))
            work.void(order, reasons)
        else:
            legal[window] = vector
    return legal
