"""Tables as they were written before: lasers by factors, which a table file may still give, energy torpedoes by tubes.

In games of rules pack 1 the rows `one` and `two` of the energy torpedoes are tubes firing together.
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from attrs import evolve, frozen

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.missile_table import TUBES
from sits_es.rules.sits.tables.values import Tables
from sits_es.toml import KeyPath

#: What a laser section by factors holds.
FACTORS: Final = ("band_factors", "range_factors", "reach")


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


def read_factors(cells: Cells, path: KeyPath, columns: int | None) -> Factors:
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


def by_tubes(tables: Tables) -> Tables:
    """Tables with their energy torpedoes named as in games of rules pack 1."""
    rows = zip(TUBES, tables.energy_torpedo, strict=True)
    return evolve(tables, energy_torpedo=tuple(evolve(row, type=name) for name, row in rows))
