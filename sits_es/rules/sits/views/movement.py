"""How the ships moved in one segment: markers, grid row, thrust chart, attitude, and thrust breaks step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from sits_es.events import Event
from sits_es.report.blocks import BLANK, Block, Fields, TextTable, strong
from sits_es.rules.sits.board import Board, Pivot, Roll, Ship
from sits_es.rules.sits.motion.facts import FutureDisplaced, PulseCrossed, ShipMoved
from sits_es.rules.sits.sums.movement_grid import fill_grid
from sits_es.rules.sits.sums.thrust_chart import PULSES, Pulse, ThrustChart, cross, dots
from sits_es.rules.sits.sums.tracks import lost_as
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.rules.sits.words import joined, of
from sits_es.sentences import counted, listed
from sits_es.space.attitude import Attitude, markers
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import vectors_in_words

E = TypeVar("E", bound=Event)


def movement(before: Board, events: Sequence[Event], after: Board) -> Iterator[Block]:
    """Each ship that was in the game when the segment began, with its grid's row and its chart as it was then."""
    for number, ship in enumerate(before.standing()):
        if number:
            yield BLANK
        own = [event for event in events if getattr(event, "ship", None) == ship.name]
        now = after.ships[ship.name]
        yield strong(f"{ship.name}{'' if now.destroyed is None else f' (out: {lost_as(now.destroyed)})'}", 2)
        yield Fields(_rows(before, ship, own, now), indent=4)
        chart = _chart(ship, own)
        yield grid_and_chart(ship.vectors, chart, before.tables, before.segment, indent=4)


def _only(events: Iterable[Event], cls: type[E]) -> E | None:
    return next(iter(of(events, cls)), None)


def _chart(ship: Ship, own: Sequence[Event]) -> ThrustChart:
    """The chart with this segment's pulse, before a thrust break cleared it."""
    pulse = _only(own, PulseCrossed)
    if pulse is None:
        return ship.chart
    return ThrustChart((*ship.chart.thrusts, pulse.thrust), (*ship.chart.noses, pulse.nose))


def _rows(board: Board, ship: Ship, own: Sequence[Event], now: Ship) -> Iterator[tuple[str, str]]:
    moved, displaced = _only(own, ShipMoved), _only(own, FutureDisplaced)
    yield "Position", f"{ship.position} -> {moved.end}" if moved else f"{ship.position}"
    yield "Marker", marker_text(board, ship, displaced)
    yield "Vectors", vectors_in_words(ship.vectors) + (" a turn" if ship.vectors else "")
    yield "Thrust", f"{now.thrust}" if ship.thrust == now.thrust else f"{ship.thrust} -> {now.thrust}"
    yield "Dots", dots_text(_chart(ship, own), board.tables)
    yield "Half hexes", f"one kept in {listed(now.halves)}" if now.halves else ""
    yield from attitude_rows("Attitude", ship.attitude)
    if now.attitude != ship.attitude:
        yield from attitude_rows("and now", now.attitude)
    yield "Next", f"marker at {now.future}" if now.future is not None and moved else ""
    yield "Pivot", pivot_text(now.pivot) if now.pivot else ""
    yield "Roll", roll_text(now.roll) if now.roll else ""


def marker_text(board: Board, ship: Ship, displaced: FutureDisplaced | None) -> str:
    """Where the grid put the future-position marker of the segment at hand and where thrust took it."""
    move = fill_grid(ship.vectors, board.tables).moves_in(board.segment)
    shifted = f"; thrust displaces it by {moves(displaced.by)} to {displaced.at}" if displaced else ""
    return f"{ship.position + move} by the grid ({moves(move)}){shifted}"


def moves(vector: HexVector) -> str:
    """A displacement as people write it: "1A 1B", or "none"."""
    return str(vector) or "none"


def pulses(chart: ThrustChart, tables: Tables) -> Iterator[Pulse]:
    """What each pulse crossed off gave, in order."""
    so_far = ThrustChart()
    for thrust, nose in zip(chart.thrusts, chart.noses, strict=True):
        so_far, pulse = cross(so_far, thrust, nose, tables)
        yield pulse


def grid_and_chart(
    vectors: HexVector, chart: ThrustChart, tables: Tables, segment: int | None, *, indent: int = 2
) -> TextTable:
    """The movement grid by segments, the one at hand marked with `>`, and beside it the thrust chart by pulses."""
    grid = fill_grid(vectors, tables)
    crossed = list(pulses(chart, tables))

    def row(number: int) -> tuple[str, ...]:
        mark = ">" if number == segment else ""
        left = (mark, str(number), moves(grid.moves_in(number)), "")
        if number > len(crossed):
            return (*left, f"[ ] {number}", "", "", "")
        pulse = crossed[number - 1]
        return (*left, f"[x] {number}", str(chart.thrusts[number - 1]), pulse.nose, _gives(pulse))

    heads = ("", "Segment", f"Grid for {vectors_in_words(vectors)}", "", "Pulse", "Thrust", "Nose", "Gives")
    rows = (row(number) for number in range(1, max(SEGMENTS, PULSES) + 1))
    return TextTable(heads, rows, right=(1, 5), indent=indent)


def _gives(pulse: Pulse) -> str:
    hexes = pulse.hexes - pulse.hexes_before
    return joined(
        (
            counted(pulse.dots, "dot") if pulse.dots else "",
            f"{counted(hexes, 'hex')} ({moves(pulse.move)})" if hexes else "",
        )
    )


def attitude_rows(label: str, attitude: Attitude) -> Iterator[tuple[str, str]]:
    """Nose and roll step, and below them the five other markers, as labelled rows."""
    at = markers(attitude)
    yield label, str(attitude)
    yield "", f"stern {at.stern}, port {at.port}, starboard {at.starboard}, top {at.top}, bottom {at.bottom}"


def dots_text(chart: ThrustChart, tables: Tables) -> str:
    """Dots by window since the last thrust break: "A+ 2, B/C 1", or "none"."""
    return ", ".join(f"{window} {number}" for window, number in dots(chart, tables)) or "none"


def pivot_text(pivot: Pivot) -> str:
    """How far a pivot has come and how many segments it still takes."""
    return f"to {pivot.to}: {_progress(pivot.due, pivot.spent)}"


def roll_text(roll: Roll) -> str:
    """How far a roll has come and how many segments it still takes."""
    return f"to {roll.side}: {_progress(roll.due, roll.spent)}"


def _progress(due: Sequence[int], spent: int) -> str:
    """Windows done of a pivot or roll, segments left, and its pace."""
    done = sum(segments <= spent for segments in due)
    to_go = counted(due[-1] - spent, "segment")
    steady = all(segments == due[0] * window for window, segments in enumerate(due, start=1))
    pace = f"{due[0]} a window" if steady else f"windows after {', '.join(map(str, due))} segments"
    return f"{done} of {counted(len(due), 'window')} done, {to_go} to go ({pace})"


def plots_text(ship: Ship) -> str:
    """Plots named for the ship's next thrust break."""
    return "; ".join(f"{window}: {vectors_in_words(vector)}" for window, vector in ship.plots.items())
