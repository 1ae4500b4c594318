"""`sits calc` with --game and --tables: a table of one's own takes effect in each sum, and is named as what it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.shared.commands_told import Sits
from tests.shared.duels import SCENARIO

#: Something of one's own in every table, each unlike what is bundled.
OWN = """
[rate_of_closure]
bands = [{from = 0.0, to = 9.5}, {from = 10.0}]

[missile_range]
rows = [{from = 0, to = 12, max_salvos = "9", range_mod = 1}, {from = 13, max_salvos = "1/2", range_mod = 40}]

[missile_damage]
3M = {laser_head = 3, nuke = 33}

[energy_torpedo]
3ET = {reach = 1, damage = 400}

[graser_damage]
95 = [[95, 50], [40, 20]]

[laser_damage]
20 = [[21, 11], [13, 7]]

[movement_grid.horizontal]
"5|0" = [[1, 2, 3, 4, 5], []]

[movement_grid.vertical]
"5|1" = [8]

[ralt.ranges]
3 = [3, 3, 3, 4, 5, 5, 9]

[ralt.rings]
3 = "pb....a"

[kill_chart]
0 = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
20 = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

[thrust_chart.dots]
4 = [1, 0, 1, 0, 1, 0, 1, 0]

[thrust_chart.hexes]
4 = [0, 0, 0, 1, 0, 0, 0, 1]

[plots."A+"]
4 = ["3A 3+", "4A 2+"]

[pivot_chart]
2 = [1, 3, 5, 7, 9, 12]

[roll_chart]
2 = [1, 1, 2, 4, 8, 16, 32, 64, 65, 66, 67]
"""

#: What is said of a number that is the game's own.
SAID = "own table"

#: A sum, what it gives by the tables above, and what a step says of the entries it goes by.
SUMS = (
    ("range 6 3", {"range": 9, "ring": "amber"}, "H 6 and V 3 (range table: own table): amber ring."),
    ("range 1 3", {"range": 3, "ring": "blue"}, "Range 3, as looked up for H 1 and V 3 (range table: own table)."),
    ("range 2 3", {"range": 3, "ring": "green"}, "(range table: own table). V is the larger; 4 x 2 = 8"),  # a point
    (
        "bearing 6B 3+",
        {"range": 9, "ring": "amber", "window": "B", "opposite": "E"},
        "H 6 and V 3 (range table: own table): amber ring;",
    ),
    (
        "grid 13A 1-",
        {"moves": ["2A"] * 5 + ["1A", "1A", "1A 1-"]},
        "A in 1, 2, 3, 4 and 5 (own table). Vertical grid, 5|1 (5 + 0 = 5 | vertical): - in 8 (own table).",
    ),
    ("plots 4 C-", {"plots": ["3C 3-", "4C 2-"]}, "(plots: own table)"),
    (
        "pivot --nose A --to D --rating 2",
        {"windows": 6, "path": ["A/B", "B", "B/C", "C", "C/D", "D"], "roll": 0, "segments": [1, 3, 5, 7, 9, 12]},
        "The pivot chart, row 2: done after 1, 3, 5, 7, 9 and 12 segments (own table).",
    ),
    (
        "roll port 3 --nose A --roll 1 --rating 2",
        {"path": [0, 11, 10], "roll": 10, "segments": [1, 1, 2]},
        "The roll chart, row 2: done after 1, 1 and 2 segments (own table).",
    ),
    (
        "closure 6A 3-",
        {"per_turn": 9, "per_segment": "1.0", "band": 1},
        "Range 9, as looked up for H 6 and V 3 (range table: own table), in hexes a turn",
    ),
    (
        "closure 90A still",
        {"per_turn": 90, "per_segment": "11.0", "band": 2},
        "11.0 a segment is column 2, closure 10.0 up (own table).",
    ),
    (
        "beam graser 95 --range 1 --closure 12",
        {"damage": 20},
        "Graser damage, block of size 95 (reach 1), row range 1: 40 20. Column 2 is 20 (own table).",
    ),
    ("beam laser 20 --range 0 --closure 9.5", {"damage": 21}, "row range 0: 21 11. Column 1 is 21 (own table)."),
    ("beam energy-torpedo 3et --range 1 --launchers 2", {"damage": 800}, "reach 1, damage 400 each (own table)."),
    ("missiles 13", {"max_salvoes": "1/2", "range_modifier": 40}, "row 13 up: at most 1/2 salvo a turn"),
    (
        "kills 336 28",
        {"kills": 34, "parts": [30, 3, 1]},
        "Kill chart, row from 20% (own table), 336 in all: 100 gives 10, so 300 give 30; 30 gives 3; 6 gives 1;",
    ),
    (
        "wall 36 --strength 14 --variance 9",
        {"percent": 23, "charted": 4, "strikes": 4},
        "Kill chart, row from 20% (own table), 36 points:",
    ),
)


def house(tables: str) -> str:
    """The tables as a scenario has them."""
    return tables.replace("\n[", "\n[house.")


@pytest.fixture
def own(sits: Sits) -> Sits:
    """The tables in a file, and a game that began with them."""
    Path("own.toml").write_text(OWN, encoding="utf-8")
    Path("mine.toml").write_text(SCENARIO + house(OWN), encoding="utf-8")
    assert sits("new", "mine.toml", "--name", "mine").code == 0
    return sits


def words(line: str) -> list[str]:
    verb, *rest = line.split()
    if verb in ("grid", "bearing"):
        return [verb, " ".join(rest)]
    return [verb, *rest]


def data(sits: Sits, *given: str) -> Any:
    told = sits("calc", *given, "--json")
    assert (told.code, told.err) == (0, "")
    return json.loads(told.out)


@pytest.mark.parametrize(("line", "found", "step"), SUMS)
def test_a_games_own_table_takes_effect_and_is_named(own: Sits, line: str, found: dict[str, Any], step: str) -> None:
    answer = data(own, *words(line), "--game", "mine")
    assert answer | found == answer
    assert answer["game"] == "mine"
    assert step in " ".join(answer["steps"])
    told = own("calc", *words(line), "--game", "mine", "--width", "100")
    assert step in told.flat
    assert told.flat.partition(" Rule: ")[2] == answer["rule"]
    assert ", by the rules of mine" in told.flat


@pytest.mark.parametrize(("line", "found", "step"), SUMS)
def test_a_file_of_tables_takes_effect_and_is_named(own: Sits, line: str, found: dict[str, Any], step: str) -> None:
    answer = data(own, *words(line), "--tables", "own.toml")
    assert answer | found == answer
    assert answer["tables"] == "own.toml"
    assert step in " ".join(answer["steps"])
    assert ", by the tables of own.toml" in own("calc", *words(line), "--tables", "own.toml", "--width", "100").flat


@pytest.mark.parametrize(("line", "found", "_step"), SUMS)
def test_the_bundled_tables_say_something_else(own: Sits, line: str, found: dict[str, Any], _step: str) -> None:
    told = own("calc", *words(line), "--json")
    if told.code:
        assert "There is no " in told.err  # neither size 95 nor type 3ET is on the card
        return
    answer = json.loads(told.out)
    assert SAID not in " ".join(answer.pop("steps"))
    assert answer.pop("rule")
    assert set(answer) == set(found), "without either option an answer has nothing more"
    assert answer != found or line == "range 2 3"


def test_a_course_flies_by_a_games_own_charts_and_names_those_it_used(own: Sits) -> None:
    answer = data(own, "course", "5A", "--thrust", "4", "--game", "mine")
    assert [leg["moved"] for leg in answer["path"]] == ["1A", "2A", "3A", "5A", "6A", "6A", "6A", "7A"]
    assert [leg["dots"] for leg in answer["path"]] == [{"A": 1}, {}] * 3 + [{"A": 1}, {}]
    assert answer["vector"] == "9A"
    told = own("calc", "course", "5A", "--thrust", "4", "--game", "mine", "--width", "80")
    assert told.flat.startswith("After 8 segments the ship is 7A from here, with vectors 9A, by the rules of mine. ")


@pytest.mark.parametrize(
    ("line", "used"),
    [
        ("course 4A --thrust 8", ["movement grids", "dots", "displacement", "plots"]),
        ("course 4A --pivot-to B --pace 2", ["movement grids", "pivots"]),
        ("course 4A --segments 3", ["movement grids"]),
    ],
)
def test_a_course_names_no_table_that_it_did_not_use(own: Sits, line: str, used: list[str]) -> None:
    (told,) = data(own, *line.split(), "--game", "mine")["steps"]
    every = ("movement grids", "dots", "displacement", "plots", "pivots", "rolls")
    assert [name for name in every if f"{name}:" in told] == used
    assert SAID in told


def test_a_pivot_takes_as_long_as_the_games_own_chart_says(own: Sits) -> None:
    path = data(own, "course", "4A", "--pivot-to", "B", "--pace", "2", "--game", "mine")["path"]
    assert [leg["nose"] for leg in path[:4]] == ["A/B", "A/B", "B", "B"]


def test_a_rating_without_a_row_goes_by_the_card(own: Sits) -> None:
    answer = data(own, "pivot", "--nose", "A", "--to", "B", "--rating", "3", "--game", "mine")
    assert answer["segments"] == [3, 6]
    assert answer["steps"][-1] == "3 segments for each window: done after 3 and 6 segments (house)."


def test_every_type_of_missile_is_listed_with_its_source(own: Sits) -> None:
    told = own("calc", "missiles", "5", "--game", "mine", "--width", "80")
    assert told.out == (
        "Range 5: at most 9 salvoes at a target in a turn, range modifier 1, by the rules\n"
        "  of mine.\n"
        "  Missile range table, row 0 to 12: at most 9 salvoes a turn from this ship at\n"
        "    this target (house), range modifier +1 (own table).\n"
        "  The modifier is added to the missile quality level; a higher one favours the\n"
        "    defender.\n"
        "  Damage of each missile that gets through:\n"
        "  Missile  Laser head  Nuke  Source\n"
        "  light             2    20  card\n"
        "  3M                3    33  own table\n"
        "  medium            4    40  card\n"
        "  heavy             9    90  card\n"
        'Rule: card, "Missile Range Table" and "Damage"; sits rules 8.1\n'
    )


def test_a_block_that_is_not_entered_keeps_the_rates_it_was_printed_under(own: Sits) -> None:
    answer = data(own, "beam", "graser", "70", "--range", "1", "--closure", "12", "--game", "mine")
    assert (answer["damage"], answer["steps"][-1][-22:]) == (21, "Column 3 is 21 (card).")
    told = own("calc", "beam", "graser", "60", "--range", "1", "--closure", "60", "--game", "mine")
    assert "60.0 a segment is column 6, closure 50.0 up (as the block was printed)." in told.flat


def test_a_closure_names_the_blocks_that_have_columns_of_their_own(own: Sits) -> None:
    assert data(own, "closure", "90A", "still", "--game", "mine")["steps"][-1] == (
        "Blocks with columns of their own, for sits calc beam: graser 20, graser 30, graser 40, graser 50, graser 60, "
        "graser 70, graser 80, graser 90, laser 30, laser 40, laser 50, laser 60, laser 70, laser 80 and laser 90."
    )


def test_a_range_beyond_a_row_of_ones_own_is_the_cards(own: Sits) -> None:
    assert "(range table: card)" in data(own, "range", "7", "3", "--game", "mine")["steps"][0]


@pytest.mark.parametrize("line", ["range 6 3", "kills 136 28", "course 4A", "missiles 13"])
def test_every_fault_of_a_file_is_named_by_key_and_line(own: Sits, line: str) -> None:
    Path("bad.toml").write_text("[missile_damage]\n3M = {nuke = -1}\n\n[energy_torpedos]\n", encoding="utf-8")
    told = own("calc", *words(line), "--tables", "bad.toml")
    assert (told.code, told.out) == (1, "")
    *first, last = told.err.splitlines()
    assert last.startswith("bad.toml:4: energy_torpedos is unknown.")
    assert first == [
        "bad.toml:2: missile_damage.3M.laser_head is missing. missile_damage.3M must have laser_head, nuke.",
        "bad.toml:2: missile_damage.3M.nuke is -1. It must be a whole number from 0 up.",
    ]


def test_a_file_that_is_not_there_is_refused(own: Sits) -> None:
    refusal = "other.toml: no such file or directory.\n"
    assert own("calc", "kills", "136", "28", "--tables", "other.toml") == (1, "", refusal)


@pytest.mark.parametrize(("line", "found", "_step"), SUMS[:6])
def test_a_scenario_stands_for_its_house_tables(own: Sits, line: str, found: dict[str, Any], _step: str) -> None:
    answer = data(own, *words(line), "--tables", "mine.toml")
    assert answer | found == answer
    assert answer["tables"] == "mine.toml"


def test_a_scenario_stands_for_the_file_of_tables_that_it_names_and_what_it_lays_over_it(own: Sits) -> None:
    Path("below").mkdir()
    Path("below/own.toml").write_text(OWN, encoding="utf-8")
    more = "\n[house.pivot_chart]\n2 = [2, 4, 5, 7, 9, 12]\n"
    Path("below/scene.toml").write_text(f'tables = "own.toml"\n{SCENARIO}{more}', encoding="utf-8")
    assert data(own, "kills", "336", "28", "--tables", "below/scene.toml")["kills"] == 34
    turn = data(own, "pivot", "--nose", "A", "--to", "B/C", "--rating", "2", "--tables", "below/scene.toml")
    assert turn["segments"] == [2, 4, 5]


def test_faults_of_a_scenarios_tables_are_named(own: Sits) -> None:
    Path("scene.toml").write_text('tables = "own.toml"\n[house.pivot_chart]\n2 = [2]\n', encoding="utf-8")
    told = own("calc", "kills", "136", "28", "--tables", "scene.toml")
    assert (told.code, told.out) == (1, "")
    assert told.err.startswith("scene.toml:3: house.pivot_chart.2: it ")
    Path("scene.toml").write_text('tables = "none.toml"\n', encoding="utf-8")
    assert own("calc", "kills", "136", "28", "--tables", "scene.toml") == (
        1,
        "",
        (
            "scene.toml:1: tables: there is no file none.toml beside this scenario. Add the file, or leave this line "
            "out.\n"
        ),
    )


def test_a_scenario_of_another_system_is_refused(own: Sits) -> None:
    Path("scene.toml").write_text('rules = "sfb"\ntitle = "A chase"\n', encoding="utf-8")
    assert own("calc", "kills", "136", "28", "--tables", "scene.toml") == (
        1,
        "",
        "scene.toml is a scenario of SFB 'n3D. Name a scenario of SITS.\n",
    )


def test_a_scenario_says_what_the_charts_number_does(own: Sits) -> None:
    Path("stops.toml").write_text(f'{SCENARIO}\n[options]\nsidewall = "stops"\n', encoding="utf-8")
    words = ("wall", "40", "--strength", "14", "--variance", "9", "--tables", "stops.toml")
    assert data(own, *words)["strikes"] == 31
    assert data(own, *words, "--reading", "strikes")["strikes"] == 9
