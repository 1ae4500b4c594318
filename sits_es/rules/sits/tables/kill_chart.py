"""A kill chart of one's own as data: reading it, every fault noted, and writing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sits_es.rules.sits.sums.chart import kills
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import PARTS, KillChart
from sits_es.toml import KeyPath

#: The highest percentage.
ALL: Final = 100


def read_kill_chart(cells: Cells) -> KillChart | None:
    """Read it; None where there is none, or where every row of it says what the sum says."""
    path: KeyPath = ("kill_chart",)
    found = cells.numbered(path, "the lowest percentage of each row, 0 to 100", least=0, most=ALL)
    if isinstance(cells.get(path), Mapping) and 0 not in dict(found):
        cells.fault((*path, "0"), "is missing. Begin with the row from 0 percent; each row holds up to the next.")
    rows = tuple(_row(cells, at) for _, at in found)
    chart = KillChart(percents=tuple(percent for percent, _ in found), rows=rows)
    return chart if own_rows(chart) else None


def _row(cells: Cells, path: KeyPath) -> tuple[int, ...]:
    places = cells.rows(path, len(PARTS))
    return tuple(cells.number(place, most=part) for place, part in zip(places, PARTS, strict=bool(places)))


def formula_row(percent: int) -> tuple[int, ...]:
    """The sum's kills of each part at a percentage."""
    return tuple(kills(part, percent).total for part in PARTS)


def own_rows(chart: KillChart) -> list[int]:
    """The lowest percentage of each row that departs from the sum anywhere."""
    ends = (*chart.percents, ALL + 1)[1:]
    return [
        first
        for first, end, row in zip(chart.percents, ends, chart.rows, strict=True)
        if any(formula_row(percent) != row for percent in range(first, end))
    ]


def kill_chart_data(chart: KillChart | None) -> dict[str, list[int]]:
    """The chart as data; empty where there is none."""
    if chart is None:
        return {}
    return {str(percent): list(row) for percent, row in zip(chart.percents, chart.rows, strict=True)}
