from __future__ import annotations

from msgspec.structs import replace

from sits_es.rules.sits.tables.section import source
from sits_es.rules.sits.tables.tables import card_tables, overridden
from sits_es.rules.sits.tables.values import PARTS, KillChart
from tests.shared.rows import each_row

DERIVED = "derived: size x range x closure factor"
OWN = "own table"

#: The graser cells that can't be read on the card, by size and range row: columns from 0.
WORKED_OUT = {
    (20, 0): (3, 4, 5),
    (40, 0): (4,),
    (70, 0): (0, 1, 3, 4, 5),
    (70, 1): (0, 1, 3, 4, 5),
    (80, 0): (0, 1, 3, 4, 5),
    (90, 0): (0, 1, 2, 3, 4, 5),
    (90, 1): (0, 1, 2, 3, 4, 5),
}


def test_each_graser_cell_is_the_cards_or_worked_out() -> None:
    for block in card_tables().graser_damage:
        for hexes, row in enumerate(block.rows):
            for column in range(len(row)):
                expected = DERIVED if column in WORKED_OUT.get((block.size, hexes), ()) else "card"
                assert source(card_tables(), "graser_damage", str(block.size), hexes, column) == expected


def test_every_laser_cell_is_worked_out() -> None:
    for block in card_tables().laser_damage:
        assert source(card_tables(), "laser_damage", block.size, 0, 0) == "house: size x range x closure factor"


@each_row(
    ("key", "expected"),
    [
        (("rate_of_closure",), "card"),
        (("missile_range",), "card"),
        (("missile_range", 7, "range_mod"), "card, where blank is 0"),
        (("missile_range", 8, "range_mod"), "card"),
        (("missile_range", 7, "max_salvos"), "card"),
        (("missile_damage", "heavy", "nuke"), "card"),
        (("energy_torpedo", "2ET"), "card"),
        (("movement_grid", "horizontal", "3|7"), "the parent game's play aid"),
        (("movement_grid", "vertical", "7|7"), "the parent game's play aid"),
        (("ralt", "ranges", 22, 8), "card"),
        (("ralt", "ranges", 50, 50), "card"),
        (("ralt", "ranges", 51, 50), "derived: the card's table continued"),
        (("ralt", "ranges", 50, 51), "derived: the card's table continued"),
        (("ralt", "ranges", 21, 2), "card"),
        (("ralt", "ranges", 21, 3), "card, its misprint 20 put right"),
        (("ralt", "ranges", 21, 4), "card, its misprint 20 put right"),
        (("ralt", "ranges", 21, 5), "card"),
        (("ralt", "rings", 3, 6), "flyer"),
        (("kill_chart", 28), "flyer; rounding: house"),
        (("thrust_chart",), "house"),
        (("thrust_chart", "dots", 5), "house: thrust x pulses / 8"),
        (("thrust_chart", "hexes", 5), "house: thrust x pulses x pulses / 128"),
        (("plots", "C/D-", 4), "house, after 2e"),
        (("pivot_chart", 3), "house"),
        (("roll_chart", 3), "house"),
    ],
)
def test_a_bundled_number_says_where_it_comes_from(key: tuple[str | int, ...], expected: str) -> None:
    assert source(card_tables(), *key) == expected


@each_row(
    ("own", "key", "expected"),
    [
        ("graser_damage.90", ("graser_damage", "90", 0, 0), OWN),
        ("graser_damage.90", ("graser_damage", "9", 0, 0), "card"),
        ("graser_damage.90", ("graser_damage", "80", 2, 0), "card"),
        ("missile_range", ("missile_range", 7, "range_mod"), OWN),
        ("ralt.ranges.21", ("ralt", "ranges", 21), OWN),
        ("ralt.ranges.2", ("ralt", "ranges", 21, 5), "card"),
        ("ralt.ranges.21", ("ralt", "rings", 21, 3), "flyer"),
        ("plots.A/B+.4", ("plots", "C/D-", 4), OWN),
        ("plots.A/B+.4", ("plots", "C/D-", 5), "house, after 2e"),
        ("plots.A/B+.4", ("plots", "C-", 4), "house, after 2e"),
        ("thrust_chart.dots.5", ("thrust_chart", "dots", 5), OWN),
        ("pivot_chart.3", ("pivot_chart", 3), OWN),
    ],
)
def test_what_a_game_has_of_its_own_says_so_and_its_neighbours_do_not(
    own: str, key: tuple[str | int, ...], expected: str
) -> None:
    assert source(replace(card_tables(), own=(own,)), *key) == expected


def test_a_percentage_is_the_games_own_when_its_row_is() -> None:
    chart = KillChart(percents=(0, 25, 50), rows=((0,) * len(PARTS),) * 3)
    tables = replace(card_tables(), kill_chart=chart, own=("kill_chart.25",))
    assert [source(tables, "kill_chart", percent) for percent in (24, 25, 49, 50)] == [
        "flyer; rounding: house",
        OWN,
        OWN,
        "flyer; rounding: house",
    ]


@each_row(
    ("part", "levels", "hexes", "expected"),
    [
        ("ranges", 3, 2, OWN),
        ("ranges", -3, 2, OWN),
        ("ranges", 3, 3, "card"),  # past the end of the row
        ("ranges", 2, 2, "card"),
        ("rings", 3, 0, OWN),
        ("rings", 3, 1, "flyer"),  # a point
        ("rings", 3, 2, OWN),
        ("rings", 3, 3, "flyer"),
    ],
)
def test_a_cell_that_a_row_of_ranges_leaves_out_goes_by_the_formula(
    part: str, levels: int, hexes: int, expected: str
) -> None:
    tables = overridden(card_tables(), {"ralt": {"ranges": {"3": [3, 3, 9]}, "rings": {"3": "p.a"}}})
    assert source(tables, "ralt", part, levels, hexes) == expected
