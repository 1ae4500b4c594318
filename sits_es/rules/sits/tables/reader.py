"""Reading a full set of rule tables from plain data, every fault named at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Final

from sits_es.errors import UnreadableError
from sits_es.rules.sits.tables.cells import ABSENT, Cells
from sits_es.rules.sits.tables.values import (
    SEGMENTS,
    SIZES,
    ClosureBand,
    GraserBlock,
    LaserTable,
    MissileDamage,
    MissileRow,
    Segments,
    Tables,
    TorpedoRow,
)

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

#: Rows of the energy torpedo table: tubes firing together, as the data names them.
TUBES: Final = {"one": 1, "two": 2}


def read_sections(data: Mapping[str, object], faults: Iterable[str] = ()) -> Tables:
    """Read all sections; `faults` are problems found before. UnreadableError names every fault at once."""
    cells = Cells([*faults])
    sections = cells.record("", data, SECTIONS)
    closure, ranges, missiles, torpedoes, grasers, lasers, grid = (sections.get(name, ABSENT) for name in SECTIONS)
    bands = _bands(cells, closure)
    columns = len(bands) or None
    grid_parts = cells.record("movement_grid", grid, ("horizontal", "vertical"))
    tables = Tables(
        closure_bands=bands,
        missile_rows=_missile_rows(cells, ranges),
        missile_damage=_missile_damage(cells, missiles),
        energy_torpedo=_torpedoes(cells, torpedoes),
        graser_damage=_grasers(cells, grasers, columns),
        laser_damage=_lasers(cells, lasers, columns),
        horizontal=_horizontal(cells, grid_parts.get("horizontal", ABSENT)),
        vertical=_vertical(cells, grid_parts.get("vertical", ABSENT)),
    )
    if cells.problems:
        raise UnreadableError(f"Rule tables: {problem}" for problem in cells.problems)
    return tables


def _bands(cells: Cells, section: object) -> tuple[ClosureBand, ...]:
    """Bands of rate of closure: from 0, each half a hex above the end of the one before, the last one open."""
    key = "rate_of_closure.bands"
    listed = cells.record("rate_of_closure", section, ("bands",)).get("bands", ABSENT)
    half = Decimal("0.5")

    def read(place: str, cell: object) -> ClosureBand:
        row = cells.record(place, cell, ("from",), ("to",))
        last = cells.exact(f"{place}.to", row["to"]) if "to" in row else None
        return ClosureBand(cells.exact(f"{place}.from", row.get("from", ABSENT)), last)

    bands = cells.rows(key, listed, read)
    steady = all(end % half == 0 for band in bands for end in (band.first, band.last or half))
    if bands and not (steady and _closed(Decimal(0), half, [(band.first, band.last) for band in bands])):
        cells.problems.append(
            f"{key} leaves a gap. Begin at 0, begin each band half a hex above the end of the one before, "
            "in half hexes, and leave the last without an end."
        )
    return bands


def _missile_rows(cells: Cells, section: object) -> tuple[MissileRow, ...]:
    """Missile range rows: from 0, each one hex above the end of the one before, the last one open."""
    key = "missile_range.rows"
    listed = cells.record("missile_range", section, ("rows",)).get("rows", ABSENT)

    def read(place: str, cell: object) -> MissileRow:
        row = cells.record(place, cell, ("from", "max_salvos", "range_mod"), ("to",))
        return MissileRow(
            first=cells.whole(f"{place}.from", row.get("from", ABSENT)),
            last=cells.whole(f"{place}.to", row["to"]) if "to" in row else None,
            max_salvoes=_salvoes(cells, f"{place}.max_salvos", row.get("max_salvos", ABSENT)),
            range_modifier=cells.whole(f"{place}.range_mod", row.get("range_mod", ABSENT), least=-100, most=100),
        )

    rows = cells.rows(key, listed, read)
    if rows and not _closed(Decimal(0), Decimal(1), [(row.first, row.last) for row in rows]):
        cells.problems.append(
            f"{key} leaves a gap. Begin at 0, begin each row one hex above the end of the one before, "
            "and leave the last without an end."
        )
    return rows


def _closed(start: Decimal, step: Decimal, ends: list[tuple[Decimal | int, Decimal | int | None]]) -> bool:
    """Whether these stretches follow each other without gap or overlap, and only the last is open."""
    expected: Decimal | None = start
    for first, last in ends:
        if expected is None or first != expected or (last is not None and last < first):
            return False
        expected = None if last is None else Decimal(last) + step
    return expected is None


def _salvoes(cells: Cells, key: str, value: object) -> str:
    """Salvoes in one turn: a whole number from 1 up, or 1/n for one in n turns."""
    if isinstance(value, str) and value.isascii() and value.replace("/", "", 1).isdigit():
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            number = Fraction(0)
        if number > 0 and str(number) == value and 1 in number.as_integer_ratio():
            return value
    cells.fault(key, value, 'text: a whole number from 1 up such as "5", or one in n turns such as "1/2"')
    return "1"


def _missile_damage(cells: Cells, section: object) -> tuple[MissileDamage, ...]:
    sizes = cells.record("missile_damage", section, SIZES)
    rows = []
    for size in SIZES:
        key = f"missile_damage.{size}"
        row = cells.record(key, sizes.get(size, ABSENT), WARHEADS)
        laser_head, nuke = (cells.whole(f"{key}.{name}", row.get(name, ABSENT)) for name in WARHEADS)
        rows.append(MissileDamage(size, laser_head, nuke))
    return tuple(rows)


def _torpedoes(cells: Cells, section: object) -> tuple[TorpedoRow, ...]:
    names = cells.record("energy_torpedo", section, tuple(TUBES))
    rows = []
    for name, tubes in TUBES.items():
        key = f"energy_torpedo.{name}"
        row = cells.record(key, names.get(name, ABSENT), ("reach", "damage"))
        reach, damage = (cells.whole(f"{key}.{part}", row.get(part, ABSENT)) for part in ("reach", "damage"))
        rows.append(TorpedoRow(tubes, reach, damage))
    return tuple(rows)


def _grasers(cells: Cells, section: object, columns: int | None) -> tuple[GraserBlock, ...]:
    def row(place: str, cell: object) -> tuple[int, ...]:
        numbers = cells.many(place, cell, columns)
        return tuple(cells.whole(f"{place}[{column}]", number) for column, number in enumerate(numbers, 1))

    sizes = cells.sizes("graser_damage", section)
    return tuple(GraserBlock(size, cells.rows(key, block, row)) for size, key, block in sizes)


def _lasers(cells: Cells, section: object, columns: int | None) -> LaserTable:
    key = "laser_damage"
    found = cells.record(key, section, ("band_factors", "range_factors", "reach"))
    bands = cells.many(f"{key}.band_factors", found.get("band_factors", ABSENT), columns)
    ranges = cells.rows(f"{key}.range_factors", found.get("range_factors", ABSENT), cells.exact)
    reach = cells.sizes(f"{key}.reach", found.get("reach", ABSENT))
    return LaserTable(
        band_factors=tuple(cells.exact(f"{key}.band_factors[{place}]", cell) for place, cell in enumerate(bands, 1)),
        range_factors=ranges,
        reach=tuple((size, cells.whole(place, last, most=max(len(ranges) - 1, 0))) for size, place, last in reach),
    )


def _horizontal(cells: Cells, section: object) -> tuple[tuple[tuple[Segments, Segments], ...], ...]:
    key = "movement_grid.horizontal"
    patterns = cells.record(key, section, SPLITS)

    def read(larger: int, smaller: int) -> tuple[Segments, Segments]:
        place = f"{key}.{larger}|{smaller}"
        both = cells.many(place, patterns.get(f"{larger}|{smaller}", ABSENT), 2) or (ABSENT, ABSENT)
        return _pattern(cells, f"{place}[1]", both[0], larger), _pattern(cells, f"{place}[2]", both[1], smaller)

    return tuple(tuple(read(larger, smaller) for smaller in range(SEGMENTS)) for larger in range(SEGMENTS))


def _vertical(cells: Cells, section: object) -> tuple[tuple[Segments, ...], ...]:
    key = "movement_grid.vertical"
    patterns = cells.record(key, section, SPLITS)

    def read(total: int, up: int) -> Segments:
        split = f"{total}|{up}"
        return _pattern(cells, f"{key}.{split}", patterns.get(split, ABSENT), up)

    return tuple(tuple(read(total, up) for up in range(SEGMENTS)) for total in range(SEGMENTS))


#: Every split of two remainders, in the page's order.
SPLITS: Final = tuple(f"{first}|{second}" for first in range(SEGMENTS) for second in range(SEGMENTS))


def _pattern(cells: Cells, key: str, value: object, remainder: int) -> Segments:
    """The segments that hold a remainder: as many as it says, or the ship would not move its vectors."""
    if isinstance(value, list | tuple):
        segments = tuple(cell for cell in value if isinstance(cell, int) and cell in range(1, SEGMENTS + 1))
        if len(segments) == len(value) == remainder and segments == tuple(sorted(set(segments))):
            return segments
    cells.fault(key, value, f"a list of {remainder} different segments, 1 to {SEGMENTS}, ascending")
    return ()
