"""The tables of the play-aid card: each reads its cells, writes them, prints them, says where they come from."""

__all__ = [
    "beam_blocks",
    "beam_table",
    "cells",
    "charts",
    "kill_chart",
    "missile_table",
    "missiles",
    "movement_grids",
    "plot_rows",
    "plot_table",
    "range_chart",
    "section",
    "tables",
    "values",
]
