"""How a ship moves, as text: speed, movement grid beside the thrust chart, dots, attitude, pivots and rolls."""

from __future__ import annotations

from collections.abc import Iterator

from commands.render.fitted import FittedTable
from commands.sits.render.page import joined, table
from sits_es.rules.sits.play.movement_grid import fill_grid
from sits_es.rules.sits.play.thrust_chart import PULSES, Pulse, ThrustChart, cross
from sits_es.rules.sits.tables.values import SEGMENTS, Tables
from sits_es.sentences import counted
from sits_es.space.attitude import Attitude, markers
from sits_es.space.hexes import HexVector
from sits_es.space.vectors import vectors_in_words


def moves(vector: HexVector) -> str:
    """A displacement as people write it: "1A 1B", or "none"."""
    return str(vector) or "none"


def pulses(chart: ThrustChart) -> Iterator[Pulse]:
    """What each pulse crossed off gave, in order."""
    so_far = ThrustChart()
    for thrust, nose in zip(chart.thrusts, chart.noses, strict=True):
        so_far, pulse = cross(so_far, thrust, nose)
        yield pulse


def grid_and_chart(
    vectors: HexVector, chart: ThrustChart, tables: Tables, segment: int | None, *, ascii_only: bool = False
) -> FittedTable:
    """The movement grid by segments, the one at hand marked with `>`, and beside it the thrust chart by pulses."""
    grid = fill_grid(vectors, tables)
    crossed = list(pulses(chart))

    def row(number: int) -> tuple[str, ...]:
        mark = ">" if number == segment else ""
        left = (mark, str(number), moves(grid.moves_in(number)), "")
        if number > len(crossed):
            return (*left, f"[ ] {number}", "", "", "")
        pulse = crossed[number - 1]
        return (*left, f"[x] {number}", str(chart.thrusts[number - 1]), pulse.nose, _gives(pulse))

    heads = ("", "Segment", f"Grid for {vectors_in_words(vectors)}", "", "Pulse", "Thrust", "Nose", "Gives")
    rows = (row(number) for number in range(1, max(SEGMENTS, PULSES) + 1))
    return table(heads, rows, right=(1, 5), ascii_only=ascii_only)


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
