"""Missiles and energy torpedoes as data: reading their tables, every fault noted, and writing them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from sits_es.rules.sits.tables.bands import GAP, band, ends, gap_at
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import MissileDamage, MissileRow, Tables, TorpedoRow
from sits_es.toml import KeyPath

#: Warheads of a missile, as the data names them.
WARHEADS: Final = ("laser_head", "nuke")


def read_missile_rows(cells: Cells) -> tuple[MissileRow, ...]:
    """Missile range rows: from 0, each one hex above the end of the one before, the last one open."""
    path: KeyPath = ("missile_range", "rows")
    cells.record(path[:1], ("rows",))
    rows = []
    for row in cells.rows(path):
        cells.record(row, ("from", "max_salvos", "range_mod"), ("to",))
        first, last = band(cells, row, cells.number)
        salvoes = _salvoes(cells, (*row, "max_salvos"))
        rows.append(MissileRow(first, last, salvoes, cells.number((*row, "range_mod"), least=-100, most=100)))
    gap = gap_at(Decimal(1), [(row.first, row.last) for row in rows])
    if rows and gap is not None:
        cells.fault((*path, gap), GAP.format("row one hex", ""))
    return tuple(rows)


def _salvoes(cells: Cells, path: KeyPath) -> str:
    """Salvoes in one turn: a whole number from 1 up, or 1/n for one in n turns."""
    found = cells.get(path)
    if isinstance(found, str) and found.isascii() and found.replace("/", "", 1).isdigit():
        try:
            number = Fraction(found)
        except (ValueError, ZeroDivisionError):
            number = Fraction(0)
        if number > 0 and str(number) == found and 1 in number.as_integer_ratio():
            return found
    cells.must_be(path, 'text: a whole number from 1 up such as "5", or one in n turns such as "1/2"')
    return "1"


def read_missile_damage(cells: Cells) -> tuple[MissileDamage, ...]:
    """Damage by type of missile, the least first."""
    path: KeyPath = ("missile_damage",)
    found = [MissileDamage(size, *_numbers(cells, (*path, size), WARHEADS)) for size in cells.types(path)]
    return tuple(sorted(found, key=lambda row: (row.laser_head, row.nuke, row.size)))


def read_torpedoes(cells: Cells) -> tuple[TorpedoRow, ...]:
    """Energy torpedoes by type, in order of name."""
    path: KeyPath = ("energy_torpedo",)
    names = sorted(cells.types(path), key=_by_name)
    return tuple(TorpedoRow(name, *_numbers(cells, (*path, name), ("reach", "damage"))) for name in names)


def _by_name(name: str) -> list[tuple[int, str]]:
    """Names in the order of people: 2ET before 10ET."""
    return [(int(word), "") if word.isdigit() else (-1, word) for word in re.findall(r"\d+|\D+", name)]


def _numbers(cells: Cells, path: KeyPath, names: tuple[str, str]) -> tuple[int, int]:
    cells.record(path, names)
    return cells.number((*path, names[0])), cells.number((*path, names[1]))


def missiles_data(tables: Tables) -> dict[str, Any]:
    """The three sections as data."""
    return {
        "missile_range": {"rows": [_row_data(row) for row in tables.missile_rows]},
        "missile_damage": {row.size: {"laser_head": row.laser_head, "nuke": row.nuke} for row in tables.missile_damage},
        "energy_torpedo": _torpedoes_data(tables.energy_torpedo),
    }


def _row_data(row: MissileRow) -> dict[str, str | int]:
    return ends(row.first, row.last) | {"max_salvos": row.max_salvoes, "range_mod": row.range_modifier}


def _torpedoes_data(rows: Iterable[TorpedoRow]) -> dict[str, dict[str, int]]:
    return {row.type: {"reach": row.reach, "damage": row.damage} for row in rows}
