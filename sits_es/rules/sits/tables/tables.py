"""The card's tables for a game: the bundled ones, a player's own laid over them, and their stored form."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from attrs import evolve

from sits_es.rules.sits.tables.beam_blocks import FACTORS, bands_data, blocks_data
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.charts import paces_data, thrust_data
from sits_es.rules.sits.tables.kill_chart import kill_chart_data
from sits_es.rules.sits.tables.missile_table import missiles_data
from sits_es.rules.sits.tables.movement_grids import grids_data
from sits_es.rules.sits.tables.own import own_keys
from sits_es.rules.sits.tables.plot_rows import plots_data
from sits_es.rules.sits.tables.range_chart import range_table_data
from sits_es.rules.sits.tables.reader import read_sections
from sits_es.rules.sits.tables.values import (
    BeamBlock,
    ClosureBand,
    MissileDamage,
    MissileRow,
    Tables,
    TorpedoRow,
)
from sits_es.rules.supplied import text_in
from sits_es.toml import Sheet, SheetFaults

__all__ = [
    "BeamBlock",
    "ClosureBand",
    "MissileDamage",
    "MissileRow",
    "Tables",
    "TorpedoRow",
    "card_tables",
    "from_data",
    "overridden",
    "read_tables",
    "read_tables_file",
    "to_data",
]

#: Sections of tables.toml that state a rule instead of a table: the program's own sums follow them.
RULES: Final = ("ralt", "thrust_chart", "kill_chart")


@cache
def card_tables() -> Tables:
    """The bundled tables of the first edition's card."""
    return read_tables(_bundled())


@cache
def _bundled() -> Mapping[str, Any]:
    return Sheet.read(text_in("sits_es.rules.sits", "tables", "tables.toml"), "tables.toml").data


def read_tables(data: Mapping[str, object]) -> Tables:
    """Read a full set of tables in the shape of tables.toml, decimals exact or as text.

    Sections that state a rule, and the note which graser cells are worked out, are skipped.
    SheetFaults names every fault at once.
    """
    tables = {name: cell for name, cell in data.items() if name not in RULES}
    grasers = tables.get("graser_damage")
    if isinstance(grasers, Mapping):
        tables["graser_damage"] = {size: rows for size, rows in grasers.items() if size != "derived"}
    return read_sections(Cells("Rule tables", tables))


def read_tables_file(text: str, source: str) -> Tables:
    """The bundled tables with a file of a player's own laid over them. SheetFaults names every fault by key and line.

    source: what to call the file.
    """
    sheet = Sheet.read(text, source)
    try:
        return overridden(card_tables(), sheet.data)
    except SheetFaults as error:
        for fault in error.faults:
            sheet.fault(fault.path, fault.message, fault.joint)
        sheet.refuse()
        raise


def overridden(tables: Tables, house: Mapping[str, object]) -> Tables:
    """These tables with others laid over them: what a file of tables holds, or the house tables of a scenario.

    A named entry replaces the one of that name and leaves its neighbours; a list replaces the whole list. Blocks of
    damage that are not entered with other rates of closure are read under those if they have a column for each, and
    otherwise keep the rates that they were printed under. SheetFaults names every fault at once, by its key, and what
    is allowed.
    """
    below = _printed_under(tables, house) | _worked_out(house)
    cells = Cells("Rule tables", _laid_over(below, house))
    _lasers_stay(cells, tables, house)
    read = read_sections(cells)
    return evolve(read, own=own_keys(read, card_tables()))


def _printed_under(tables: Tables, entered: Mapping[str, Any]) -> dict[str, Any]:
    """The tables as data, each block of damage with its bands if those entered are of another number."""
    below = to_data(evolve(tables, own=()))
    closure = entered.get("rate_of_closure")
    bands = closure.get("bands") if isinstance(closure, Mapping) else None
    if isinstance(bands, list) and len(bands) != len(tables.closure_bands):
        named = bands_data(tables.closure_bands)
        for section in ("graser_damage", "laser_damage"):
            below[section] = {
                size: {"bands": named, "rows": block} if isinstance(block, list) else block
                for size, block in below[section].items()
            }
    return below


def _worked_out(entered: Mapping[str, Any]) -> dict[str, Any]:
    """The bundled factors of the lasers, where any of them is entered; the others stand."""
    lasers = entered.get("laser_damage")
    if not (isinstance(lasers, Mapping) and any(name in lasers for name in FACTORS)):
        return {}
    return {"laser_damage": _bundled()["laser_damage"]}


def _lasers_stay(cells: Cells, tables: Tables, entered: Mapping[str, Any]) -> None:
    """Factors work out all lasers: it is a fault where that would take away lasers that are the tables' own."""
    own = [key.partition(".")[2] for key in tables.own if key.startswith("laser_damage.")]
    lasers = entered.get("laser_damage")
    if own and isinstance(lasers, Mapping):
        for name in (name for name in FACTORS if name in lasers):
            message = f"would work out lasers again that the file of tables has: {', '.join(own)}. Write it there."
            cells.fault(("laser_damage", name), message)


def to_data(tables: Tables) -> dict[str, Any]:
    """The tables in the shape of tables.toml: text, whole numbers, lists and tables, fit for a game's first event.

    Tables that the program's sums stand for are there where the game has rows of its own; `own` where it has any.
    """
    ruled: dict[str, Any] = {
        "ralt": range_table_data(tables.range_table),
        "kill_chart": kill_chart_data(tables.kill_chart),
        "thrust_chart": thrust_data(tables.thrust_rows),
        "plots": plots_data(tables.plot_rows),
        "pivot_chart": paces_data(tables.pivot_rows),
        "roll_chart": paces_data(tables.roll_rows),
        "own": list(tables.own),
    }
    return {
        "rate_of_closure": {"bands": bands_data(tables.closure_bands)},
        **missiles_data(tables),
        "graser_damage": blocks_data(tables.graser_damage, tables.closure_bands),
        "laser_damage": blocks_data(tables.laser_damage, tables.closure_bands),
        "movement_grid": grids_data(tables),
        **{name: data for name, data in ruled.items() if data},
    }


def from_data(data: Mapping[str, object]) -> Tables:
    """The tables that `to_data` wrote for a game. SheetFaults names every fault at once."""
    cells = Cells("Rule tables", data)
    own = data.get("own", [])
    if not (isinstance(own, list | tuple) and all(isinstance(key, str) for key in own)):
        cells.must_be(("own",), "a list of keys")
        own = ()
    return evolve(read_sections(cells, besides=("own",)), own=tuple(own))


def _laid_over(below: Mapping[str, Any], above: Mapping[str, object]) -> dict[str, Any]:
    laid: dict[str, Any] = dict(below)
    for name, cell in above.items():
        under = below.get(name)
        laid[name] = _laid_over(under, cell) if isinstance(under, Mapping) and isinstance(cell, Mapping) else cell
    return laid
