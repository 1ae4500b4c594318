"""Every table in force as cells, also where the program's sums stand, in the shape in which a file enters them."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any, Final

from attrs import evolve

from sits_es.rules.sits.tables.charts import (
    PIVOTS,
    ROLLS,
    TurnChart,
    formula_pace,
    formula_thrust,
    paces_data,
    thrust_data,
    thrust_row,
)
from sits_es.rules.sits.tables.kill_chart import ALL, formula_row, kill_chart_data
from sits_es.rules.sits.tables.plot_rows import formula_plots, plots_data
from sits_es.rules.sits.tables.plot_table import PRINTED
from sits_es.rules.sits.tables.sources import RALT_LIMIT, source
from sits_es.rules.sits.tables.tables import to_data
from sits_es.rules.sits.tables.values import KillChart, PaceRow, PlotRow, Tables
from sits_es.space.bearing import RangeTable

#: How far tables that have no end are printed: the highest thrust, the most dots of one plot, the highest rating.
#: A game's own rows beyond that are printed too.
THRUSTS: Final = 16
DOTS: Final = 8
RATINGS: Final = 8


#: Sections that are one list, and those whose rows stand in parts.
LISTS: Final = ("rate_of_closure", "missile_range")
BY_PARTS: Final = ("movement_grid", "ralt", "thrust_chart", "plots")


def in_full(tables: Tables) -> dict[str, Any]:
    """Every section of the tables in force, cell by cell, as plain data; what is the game's own is not told apart."""
    return to_data(evolve(tables, own=())) | {
        "ralt": _range_table(tables.range_table),
        "kill_chart": kill_chart_data(tables.kill_chart or _by_sum()),
        "thrust_chart": _thrusts(tables),
        "plots": plots_data(_plots(tables)),
        PIVOTS.section: paces_data(_paces(tables.pivot_rows, PIVOTS)),
        ROLLS.section: paces_data(_paces(tables.roll_rows, ROLLS)),
    }


def _range_table(table: RangeTable) -> dict[str, Any]:
    """Ranges and rings as far as the card prints them, and as far as the game's own rows go."""
    rows = range(max(RALT_LIMIT + 1, len(table.ranges), len(table.rings)))
    columns = range(max(RALT_LIMIT + 1, *map(len, (*table.ranges, *table.rings)), 0))
    return {
        "ranges": {str(levels): [table.range(hexes, levels) for hexes in columns] for levels in rows},
        "rings": {
            str(levels): "".join(table.ring(hexes, levels)[0] if hexes or levels else "." for hexes in columns)
            for levels in rows
        },
    }


def _by_sum() -> KillChart:
    percents = tuple(range(ALL + 1))
    return KillChart(percents=percents, rows=tuple(map(formula_row, percents)))


def _thrusts(tables: Tables) -> dict[str, Any]:
    thrusts = sorted({*range(1, THRUSTS + 1), *(row.thrust for row in tables.thrust_rows)})
    return thrust_data(thrust_row(tables, thrust) or formula_thrust(thrust) for thrust in thrusts)


def _plots(tables: Tables) -> list[PlotRow]:
    """A row for each window and number of dots, the default first."""
    own = {(row.window, row.dots): row for row in tables.plot_rows}
    counts = {(window, dots) for window in PRINTED for dots in range(1, DOTS + 1)}
    places = sorted({*counts, *own}, key=lambda place: (PRINTED.index(place[0]), place[1]))
    return [own.get(place) or formula_plots(PlotRow(*place, plots=())) for place in places]


def _paces(rows: Iterable[PaceRow], chart: TurnChart) -> list[PaceRow]:
    own = {row.rating: row for row in rows}
    ratings = sorted({*chain(range(1, RATINGS + 1), own)})
    return [own.get(rating) or formula_pace(rating, chart.windows) for rating in ratings]


def sources_in_full(tables: Tables) -> dict[str, str]:
    """Where each entry comes from, by its key such as graser_damage.90; cells of several kinds are told together."""
    found: dict[str, str] = {}
    for section, data in in_full(tables).items():
        if section in LISTS:
            found[section] = source(tables, section)
            continue
        for name, entry in data.items():
            if section in BY_PARTS:
                found |= {f"{section}.{name}.{row}": source(tables, section, name, row) for row in entry}
            else:
                found[f"{section}.{name}"] = _of_cells(tables, section, name, entry)
    return found


def _of_cells(tables: Tables, section: str, name: str, entry: Any) -> str:
    if section not in ("graser_damage", "laser_damage"):
        return source(tables, section, name)
    rows = entry if isinstance(entry, list) else entry["rows"]
    cells = ((hexes, column) for hexes, row in enumerate(rows) for column in range(len(row)))
    return "; ".join(sorted({source(tables, section, name, *cell) for cell in cells}))
