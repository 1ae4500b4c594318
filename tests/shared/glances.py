"""A glance as it is drawn on a page."""

from __future__ import annotations

from commands.render.blocks import draw
from sits_es.report.blocks import Screen
from sits_es.report.glance import Glance


def drawn(glance: Glance, width: int, rows: int) -> list[str]:
    """The lines of a glance on a screen of so many columns and rows, without blanks at their ends."""
    return [line.plain.rstrip() for line in draw([Screen(glance)], width, rows=rows)]
