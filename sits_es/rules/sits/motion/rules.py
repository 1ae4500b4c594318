"""Markers, thrust, moves and thrust breaks: steps 1, 4, 5, 6 and 7. Rule: card, "Segment Procedure"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from sits_es.events import Coded
from sits_es.rules.refusals import Refusal
from sits_es.rules.sits.board import Board, Ship
from sits_es.rules.sits.fact import Order
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
from sits_es.rules.sits.order_rules import OrderRules, why_not
from sits_es.rules.sits.reasons import REASONS, no
from sits_es.rules.sits.resolution import Resolution
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.plots import apply_dots, in_words, own_vectors, plot_problems, plots_of
from sits_es.rules.sits.sums.thrust_chart import carry, cross, dots, full
from sits_es.rules.sits.sums.tracks import has_bridge, strength
from sits_es.sentences import counted
from sits_es.space.avid import Window
from sits_es.space.bearing import ralt
from sits_es.space.hexes import HexVector, Position
from sits_es.space.vectors import Subtraction, vectors_in_words


def why_not_steered(ship: Ship) -> Iterator[Refusal]:
    """Why nobody can steer; silent with a bridge, or where the class has none. Rule: house, sits rules 9."""
    if not has_bridge(ship):
        yield no(ship.name, "no-bridge")


class SetThrust(OrderRules[ThrustOrdered]):
    """Thrust set from this segment on."""

    kind = "thrust"

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """It is within the rating."""
        del given
        yield from why_not_steered(ship)
        most = strength(board.class_of(ship), ship, "thrust")
        if self.fact.thrust > most:
            yield no(ship.name, "thrust-too-high", self.fact.thrust, most)

    @classmethod
    def suggested(cls, board: Board, ship: Ship) -> Iterator[Order]:
        """All that there is."""
        if most := strength(board.class_of(ship), ship, "thrust"):
            yield ThrustOrdered(ship=ship.name, thrust=most)


class NamePlots(OrderRules[PlotOrdered]):
    """Plots named for the next thrust break, at which they are judged."""

    kind = "plot"

    def why_not(self, board: Board, ship: Ship, given: Sequence[Order] = ()) -> Iterator[Refusal]:
        """Each is one for the dots that its window has now."""
        del given
        chosen = {choice.window: choice.vector for choice in self.fact.plots}
        found = plot_problems(dots(ship.chart, board.tables), chosen, board.tables)
        return (REASONS.refusal(ship.name, why) for why in found)

    def why_never(self, board: Board, ship: Ship, later: int) -> Iterator[Refusal]:
        """A window that has it for no number of dots, or for more than any chart gives."""
        del later
        for choice in self.fact.plots:
            plot, window = vectors_in_words(choice.vector), choice.window
            if choice.vector in own_vectors(board.tables, window):
                continue
            # its own range says for how many dots it could have been meant
            needs = ralt(choice.vector.hexes, choice.vector.up)
            allowed = plots_of(board.tables, needs, window)
            if choice.vector not in allowed:
                yield no(ship.name, "never-a-plot", plot, window, needs, in_words(allowed))
            elif (most := _most_dots(board, ship)) is not None and needs > most:
                yield no(ship.name, "too-many-dots", plot, window, needs, most)

    def instead(self, board: Board, ship: Ship, code: str) -> str:
        """When the break comes, and the plots that there are for the dots it finds."""
        when = f"Its thrust break comes in segment {board.segment}"
        if code != "no-dots-there":
            return f"{when}."
        there = [
            f"{counted(number, 'dot')} in {window}: {in_words(plots_of(board.tables, number, window))}"
            for window, number in dots(ship.chart, board.tables)
        ]
        return f"{when}: plot for {'; for '.join(there)}." if there else f"{when}."


def _most_dots(board: Board, ship: Ship) -> int | None:
    """The most dots that a chart can give: eight pulses at a thrust of T give T. None if it isn't reckoned.

    It is not by a game's own thrust chart, which may give anything.
    """
    if board.tables.thrust_rows:
        return None
    return max(board.class_of(ship).tracks.get("thrust", (0,)))


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


def change_thrust(work: Resolution) -> None:
    """Set thrusts and name plots."""
    for ship, order in work.able(ThrustOrdered):
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
        named = _legal_plots(work, ship)
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


def _legal_plots(work: Resolution, ship: Ship) -> dict[Window, HexVector]:
    """The plots named for the break that the rules allow; each of the others is void, with the reason on record."""
    legal: dict[Window, HexVector] = {}
    for window, vector in ship.plots.items():
        order = PlotOrdered(ship=ship.name, plots=(PlotChoice(window=window, vector=vector),))
        if found := why_not(work.board, ship, order):
            work.void(order, found)
        else:
            legal[window] = vector
    return legal
