"""The Range Angle Lookup Table: the card's goes by a formula, a game may have rows of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.section import TableSection
from sits_es.rules.sits.tables.values import Tables
from sits_es.space.bearing import FORMULA, RING_LETTERS, RangeTable, ralt, ring_seen
from sits_es.toml import KeyPath

#: The highest H and V that a table can have, in hexes and levels.
MOST_APART: Final = 500

#: Stands in a row of rings where the rule's ring holds.
BY_RULE: Final = "."

#: The highest H and V that the card's range table prints, and the cells that it misprints. Rule: tables.toml, ralt.
RALT_LIMIT: Final = 50
RALT_MISPRINTED: Final = ("3", "4"), "21"
PUT_RIGHT: Final = "card, its misprint 20 put right"


class RangeChart(TableSection, frozen=True):
    """Ranges and rings; rows that say what the formula and the rule say are left out, nothing else differs then."""

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        cells.record((self.name,), (), ("ranges", "rings"))
        ranges = {levels: _ranges(cells, levels, at) for levels, at in self._rows(cells, "ranges")}
        rings = {levels: _rings(cells, levels, at) for levels, at in self._rows(cells, "rings")}
        ranges = {levels: row for levels, row in ranges.items() if row != formula_ranges(levels, len(row))}
        rings = {levels: row for levels, row in rings.items() if _departs(levels, row)}
        table = RangeTable(
            ranges=tuple(ranges.get(levels, ()) for levels in range(max(ranges, default=-1) + 1)),
            rings=tuple(rings.get(levels, "") for levels in range(max(rings, default=-1) + 1)),
        )
        return {"range_table": table if ranges or rings else FORMULA}

    def _rows(self, cells: Cells, part: str) -> list[tuple[int, KeyPath]]:
        return cells.numbered((self.name, part), f"levels apart, 0 to {MOST_APART}", least=0, most=MOST_APART)

    def data(self, tables: Tables) -> Any:
        ranges = {str(levels): list(row) for levels, row in enumerate(tables.range_table.ranges) if row}
        rings = {str(levels): row for levels, row in enumerate(tables.range_table.rings) if row}
        return {part: rows for part, rows in (("ranges", ranges), ("rings", rings)) if rows}

    def full(self, tables: Tables) -> Any:
        """Ranges and rings as far as the card prints them, and as far as the game's own rows go."""
        table = tables.range_table
        rows = range(max(RALT_LIMIT + 1, len(table.ranges), len(table.rings)))
        columns = range(max(RALT_LIMIT + 1, *map(len, (*table.ranges, *table.rings)), 0))
        return {
            "ranges": {str(levels): [table.range(hexes, levels) for hexes in columns] for levels in rows},
            "rings": {
                str(levels): "".join(table.ring(hexes, levels)[0] if hexes or levels else BY_RULE for hexes in columns)
                for levels in rows
            },
        }

    def steps(self, tables: Tables, key: tuple[str, ...]) -> tuple[str, ...]:
        return (key[0], str(abs(int(key[1]))), *key[2:]) if len(key) > 1 else key

    def left_out(self, tables: Tables, steps: tuple[str, ...]) -> bool:
        """Whether the game's own row leaves a cell to the formula or the rule."""
        if len(steps) < 3:
            return False
        levels, hexes = map(int, steps[1:])
        row = getattr(tables.range_table, steps[0])[levels]
        return hexes >= len(row) or row[hexes] == BY_RULE

    def printed(self, tables: Tables, steps: tuple[str, ...]) -> str:
        """A cell of the card's ranges, or beyond them; the rings are the flyer's."""
        if steps[:1] != ("ranges",):
            return self.bundled
        levels, hexes = (*steps[1:3], "0", "0")[:2]
        if hexes in RALT_MISPRINTED[0] and levels == RALT_MISPRINTED[1]:
            return PUT_RIGHT
        return "derived: the card's table continued" if max(int(levels), int(hexes)) > RALT_LIMIT else "card"

    def columns(self, rows: Mapping[str, Any], *part: str) -> Sequence[object]:
        return range(max(map(len, rows.values()))) if part == ("ranges",) else ()

    def note(self, tables: Tables, *key: str) -> str:
        hexes, levels = RALT_MISPRINTED
        put_right = f"  # H {' and '.join(hexes)}: {PUT_RIGHT}" if key == ("ranges", levels) else ""
        return super().note(tables, *key) or put_right


def _ranges(cells: Cells, levels: int, path: KeyPath) -> tuple[int, ...]:
    places = cells.rows(path)
    if len(places) > MOST_APART + 1:
        cells.fault(path, f"has {len(places)} numbers. Write at most {MOST_APART + 1}.")
    return tuple(cells.number(place, most=9999 if levels or hexes else 0) for hexes, place in enumerate(places))


def _rings(cells: Cells, levels: int, path: KeyPath) -> str:
    found = cells.get(path)
    letters = found if isinstance(found, str) else ""
    if not (0 < len(letters) <= MOST_APART + 1 and set(letters) <= {*RING_LETTERS, BY_RULE}):
        cells.must_be(path, "text of ring letters a, b, g and p, one for each H from 0, a dot where the rule decides")
    elif not levels and not set(letters) <= {"a", BY_RULE}:
        cells.must_be(path, "amber throughout, a or a dot for each H: nothing there is above or below")
    elif levels and letters[0] not in ("p", BY_RULE):
        cells.must_be(path, "purple first, p or a dot: H 0 is straight above or below")
    else:
        return letters
    return ""


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


RANGE_CHART: Final = RangeChart(
    name="ralt",
    parts={
        "ranges": ("Range Angle Lookup Table: a row for each V (levels apart), a column for each H (hexes apart).",),
        "rings": (
            "The AVID's ring, laid out the same way: a is amber, b blue, g green and p purple.",
            "In a cell with a dot, the rule gives the ring.",
        ),
    },
    bundled="flyer",
    depth=2,
    ruled=True,
)
