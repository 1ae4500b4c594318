from __future__ import annotations

import json
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import pytest
from hypothesis import given, settings

from sits_es.rules.sits.sums.beams import BeamKind, beam_block, beam_damage
from sits_es.rules.sits.sums.chart import kills
from sits_es.rules.sits.tables.kill_chart import formula_row
from sits_es.rules.sits.tables.printed_charts import formula_pace, formula_thrust
from sits_es.rules.sits.tables.range_chart import formula_ranges, formula_rings
from sits_es.rules.sits.tables.section import source
from sits_es.rules.sits.tables.tables import card_tables, from_data, overridden, tables_named, to_data
from sits_es.rules.sits.tables.values import Tables, TorpedoRow
from sits_es.space.bearing import bearing
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row
from tests.shared.tables_of_ones_own import SIX_BANDS, TWO_BANDS, bands, bundled, houses


def test_the_stored_form_holds_text_whole_numbers_lists_and_tables_only_and_reads_back_equal() -> None:
    data = to_data(card_tables())

    def plain(value: object) -> bool:
        if isinstance(value, dict):
            return all(isinstance(name, str) and plain(cell) for name, cell in value.items())
        if isinstance(value, list):
            return all(plain(cell) for cell in value)
        return type(value) in (str, int)

    assert plain(data)
    assert from_data(json.loads(json.dumps(data, sort_keys=True))) == card_tables()
    assert hash(from_data(data)) == hash(card_tables())


def test_the_stored_form_says_what_the_card_says() -> None:
    card = bundled()
    del card["graser_damage"]["derived"]
    for rule in ("ralt", "thrust_chart", "kill_chart"):
        del card[rule]
    stored = to_data(card_tables())
    assert {name: cells for name, cells in stored.items() if name != "laser_damage"} == {
        name: cells for name, cells in card.items() if name != "laser_damage"
    }
    assert stored.keys() == card.keys()


@pytest.mark.parametrize("kind", ["graser", "laser"])
def test_the_cells_that_are_worked_out_follow_the_factors(kind: BeamKind) -> None:
    data = bundled()
    factors = data["laser_damage"] if kind == "laser" else data["graser_damage"]["derived"]
    noted = {(note["size"], note["range"], column) for note in factors.get("cells", ()) for column in note["columns"]}
    for size in range(20, 100, 10):
        block = beam_block(card_tables(), kind, size)
        for hexes, by_range in enumerate(map(Decimal, factors["range_factors"][: block.reach + 1])):
            for column, by_band in enumerate(map(Decimal, factors["band_factors"])):
                if kind == "laser" or (size, hexes, column) in noted:
                    exact = (size * by_range * by_band).quantize(Decimal(1), ROUND_HALF_UP)
                    assert beam_damage(block, hexes, column + 1) == exact


def test_a_house_table_changes_what_it_names_and_leaves_the_rest() -> None:
    house = overridden(
        card_tables(),
        {
            "missile_damage": {"heavy": {"laser_head": 12}, "3M": {"laser_head": 7, "nuke": 70}},
            "graser_damage": {"25": [[25, 19, 13, 9, 7, 5]]},
            "energy_torpedo": {"10ET": {"reach": 3, "damage": 90}, "2ET": {"damage": 240}},
        },
    )
    damage = [(row.size, row.laser_head, row.nuke) for row in house.missile_damage]
    assert damage == [("light", 2, 20), ("medium", 4, 40), ("3M", 7, 70), ("heavy", 12, 90)]
    assert [block.size for block in house.graser_damage] == [20, 25, 30, 40, 50, 60, 70, 80, 90]
    assert house.energy_torpedo == (TorpedoRow("1ET", 2, 100), TorpedoRow("2ET", 2, 240), TorpedoRow("10ET", 3, 90))
    assert house.missile_rows == card_tables().missile_rows
    assert house.own == (
        "energy_torpedo.10ET",
        "energy_torpedo.2ET",
        "graser_damage.25",
        "missile_damage.3M",
        "missile_damage.heavy",
    )
    assert from_data(to_data(house)) == house
    assert overridden(card_tables(), {}) == card_tables()


def test_lasers_are_entered_by_factors_or_cell_by_cell() -> None:
    by_factors = {"range_factors": ["1", "0.5"], "reach": {str(size): 1 for size in range(20, 100, 10)}}
    house = overridden(card_tables(), {"laser_damage": by_factors | {"20": [[1, 2, 3, 4, 5, 6]]}})
    assert beam_block(house, "laser", 20).rows == ((1, 2, 3, 4, 5, 6),)
    assert beam_block(house, "laser", 30).rows == ((30, 23, 15, 11, 8, 6), (15, 11, 8, 6, 4, 3))
    assert house.own == tuple(f"laser_damage.{size}" for size in range(20, 100, 10))


def test_bundled_damage_is_read_under_as_many_bands_of_ones_own_and_else_keeps_the_cards() -> None:
    six, two = overridden(card_tables(), SIX_BANDS), overridden(card_tables(), TWO_BANDS)
    for kind in ("graser", "laser"):
        bundled_block, read, kept = (beam_block(tables, kind, 50) for tables in (card_tables(), six, two))
        assert read.rows == kept.rows == bundled_block.rows
        assert (read.bands, kept.bands) == (six.closure_bands, card_tables().closure_bands)
        assert (read.band(2 * 5), kept.band(2 * 5)) == (5, 2)  # 5 hexes a segment
    assert six.own == two.own == ("rate_of_closure",)
    assert from_data(to_data(two)) == two


def test_a_block_of_ones_own_stands_under_the_games_bands_or_names_others() -> None:
    house = {
        "graser_damage": {
            "20": [[9, 8]],
            "30": {
                "bands": [{"from": "0", "to": "4.5"}, {"from": "5", "to": "6"}, {"from": "6.5"}],
                "rows": [[7, 6, 5]],
            },
        }
    }
    tables = overridden(card_tables(), TWO_BANDS | house)
    own, other, kept = (beam_block(tables, "graser", size) for size in (20, 30, 40))
    assert [own.band(2 * 9), own.band(2 * 10)] == [1, 2]
    assert [other.band(2 * 9), len(other.bands)] == [3, 3]
    assert len(kept.bands) == 6
    assert tables.own == ("graser_damage.20", "graser_damage.30", "rate_of_closure")
    assert from_data(to_data(tables)) == tables


def test_what_is_laid_over_a_file_of_tables_leaves_what_that_says() -> None:
    below = overridden(card_tables(), {"kill_chart": {"0": [0] * 19}, "graser_damage": {"20": [[1, 1, 1, 1, 1, 1]]}})
    tables = overridden(below, {"kill_chart": {"50": [1] * 19}} | TWO_BANDS)
    assert tables.own == ("graser_damage.20", "kill_chart.0", "kill_chart.50", "rate_of_closure")
    assert [kills(5, percent, tables.kill_chart).total for percent in (49, 50)] == [0, 1]
    assert beam_block(tables, "graser", 20).bands == card_tables().closure_bands


#: For every table an entry that the program has by itself, and one that is a player's own: its key and what it says.
ENTRIES: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (bands(("0", "3.5"), ("4", "10"), ("10.5", "18"), ("18.5", "29"), ("29.5", "49.5"), ("50", None)), SIX_BANDS, ""),
    ({"missile_damage": {"heavy": {"nuke": 90}}}, {"missile_damage": {"heavy": {"nuke": 91}}}, "heavy"),
    ({"energy_torpedo": {"1ET": {"reach": 2}}}, {"energy_torpedo": {"1ET": {"reach": 3}}}, "1ET"),
    (
        {"graser_damage": {"20": [[20, 15, 10, 8, 6, 4], [12, 9, 6, 5, 4, 3], [4, 3, 2, 2, 1, 1]]}},
        {"graser_damage": {"20": [[20, 15, 10, 8, 6, 4], [12, 9, 6, 5, 4, 3], [4, 3, 2, 2, 1, 0]]}},
        "20",
    ),
    (
        {"movement_grid": {"vertical": {"7|7": [1, 2, 3, 4, 6, 7, 8]}}},
        {"movement_grid": {"vertical": {"7|7": [1, 2, 3, 4, 5, 6, 7]}}},
        "vertical.7|7",
    ),
    (
        {"movement_grid": {"horizontal": {"1|1": [[4], [8]]}}},
        {"movement_grid": {"horizontal": {"1|1": [[3], [8]]}}},
        "horizontal.1|1",
    ),
    (
        {"ralt": {"ranges": {"21": list(formula_ranges(21, 51))}}},
        {"ralt": {"ranges": {"21": [21, 21, 21, 20, 20]}}},
        "ranges.21",
    ),
    ({"ralt": {"rings": {"3": formula_rings(3, 51)}}}, {"ralt": {"rings": {"3": "pgg..a"}}}, "rings.3"),
    (
        {"kill_chart": {str(percent): list(formula_row(percent)) for percent in range(101)}},
        {"kill_chart": {str(percent): list(formula_row(percent // 5 * 5)) for percent in range(7)}},
        "1",
    ),
    (
        {"thrust_chart": {"dots": {"5": list(formula_thrust(5).dots)}, "hexes": {"5": list(formula_thrust(5).hexes)}}},
        {"thrust_chart": {"dots": {"5": [1, 0, 1, 0, 1, 0, 1, 1]}, "hexes": {"5": list(formula_thrust(5).hexes)}}},
        "dots.5",
    ),
    ({"plots": {"A": {"1": ["1A"]}}}, {"plots": {"A": {"1": ["1A", "1A 1+"]}}}, "A.1"),
    ({"pivot_chart": {"3": list(formula_pace(3, 6).due)}}, {"pivot_chart": {"3": [1, 1, 3, 4, 5, 9]}}, "3"),
    ({"roll_chart": {"3": list(formula_pace(3, 11).due)}}, {"roll_chart": {"3": [1] * 11}}, "3"),
]


@each_row(("same", "other", "key"), ENTRIES)
def test_an_entry_that_says_what_the_program_says_is_not_the_games_own(
    same: dict[str, Any], other: dict[str, Any], key: str
) -> None:
    (section,) = same
    assert overridden(card_tables(), same) == card_tables()
    changed = overridden(card_tables(), other)
    assert f"{section}.{key}".rstrip(".") in changed.own
    assert changed != card_tables()
    assert from_data(json.loads(json.dumps(to_data(changed), sort_keys=True))) == changed
    assert source(changed, *f"{section}.{key}".rstrip(".").split(".")) == "own table"


def test_every_table_has_an_entry_above() -> None:
    assert {section for same, _, _ in ENTRIES for section in same} | {"missile_range", "laser_damage"} == {
        *to_data(card_tables()),
        *("ralt", "kill_chart", "thrust_chart", "plots", "pivot_chart", "roll_chart"),
    }


def test_a_changed_row_of_missile_ranges_makes_the_table_the_games_own() -> None:
    rows = to_data(card_tables())["missile_range"]["rows"]
    assert overridden(card_tables(), {"missile_range": {"rows": rows}}) == card_tables()
    changed = [rows[0] | {"range_mod": 1}, *rows[1:]]
    assert overridden(card_tables(), {"missile_range": {"rows": changed}}).own == ("missile_range",)


def test_tables_by_many_rows_are_listed_once() -> None:
    own = ("graser_damage.90", "kill_chart.1", "kill_chart.2", "plots.A.1", "ralt.ranges.3", "ralt.rings.3")
    assert tables_named(own) == ["graser_damage.90", "kill_chart", "plots", "ralt"]


def test_a_range_table_of_ones_own_changes_range_and_ring() -> None:
    tables = overridden(card_tables(), {"ralt": {"ranges": {"3": [3, 3, 3, 4, 5, 9]}, "rings": {"3": "p....a"}}})
    seen = {text: bearing(read_vectors(text).net(), tables.range_table) for text in ("5A 3+", "5A 3-", "6A 3+")}
    assert [(found.range, found.ring) for found in seen.values()] == [(9, "amber"), (9, "amber"), (6, "blue")]


@settings(max_examples=60, deadline=None)
@given(houses)
def test_stored_tables_read_back_equal_whatever_is_entered(house: dict[str, Any]) -> None:
    tables = overridden(card_tables(), house)
    assert from_data(json.loads(json.dumps(to_data(tables), sort_keys=True))) == tables
    assert overridden(tables, {}) == tables
    assert overridden(card_tables(), without_own(tables)) == tables


def without_own(tables: Tables) -> dict[str, Any]:
    return {name: cells for name, cells in to_data(tables).items() if name != "own"}
