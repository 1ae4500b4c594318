"""A file of tables in which every table that the program prints is replaced, row for row, by other values.

Each value follows from the printed one by a law simple enough to be redone in one's head.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any, Final

from sits_es.rules.sits.tables.tables import as_file, card_tables
from sits_es.rules.sits.tables.values import PARTS, SEGMENTS

#: Four bands in place of six.
BANDS: Final = (
    {"from": Decimal(0), "to": Decimal("1.5")},
    {"from": Decimal(2), "to": Decimal(5)},
    {"from": Decimal("5.5"), "to": Decimal(20)},
    {"from": Decimal("20.5")},
)
RANGES: Final = (
    {"from": 0, "to": 9, "max_salvos": "4", "range_mod": -3},
    {"from": 10, "to": 39, "max_salvos": "3", "range_mod": 9},
    {"from": 40, "max_salvos": "1/5", "range_mod": 21},
)
SWAPPED: Final = str.maketrans("abgp", "bapg")


def printed() -> dict[str, Any]:
    """Every table as the program prints it, cell by cell."""
    return tomllib.loads(as_file(card_tables(), ()), parse_float=Decimal)


def replaced() -> dict[str, Any]:
    """Every one of them with other values, a fourth type of missile and a third type of energy torpedo besides."""
    now = printed()
    missiles, torpedoes, grid, ralt = (
        now[section] for section in ("missile_damage", "energy_torpedo", "movement_grid", "ralt")
    )
    return {
        "rate_of_closure": {"bands": BANDS},
        "missile_range": {"rows": RANGES},
        "missile_damage": _more(missiles, 1) | {"capital": {"laser_head": 12, "nuke": 120}},
        "energy_torpedo": _more(torpedoes, 1) | {"3ET": {"reach": 4, "damage": 35}},
        "graser_damage": _damage(now["graser_damage"], 3),
        "laser_damage": _damage(now["laser_damage"], 5),
        "movement_grid": {
            "horizontal": {cell: [_later(each) for each in both] for cell, both in grid["horizontal"].items()},
            "vertical": {cell: _later(segments) for cell, segments in grid["vertical"].items()},
        },
        "ralt": {
            "ranges": {
                levels: [each + 1 if hexes or levels != "0" else 0 for hexes, each in enumerate(row)]
                for levels, row in ralt["ranges"].items()
            },
            "rings": {
                levels: row[0] + row[1:].translate(SWAPPED) if levels != "0" else row
                for levels, row in ralt["rings"].items()
            },
        },
        "kill_chart": {str(percent): _tenth_more(percent) for percent in range(0, 101, 10)},
        "thrust_chart": {
            "dots": {thrust: [int(thrust), *[0] * 6, 1] for thrust in now["thrust_chart"]["dots"]},
            "hexes": {thrust: [1, *[0] * 6, int(thrust)] for thrust in now["thrust_chart"]["hexes"]},
        },
        "plots": {
            window: {dots: rows.get(str(int(dots) + 1), rows["1"]) for dots in rows}
            for window, rows in now["plots"].items()
        },
        "pivot_chart": {rating: [int(rating) + window for window in range(1, 7)] for rating in now["pivot_chart"]},
        "roll_chart": {rating: [int(rating) + window for window in range(1, 12)] for rating in now["roll_chart"]},
    }


def _more(rows: Mapping[str, Mapping[str, int]], points: int) -> dict[str, dict[str, int]]:
    return {name: {part: number + points for part, number in row.items()} for name, row in rows.items()}


def _damage(blocks: Mapping[str, list[list[int]]], each: int) -> dict[str, list[list[int]]]:
    """Ten more than the weapon's size, less so many points for each hex, and one for each column; reach 4 for all."""
    return {
        size: [[int(size) + 10 - each * hexes - column for column in range(4)] for hexes in range(5)] for size in blocks
    }


def _later(segments: list[int]) -> list[int]:
    """Each a segment later, and the last of the turn in the first."""
    return sorted(each % SEGMENTS + 1 for each in segments)


def _tenth_more(percent: int) -> list[int]:
    """What is killed at a percentage of each part, and one more, as far as there are any."""
    return [min(part, part * percent // 100 + 1) if percent < 100 else part - 1 for part in PARTS]


def as_text(tables: Mapping[str, Any]) -> str:
    """Tables as the text of a file."""
    return "\n".join(_lines("", tables)) + "\n"


def _lines(name: str, table: Mapping[str, Any]) -> Iterator[str]:
    below = {key: value for key, value in table.items() if isinstance(value, Mapping)}
    if name:
        yield f"[{name}]"
    yield from (f"{_key(key)} = {_value(value)}" for key, value in table.items() if key not in below)
    for key, value in below.items():
        yield from _lines(f"{name}.{_key(key)}" if name else _key(key), value)


def _key(key: str) -> str:
    return f'"{key}"'


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{_key(key)} = {_value(each)}' for key, each in value.items())}}}"
    return f'"{value}"' if isinstance(value, str) else str(value)
