"""The tables of the play-aid card."""

__all__ = [
    "as_file",
    "bands",
    "beam_blocks",
    "beam_table",
    "cells",
    "charts",
    "in_full",
    "kill_chart",
    "missile_table",
    "missiles",
    "movement_grids",
    "own",
    "plot_rows",
    "plot_table",
    "range_chart",
    "reader",
    "sources",
    "tables",
    "values",
]
