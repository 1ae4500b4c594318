"""Rates of closure and blocks of beam damage as data: reading them, every fault noted, and writing them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Final

from attrs import frozen

from sits_es.rules.sits.tables.bands import GAP, band, ends, gap_at
from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import BeamBlock, ClosureBand
from sits_es.toml import KeyPath

#: Where the rates of closure stand.
BANDS: Final[KeyPath] = ("rate_of_closure", "bands")

#: What a laser section by factors holds, as the bundled tables write it.
FACTORS: Final = ("band_factors", "range_factors", "reach")

Bands = tuple[ClosureBand, ...]


def read_bands(cells: Cells, path: KeyPath = BANDS) -> Bands:
    """Bands of rate of closure: from 0, each half a hex above the end of the one before, the last one open."""
    half = Decimal("0.5")
    bands = []
    for row in cells.rows(path):
        cells.record(row, ("from",), ("to",))
        bands.append(ClosureBand(*band(cells, row, cells.exact)))
    gap = gap_at(half, [(band.first, band.last) for band in bands])
    if bands and gap is not None:
        cells.fault((*path, gap), GAP.format("band half a hex", " in half hexes,"))
    return tuple(bands)


def bands_data(bands: Iterable[ClosureBand]) -> list[dict[str, str | int]]:
    """Bands as data hold them, decimals as text."""
    return [ends(str(band.first), None if band.last is None else str(band.last)) for band in bands]


def read_grasers(cells: Cells, bands: Bands) -> tuple[BeamBlock, ...]:
    """Graser damage by size: a list of rows under the game's bands, or a table with the bands it was printed under."""
    return _blocks(cells, "graser_damage", bands, ())


def read_lasers(cells: Cells, bands: Bands) -> tuple[BeamBlock, ...]:
    """Laser damage likewise, or by the three lists of factors; a size that is entered cell by cell stands as it is."""
    found = cells.get(("laser_damage",))
    if not (isinstance(found, Mapping) and any(name in found for name in FACTORS)):
        return _blocks(cells, "laser_damage", bands, ())
    entered = _blocks(cells, "laser_damage", bands, FACTORS)
    factors = _read_factors(cells, ("laser_damage",), len(bands) or None)
    worked_out = {
        int(size): BeamBlock(int(size), tuple(map(tuple, rows)), bands) for size, rows in factors.cells().items()
    }
    blocks = worked_out | {block.size: block for block in entered}
    return tuple(blocks[size] for size in sorted(blocks))


@frozen
class Factors:
    """Laser damage as factors: size x range factor x band factor, rounded half up.

    bands: one for each closure band. ranges: one for each range 0, 1, 2 and so on. reach: (size, last range in hexes).
    """

    bands: tuple[Decimal, ...]
    ranges: tuple[Decimal, ...]
    reach: tuple[tuple[int, int], ...]

    def cells(self) -> dict[str, list[list[int]]]:
        """The same, cell by cell: by size a row for each range."""
        return {
            str(size): [[self._cell(size, hexes, band) for band in self.bands] for hexes in self.ranges[: last + 1]]
            for size, last in self.reach
        }

    @staticmethod
    def _cell(size: int, by_range: Decimal, by_band: Decimal) -> int:
        return int((size * by_range * by_band).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def _read_factors(cells: Cells, path: KeyPath, columns: int | None) -> Factors:
    """Read factors below a key; faults are noted. columns: how many closure bands there are."""
    ranges = tuple(map(cells.exact, cells.rows((*path, "range_factors"))))
    return Factors(
        bands=tuple(map(cells.exact, cells.rows((*path, "band_factors"), columns))),
        ranges=ranges,
        reach=tuple(
            (size, cells.number(at, most=max(len(ranges) - 1, 0)))
            for size, at in cells.numbered((*path, "reach"), "weapon sizes such as 20")
        ),
    )


def _blocks(cells: Cells, key: str, bands: Bands, besides: Iterable[str]) -> tuple[BeamBlock, ...]:
    """Blocks by size. besides: names in the same table that are no sizes."""

    def block(size: int, path: KeyPath) -> BeamBlock:
        rows, own = path, bands
        if isinstance(cells.get(path), Mapping):
            cells.record(path, ("bands", "rows"))
            rows, own = (*path, "rows"), read_bands(cells, (*path, "bands"))
        return BeamBlock(size, tuple(row(each, len(own) or None) for each in cells.rows(rows)), own)

    def row(path: KeyPath, columns: int | None) -> tuple[int, ...]:
        return tuple(cells.number(cell) for cell in cells.rows(path, columns))

    return tuple(block(size, path) for size, path in cells.numbered((key,), "weapon sizes such as 20", besides=besides))


def blocks_data(blocks: Iterable[BeamBlock], bands: Bands) -> dict[str, Any]:
    """Damage by size: rows, with the bands that they were printed under where those are not the game's."""
    return {str(block.size): _block_data(block, bands) for block in blocks}


def _block_data(block: BeamBlock, bands: Bands) -> Any:
    rows = [list(row) for row in block.rows]
    return rows if block.bands == bands else {"bands": bands_data(block.bands), "rows": rows}
