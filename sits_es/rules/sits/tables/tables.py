"""The card's tables for a game: the bundled ones, a scenario's house tables laid over them, and their stored form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from functools import cache
from typing import Any

from sits_es.rules.sits import supplied
from sits_es.rules.sits.rules_pack import NEWEST_PACK
from sits_es.rules.sits.tables.earlier import as_today
from sits_es.rules.sits.tables.reader import RULES, read_sections
from sits_es.rules.sits.tables.values import (
    SEGMENTS,
    BeamBlock,
    ClosureBand,
    MissileDamage,
    MissileRow,
    Tables,
    TorpedoRow,
)
from sits_es.toml import Sheet

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
    "to_data",
]


@cache
def card_tables() -> Tables:
    """The bundled tables of the first edition's card."""
    return read_tables(_exact(Sheet.read(supplied("tables", "tables.toml"), "tables.toml").data))


def read_tables(data: Mapping[str, object]) -> Tables:
    """Read a full set of tables in the shape of tables.toml, with decimals as text.

    Sections that state a rule, and the note which graser cells are worked out, are skipped.
    SheetFaults names every fault at once.
    """
    tables = {name: cell for name, cell in data.items() if name not in RULES}
    grasers = tables.get("graser_damage")
    if isinstance(grasers, Mapping):
        tables["graser_damage"] = {size: rows for size, rows in grasers.items() if size != "derived"}
    return read_sections(as_today(tables))


def overridden(tables: Tables, house: Mapping[str, object]) -> Tables:
    """These tables with a scenario's house tables laid over them, in the shape of tables.toml.

    A named entry replaces the one of that name and leaves its neighbours; a list replaces the whole list.
    SheetFaults names every fault at once, by its key, and what is allowed.
    """
    laid = as_today({name: _exact(cell) for name, cell in house.items() if name not in RULES})
    return read_sections(_laid_over(to_data(tables), laid), house)


def to_data(tables: Tables) -> dict[str, Any]:
    """The tables in the shape of tables.toml: text, whole numbers, lists and tables, fit for a game's first event."""
    return {
        "rate_of_closure": {"bands": _bands_data(tables.closure_bands)},
        "missile_range": {
            "rows": [
                _ends(row.first, row.last) | {"max_salvos": row.max_salvoes, "range_mod": row.range_modifier}
                for row in tables.missile_rows
            ]
        },
        "missile_damage": {row.size: {"laser_head": row.laser_head, "nuke": row.nuke} for row in tables.missile_damage},
        "energy_torpedo": {row.type: {"reach": row.reach, "damage": row.damage} for row in tables.energy_torpedo},
        "graser_damage": {str(block.size): _block_data(tables, block) for block in tables.graser_damage},
        "laser_damage": {str(block.size): _block_data(tables, block) for block in tables.laser_damage},
        "movement_grid": {
            "horizontal": {
                f"{larger}|{smaller}": [list(segments) for segments in tables.horizontal[larger][smaller]]
                for larger, smaller in _pairs()
            },
            "vertical": {f"{total}|{up}": list(tables.vertical[total][up]) for total, up in _pairs()},
        },
    }


def _block_data(tables: Tables, block: BeamBlock) -> Any:
    """A damage block: its rows, with the bands that it was printed under where they are not the game's."""
    rows = [list(row) for row in block.rows]
    return rows if block.bands == tables.closure_bands else {"bands": _bands_data(block.bands), "rows": rows}


def _bands_data(bands: Iterable[ClosureBand]) -> list[dict[str, str | int]]:
    return [_ends(str(band.first), None if band.last is None else str(band.last)) for band in bands]


def from_data(data: Mapping[str, object], version: int = NEWEST_PACK) -> Tables:
    """The tables that `to_data` wrote for a game of a version of the rules. SheetFaults names every fault at once."""
    return read_sections(as_today(data) if version == 1 else data)


def _ends(first: str | int, last: str | int | None) -> dict[str, str | int]:
    return {"from": first} if last is None else {"from": first, "to": last}


def _pairs() -> Iterable[tuple[int, int]]:
    """Every split of two remainders, in the page's order."""
    return ((first, second) for first in range(SEGMENTS) for second in range(SEGMENTS))


def _exact(value: Any) -> Any:
    """Data of a file in the tables' own form, where decimals are text."""
    if isinstance(value, Mapping):
        return {name: _exact(cell) for name, cell in value.items()}
    if isinstance(value, list):
        return [_exact(cell) for cell in value]
    return str(value) if isinstance(value, Decimal) else value


def _laid_over(below: dict[str, Any], above: Mapping[str, object]) -> dict[str, Any]:
    laid: dict[str, Any] = dict(below)
    for name, cell in above.items():
        under = below.get(name)
        laid[name] = _laid_over(under, cell) if isinstance(under, dict) and isinstance(cell, Mapping) else cell
    return laid
