"""Whose the tables are that a segment went by, in one line below its report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from sits_es.events import Event
from sits_es.report.blocks import ReportLine
from sits_es.rules.sits.fact import Fact
from sits_es.rules.sits.tables.section import OWN, source
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.sits.telling import told_of

#: Tables by name, each with its key, in the order of a segment. Cells of beam tables, rows of missile ranges and
#: damages say themselves whose they are.
_USED: Final[Mapping[str, tuple[str, ...]]] = {
    "range table": ("ralt",),
    "rate of closure": ("rate_of_closure",),
    "kill chart": ("kill_chart",),
    "movement grids": ("movement_grid",),
    "dots": ("thrust_chart", "dots"),
    "displacement": ("thrust_chart", "hexes"),
    "plots": ("plots",),
    "pivots": ("pivot_chart",),
    "rolls": ("roll_chart",),
}


def sources_used(tables: Tables, events: Sequence[Event]) -> Iterator[ReportLine]:
    """Whose each table is that these facts went by; silent when they went by none. Rule: sits rules 12."""
    went_by = {name for event in events if isinstance(event, Fact) for name in told_of(event).went_by}
    told = [f"{name}: {_whose(tables, *key)}" for name, key in _USED.items() if name in went_by]
    if told:
        yield ReportLine(f"Ships' numbers: their cards; {'; '.join(told)}.", 2)


def _whose(tables: Tables, *key: str) -> str:
    """Whose a table is as a whole, and whether the game has rows or cells of its own in it."""
    name = ".".join(key)
    whose = "card" if name == "ralt" and name not in tables.own else source(tables, *key)
    parts = any(own.startswith(f"{name}.") for own in tables.own)
    return f"{whose}, {OWN} in parts" if parts and whose != OWN else whose
