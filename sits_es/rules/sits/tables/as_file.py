"""Tables as a file, ready to edit: every cell in force, with what rows and columns mean and where they come from."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import frozen

from sits_es.rules.sits.tables.charts import PIVOTS, ROLLS
from sits_es.rules.sits.tables.in_full import in_full
from sits_es.rules.sits.tables.reader import SECTIONS
from sits_es.rules.sits.tables.sources import BLANK_CELL, OWN, PUT_RIGHT, RALT_MISPRINTED, source
from sits_es.rules.sits.tables.values import PARTS, SEGMENTS, Tables

#: What each table is, in comments above it.
ABOUT: Final = {
    "rate_of_closure": (
        "Rates of closure in hexes per segment, dropped to the half hex. Any number of bands, from 0, without a gap.",
        "Each is a column of the damage below; a block of damage that was printed under other bands names its own.",
    ),
    "missile_range": (
        "By range at launch in hexes: the most salvoes in a turn at one target (1/2: one in two turns), and what is",
        "added to the missile quality level.",
    ),
    "missile_damage": (
        "Points of damage of one missile, by type. Add types of your own, such as 3M.",
        "The bundled types have names of our own: the card's can't all be read.",
    ),
    "energy_torpedo": (
        "By type: the last range in hexes, and points of damage of one torpedo. Add types of your own.",
    ),
    "graser_damage": (
        "Points of damage by size of weapon: a row for each range 0, 1, 2 ..., a column for each rate of closure.",
        "A block under bands of its own: 20 = { bands = [ { from = 0, to = 4.5 }, { from = 5 } ], rows = [ ... ] }",
    ),
    "laser_damage": ("Likewise.",),
    "movement_grid": ("The segments in which what is left of a vector over 8 moves the ship one hex.",),
    "movement_grid.horizontal": (
        "By what is left of the larger vector and of the smaller one: segments of the larger, segments of the smaller.",
    ),
    "movement_grid.vertical": (
        "By what is left of the horizontal vectors together (less 8 from 8 on) and of the vertical: its segments.",
    ),
    "ralt.ranges": ("Range Angle Lookup Table: a row for each V (levels apart), a column for each H (hexes apart).",),
    "ralt.rings": ("The AVID's ring, likewise: a amber, b blue, g green, p purple; a point where the rule holds.",),
    "kill_chart": (
        "Kills by percent, which holds up to the next row, of 1 to 10, 20, 30 ... 100 missiles, shots or points.",
        "The flyer has one example, 28 + 8 + 2 of 136 at 28%; the bundled numbers are rounded half up, as there.",
    ),
    "thrust_chart.dots": ("Acceleration dots that each pulse gives, by thrust.",),
    "thrust_chart.hexes": ("Hexes of displacement that each pulse gives, by thrust. Dots and hexes go together.",),
    "plots": (
        "Plots that dots in a window may become, the default first. Other windows are turned or mirrored to these.",
    ),
    "pivot_chart": ("Segments until each window of a pivot is done, by the rating on the ship's card.",),
    "roll_chart": ("Segments until each window of a roll is done, by the rating on the ship's card.",),
}

#: What columns stand for, where they are numbered.
COLUMNS: Final[dict[str, Sequence[object]]] = {
    "kill_chart": PARTS,
    "thrust_chart.dots": range(1, SEGMENTS + 1),
    "thrust_chart.hexes": range(1, SEGMENTS + 1),
    "pivot_chart": range(1, PIVOTS.windows + 1),
    "roll_chart": range(1, ROLLS.windows + 1),
}

#: Said of the card's missile ranges.
BLANK: Final = "; its blank first cell of range_mod is read as 0"

_BARE: Final = re.compile(r"[A-Za-z0-9_-]+")


@frozen
class TablesFile:
    """Tables as the text of a file."""

    tables: Tables

    def text(self, head: Iterable[str], only: str | None = None) -> str:
        """The file. head: comments above it; only: the name of one section."""
        data = in_full(self.tables)
        lines = [f"# {line}".rstrip() for line in head]
        for section in SECTIONS if only is None else (only,):
            lines += ["", *self._section(section, data[section])]
        return "\n".join(lines).lstrip("\n") + "\n"

    def _section(self, section: str, data: Mapping[str, Any]) -> Iterator[str]:
        if section in ("ralt", "thrust_chart", "movement_grid"):
            yield from (f"# {line}" for line in ABOUT.get(section, ()))
            for at, (part, rows) in enumerate(data.items()):
                yield from ("",) if at else ()
                yield from self._table(f"{section}.{part}", (section, part), rows)
        elif section == "plots":
            yield from self._about("plots", ("plots",))
            for at, (window, rows) in enumerate(data.items()):
                yield from ("",) if at else ()
                yield f"[plots.{_name(window)}]"
                yield from self._rows(("plots", window), rows)
        else:
            yield from self._table(section, (section,), data)

    def _table(self, name: str, key: tuple[str, ...], data: Mapping[str, Any]) -> Iterator[str]:
        yield from self._about(name, key)
        yield f"[{name}]"
        if name == "rate_of_closure":
            yield from _listed("bands", data["bands"])
        elif name == "missile_range":
            yield from _listed("rows", data["rows"])
        elif name in ("graser_damage", "laser_damage"):
            yield from self._blocks(name, data)
        elif name in ("missile_damage", "energy_torpedo"):
            yield from self._types(name, data)
        else:
            yield from self._rows(key, data, COLUMNS.get(name, ()))

    def _about(self, name: str, key: tuple[str, ...]) -> Iterator[str]:
        yield from (f"# {line}" for line in ABOUT[name])
        if name not in ("graser_damage", "laser_damage"):
            blank = source(self.tables, "missile_range", 0, "range_mod") if name == "missile_range" else ""
            yield f"# Source: {source(self.tables, *key)}{BLANK if blank == BLANK_CELL else ''}"

    def _note(self, key: tuple[str, ...]) -> str:
        """What is said beside an entry: that it is the game's own, if it is, or that the card misprints a cell."""
        if source(self.tables, *key) == OWN:
            return f"  # {OWN}"
        hexes, levels = RALT_MISPRINTED
        return f"  # H {' and '.join(hexes)}: {PUT_RIGHT}" if key == ("ralt", "ranges", levels) else ""

    def _types(self, section: str, data: Mapping[str, Any]) -> Iterator[str]:
        widths = {part: max(len(str(row[part])) for row in data.values()) for row in data.values() for part in row}
        name = max(map(len, data))
        for type_, row in data.items():
            cells = ", ".join(f"{part} = {row[part]:>{widths[part]}}" for part in row)
            yield f"{type_:<{name}} = {{ {cells} }}{self._note((section, type_))}"

    def _blocks(self, section: str, data: Mapping[str, Any]) -> Iterator[str]:
        """Blocks of damage; those with bands of their own stand below the others, as tables."""
        bands = _bands(self.tables)
        yield f"# Columns, in hexes per segment: {bands}"
        plain = {size: block for size, block in data.items() if isinstance(block, list)}
        for size, rows in plain.items():
            yield f"{size} = ["
            yield from self._damage(section, size, rows)
        for size, block in data.items():
            if size not in plain:
                yield f"\n[{section}.{size}]"
                yield from _listed("bands", block["bands"])
                yield "rows = ["
                yield from self._damage(section, size, block["rows"])

    def _damage(self, section: str, size: str, rows: Sequence[Sequence[int]]) -> Iterator[str]:
        width = max(len(str(cell)) for row in rows for cell in row)
        for hexes, row in enumerate(rows):
            cells = ", ".join(f"{cell:>{width}}" for cell in row)
            whence = [source(self.tables, section, size, hexes, column) for column in range(len(row))]
            yield f"  [{cells}],  # range {hexes}: {_columns(whence)}"
        yield "]"

    def _rows(self, key: tuple[str, ...], data: Mapping[str, Any], heads: Sequence[object] = ()) -> Iterator[str]:
        """Rows by their names, numbers below each other."""
        name = max(len(_name(row)) for row in data)
        cells = [cell for row in data.values() if isinstance(row, list) for cell in row if isinstance(cell, int)]
        flat = key[0] not in ("plots", "movement_grid", "ralt") or key == ("ralt", "ranges")
        width = max(map(len, map(str, (*cells, *heads)))) if flat else 0
        if flat:
            longest = max(len(row) for row in data.values())
            yield f"#{' ' * (name + 3)}{'  '.join(f'{head:>{width}}' for head in heads or range(longest))}"
        for row, value in data.items():
            yield f"{_name(row):>{name}} = {_value(value, width)}{self._note((*key, row))}"


def _columns(whence: Sequence[str]) -> str:
    """Where the cells of a row come from: all alike, or by columns counted from 1."""
    if len(set(whence)) == 1:
        return whence[0]
    where: dict[str, list[int]] = {}
    for column, each in enumerate(whence, 1):
        where.setdefault(each, []).append(column)
    return "; ".join(f"{_counted(columns)} {each}" for each, columns in sorted(where.items()))


def _counted(columns: Sequence[int]) -> str:
    """Columns in words: column 4, columns 1, 2, 4 to 6."""
    runs: list[list[int]] = []
    for column in columns:
        if runs and runs[-1][-1] == column - 1:
            runs[-1].append(column)
        else:
            runs.append([column])
    said = (f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs)
    return f"column{'s' if len(columns) > 1 else ''} {', '.join(said)}"


def _listed(name: str, rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A list of tables, one a line, with its numbers below each other."""
    parts = list(dict.fromkeys(part for row in rows for part in row))
    told = [{part: _cell(part, value) for part, value in row.items()} for row in rows]
    widths = {part: max(len(row[part]) for row in told if part in row) for part in parts}
    yield f"{name} = ["
    for row in told:
        cells = ", ".join(f"{part} = {row[part]:>{widths[part]}}" for part in parts if part in row)
        yield f"  {{ {cells} }},"
    yield "]"


def _cell(part: str, value: object) -> str:
    """A value of a list: decimals without quotes, salvoes with them."""
    return f'"{value}"' if part == "max_salvos" else str(value)


def _name(name: str) -> str:
    return name if _BARE.fullmatch(name) else f'"{name}"'


def _value(value: Any, width: int) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_value(each, width) for each in value)}]"
    return f'"{value}"' if isinstance(value, str) else f"{value:>{width}}"


def _bands(tables: Tables) -> str:
    """The rates of closure in words."""
    return "; ".join(
        f"{band.first} up" if band.last is None else f"{band.first} to {band.last}" for band in tables.closure_bands
    )
