"""Pulses of thrust, dots, displacement and moves as a person would redo them on paper."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from sits_es.events import Event
from sits_es.report.working import Context, Modifier, Working
from sits_es.rules.sits.board import Board
from sits_es.rules.sits.motion.facts import (
    DotGained,
    FutureDisplaced,
    HalvesKept,
    PulseCrossed,
    ShipMoved,
    ThrustChanged,
)
from sits_es.rules.sits.ship.tracks import strength
from sits_es.rules.sits.sums.plots import default_plot_of
from sits_es.rules.sits.sums.thrust_chart import DOT, HEX, ThrustChart
from sits_es.rules.sits.tables.charts import thrust_row
from sits_es.rules.sits.tables.sources import source
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.views.provenance import of_track
from sits_es.sentences import counted
from sits_es.space.avid import Window
from sits_es.space.vectors import vectors_in_words

_CHART: Final = 'card, "Resolve Thrust"; sits rules 6'


def _points(chart: ThrustChart) -> tuple[int, int]:
    """Thrust points on a chart before its last pulse, and with it."""
    return chart.total(len(chart.thrusts) - 1), chart.total()


def _dots_of_last(chart: ThrustChart, tables: Tables) -> str:
    """How many dots the chart's last pulse gives, and why."""
    thrust, pulse = chart.thrusts[-1], len(chart.thrusts)
    before, after = _points(chart)
    if (row := thrust_row(tables, thrust)) is not None:
        cells, whose = " ".join(map(str, row.dots)), source(tables, "thrust_chart", "dots", thrust)
        return f"Dots by pulse at thrust {thrust}: {cells} ({whose}); pulse {pulse} gives {row.dots[pulse - 1]}."
    whose = source(tables, "thrust_chart", "dots")
    return (
        f"Dots so far: {after} / {DOT}, dropped, is {after // DOT}; before this pulse {before} / {DOT} is "
        f"{before // DOT}; so it gives {after // DOT - before // DOT} ({whose})."
    )


def _way_so_far(chart: ThrustChart, tables: Tables) -> Iterator[str]:
    """How far the chart has displaced the marker: its pulses added up, or as the game's own rows have it."""
    gained = 0
    added = []
    for thrust in chart.thrusts:
        added.append(f"{gained} + {gained + thrust}")
        gained += thrust
    way = chart.way()
    whose = source(tables, "thrust_chart", "hexes")
    if not _by_rows(chart, tables) or len(_by_rows(chart, tables)) < len(chart.thrusts):
        yield f"Thrust of the pulses: {', '.join(map(str, chart.thrusts))}."
        yield (
            f"Points before and after each pulse: {', '.join(added)}; together {way}, / {HEX}, dropped: "
            f"{counted(way // HEX, 'hex')}, {way % HEX} over ({whose})."
        )
    for pulse, thrust in _by_rows(chart, tables).items():
        row = thrust_row(tables, thrust)
        if row is not None:
            cells, own = " ".join(map(str, row.hexes)), source(tables, "thrust_chart", "hexes", thrust)
            yield f"Hexes by pulse at thrust {thrust}: {cells} ({own}); pulse {pulse} gives {row.hexes[pulse - 1]}."


def _by_rows(chart: ThrustChart, tables: Tables) -> dict[int, int]:
    """The pulses that go by a row of the game's own chart, from 1, with their thrust."""
    return {
        pulse: thrust for pulse, thrust in enumerate(chart.thrusts, start=1) if thrust_row(tables, thrust) is not None
    }


def _hexes(chart: ThrustChart, tables: Tables, pulses: int) -> int:
    """Hexes of displacement that the chart's first pulses gave."""
    return sum(
        chart.way(pulse + 1) // HEX - chart.way(pulse) // HEX
        if (row := thrust_row(tables, thrust)) is None
        else row.hexes[pulse]
        for pulse, thrust in enumerate(chart.thrusts[:pulses])
    )


def _pulse(context: Context) -> Working:
    crossed: PulseCrossed = context.event
    board: Board = context.board
    had = board.ships[crossed.ship].chart
    chart = ThrustChart((*had.thrusts, crossed.thrust), (*had.noses, crossed.nose))
    before, after = _points(chart)
    return Working(
        rule=_CHART,
        modifiers=(
            Modifier(name="thrust", value=f"+{crossed.thrust}", rule="the thrust set in step 4 (sits rules 5.4)"),
        ),
        steps=(
            f"Pulse {crossed.pulse}: points so far {before} + {crossed.thrust} = {after}.",
            _dots_of_last(chart, board.tables),
            *_way_so_far(chart, board.tables),
        ),
        expected="no dice.",
        values={"points": after},
    )


def _dot(context: Context) -> Working:
    gained: DotGained = context.event
    board: Board = context.board
    chart = board.ships[gained.ship].chart
    before, after = _points(chart)
    return Working(
        rule=_CHART,
        steps=(
            f"Pulse {len(chart.thrusts)}: points so far {before} + {chart.thrusts[-1]} = {after}.",
            _dots_of_last(chart, board.tables),
            f"In the nose's window, {gained.window}: {gained.total - gained.dots} + {gained.dots} = {gained.total}.",
        ),
        expected="no dice.",
        values={"points": after},
    )


def _halves(context: Context) -> Working:
    kept: HalvesKept = context.event
    board: Board = context.board
    ship = board.ships[kept.ship]
    nose, over = ship.chart.noses[-1], ship.chart.way() % HEX
    met = f"{nose} held one already: the two make a hex that moves the marker now"
    alone = f"{nose} held none: it is kept there for the end of another chart"
    return Working(
        rule=_CHART,
        steps=(
            *_way_so_far(ship.chart, board.tables),
            f"The chart is full, and {over} over is half of {HEX} or more: half a hex (house).",
            f"The nose is in {nose}, and {met if nose in ship.halves else alone}.",
        ),
        expected="no dice.",
    )


def _displaced(context: Context) -> Working:
    moved: FutureDisplaced = context.event
    board: Board = context.board
    ship = board.ships[moved.ship]
    nose = ship.chart.noses[-1] if ship.chart.noses else ship.attitude.nose
    pulses = len(ship.chart.thrusts)
    before, after = (_hexes(ship.chart, board.tables, number) for number in (pulses - 1, pulses))
    # halves are told before the marker moves: two that met left their window
    met = any(
        fact.ship == moved.ship and nose not in fact.halves
        for fact in context.earlier[-1:]
        if isinstance(fact, HalvesKept)
    )
    return Working(
        rule=_CHART,
        steps=(
            *_way_so_far(ship.chart, board.tables),
            f"Hexes of displacement: {before} before this pulse, {after} with it.",
            *((f"Two half hexes in {nose} make one more, {after + 1}.",) if met else ()),
            *_moved_by(board.tables, nose, before, after + met),
            f"The marker moves by {vectors_in_words(moved.by)}, from {ship.future} to {moved.at}.",
        ),
        expected="no dice.",
    )


def _moved_by(tables: Tables, nose: Window, before: int, after: int) -> Iterator[str]:
    """The default plots of so many hexes in the nose's window, before and after. Rule: sits rules 6 (house)."""
    plots = (default_plot_of(tables, number, nose) for number in (before, after))
    had, has = (vectors_in_words(plot) for plot in plots)
    whose = source(tables, "plots", nose, after)
    yield f"Default plots in the nose's window, {nose}: {before} is {had}, {after} is {has} (plots: {whose})."


def _moved(context: Context) -> Working:
    moved: ShipMoved = context.event
    return Working(
        rule="card, step 6; sits rules 5.6",
        steps=(f"The ship goes to its marker: {moved.start} to {moved.end}.",),
        expected="no dice.",
    )


def _changed(context: Context) -> Working:
    changed: ThrustChanged = context.event
    board: Board = context.board
    ship = board.ships[changed.ship]
    most = strength(board.class_of(ship), ship, "thrust")
    limit = Modifier(name="most", value=str(most), rule=of_track(board, changed.ship, "thrust"))
    if changed.cause == "damage":
        return Working(
            rule="sits rules 9",
            modifiers=(limit,),
            steps=(f"Thrust was {changed.before}; the thrust track's rating is {most} now, and no more can be given.",),
            expected="no dice.",
        )
    zero = (" Set to zero with pulses on the chart: a thrust break in step 7.",) if ship.chart.thrusts else ()
    return Working(
        rule='card, "Change Thrust"; sits rules 5.4',
        modifiers=(limit,),
        steps=(f"Ordered: {changed.after} of {most} at most." + "".join(zero if not changed.after else ()),),
        expected="no dice.",
    )


#: How each of these facts is explained, by its class.
EXPLAINED: Final[Mapping[type[Event], Callable[[Context], Working]]] = {
    PulseCrossed: _pulse,
    DotGained: _dot,
    HalvesKept: _halves,
    FutureDisplaced: _displaced,
    ThrustChanged: _changed,
    ShipMoved: _moved,
}
