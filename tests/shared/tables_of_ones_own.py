"""Rule tables that somebody enters: some of every kind, any at all, and the bundled ones as their file has them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from hypothesis import strategies as st

from sits_es.rules.sits.tables.values import PARTS


def bundled() -> dict[str, Any]:
    text = files("sits_es.rules.sits.tables").joinpath("tables.toml").read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=str)


def bands(*ends: tuple[str, str | None]) -> dict[str, Any]:
    listed = [{"from": first} | ({} if last is None else {"to": last}) for first, last in ends]
    return {"rate_of_closure": {"bands": listed}}


TWO_BANDS = bands(("0.0", "9.5"), ("10.0", None))
SIX_BANDS = bands(("0", "1"), ("1.5", "2"), ("2.5", "3"), ("3.5", "4"), ("4.5", "5"), ("5.5", None))

#: A file that has something of its own in every table.
OWN: dict[str, Any] = TWO_BANDS | {
    "missile_range": {"rows": [{"from": 0, "max_salvos": "1/2", "range_mod": -3}]},
    "missile_damage": {"3M": {"laser_head": 12, "nuke": 120}},
    "energy_torpedo": {"3ET": {"reach": 3, "damage": 90}},
    "graser_damage": {"25": [[25, 5]]},
    "laser_damage": {"100": {"bands": [{"from": "0", "to": "4.5"}, {"from": "5"}], "rows": [[100, 50], [9, 8]]}},
    "movement_grid": {"horizontal": {"1|1": [[3], [8]]}, "vertical": {"7|7": [1, 2, 3, 4, 5, 6, 7]}},
    "ralt": {"ranges": {"3": [3, 3, 3, 5], "60": [60]}, "rings": {"3": "pgga"}},
    "kill_chart": {"0": [0] * 19, "50": [1] * 19},
    "thrust_chart": {"dots": {"20": [3] * 8}, "hexes": {"20": [1] * 8}},
    "plots": {"A/B+": {"4": ["2A 2B 3+", "2A 2B 2+"]}, "+++": {"9": ["9+"]}},
    "pivot_chart": {"3": [2, 5, 9, 12, 16, 16]},
    "roll_chart": {"12": [1] * 11},
}

numbers = st.integers(0, 99)


def rows_of(length: int, most: int = 99) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, most), min_size=length, max_size=length)


def keyed(keys: st.SearchStrategy[int], values: st.SearchStrategy[Any], least: int = 0) -> st.SearchStrategy[Any]:
    return st.dictionaries(keys.map(str), values, min_size=least, max_size=4)


plots_named = st.sampled_from(["4A", "3A 1B", "2A 2B 1+", "1A 4-", "4+"])
kill_rows = st.tuples(*(st.integers(0, part) for part in PARTS)).map(list)

houses = st.fixed_dictionaries(
    {},
    optional={
        "rate_of_closure": st.sampled_from([TWO_BANDS["rate_of_closure"], SIX_BANDS["rate_of_closure"]]),
        "missile_damage": st.dictionaries(
            st.sampled_from(["light", "3M"]), st.fixed_dictionaries({"laser_head": numbers, "nuke": numbers})
        ),
        "energy_torpedo": st.dictionaries(
            st.sampled_from(["1ET", "x"]), st.fixed_dictionaries({"reach": numbers, "damage": numbers})
        ),
        "ralt": st.fixed_dictionaries(
            {},
            optional={
                "ranges": keyed(st.integers(1, 30), st.lists(numbers, min_size=1, max_size=9)),
                "rings": keyed(st.integers(1, 30), st.text("abgp.", max_size=9).map("p".__add__)),
            },
        ),
        "kill_chart": keyed(st.integers(1, 100), kill_rows).flatmap(
            lambda rows: kill_rows.map(lambda first: {"0": first} | rows)
        ),
        "thrust_chart": st.dictionaries(
            st.integers(1, 20).map(str), st.tuples(rows_of(8, 20), rows_of(8, 20)), max_size=3
        ).map(
            lambda rows: {
                "dots": {thrust: row[0] for thrust, row in rows.items()},
                "hexes": {thrust: row[1] for thrust, row in rows.items()},
            }
        ),
        "plots": st.dictionaries(
            st.sampled_from(["A", "A/B", "A+", "A/B+", "A++", "+++"]),
            keyed(st.integers(1, 20), st.lists(plots_named, min_size=1, unique=True)),
        ),
        "pivot_chart": keyed(st.integers(1, 20), rows_of(6).map(lambda due: sorted(1 + each for each in due))),
        "roll_chart": keyed(st.integers(1, 20), rows_of(11).map(lambda due: sorted(1 + each for each in due))),
    },
)
