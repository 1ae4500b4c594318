"""The movement grid: how a ship's vectors are spread over the eight segments of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from sits_es.rules.sits.tables.values import SEGMENTS, Segments, Tables
from sits_es.sentences import listed
from sits_es.space.hexes import STILL, HexVector


class GridLine(Struct, frozen=True):
    """What a player writes down for one vector of the canonical form.

    direction: A to F, + or -. speed: hexes per turn, 1 up. whole: hexes moved in every segment.
    remainder: 0 to 7, moved one hex each in `segments`.
    """

    direction: str
    speed: int
    whole: int
    remainder: int
    segments: Segments

    def hexes(self, segment: int) -> int:
        """Hexes moved in this direction in a segment, 1 to 8."""
        return self.whole + (segment in self.segments)


class MovementGrid(Struct, frozen=True):
    """A filled movement grid; it stays in force until the next thrust break.

    vector: hexes per turn. rows: larger horizontal, smaller horizontal, vertical, as far as the ship has them.
    moves: displacement of segments 1 to 8, in order; together they are the vector.
    """

    vector: HexVector
    rows: tuple[GridLine, ...]
    moves: tuple[HexVector, ...]

    def moves_in(self, segment: int) -> HexVector:
        """The displacement of a segment, 1 to 8; ValueError otherwise."""
        if not 1 <= segment <= SEGMENTS:
            message = f"a turn has segments 1 to {SEGMENTS}: {segment}"
            raise ValueError(message)
        return self.moves[segment - 1]


@lru_cache(maxsize=4096)
def fill_grid(vector: HexVector, tables: Tables) -> MovementGrid:
    """Fill out the movement grid of a velocity in hexes per turn.

    Whole eighths move in every segment, remainders by the pattern of their split. Of the two horizontals the larger
    vector stands first in the split, equal ones in the order A..F, whatever their remainders.
    Rule: card, "Horizontal Movement Grid" and "Vertical Movement Grid"; sits rules 6.
    """
    horizontals = vector.horizontals()
    larger, smaller = ([speed % SEGMENTS for _, speed in horizontals] + [0, 0])[:2]
    patterns = dict(zip((way for way, _ in horizontals), tables.horizontal[larger][smaller], strict=False))
    patterns["-" if vector.up < 0 else "+"] = tables.vertical[(larger + smaller) % SEGMENTS][abs(vector.up) % SEGMENTS]
    rows = tuple(
        GridLine(way, speed, speed // SEGMENTS, speed % SEGMENTS, patterns[way]) for way, speed in vector.components()
    )
    return MovementGrid(vector, rows, tuple(_move(rows, segment) for segment in range(1, SEGMENTS + 1)))


def _move(rows: tuple[GridLine, ...], segment: int) -> HexVector:
    return sum((HexVector.unit(row.direction).times(row.hexes(segment)) for row in rows), STILL)


# the same on paper


def grid_steps(vector: HexVector, tables: Tables) -> Iterator[str]:
    """How vectors are spread over the segments: whole eighths, remainders, the grids' cells, every segment's move."""
    grid = fill_grid(vector, tables)
    if not grid.rows:
        yield "No vectors: the grid is empty."
        return
    for row in grid.rows:
        whole = f"{row.speed} / {SEGMENTS} = {row.whole} in every segment"
        yield f"{row.speed}{row.direction}: {whole}, remainder {row.remainder}."
    flat = [row for row in grid.rows if row.direction not in "+-"]
    larger, smaller = ([row.remainder for row in flat] + [0, 0])[:2]
    if flat:
        yield from _horizontal(tables, flat, f"{larger}|{smaller}")
    for row in grid.rows:
        if row.direction in "+-":
            yield _vertical(tables, row, larger, smaller)
    yield f"Moves in segments 1 to {SEGMENTS}: {', '.join(str(move) or 'none' for move in grid.moves)}."


def _horizontal(tables: Tables, flat: list[GridLine], cell: str) -> Iterator[str]:
    """The cell of the horizontal grid: remainders of the larger and of the smaller vector."""
    from sits_es.rules.sits.tables.section import source

    read = "; ".join(f"{row.direction} in {_segments(row.segments)}" for row in flat)
    yield f"Horizontal grid, {cell} (larger | smaller): {read} ({source(tables, 'movement_grid', 'horizontal', cell)})."


def _vertical(tables: Tables, row: GridLine, larger: int, smaller: int) -> str:
    """The cell of the vertical grid: horizontal remainders added, less 8 once 8 or more, and the vertical one."""
    from sits_es.rules.sits.tables.section import source

    total = larger + smaller
    less = f", less {SEGMENTS}" if total >= SEGMENTS else ""
    cell = f"{total % SEGMENTS}|{row.remainder}"
    whose = source(tables, "movement_grid", "vertical", cell)
    added = f"{larger} + {smaller} = {total}{less}"
    return f"Vertical grid, {cell} ({added} | vertical): {row.direction} in {_segments(row.segments)} ({whose})."


def _segments(segments: Segments) -> str:
    return listed(map(str, segments), "no segment")
