"""Missile ranges, and damage of missiles and energy torpedoes by type. Rule: card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final

from sits_es.rules.sits.tables.cells import Cells, ends
from sits_es.rules.sits.tables.section import TableSection, Types, in_lines
from sits_es.rules.sits.tables.values import MissileDamage, MissileRow, Tables, TorpedoRow
from sits_es.toml import KeyPath

#: Said of the range modifier that is blank on the card.
BLANK_CELL: Final = "card, where blank is 0"


class MissileRange(TableSection, frozen=True):
    """Rows of ranges at launch: from 0, each one hex above the end of the one before, the last one open."""

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        cells.record((self.name,), ("rows",))
        path: KeyPath = (self.name, "rows")
        rows = []
        for row in cells.rows(path):
            cells.record(row, ("from", "max_salvos", "range_mod"), ("to",))
            salvoes, modifier = _salvoes(cells, (*row, "max_salvos")), cells.number((*row, "range_mod"), -100, 100)
            rows.append(MissileRow(*cells.band(row, cells.number), salvoes, modifier))
        cells.follow(path, Decimal(1), [(row.first, row.last) for row in rows], "row one hex", "")
        return {"missile_rows": tuple(rows)}

    def data(self, tables: Tables) -> Any:
        return {
            "rows": [
                ends(row.first, row.last) | {"max_salvos": row.max_salvoes, "range_mod": row.range_modifier}
                for row in tables.missile_rows
            ]
        }

    def printed(self, tables: Tables, steps: tuple[str, ...]) -> str:
        """The card leaves the first modifier blank. steps: the range in hexes, 0 up, and the column."""
        blank = steps[1:] == ("range_mod",) and int(steps[0]) <= (tables.missile_rows[0].last or 0)
        return BLANK_CELL if blank else self.bundled

    def whence(self, tables: Tables, *part: str) -> Iterator[str]:
        blank = self.source(tables, 0, "range_mod") == BLANK_CELL
        more = "; its blank first cell of range_mod is read as 0" if blank else ""
        yield f"# Source: {self.source(tables)}{more}"

    def body(self, tables: Tables, data: Any) -> Iterator[str]:
        return in_lines("rows", data["rows"])


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


def _by_name(row: TorpedoRow) -> list[tuple[int, str]]:
    """Names in the order of people: 2ET before 10ET."""
    return [(int(word), "") if word.isdigit() else (-1, word) for word in re.findall(r"\d+|\D+", row.type)]


MISSILE_RANGE: Final = MissileRange(
    name="missile_range",
    about=(
        "By range at launch in hexes: the most salvoes in a turn at one target (1/2: one in two turns), and what is",
        "added to the missile quality level.",
    ),
    bundled="card",
    depth=0,
)
MISSILE_DAMAGE: Final = Types(
    name="missile_damage",
    about=(
        "Damage points per missile, by type. Add types of your own, such as 3M.",
        "The names of the bundled types are ours, because not all of the card's are legible.",
    ),
    bundled="card",
    kept="missile_damage",
    row=MissileDamage,
    numbers=("laser_head", "nuke"),
    order=lambda row: (row.laser_head, row.nuke, row.size),
)
ENERGY_TORPEDO: Final = Types(
    name="energy_torpedo",
    about=("By type: the longest range in hexes, and damage points per torpedo. Add types of your own.",),
    bundled="card",
    kept="energy_torpedo",
    row=TorpedoRow,
    numbers=("reach", "damage"),
    order=_by_name,
)
