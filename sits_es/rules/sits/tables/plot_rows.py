"""A table of plots of one's own as data: reading it, every fault noted, and writing it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.rules.sits.sums.plots import default_plot, plots
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.plot_table import PRINTED
from sits_es.rules.sits.tables.values import PlotRow
from sits_es.space.avid import Window
from sits_es.space.hexes import STILL, HexVector
from sits_es.space.vectors import read_vectors
from sits_es.toml import KeyPath

#: The most dots that a row can be for.
MOST_DOTS: Final = 99


def read_plot_rows(cells: Cells) -> tuple[PlotRow, ...]:
    """Rows by window and dots. Rows that allow what the rule allows, with its default, are left out."""
    cells.record(("plots",), (), PRINTED)
    return tuple(row for window in PRINTED for row in _of_window(cells, window) if row != formula_plots(row))


def _of_window(cells: Cells, window: Window) -> list[PlotRow]:
    counts = cells.numbered(("plots", window), f"numbers of dots, 1 to {MOST_DOTS}", most=MOST_DOTS)
    return [PlotRow(window=window, dots=dots, plots=_plots(cells, path)) for dots, path in counts]


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


def plots_data(rows: Iterable[PlotRow]) -> dict[str, dict[str, list[str]]]:
    """Rows as data, by window and dots; empty where there is none."""
    data: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        data.setdefault(row.window, {})[str(row.dots)] = [str(plot) for plot in row.plots]
    return data
