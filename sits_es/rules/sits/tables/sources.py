"""Where a number of a table comes from: card, flyer, parent game, a sum, a house rule, or the game's own table."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from sits_es.rules.sits.tables.plot_table import printed_window
from sits_es.rules.sits.tables.values import Tables
from sits_es.rules.supplied import text_in
from sits_es.space.avid import Window
from sits_es.toml import Sheet

#: Said of whatever a game, or a file of tables, has of its own.
OWN: Final = "own table"

#: By section, or part of one, where its numbers come from; sections told apart by the cell have functions below.
#: Of the kill chart the flyer has how it is read and one example; all its numbers follow by rounding half up.
#: Rule: tables.toml says the same, table by table.
SOURCES: Final = {
    "ralt.rings": "flyer",
    "rate_of_closure": "card",
    "missile_range": "card",
    "missile_damage": "card",
    "energy_torpedo": "card",
    "laser_damage": "derived: size x range x closure factor",
    "movement_grid": "the parent game's play aid",
    "kill_chart": "derived from the flyer",
    "thrust_chart": "house",
    "thrust_chart.dots": "derived: thrust x pulses / 8",
    "thrust_chart.hexes": "derived: thrust x pulses x pulses / 128",
    "plots": "house, after 2e",
    "pivot_chart": "house",
    "roll_chart": "house",
}

#: The highest H and V that the card's range table prints, and the cells that it misprints. Rule: tables.toml, ralt.
RALT_LIMIT: Final = 50
RALT_MISPRINTED: Final = ("3", "4"), "21"

#: Said of those cells, and of the one that is blank on the card.
PUT_RIGHT: Final = "card, its misprint 20 put right"
BLANK_CELL: Final = "card, where blank is 0"


def source(tables: Tables, *key: str | int) -> str:
    """Where an entry of the tables comes from, in a few words that fit in a column.

    key: as in a file of tables, to whatever depth is known. A damage block goes on with the row (hexes, 0 up) and the
    column (0 up): `"graser_damage", "70", 0, 3`; a range with V, H: `"ralt", "ranges", 21, 3`; the kill chart with
    the percentage looked up: `"kill_chart", 28`; plots with any window: `"plots", "C/D-", 4`.
    """
    steps = tuple(map(str, key))
    if steps[0] == "kill_chart" and len(steps) > 1 and tables.kill_chart is not None:
        steps = (steps[0], str(tables.kill_chart.lowest(int(steps[1]))), *steps[2:])
    if steps[0] == "plots" and len(steps) > 1:
        steps = (steps[0], printed_window(Window(steps[1])), *steps[2:])
    if steps[0] == "ralt" and len(steps) > 2:
        steps = (*steps[:2], str(abs(int(steps[2]))), *steps[3:])
    if any(is_below(own, steps) for own in tables.own) and not _left_out(tables, steps):
        return OWN
    if steps[0] == "graser_damage":
        return SOURCES["laser_damage"] if steps[1:4] in _worked_out() else "card"
    if (
        steps[0] == "missile_range"
        and steps[2:] == ("range_mod",)
        and int(steps[1]) <= (tables.missile_rows[0].last or 0)
    ):
        return BLANK_CELL
    if steps[:2] == ("ralt", "ranges"):
        return _of_range(*steps[2:4])
    return next(SOURCES[".".join(steps[:end])] for end in (2, 1) if ".".join(steps[:end]) in SOURCES)


def is_below(own: str, steps: tuple[str, ...]) -> bool:
    """Whether a key of the game's own, such as graser_damage.90, is the entry asked for or holds it."""
    return ".".join(steps[: own.count(".") + 1]) == own


def _left_out(tables: Tables, steps: tuple[str, ...]) -> bool:
    """Whether a cell of the range table is one that the game's own row leaves to the formula or the rule."""
    if steps[0] != "ralt" or len(steps) < 4:
        return False
    levels, hexes = map(int, steps[2:4])
    table = tables.range_table
    row = table.ranges[levels] if steps[1] == "ranges" else table.rings[levels]
    return hexes >= len(row) or row[hexes] == "."


def _of_range(levels: str = "0", hexes: str = "0") -> str:
    """A cell of the range table."""
    across, up = RALT_MISPRINTED
    if hexes in across and levels == up:
        return PUT_RIGHT
    if max(abs(int(levels)), int(hexes)) > RALT_LIMIT:
        return "derived: the card's table goes on"
    return "card"


@cache
def _worked_out() -> frozenset[tuple[str, ...]]:
    """Cells of the grasers that can't be read on the card: size, row and column, as texts."""
    table = Sheet.read(text_in("sits_es.rules.sits", "tables", "tables.toml"), "tables.toml").data["graser_damage"]
    notes: Any = table["derived"]["cells"]
    return frozenset(
        (str(note["size"]), str(note["range"]), str(column)) for note in notes for column in note["columns"]
    )
