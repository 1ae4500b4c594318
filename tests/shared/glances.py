"""A glance as it is drawn on a page."""

from __future__ import annotations

from io import StringIO

from rich.console import Console, Group

from commands.render.blocks import draw
from sits_es.report.blocks import Screen
from sits_es.report.glance import Glance


def drawn(glance: Glance, width: int, rows: int) -> list[str]:
    """The lines of a glance on a screen of so many columns and rows, without blanks at their ends."""
    out = StringIO()
    console = Console(file=out, width=width, markup=False, highlight=False, emoji=False, color_system=None)
    console.print(Group(*draw([Screen(glance)], rows=rows)))
    return [line.rstrip() for line in out.getvalue().splitlines()]
