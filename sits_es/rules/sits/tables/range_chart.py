"""A Range Angle Lookup Table of one's own as data: reading it, every fault noted, and writing it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sits_es.rules.sits.tables.cells import Cells
from sits_es.space.bearing import FORMULA, RING_LETTERS, RangeTable, ralt, ring_seen
from sits_es.toml import KeyPath

#: The highest H and V that a table can have, in hexes and levels.
MOST_APART: Final = 500

#: Said of the names of rows.
ROWS: Final = f"levels apart, 0 to {MOST_APART}"

#: Stands in a row of rings where the rule's ring holds.
BY_RULE: Final = "."


def read_range_table(cells: Cells) -> RangeTable:
    """Read it below ralt; rows that say what the formula and the rule say are left out, nothing else differs then."""
    cells.record(("ralt",), (), ("ranges", "rings"))
    ranges = {levels: _ranges(cells, levels, at) for levels, at in _rows(cells, "ranges")}
    rings = {levels: _rings(cells, levels, at) for levels, at in _rows(cells, "rings")}
    own_ranges = {levels: row for levels, row in ranges.items() if row != formula_ranges(levels, len(row))}
    own_rings = {levels: row for levels, row in rings.items() if _departs(levels, row)}
    if not own_ranges and not own_rings:
        return FORMULA
    return RangeTable(
        ranges=tuple(own_ranges.get(levels, ()) for levels in range(max(own_ranges, default=-1) + 1)),
        rings=tuple(own_rings.get(levels, "") for levels in range(max(own_rings, default=-1) + 1)),
    )


def _rows(cells: Cells, part: str) -> list[tuple[int, KeyPath]]:
    return cells.numbered(("ralt", part), ROWS, least=0, most=MOST_APART)


def _ranges(cells: Cells, levels: int, path: KeyPath) -> tuple[int, ...]:
    places = cells.rows(path)
    if len(places) > MOST_APART + 1:
        cells.fault(path, f"has {len(places)} numbers. It must have {MOST_APART + 1} at most.")
    return tuple(cells.number(place, most=9999 if levels or hexes else 0) for hexes, place in enumerate(places))


def _rings(cells: Cells, levels: int, path: KeyPath) -> str:
    found = cells.get(path)
    good = isinstance(found, str) and 0 < len(found) <= MOST_APART + 1 and set(found) <= {*RING_LETTERS, BY_RULE}
    if not good:
        cells.must_be(path, "text of ring letters a, b, g and p, one for each H from 0, a point where the rule holds")
        return ""
    letters = str(found)
    if not levels and not set(letters) <= {"a", BY_RULE}:
        cells.must_be(path, "amber all along, a or a point for each H: nothing there is above or below")
        return ""
    if levels and letters[0] not in ("p", BY_RULE):
        cells.must_be(path, "purple at its beginning, p or a point: that is straight above or below")
        return ""
    return letters


def formula_ranges(levels: int, columns: int) -> tuple[int, ...]:
    """The formula's row for levels apart, for H = 0, 1 and so on."""
    return tuple(ralt(hexes, levels) for hexes in range(columns))


def formula_rings(levels: int, columns: int) -> str:
    """The rule's rings for levels apart, by their letters; a point for the place itself."""
    return "".join(ring_seen(hexes, levels)[0] if levels or hexes else BY_RULE for hexes in range(columns))


def _departs(levels: int, letters: str) -> bool:
    """Whether a row of rings says anything but what the rule says."""
    ruled = formula_rings(levels, len(letters))
    return any(letter not in (BY_RULE, rule) and rule != BY_RULE for letter, rule in zip(letters, ruled, strict=True))


def range_table_data(table: RangeTable) -> Mapping[str, Any]:
    """The table as data, its own rows alone; empty for the card's."""
    data: dict[str, Any] = {}
    if ranges := {str(levels): list(row) for levels, row in enumerate(table.ranges) if row}:
        data["ranges"] = ranges
    if rings := {str(levels): row for levels, row in enumerate(table.rings) if row}:
        data["rings"] = rings
    return data
