"""Reading a full set of rule tables from plain data, every fault named at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final, TypeVar

from sits_es.rules.sits.tables.cells import Cells
from sits_es.rules.sits.tables.values import (
    SEGMENTS,
    BeamBlock,
    ClosureBand,
    MissileDamage,
    MissileRow,
    Segments,
    Tables,
    TorpedoRow,
)
from sits_es.toml import ABSENT, KeyPath

#: Every section, in the order of the card's data.
SECTIONS: Final = (
    "rate_of_closure",
    "missile_range",
    "missile_damage",
    "energy_torpedo",
    "graser_damage",
    "laser_damage",
    "movement_grid",
)

#: Warheads of a missile, as the data names them.
WARHEADS: Final = ("laser_head", "nuke")

#: Sections of the card's data that state a rule instead of a table: the program's own sums follow them.
RULES: Final = ("ralt", "thrust_chart", "kill_chart")

#: Said of stretches that leave a gap.
GAP: Final = (
    "leaves a gap. Begin at 0, begin each {} above the end of the one before,{} and leave the last without an end."
)

N = TypeVar("N")


def read_sections(data: Mapping[str, object], house: Iterable[str] = ()) -> Tables:
    """Read all sections. house: names that a scenario writes, none of them a rule. SheetFaults names every fault."""
    cells = Cells("Rule tables", data)
    for name in house:
        if name in RULES:
            cells.fault((name,), "is a rule, not a table. Leave it out.")
    cells.record((), SECTIONS)
    cells.record(("rate_of_closure",), ("bands",))
    bands = _bands(cells, ("rate_of_closure", "bands"))
    cells.record(("movement_grid",), ("horizontal", "vertical"))
    tables = Tables(
        closure_bands=bands,
        missile_rows=_missile_rows(cells),
        missile_damage=_missile_damage(cells),
        energy_torpedo=_torpedoes(cells),
        graser_damage=_blocks(cells, "graser_damage", bands),
        laser_damage=_blocks(cells, "laser_damage", bands),
        horizontal=_horizontal(cells),
        vertical=_vertical(cells),
    )
    cells.refuse()
    return tables


def _bands(cells: Cells, path: KeyPath) -> tuple[ClosureBand, ...]:
    """Bands of rate of closure: from 0, each half a hex above the end of the one before, the last one open."""
    half = Decimal("0.5")
    bands = []
    for row in cells.rows(path):
        cells.record(row, ("from",), ("to",))
        bands.append(ClosureBand(*_stretch(cells, row, cells.exact)))
    steady = all(end % half == 0 for band in bands for end in (band.first, band.last or half))
    if bands and not (steady and _closed(half, [(band.first, band.last) for band in bands])):
        cells.fault(path, GAP.format("band half a hex", " in half hexes,"))
    return tuple(bands)


def _missile_rows(cells: Cells) -> tuple[MissileRow, ...]:
    """Missile range rows: from 0, each one hex above the end of the one before, the last one open."""
    path: KeyPath = ("missile_range", "rows")
    cells.record(path[:1], ("rows",))
    rows = []
    for row in cells.rows(path):
        cells.record(row, ("from", "max_salvos", "range_mod"), ("to",))
        first, last = _stretch(cells, row, cells.number)
        salvoes = _salvoes(cells, (*row, "max_salvos"))
        rows.append(MissileRow(first, last, salvoes, cells.number((*row, "range_mod"), least=-100, most=100)))
    if rows and not _closed(Decimal(1), [(row.first, row.last) for row in rows]):
        cells.fault(path, GAP.format("row one hex", ""))
    return tuple(rows)


def _stretch(cells: Cells, row: KeyPath, read: Callable[[KeyPath], N]) -> tuple[N, N | None]:
    """The ends of a stretch; the last one has no end."""
    last = (*row, "to")
    return read((*row, "from")), None if cells.get(last) is ABSENT else read(last)


def _closed(step: Decimal, ends: list[tuple[Decimal | int, Decimal | int | None]]) -> bool:
    """Whether these stretches follow each other from 0 without gap or overlap, and only the last is open."""
    expected: Decimal | None = Decimal(0)
    for first, last in ends:
        if expected is None or first != expected or (last is not None and last < first):
            return False
        expected = None if last is None else Decimal(last) + step
    return expected is None


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


def _missile_damage(cells: Cells) -> tuple[MissileDamage, ...]:
    path: KeyPath = ("missile_damage",)
    return tuple(MissileDamage(size, *_numbers(cells, (*path, size), WARHEADS)) for size in cells.types(path))


def _torpedoes(cells: Cells) -> tuple[TorpedoRow, ...]:
    path: KeyPath = ("energy_torpedo",)
    return tuple(TorpedoRow(name, *_numbers(cells, (*path, name), ("reach", "damage"))) for name in cells.types(path))


def _numbers(cells: Cells, path: KeyPath, names: tuple[str, str]) -> tuple[int, int]:
    cells.record(path, names)
    return cells.number((*path, names[0])), cells.number((*path, names[1]))


def _blocks(cells: Cells, key: str, bands: tuple[ClosureBand, ...]) -> tuple[BeamBlock, ...]:
    """Damage by size: a list of rows under the game's bands, or a table with the bands that it was printed under."""

    def block(size: int, path: KeyPath) -> BeamBlock:
        rows, own = path, bands
        if isinstance(cells.get(path), Mapping):
            cells.record(path, ("bands", "rows"))
            rows, own = (*path, "rows"), _bands(cells, (*path, "bands"))
        return BeamBlock(size, tuple(row(each, len(own) or None) for each in cells.rows(rows)), own)

    def row(path: KeyPath, columns: int | None) -> tuple[int, ...]:
        return tuple(cells.number(cell) for cell in cells.rows(path, columns))

    return tuple(block(size, path) for size, path in cells.sizes((key,)))


def _horizontal(cells: Cells) -> tuple[tuple[tuple[Segments, Segments], ...], ...]:
    grid: KeyPath = ("movement_grid", "horizontal")
    cells.record(grid, SPLITS)

    def read(larger: int, smaller: int) -> tuple[Segments, Segments]:
        both = cells.rows((*grid, f"{larger}|{smaller}"), 2)
        return (_pattern(cells, both[0], larger), _pattern(cells, both[1], smaller)) if both else ((), ())

    return tuple(tuple(read(larger, smaller) for smaller in range(SEGMENTS)) for larger in range(SEGMENTS))


def _vertical(cells: Cells) -> tuple[tuple[Segments, ...], ...]:
    grid: KeyPath = ("movement_grid", "vertical")
    cells.record(grid, SPLITS)
    return tuple(
        tuple(_pattern(cells, (*grid, f"{total}|{up}"), up) for up in range(SEGMENTS)) for total in range(SEGMENTS)
    )


#: Every split of two remainders, in the page's order.
SPLITS: Final = tuple(f"{first}|{second}" for first in range(SEGMENTS) for second in range(SEGMENTS))


def _pattern(cells: Cells, path: KeyPath, remainder: int) -> Segments:
    """The segments that hold a remainder: as many as it says, or the ship would not move its vectors."""
    found = cells.get(path)
    if isinstance(found, list | tuple):
        segments = tuple(cell for cell in found if isinstance(cell, int) and cell in range(1, SEGMENTS + 1))
        if len(segments) == len(found) == remainder and segments == tuple(sorted(set(segments))):
            return segments
    cells.must_be(path, f"a list of {remainder} different segments, 1 to {SEGMENTS}, ascending")
    return ()
