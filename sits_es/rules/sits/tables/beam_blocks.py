"""Rates of closure, and blocks of beam damage under them. Rule: card, "RoC", "Graser Damage" and "Laser Damage"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import Any, Final

from msgspec.structs import replace

from sits_es.rules.sits.tables.cells import Cells, ends
from sits_es.rules.sits.tables.section import TableSection, in_lines
from sits_es.rules.sits.tables.values import BeamBlock, ClosureBand, Tables
from sits_es.rules.supplied import text_in
from sits_es.toml import KeyPath, Sheet

#: What a laser section by factors holds, as the bundled tables write it.
FACTORS: Final = ("band_factors", "range_factors", "reach")

#: The numbers that are worked out: cells of the grasers that can't be read on the card, and all bundled lasers.
WORKED_OUT: Final = "derived: size x range x closure factor"
LASERS_WORKED_OUT: Final = "house: size x range x closure factor"

SIZES: Final = "weapon sizes such as 20"

Bands = tuple[ClosureBand, ...]


class RateOfClosure(TableSection, frozen=True):
    """Bands of rate of closure: from 0, each half a hex above the end of the one before, the last one open."""

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        cells.record((self.name,), ("bands",))
        return {"closure_bands": _read_bands(cells, (self.name, "bands"))}

    def data(self, tables: Tables) -> Any:
        return {"bands": bands_data(tables.closure_bands)}

    def own(self, tables: Tables, card: Tables) -> Iterable[str]:
        return [self.name] if tables.closure_bands != card.closure_bands else []

    def body(self, tables: Tables, data: Any) -> Iterator[str]:
        return in_lines("bands", data["bands"])


def _read_bands(cells: Cells, path: KeyPath) -> Bands:
    bands = []
    for row in cells.rows(path):
        cells.record(row, ("from",), ("to",))
        bands.append(ClosureBand(*cells.band(row, cells.exact)))
    said = "band half a hex", " in half hexes,"
    cells.follow(path, Decimal("0.5"), [(band.first, band.last) for band in bands], *said)
    return tuple(bands)


def bands_data(bands: Iterable[ClosureBand]) -> list[dict[str, str | int]]:
    """Bands as data hold them, decimals as text."""
    return [ends(str(band.first), None if band.last is None else str(band.last)) for band in bands]


class Damage(TableSection, frozen=True):
    """Damage by size: a list of rows under the game's bands, or a table with the bands that it was printed under.

    Lasers may be entered by three lists of factors instead; a size that is entered cell by cell stands as it is.
    """

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        bands, found = so_far["closure_bands"], cells.get((self.name,))
        lasers = self.name == "laser_damage" and isinstance(found, Mapping) and any(name in found for name in FACTORS)
        sizes = cells.numbered((self.name,), SIZES, besides=FACTORS if lasers else ())
        blocks = (_by_factors(cells, self.name, bands) if lasers else {}) | {
            size: _read_block(cells, size, path, bands) for size, path in sizes
        }
        return {self.name: tuple(blocks[size] for size in sorted(blocks))}

    def data(self, tables: Tables) -> Any:
        """Rows by size, with the bands that they were printed under where those are not the game's."""
        bands = tables.closure_bands
        return {str(block.size): _block_data(block, bands) for block in getattr(tables, self.name)}

    def own(self, tables: Tables, card: Tables) -> Iterable[str]:
        """The sizes; a bundled block counts as it is read in a game of other bands: under these where they fit it."""
        bands, theirs = tables.closure_bands, {}
        for block in getattr(card, self.name):
            fits = block.bands == card.closure_bands and len(card.closure_bands) == len(bands)
            theirs[block.size] = replace(block, bands=bands) if fits else block
        return [f"{self.name}.{each.size}" for each in getattr(tables, self.name) if theirs.get(each.size) != each]

    def printed(self, tables: Tables, steps: tuple[str, ...]) -> str:
        """By the cell for grasers. steps: the size, the row (hexes, 0 up), the column (0 up)."""
        return WORKED_OUT if self.name == "graser_damage" and steps[:3] in _worked_out() else self.bundled

    def sources(self, tables: Tables) -> dict[str, str]:
        found = {}
        for block in getattr(tables, self.name):
            rows = enumerate(block.rows)
            said = {each for hexes, row in rows for each in self._cells(tables, str(block.size), hexes, row)}
            found[f"{self.name}.{block.size}"] = "; ".join(sorted(said))
        return found

    def _cells(self, tables: Tables, size: str, hexes: int, row: Sequence[int]) -> list[str]:
        return [self.source(tables, size, hexes, column) for column in range(len(row))]

    def whence(self, tables: Tables, *part: str) -> Iterator[str]:
        return iter(())

    def body(self, tables: Tables, data: Any) -> Iterator[str]:
        """Blocks of damage; those with bands of their own stand below the others, as tables."""
        ends = ((band.first, band.last) for band in tables.closure_bands)
        named = (f"{first} up" if last is None else f"{first} to {last}" for first, last in ends)
        yield f"# Columns, in hexes per segment: {'; '.join(named)}"
        for size, block in data.items():
            if isinstance(block, list):
                yield from self._block(tables, size, size, block)
        for size, block in data.items():
            if not isinstance(block, list):
                yield f"\n[{self.name}.{size}]"
                yield from in_lines("bands", block["bands"])
                yield from self._block(tables, "rows", size, block["rows"])

    def _block(self, tables: Tables, name: str, size: str, rows: Sequence[Sequence[int]]) -> Iterator[str]:
        width = max(len(str(cell)) for row in rows for cell in row)
        yield f"{name} = ["
        for hexes, row in enumerate(rows):
            cells = ", ".join(f"{cell:>{width}}" for cell in row)
            yield f"  [{cells}],  # range {hexes}: {_columns(self._cells(tables, size, hexes, row))}"
        yield "]"


def _read_block(cells: Cells, size: int, path: KeyPath, bands: Bands) -> BeamBlock:
    rows = path
    if isinstance(cells.get(path), Mapping):
        cells.record(path, ("bands", "rows"))
        rows, bands = (*path, "rows"), _read_bands(cells, (*path, "bands"))
    read = [tuple(map(cells.number, cells.rows(row, len(bands) or None))) for row in cells.rows(rows)]
    return BeamBlock(size, tuple(read), bands)


def _block_data(block: BeamBlock, bands: Bands) -> Any:
    rows = [list(row) for row in block.rows]
    return rows if block.bands == bands else {"bands": bands_data(block.bands), "rows": rows}


def _by_factors(cells: Cells, name: str, bands: Bands) -> dict[int, BeamBlock]:
    """Blocks as size x range factor x band factor, rounded half up; reach: by size the last range in hexes."""
    ranges = list(map(cells.exact, cells.rows((name, "range_factors"))))
    factors = list(map(cells.exact, cells.rows((name, "band_factors"), len(bands) or None)))
    blocks = {}
    for size, at in cells.numbered((name, "reach"), SIZES):
        reach = cells.number(at, most=max(len(ranges) - 1, 0))
        rows = (tuple(_rounded(size * by_range * by_band) for by_band in factors) for by_range in ranges[: reach + 1])
        blocks[size] = BeamBlock(size, tuple(rows), bands)
    return blocks


@cache
def laser_block(bands: Bands, size: int) -> BeamBlock:
    """A block of lasers of any size under the card's rates of closure, by the factors of the bundled ones.

    Its reach is 3 below size 60, else 4. Rule: house, sits rules 7.
    """
    bundled: Any = Sheet.read(text_in("sits_es.rules.sits", "tables", "tables.toml"), "tables.toml").get((LASERS.name,))
    reach = {str(size): 3 if size < 60 else 4}
    return _by_factors(Cells("Rule tables", {LASERS.name: bundled | {"reach": reach}}), LASERS.name, bands)[size]


def _rounded(number: Decimal) -> int:
    return int(number.quantize(Decimal(1), rounding=ROUND_HALF_UP))


@cache
def _worked_out() -> frozenset[tuple[str, ...]]:
    """Cells of the grasers that can't be read on the card: size, row and column, as texts."""
    bundled = Sheet.read(text_in("sits_es.rules.sits", "tables", "tables.toml"), "tables.toml")
    notes: Any = bundled.get(("graser_damage", "derived", "cells"))
    return frozenset(
        (str(note["size"]), str(note["range"]), str(column)) for note in notes for column in note["columns"]
    )


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


RATE_OF_CLOSURE: Final = RateOfClosure(
    name="rate_of_closure",
    about=(
        (
            "Rates of closure in hexes per segment, rounded down to half a hex. Write any number of bands, "
            "from 0 up and without a gap."
        ),
        "Each band is a column of damage below; a block printed with other bands names its own.",
    ),
    bundled="card",
    depth=0,
)
GRASERS: Final = Damage(
    name="graser_damage",
    about=(
        "Damage points by weapon size: a row for each range 0, 1, 2 ..., a column for each rate of closure.",
        "A block with bands of its own: 20 = { bands = [ { from = 0, to = 4.5 }, { from = 5 } ], rows = [ ... ] }",
    ),
    bundled="card",
)
LASERS: Final = Damage(name="laser_damage", about=("Likewise.",), bundled=LASERS_WORKED_OUT)
