"""Movement grids as data: reading them, every fault noted, and writing them."""

from __future__ import annotations

from typing import Any, Final

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import SEGMENTS, Segments, Tables
from sits_es.toml import KeyPath

#: Every split of two remainders, in the page's order.
SPLITS: Final = tuple((first, second) for first in range(SEGMENTS) for second in range(SEGMENTS))

#: The same as data name them.
NAMES: Final = tuple(f"{first}|{second}" for first, second in SPLITS)


def read_horizontal(cells: Cells) -> tuple[tuple[tuple[Segments, Segments], ...], ...]:
    """Patterns of two vectors, by the larger one's remainder and the smaller one's."""
    grid: KeyPath = ("movement_grid", "horizontal")
    cells.record(grid, NAMES)

    def read(larger: int, smaller: int) -> tuple[Segments, Segments]:
        both = cells.rows((*grid, f"{larger}|{smaller}"), 2)
        return (_pattern(cells, both[0], larger), _pattern(cells, both[1], smaller)) if both else ((), ())

    return tuple(tuple(read(larger, smaller) for smaller in range(SEGMENTS)) for larger in range(SEGMENTS))


def read_vertical(cells: Cells) -> tuple[tuple[Segments, ...], ...]:
    """Patterns of the vertical vector, by the horizontal remainders together and its own."""
    grid: KeyPath = ("movement_grid", "vertical")
    cells.record(grid, NAMES)
    return tuple(
        tuple(_pattern(cells, (*grid, f"{total}|{up}"), up) for up in range(SEGMENTS)) for total in range(SEGMENTS)
    )


def _pattern(cells: Cells, path: KeyPath, remainder: int) -> Segments:
    """The segments that hold a remainder: as many as it says, or the ship would not move its vectors."""
    found = cells.get(path)
    if isinstance(found, list | tuple):
        segments = tuple(cell for cell in found if isinstance(cell, int) and cell in range(1, SEGMENTS + 1))
        if len(segments) == len(found) == remainder and segments == tuple(sorted(set(segments))):
            return segments
    cells.must_be(path, f"a list of {remainder} different segments, 1 to {SEGMENTS}, ascending")
    return ()


def grids_data(tables: Tables) -> dict[str, Any]:
    """Both grids as data."""
    pairs = tuple(zip(NAMES, SPLITS, strict=True))
    horizontal = {name: [list(each) for each in tables.horizontal[one][other]] for name, (one, other) in pairs}
    return {
        "horizontal": horizontal,
        "vertical": {name: list(tables.vertical[total][up]) for name, (total, up) in pairs},
    }
