"""Movement grids: the segments in which what is left of a vector moves a ship one hex."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.section import TableSection
from sits_es.rules.sits.tables.values import SEGMENTS, Segments, Tables
from sits_es.toml import KeyPath

#: Every split of two remainders as data name it, in the page's order.
SPLITS: Final = {f"{first}|{second}": (first, second) for first in range(SEGMENTS) for second in range(SEGMENTS)}


class GridRows(TableSection, frozen=True):
    """horizontal: by the larger vector's remainder and the smaller one's, the segments of both.

    vertical: by the horizontal remainders together and the vertical one, its segments.
    """

    def read(self, cells: Cells, so_far: Mapping[str, Any]) -> dict[str, Any]:
        cells.record((self.name,), ("horizontal", "vertical"))
        for grid in ("horizontal", "vertical"):
            cells.record((self.name, grid), tuple(SPLITS))
        each = range(SEGMENTS)
        return {
            "horizontal": tuple(tuple(self._both(cells, one, other) for other in each) for one in each),
            "vertical": tuple(
                tuple(_pattern(cells, (self.name, "vertical", f"{total}|{up}"), up) for up in each) for total in each
            ),
        }

    def _both(self, cells: Cells, larger: int, smaller: int) -> tuple[Segments, Segments]:
        both = cells.rows((self.name, "horizontal", f"{larger}|{smaller}"), 2)
        return (_pattern(cells, both[0], larger), _pattern(cells, both[1], smaller)) if both else ((), ())

    def data(self, tables: Tables) -> Any:
        horizontal, vertical = tables.horizontal, tables.vertical
        return {
            "horizontal": {name: list(map(list, horizontal[one][other])) for name, (one, other) in SPLITS.items()},
            "vertical": {name: list(vertical[total][up]) for name, (total, up) in SPLITS.items()},
        }


def _pattern(cells: Cells, path: KeyPath, remainder: int) -> Segments:
    """The segments that hold a remainder: as many as it says, or the ship would not move its vectors."""
    found = cells.get(path)
    if isinstance(found, list | tuple):
        segments = tuple(cell for cell in found if isinstance(cell, int) and cell in range(1, SEGMENTS + 1))
        if len(segments) == len(found) == remainder and segments == tuple(sorted(set(segments))):
            return segments
    cells.must_be(path, f"a list of {remainder} different segments, 1 to {SEGMENTS}, ascending")
    return ()


MOVEMENT_GRID: Final = GridRows(
    name="movement_grid",
    about=("Segments in which the remainder of a vector divided by 8 moves the ship one hex.",),
    parts={
        "horizontal": (
            "By the remainders of the larger and the smaller vector: the larger's segments, then the smaller's.",
        ),
        "vertical": (
            (
                "By the sum of the horizontal vectors' remainders (less 8 if it is 8 or more) and the remainder of the "
                "vertical vector: the vertical vector's segments."
            ),
        ),
    },
    bundled="the parent game's play aid",
    depth=2,
)
