"""Plots of a game's own: which windows they are printed for, and how any other window is turned or mirrored to one."""

from __future__ import annotations

from typing import Final

from sits_es.rules.sits.tables.values import Tables
from sits_es.space.avid import PLACES, WINDOW_AT, Window, hemisphere
from sits_es.space.hexes import DIRECTIONS, HexVector

#: The windows that plots are printed for, one of each kind: in the first sixth of the map and the upper half.
PRINTED: Final = tuple(Window(name) for name in ("A", "A/B", "A+", "A/B+", "A++", "+++"))

#: The width of a sixth of the map, in degrees.
SIXTH: Final = 60


def printed_window(window: Window) -> Window:
    """The window of its kind that plots are printed for."""
    azimuth, elevation = PLACES[window]
    return WINDOW_AT[azimuth % SIXTH, abs(elevation)]


def plots_entered(tables: Tables, dots: int, window: Window) -> tuple[HexVector, ...] | None:
    """The plots that the game's own table allows for so many dots (1 up) in a window, the default first.

    The printed ones are turned to the window's sixth of the map, and mirrored below the map plane. None if the game
    has entered none. Rule: sits rules 12.
    """
    printed = printed_window(window)
    for row in tables.plot_rows:
        if row.window == printed and row.dots == dots:
            return tuple(_turned(plot, window) for plot in row.plots)
    return None


def _turned(plot: HexVector, window: Window) -> HexVector:
    """A plot of the first sixth and the upper half, as it is in a window's."""
    sixths = PLACES[window][0] // SIXTH
    flat = (HexVector.unit(DIRECTIONS[(DIRECTIONS.index(way) + sixths) % 6]).times(n) for way, n in plot.horizontals())
    return sum(flat, HexVector(up=-plot.up if hemisphere(window) < 0 else plot.up))
