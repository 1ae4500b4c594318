"""Tables printed as a file: what is printed says what is in force, and can be read again."""

from __future__ import annotations

import tomllib
from typing import Any

from hypothesis import given, settings

from sits_es.rules.sits.tables.section import SECTIONS
from sits_es.rules.sits.tables.tables import (
    as_file,
    card_tables,
    in_full,
    overridden,
    read_tables_file,
    sources_in_full,
)
from sits_es.rules.sits.tables.values import Tables
from tests.shared.rows import each_row
from tests.shared.tables_of_ones_own import OWN, SIX_BANDS, bundled, houses

DERIVED = "derived: size x range x closure factor"


def printed(tables: Tables, only: str | None = None) -> str:
    return as_file(tables, ("My tables.",), only)


def test_the_bundled_tables_printed_and_read_again_are_the_bundled_tables() -> None:
    read = read_tables_file(printed(card_tables()), "mine.toml")
    assert read == card_tables()
    assert read.own == ()


def test_a_printed_cell_that_is_changed_makes_its_entry_alone_the_files_own() -> None:
    text = printed(card_tables())
    changed = text.replace("[18, 14,  9,  7,  5,  4],  # range 2: card", "[18, 14,  9,  7,  5,  3],", 1)
    assert changed != text
    assert read_tables_file(changed, "mine.toml").own == ("graser_damage.90",)


def test_tables_of_ones_own_printed_and_read_again_are_in_force_as_before() -> None:
    tables = overridden(card_tables(), OWN)
    again = read_tables_file(printed(tables), "mine.toml")
    assert again.own == tables.own
    assert in_full(again) == in_full(tables)
    assert printed(again) == printed(tables)


@settings(max_examples=15, deadline=None)
@given(houses)
def test_so_are_any_others(house: dict[str, Any]) -> None:
    tables = overridden(card_tables(), house)
    again = read_tables_file(printed(tables), "mine.toml")
    assert (again.own, in_full(again)) == (tables.own, in_full(tables))


@each_row("section", SECTIONS)
def test_a_section_printed_alone_stands_in_the_whole_and_can_be_read(section: str) -> None:
    alone = printed(card_tables(), section)
    assert alone.removeprefix("# My tables.\n\n") in printed(card_tables())
    assert list(tomllib.loads(alone)) == [section]
    assert read_tables_file(alone, "mine.toml") == card_tables()


@each_row("house", [{}, OWN, SIX_BANDS])
def test_every_entry_in_force_is_printed(house: dict[str, Any]) -> None:
    tables = overridden(card_tables(), house)
    read = tomllib.loads(printed(tables), parse_float=str)
    full = in_full(tables)
    assert read.keys() == full.keys() == {*SECTIONS}
    assert {name: cells for name, cells in read.items() if name not in BY_BANDS} == {
        name: cells for name, cells in full.items() if name not in BY_BANDS
    }


#: Sections with rates of closure, which a file has as numbers.
BY_BANDS = ("rate_of_closure", "graser_damage", "laser_damage")


def test_what_is_printed_of_the_card_is_what_the_card_says() -> None:
    full, card = in_full(card_tables()), bundled()
    del card["graser_damage"]["derived"]
    for section in ("rate_of_closure", "missile_range", "missile_damage", "energy_torpedo", "movement_grid"):
        assert full[section] == card[section]
    assert full["graser_damage"] == card["graser_damage"]
    assert [len(row) for row in full["ralt"]["ranges"].values()] == [51] * 51
    assert full["ralt"]["rings"]["3"][:13] == "pggbbbbbbbbba"
    assert full["kill_chart"]["28"] == [0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 6, 8, 11, 14, 17, 20, 22, 25, 28]
    assert full["thrust_chart"]["dots"]["5"] == [0, 1, 0, 1, 1, 0, 1, 1]
    assert full["thrust_chart"]["hexes"]["5"] == [0, 0, 0, 0, 0, 1, 0, 1]
    assert full["plots"]["A"]["4"][0] == "4A"
    assert full["plots"]["A++"]["4"] == ["2A 4+", "1A 1B 4+", "1A 1F 4+"]
    assert full["pivot_chart"]["3"] == [3, 6, 9, 12, 15, 18]
    assert full["roll_chart"]["2"] == [*range(2, 23, 2)]


@each_row(
    ("section", "line"),
    [
        ("rate_of_closure", "# Source: card"),
        ("missile_range", "# Source: card; its blank first cell of range_mod is read as 0"),
        (
            "graser_damage",
            f"  [80, 60, 40, 30, 22, 16],  # range 0: column 3 card; columns 1, 2, 4 to 6 {DERIVED}",
        ),
        ("graser_damage", "  [12,  9,  6,  5,  4,  3],  # range 1: card"),
        ("laser_damage", "  [ 6,  5,  3,  2,  2,  1],  # range 2: house: size x range x closure factor"),
        ("movement_grid", "# Source: the parent game's play aid"),
        ("missile_damage", "# The names of the bundled types are ours, because not all of the card's are legible."),
        ("ralt", "# Source: flyer"),
        ("kill_chart", "# Source: flyer; rounding: house"),
        ("plots", "# Source: house, after 2e"),
        (
            "kill_chart",
            " 28 = [  0,   1,   1,   1,   1,   2,   2,   2,   3,   3,   6,   8,  11,  14,  17,  20,  22,  25,  28]",
        ),
        ("thrust_chart", "# Source: house: thrust x pulses x pulses / 128"),
        ("pivot_chart", "# Source: house"),
    ],
)
def test_what_is_printed_says_where_it_comes_from(section: str, line: str) -> None:
    assert line in printed(card_tables(), section).splitlines()


def test_the_cells_that_the_card_misprints_are_told() -> None:
    (row,) = (line for line in printed(card_tables(), "ralt").splitlines() if "put right" in line)
    assert row.startswith("21 = [21, 21, 21, 21, 21, 21,")
    assert row.endswith("]  # H 3 and 4: card, its misprint 20 put right")


@each_row(
    "line",
    [
        "# Source: own table",
        "3M     = { laser_head = 12, nuke = 120 }  # own table",
        "3ET = { reach = 3, damage =  90 }  # own table",
        "  [25,  5],  # range 0: own table",
        "[laser_damage.100]",
        '"1|1" = [[3], [8]]  # own table',
        ' 3 = "pggabbbbbbbbaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"  # own table',
        f"50 = [{', '.join(['  1'] * 19)}]  # own table",
        "20 = [3, 3, 3, 3, 3, 3, 3, 3]  # own table",
        '4 = ["2A 2B 3+", "2A 2B 2+"]  # own table',
        "3 = [ 2,  5,  9, 12, 16, 16]  # own table",
    ],
)
def test_each_entry_of_ones_own_says_so(line: str) -> None:
    lines = [" ".join(each.split()) for each in printed(overridden(card_tables(), OWN)).splitlines()]
    assert " ".join(line.split()) in lines


def test_sources_are_told_by_entry() -> None:
    told = sources_in_full(overridden(card_tables(), OWN))
    assert told["rate_of_closure"] == told["graser_damage.25"] == told["kill_chart.50"] == "own table"
    assert told["graser_damage.20"] == "card; derived: size x range x closure factor"
    assert told["laser_damage.20"] == "house: size x range x closure factor"
    assert told["ralt.rings.3"] == told["plots.A/B+.4"] == "own table"
    assert (told["ralt.rings.4"], told["plots.A/B+.5"]) == ("flyer", "house, after 2e")
    assert told["thrust_chart.dots.1"] == "house: thrust x pulses / 8"
