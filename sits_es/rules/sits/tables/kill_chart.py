"""The kill chart: the bundled one is a sum, a game may have rows of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sits_es.rules.sits.sums.chart import kills
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.section import TableSection
from sits_es.rules.sits.tables.values import PARTS, KillChart, Tables
from sits_es.toml import KeyPath

#: The highest percentage.
ALL: Final = 100


class KillRows(TableSection, frozen=True):
    """Rows by the lowest percentage of each, which holds up to the next; none where all say what the sum says."""

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        path: KeyPath = (self.name,)
        found = cells.numbered(path, "the lowest percentage of each row, 0 to 100", least=0, most=ALL)
        if isinstance(cells.get(path), Mapping) and 0 not in dict(found):
            cells.fault((*path, "0"), "is missing. Begin with the row from 0 percent; each row applies up to the next.")
        rows = tuple(_row(cells, at) for _, at in found)
        chart = KillChart(percents=tuple(percent for percent, _ in found), rows=rows)
        return {"kill_chart": chart if own_rows(chart) else None}

    def data(self, tables: Tables) -> Any:
        return {} if tables.kill_chart is None else _data(tables.kill_chart)

    def full(self, tables: Tables) -> Any:
        by_sum = KillChart(percents=tuple(range(ALL + 1)), rows=tuple(map(formula_row, range(ALL + 1))))
        return _data(tables.kill_chart or by_sum)

    def own(self, tables: Tables, card: Tables) -> Iterable[str]:
        chart = tables.kill_chart
        return [f"{self.name}.{percent}" for percent in (own_rows(chart) if chart else ())]

    def steps(self, tables: Tables, key: tuple[str, ...]) -> tuple[str, ...]:
        chart = tables.kill_chart
        return (str(chart.lowest(int(key[0]))), *key[1:]) if key and chart else key

    def columns(self, rows: Mapping[str, Any], *part: str) -> Sequence[object]:
        return PARTS


def _row(cells: Cells, path: KeyPath) -> tuple[int, ...]:
    places = cells.rows(path, len(PARTS))
    return tuple(cells.number(place, most=part) for place, part in zip(places, PARTS, strict=bool(places)))


def _data(chart: KillChart) -> dict[str, list[int]]:
    return {str(percent): list(row) for percent, row in zip(chart.percents, chart.rows, strict=True)}


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


KILL_CHART: Final = KillRows(
    name="kill_chart",
    about=(
        "Kills for 1 to 10, 20, 30 ... 100 missiles, shots or points, by percentage; a row applies up to the next.",
        "As in the flyer's only example, 28 + 8 + 2 of 136 at 28%, the bundled numbers are rounded half up.",
    ),
    bundled="flyer; rounding: house",
    ruled=True,
)
