"""Plots that dots may become, by window and number of dots: rules hold, a game may have rows of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from sits_es.errors import UnreadableError
from sits_es.rules.sits.sums.plots import default_plot, plots
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.plot_table import PRINTED, printed_window
from sits_es.rules.sits.tables.section import TableSection
from sits_es.rules.sits.tables.values import PlotRow, Tables
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors
from sits_es.toml import KeyPath

#: The most dots that a row can be for, and the most of one plot that are printed.
MOST_DOTS: Final = 99
DOTS: Final = 8


class Plots(TableSection, frozen=True):
    """Rows by window and dots. Rows that allow what the rule allows, with its default, are left out."""

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        cells.record((self.name,), (), PRINTED)
        rows = [row for window in PRINTED for row in self._of_window(cells, window)]
        return {"plot_rows": tuple(row for row in rows if row != formula_plots(row))}

    def _of_window(self, cells: Cells, window: Window) -> list[PlotRow]:
        counts = cells.numbered((self.name, window), f"numbers of dots, 1 to {MOST_DOTS}", most=MOST_DOTS)
        return [PlotRow(window=window, dots=dots, plots=_plots(cells, path)) for dots, path in counts]

    def data(self, tables: Tables) -> Any:
        return _data(tables.plot_rows)

    def full(self, tables: Tables) -> Any:
        own = {(row.window, row.dots): row for row in tables.plot_rows}
        counts = {(window, dots) for window in PRINTED for dots in range(1, DOTS + 1)}
        places = sorted({*counts, *own}, key=lambda place: (PRINTED.index(place[0]), place[1]))
        return _data(own.get(place) or formula_plots(PlotRow(*place, plots=())) for place in places)

    def steps(self, tables: Tables, key: tuple[str, ...]) -> tuple[str, ...]:
        return (printed_window(Window(key[0])), *key[1:]) if key else key


def _plots(cells: Cells, path: KeyPath) -> tuple[HexVector, ...]:
    found: list[HexVector] = []
    for place in cells.rows(path):
        plot = _plot(cells, place)
        if plot in found:
            cells.must_be(place, "named once in its list")
        if plot:
            found.append(plot)
    return tuple(found)


def _plot(cells: Cells, path: KeyPath) -> HexVector:
    """A plot in its canonical form; no motion for a faulty one."""
    found = cells.get(path)
    try:
        plot = read_vectors(found).net() if isinstance(found, str) else STILL
    except UnreadableError:
        plot = STILL
    if not plot:
        cells.must_be(path, 'a text of vectors such as "3A 1B 1+"')
    elif str(plot) != found:
        cells.must_be(path, f'written in canonical form, "{plot}"')
    return plot


def formula_plots(row: PlotRow) -> PlotRow:
    """What the rule allows for a row's window and dots: in the row's own order where it holds the same."""
    ruled, first = plots(row.dots, row.window), default_plot(row.dots, row.window)
    if row.plots and row.plots[0] == first and len(row.plots) == len(ruled) and set(row.plots) == set(ruled):
        return row
    return PlotRow(row.window, row.dots, (first, *(plot for plot in ruled if plot != first)))


def _data(rows: Iterable[PlotRow]) -> dict[str, dict[str, list[str]]]:
    """Rows as data, by window and dots; empty if there is none."""
    data: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        data.setdefault(row.window, {})[str(row.dots)] = [str(plot) for plot in row.plots]
    return data


PLOTS: Final = Plots(
    name="plots",
    about=("Plots for dots in a window, the default first; they are turned or mirrored for other windows.",),
    bundled="house, after 2e",
    depth=2,
    ruled=True,
)
