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

#: A sum, what it gives by the tables above, and the rule that it names for a game.
SUMS = (
    ("range 6 3", {"range": 9, "ring": "amber"}, 'ralt.ranges and ralt.rings; flyer, "Calculating Bearing and Range"'),
    ("range 1 3", {"range": 3, "ring": "blue"}, 'ralt.ranges and ralt.rings; flyer, "Calculating Bearing and Range"'),
    ("range 2 3", {"range": 3, "ring": "green"}, 'ralt.ranges; flyer, "Calculating Bearing and Range"'),  # a point
    (
        "bearing 6B 3+",
        {"range": 9, "ring": "amber", "window": "B", "opposite": "E"},
        "ralt.ranges and ralt.rings",
    ),
    ("grid 13A 1-", {"moves": ["2A"] * 5 + ["1A", "1A", "1A 1-"]}, "movement_grid (horizontal 5|0, vertical 5|1)"),
    ("plots 4 C-", {"plots": ["3C 3-", "4C 2-"]}, "plots"),
    (
        "pivot --nose A --to D --rating 2",
        {"windows": 6, "path": ["A/B", "B", "B/C", "C", "C/D", "D"], "roll": 0, "segments": [1, 3, 5, 7, 9, 12]},
        "pivot_chart",
    ),
    (
        "roll port 3 --nose A --roll 1 --rating 2",
        {"path": [0, 11, 10], "roll": 10, "segments": [1, 1, 2]},
        "roll_chart",
    ),
    ("closure 6A 3-", {"per_turn": 9, "per_segment": "1.0", "band": 1}, "rate_of_closure; {own}, ralt.ranges"),
    ("closure 90A still", {"per_turn": 90, "per_segment": "11.0", "band": 2}, "rate_of_closure"),
    ("beam graser 95 --range 1 --closure 12", {"damage": 20}, "graser_damage.95; bands: {own}"),
    ("beam laser 20 --range 0 --closure 9.5", {"damage": 21}, "laser_damage.20; bands: {own}"),
    ("beam energy-torpedo 3et --range 1 --launchers 2", {"damage": 800}, "energy_torpedo"),
    ("missiles 13", {"max_salvoes": "1/2", "range_modifier": 40}, "missile_range"),
    ("kills 336 28", {"kills": 34, "parts": [30, 3, 1]}, "kill_chart"),
    ("wall 36 --strength 14 --variance 9", {"percent": 23, "charted": 4, "strikes": 4}, "kill_chart"),
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


@pytest.mark.parametrize(("line", "found", "rule"), SUMS)
def test_a_games_own_table_takes_effect_and_is_named(own: Sits, line: str, found: dict[str, Any], rule: str) -> None:
    answer = data(own, *words(line), "--game", "mine")
    assert answer | found == answer
    said = "this game's own table"
    assert answer["game"] == "mine"
    assert f"{said}, {rule.format(own=said)}" in answer["rule"]
    told = own("calc", *words(line), "--game", "mine", "--width", "100")
    assert told.flat.partition(" Rule: ")[2] == answer["rule"]
    assert ", by the tables of mine" in told.flat


@pytest.mark.parametrize(("line", "found", "rule"), SUMS)
def test_a_file_of_tables_takes_effect_and_is_named(own: Sits, line: str, found: dict[str, Any], rule: str) -> None:
    answer = data(own, *words(line), "--tables", "own.toml")
    assert answer | found == answer
    said = "this file's own table"
    assert answer["tables"] == "own.toml"
    assert f"{said}, {rule.format(own=said)}" in answer["rule"]
    assert ", by the tables of own.toml" in own("calc", *words(line), "--tables", "own.toml", "--width", "100").flat


@pytest.mark.parametrize(("line", "found", "_rule"), SUMS)
def test_the_bundled_tables_say_something_else(own: Sits, line: str, found: dict[str, Any], _rule: str) -> None:
    told = own("calc", *words(line), "--json")
    if told.code:
        assert "There is no " in told.err  # neither size 95 nor type 3ET is on the card
        return
    answer = json.loads(told.out)
    assert set(answer) == set(found), "without either option an answer has nothing more"
    assert answer != found or line == "range 2 3"


def test_a_course_flies_by_a_games_own_charts_and_names_those_it_used(own: Sits) -> None:
    told = own("calc", "course", "5A", "--thrust", "4", "--game", "mine", "--width", "80")
    assert told.out == (
        "After 8 segments the ship is 7A from here, its vectors 9A, by the tables of\n"
        "  mine.\n"
        "  When  Thrust  Moves  From here  How\n"
        "  1.1        4  1A     1A         1 dot in A, 1 there\n"
        "  1.2        4  1A     2A\n"
        "  1.3        4  1A     3A         1 dot in A, 2 there\n"
        "  1.4        4  2A     5A         grid 1A, thrust 1A\n"
        "  1.5        4  1A     6A         1 dot in A, 3 there\n"
        "  1.6        4  none   6A\n"
        "  1.7        4  none   6A         1 dot in A, 4 there\n"
        "  1.8        4  1A     7A         grid none, thrust 1A; thrust break (chart\n"
        "                                  full): A 4A: 9A\n"
        'Rule: card, "Resolve Thrust", "Move Ships" and "Thrust Break Condition"; this\n'
        "  game's own table: movement_grid, thrust_chart\n"
    )


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("course 4A --thrust 8", "the thrust chart is a house rule"),
        ("course 4A --nose A+ --thrust 8", "the thrust chart is a house rule; this game's own table: plots"),
        (
            "course 4A --nose A --thrust 4,0 --pivot-to B --pace 2",
            "this game's own table: movement_grid, pivot_chart, thrust_chart",
        ),
        ("course 4A --pivot-to B --pace 3", "the thrust chart is a house rule"),
    ],
)
def test_a_course_names_no_table_that_it_did_not_use(own: Sits, line: str, rule: str) -> None:
    named = 'card, "Resolve Thrust", "Move Ships" and "Thrust Break Condition"'
    assert data(own, *line.split(), "--game", "mine")["rule"] == f"{named}; {rule}"


def test_a_pivot_takes_as_long_as_the_games_own_chart_says(own: Sits) -> None:
    path = data(own, "course", "4A", "--pivot-to", "B", "--pace", "2", "--game", "mine")["path"]
    assert [leg["nose"] for leg in path[:4]] == ["A/B", "A/B", "B", "B"]
    told = own("calc", "pivot", "--nose", "A", "--to", "B", "--rating", "2", "--game", "mine", "--width", "100")
    assert told.out == (
        "From A to B: 2 windows, ending with roll 0 after 3 segments, by the tables of mine.\n"
        "  The angle between A and B, in steps of 30 degrees and rounded, is 2.\n"
        "  After      Nose  Roll  Segments\n"
        "  1 window   A/B   0     1\n"
        "  2 windows  B     0     3\n"
        'Rule: flyer, "The AVID" (180 degrees are six windows); the path and the roll left are house rules;\n'
        "  segments: this game's own table, pivot_chart\n"
    )


def test_a_rating_without_a_row_goes_by_the_card(own: Sits) -> None:
    answer = data(own, "pivot", "--nose", "A", "--to", "B", "--rating", "3", "--game", "mine")
    assert answer["segments"] == [3, 6]
    assert answer["rule"].endswith("segments: house, as many as the rating for each window")


def test_every_type_of_missile_is_listed_with_its_source(own: Sits) -> None:
    told = own("calc", "missiles", "5", "--game", "mine", "--width", "80")
    assert told.out == (
        "Range 5: at most 9 salvoes at a target in a turn, range modifier 1, by the\n"
        "  tables of mine.\n"
        "  Range 5 is on the row 0 to 12.\n"
        "  The modifier is added to the missile quality level; higher favours the\n"
        "    defender.\n"
        "  Damage of each missile that gets through:\n"
        "  Missile  Laser head  Nuke  Source\n"
        "  light             2    20  card\n"
        "  3M                3    33  this game's own table\n"
        "  medium            4    40  card\n"
        "  heavy             9    90  card\n"
        "Rule: this game's own table, missile_range\n"
    )


def test_a_chart_of_kills_is_told_row_by_row(own: Sits) -> None:
    assert own("calc", "kills", "336", "28", "--game", "mine", "--width", "80").out == (
        "336 at 28 percent: 34, by the tables of mine.\n"
        "  300 at 28 percent, in the row from 20 percent: 3 x 10 = 30, each hundred as\n"
        "    one (house).\n"
        "  30 at 28 percent, in the row from 20 percent: 3.\n"
        "  6 at 28 percent, in the row from 20 percent: 1.\n"
        "  30 + 3 + 1 = 34.\n"
        "Rule: this game's own table, kill_chart\n"
    )


def test_a_block_that_is_not_entered_keeps_the_rates_it_was_printed_under(own: Sits) -> None:
    answer = data(own, "beam", "graser", "70", "--range", "1", "--closure", "12", "--game", "mine")
    assert (answer["damage"], answer["rule"]) == (21, 'card, "Graser Damage"')
    told = own("calc", "beam", "graser", "60", "--range", "1", "--closure", "60", "--game", "mine")
    assert "A closure of 60 is in band 6, from 50.0 hexes per segment up." in told.flat


def test_a_closure_names_the_blocks_that_have_columns_of_their_own(own: Sits) -> None:
    assert own("calc", "closure", "90A", "still", "--game", "mine", "--width", "100").out == (
        "Closure 11.0 hexes per segment, band 2 of 2, by the tables of mine.\n"
        "  Target 90A less shooter still: add still.\n"
        "  Relative vectors: 90A.\n"
        "  90 horizontally and 0 vertically are 90 hexes per turn on the range table.\n"
        "  90 / 8, dropped to the half hex, is 11.0 hexes per segment.\n"
        "  Band 2 is the column from 10.0 up.\n"
        "  Columns of other rates of closure: graser 20, 30, 40, 50, 60, 70, 80, 90. For those ask sits calc\n"
        "    beam.\n"
        "  Columns of other rates of closure: laser 30, 40, 50, 60, 70, 80, 90. For those ask sits calc beam.\n"
        "Rule: this game's own table, rate_of_closure\n"
    )


@pytest.mark.parametrize(("line", "rule"), [("range 7 3", 'card, "Range Angle Lookup Table"; flyer, "Calculating')])
def test_a_range_beyond_a_row_of_ones_own_is_the_cards(own: Sits, line: str, rule: str) -> None:
    assert data(own, *words(line), "--game", "mine")["rule"].startswith(rule)


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


@pytest.mark.parametrize(("line", "found", "_rule"), SUMS[:6])
def test_a_scenario_stands_for_its_house_tables(own: Sits, line: str, found: dict[str, Any], _rule: str) -> None:
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
        "scene.toml:1: tables: there is no file none.toml beside this scenario. Write it, or leave this line out.\n",
    )


def test_a_scenario_of_another_system_is_refused(own: Sits) -> None:
    Path("scene.toml").write_text('rules = "sfb"\ntitle = "A chase"\n', encoding="utf-8")
    assert own("calc", "kills", "136", "28", "--tables", "scene.toml") == (
        1,
        "",
        "scene.toml is a scenario of SFB 'n3D. This sum is for SITS: name a scenario of SITS.\n",
    )


def test_a_scenario_says_what_the_charts_number_does(own: Sits) -> None:
    Path("stops.toml").write_text(f'{SCENARIO}\n[options]\nsidewall = "stops"\n', encoding="utf-8")
    words = ("wall", "40", "--strength", "14", "--variance", "9", "--tables", "stops.toml")
    assert data(own, *words)["strikes"] == 31
    assert data(own, *words, "--reading", "strikes")["strikes"] == 9
