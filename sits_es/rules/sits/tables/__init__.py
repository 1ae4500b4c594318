"""The tables of the play-aid card."""

__all__ = [
    "beam_table",
    "cells",
    "charts",
    "earlier",
    "missiles",
    "plot_table",
    "reader",
    "sources",
    "tables",
    "values",
]
