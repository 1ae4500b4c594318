from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from decimal import Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.sits.tables.tables import (
    card_tables,
    from_data,
    in_full,
    overridden,
    read_tables,
    read_tables_file,
    to_data,
)
from tests.shared.rows import each_row
from tests.shared.tables_of_ones_own import OWN, TWO_BANDS, bands, bundled

ROW = "a list of at least one"
GAP = (
    "missile_range.rows[{}] leaves a gap. Begin at 0, begin each row one hex above the end of the one before, "
    "and leave the last without an end."
)
SALVOES = (
    'missile_range.rows[1].max_salvos is "2/3". It must be text: a whole number from 1 up such as "5", '
    'or one in n turns such as "1/2".'
)
BAND_GAP = (
    "rate_of_closure.bands[{}] leaves a gap. Begin at 0, begin each band half a hex above the end of the one before, "
    "in half hexes, and leave the last without an end."
)
PRINTED = "rate_of_closure, missile_range, missile_damage, energy_torpedo, graser_damage, laser_damage, movement_grid"
SECTIONS = f"{PRINTED}, ralt, kill_chart, thrust_chart, plots, pivot_chart, roll_chart"
TYPE = "is not a type. Write at most 20 letters, digits and -, such as 3M."
BANDS_MISSING = "graser_damage.20.bands is missing. graser_damage.20 must have bands, rows."
LETTERS = "text of ring letters a, b, g and p, one for each H from 0, a dot where the rule decides"
LEVEL = "amber throughout, a or a dot for each H: nothing there is above or below"
ASCENDING = "ascending: segments from the beginning until each window is done"
LASERS = "weapon sizes such as 20, band_factors, range_factors, reach"
ZEROS = [0] * 19
EIGHT = [0] * 8


def missile_rows(*rows: tuple[int, int | None]) -> dict[str, Any]:
    listed = [
        {"from": first, "max_salvos": "2", "range_mod": 0} | ({} if last is None else {"to": last})
        for first, last in rows
    ]
    return {"missile_range": {"rows": listed}}


FIVE_BANDS = (("0.0", "3.5"), ("4.0", "10.0"), ("10.5", "18.0"), ("18.5", "29.0"), ("29.5", "49.5"))


@each_row(
    ("house", "problem"),
    [
        ({"torpedoes": {}}, f"torpedoes is unknown. The tables may have {SECTIONS}."),
        ({"missile_damage": 3}, "missile_damage is 3. Write a table with names."),
        ({"own": []}, f"own is unknown. The tables may have {SECTIONS}."),
        ({"missile_damage": {"a heavy one": {"laser_head": 1, "nuke": 1}}}, f"missile_damage.a heavy one {TYPE}"),
        ({"missile_damage": {"x" * 21: {"laser_head": 1, "nuke": 1}}}, f"missile_damage.{'x' * 21} {TYPE}"),
        (
            {"missile_damage": {"huge": {"nuke": 3}}},
            "missile_damage.huge.laser_head is missing. missile_damage.huge must have laser_head, nuke.",
        ),
        (
            {"missile_damage": {"light": {"nuke": "20"}}},
            'missile_damage.light.nuke is "20". It must be a whole number from 0 up.',
        ),
        (
            {"missile_damage": {"light": {"nuke": True}}},
            "missile_damage.light.nuke is true. It must be a whole number from 0 up.",
        ),
        (
            {"energy_torpedo": {"1ET": {"reach": -1}}},
            "energy_torpedo.1ET.reach is -1. It must be a whole number from 0 up.",
        ),
        ({"graser_damage": {"20": []}}, f"graser_damage.20 is []. It must be {ROW}."),
        ({"graser_damage": {"20": [[1, 2]]}}, "graser_damage.20[1] is [1, 2]. It must be a list of 6."),
        (
            {"graser_damage": {"20": [[1, 2, 3, 4, 5, 0.5]]}},
            "graser_damage.20[1][6] is 0.5. It must be a whole number from 0 up.",
        ),
        (
            {"graser_damage": {"big": [[1]]}},
            "graser_damage.big is unknown. graser_damage may have weapon sizes such as 20.",
        ),
        ({"graser_damage": {"20": {"rows": [[1, 2]]}}}, BANDS_MISSING),
        (
            {"graser_damage": {"20": {"bands": [{"from": "0"}], "rows": [[1, 2]]}}},
            "graser_damage.20.rows[1] is [1, 2]. It must be a list of 1.",
        ),
        (
            {"graser_damage": {"20": {"bands": [{"from": "1"}], "rows": [[1]]}}},
            BAND_GAP.replace("rate_of_closure.bands", "graser_damage.20.bands").format(1),
        ),
        (
            {"laser_damage": {"big": [[1]]}},
            "laser_damage.big is unknown. laser_damage may have weapon sizes such as 20.",
        ),
        (
            {"laser_damage": {"range_factors": ["1", "1", "1", "1", "1"], "big": [[1]]}},
            f"laser_damage.big is unknown. laser_damage may have {LASERS}.",
        ),
        (
            {"laser_damage": {"reach": {"x": 3}}},
            "laser_damage.reach.x is unknown. laser_damage.reach may have weapon sizes such as 20.",
        ),
        (
            {"laser_damage": {"20": [[1, 2, 3, 4, 5]]}},
            "laser_damage.20[1] is [1, 2, 3, 4, 5]. It must be a list of 6.",
        ),
        (
            TWO_BANDS | {"graser_damage": {"20": [[1, 2, 3, 4, 5, 6]]}},
            "graser_damage.20[1] is [1, 2, 3, 4, 5, 6]. It must be a list of 2.",
        ),
        (
            {"laser_damage": {"reach": {"20": 5}}},
            "laser_damage.reach.20 is 5. It must be a whole number from 0 to 4.",
        ),
        (
            {"laser_damage": {"range_factors": ["1", "0.6", "0.3", "0.15", 0.05]}},
            'laser_damage.range_factors[5] is 0.05. It must be a decimal from 0 up, written as text such as "0.75".',
        ),
        (
            {"laser_damage": {"range_factors": ["1", "0.6", "0.3", "0.15", "NaN"]}},
            'laser_damage.range_factors[5] is "NaN". It must be a decimal from 0 up, written as text such as "0.75".',
        ),
        (
            {"laser_damage": {"range_factors": ["1", "0.6", "0.3", "0.15", "1e999999"]}},
            'laser_damage.range_factors[5] is "1e999999". It must be below 1000000000.',
        ),
        (
            {"laser_damage": {"band_factors": ["1", "x", "1", "1", "1", "1"]}},
            'laser_damage.band_factors[2] is "x". It must be a decimal from 0 up, written as text such as "0.75".',
        ),
        (
            {"movement_grid": {"horizontal": {"1|1": [[4], [8, 8]]}}},
            "movement_grid.horizontal.1|1[2] is [8, 8]. It must be a list of 1 different segments, 1 to 8, ascending.",
        ),
        (
            {"movement_grid": {"horizontal": {"1|1": [[4]]}}},
            "movement_grid.horizontal.1|1 is [[4]]. It must be a list of 2.",
        ),
        (
            {"movement_grid": {"vertical": {"0|2": [8, 4]}}},
            "movement_grid.vertical.0|2 is [8, 4]. It must be a list of 2 different segments, 1 to 8, ascending.",
        ),
        (
            {"movement_grid": {"vertical": {"0|1": [9]}}},
            "movement_grid.vertical.0|1 is [9]. It must be a list of 1 different segments, 1 to 8, ascending.",
        ),
        (
            {"missile_range": {"rows": [{"from": 0, "max_salvos": "2/3", "range_mod": 0}]}},
            SALVOES,
        ),
        (
            {"missile_range": {"rows": [{"from": 0, "max_salvos": "1", "range_mod": 101}]}},
            "missile_range.rows[1].range_mod is 101. It must be a whole number from -100 to 100.",
        ),
        (
            {"missile_range": {"rows": [{"from": 0, "max_salvos": "1"}]}},
            "missile_range.rows[1].range_mod is missing. missile_range.rows[1] must have from, max_salvos, range_mod.",
        ),
        (
            {"movement_grid": {"vertical": {"8|1": [1]}}},
            "movement_grid.vertical.8|1 is unknown. movement_grid.vertical may have 0|0 to 7|7.",
        ),
        (missile_rows((1, None)), GAP.format(1)),
        (missile_rows((0, 5)), GAP.format(1)),
        (missile_rows((0, 5), (7, None)), GAP.format(2)),
        (missile_rows((0, 5), (5, None)), GAP.format(2)),
        (missile_rows((0, None), (1, None)), GAP.format(2)),
        (bands(*FIVE_BANDS, ("50.5", None)), BAND_GAP.format(6)),
        (bands(*FIVE_BANDS, ("50.0", "60.0")), BAND_GAP.format(6)),
        (
            bands(("0", "0.7"), ("1.2", "1.7"), ("2.2", "2.7"), ("3.2", "3.7"), ("4.2", "4.7"), ("5.2", None)),
            BAND_GAP.format(1),
        ),
        ({"ralt": 3}, "ralt is 3. Write a table with names."),
        ({"ralt": {"rule": "x"}}, "ralt.rule is unknown. ralt may have ranges, rings."),
        (
            {"ralt": {"ranges": {"501": [1]}}},
            "ralt.ranges.501 is unknown. ralt.ranges may have levels apart, 0 to 500.",
        ),
        ({"ralt": {"ranges": {"03": [1]}}}, "ralt.ranges.03 is unknown. ralt.ranges may have levels apart, 0 to 500."),
        ({"ralt": {"ranges": {"0": [1]}}}, "ralt.ranges.0[1] is 1. It must be a whole number from 0 to 0."),
        (
            {"ralt": {"ranges": {"0": [0, 10000]}}},
            "ralt.ranges.0[2] is 10000. It must be a whole number from 0 to 9999.",
        ),
        ({"ralt": {"ranges": {"1": [1] * 502}}}, "ralt.ranges.1 has 502 numbers. Write at most 501."),
        ({"ralt": {"rings": {"1": "pgx"}}}, f'ralt.rings.1 is "pgx". It must be {LETTERS}.'),
        ({"ralt": {"rings": {"1": ""}}}, f'ralt.rings.1 is "". It must be {LETTERS}.'),
        ({"ralt": {"rings": {"1": ["p"]}}}, f'ralt.rings.1 is ["p"]. It must be {LETTERS}.'),
        (
            {"ralt": {"rings": {"1": "ab"}}},
            'ralt.rings.1 is "ab". It must be purple first, p or a dot: H 0 is straight above or below.',
        ),
        (
            {"ralt": {"rings": {"0": "aab"}}},
            f'ralt.rings.0 is "aab". It must be {LEVEL}.',
        ),
        (
            {"kill_chart": {"28": ZEROS}},
            "kill_chart.0 is missing. Begin with the row from 0 percent; each row applies up to the next.",
        ),
        (
            {"kill_chart": {"0": ZEROS, "101": ZEROS}},
            "kill_chart.101 is unknown. kill_chart may have the lowest percentage of each row, 0 to 100.",
        ),
        (
            {"kill_chart": {"0": ZEROS, "rule": "x"}},
            "kill_chart.rule is unknown. kill_chart may have the lowest percentage of each row, 0 to 100.",
        ),
        ({"kill_chart": {"0": [0] * 3}}, "kill_chart.0 is [0, 0, 0]. It must be a list of 19."),
        ({"kill_chart": {"0": [2, *[0] * 18]}}, "kill_chart.0[1] is 2. It must be a whole number from 0 to 1."),
        ({"kill_chart": {"0": [*[0] * 18, 101]}}, "kill_chart.0[19] is 101. It must be a whole number from 0 to 100."),
        (
            {"thrust_chart": {"dots": {"5": EIGHT}}},
            "thrust_chart.hexes.5 is missing. Thrust 5 has a row of dots: give it a row of hexes too.",
        ),
        (
            {"thrust_chart": {"hexes": {"5": EIGHT}}},
            "thrust_chart.dots.5 is missing. Thrust 5 has a row of hexes: give it a row of dots too.",
        ),
        ({"thrust_chart": {"pulses": 8}}, "thrust_chart.pulses is unknown. thrust_chart may have dots, hexes."),
        (
            {"thrust_chart": {"dots": {"0": EIGHT}}},
            "thrust_chart.dots.0 is unknown. thrust_chart.dots may have thrusts, 1 to 99.",
        ),
        (
            {"thrust_chart": {"dots": {"5": [0] * 7}, "hexes": {"5": EIGHT}}},
            "thrust_chart.dots.5 is [0, 0, 0, 0, 0, 0, 0]. It must be a list of 8.",
        ),
        (
            {"thrust_chart": {"dots": {"5": EIGHT}, "hexes": {"5": [*[0] * 7, 100]}}},
            "thrust_chart.hexes.5[8] is 100. It must be a whole number from 0 to 20.",
        ),
        ({"plots": {"B": {}}}, "plots.B is unknown. plots may have A, A/B, A+, A/B+, A++, +++."),
        ({"plots": {"A": {"0": ["1A"]}}}, "plots.A.0 is unknown. plots.A may have numbers of dots, 1 to 99."),
        ({"plots": {"A": {"4": []}}}, "plots.A.4 is []. It must be a list of at least one."),
        ({"plots": {"A": {"4": ["4G"]}}}, 'plots.A.4[1] is "4G". It must be a text of vectors such as "3A 1B 1+".'),
        (
            {"plots": {"A": {"4": ["still"]}}},
            'plots.A.4[1] is "still". It must be a text of vectors such as "3A 1B 1+".',
        ),
        ({"plots": {"A": {"4": [4]}}}, 'plots.A.4[1] is 4. It must be a text of vectors such as "3A 1B 1+".'),
        (
            {"plots": {"A": {"4": ["4A", "1B 3A"]}}},
            'plots.A.4[2] is "1B 3A". It must be written in canonical form, "3A 1B".',
        ),
        ({"plots": {"A": {"4": ["4A", "4A"]}}}, 'plots.A.4[2] is "4A". It must be named once in its list.'),
        ({"pivot_chart": {"0": [1] * 6}}, "pivot_chart.0 is unknown. pivot_chart may have ratings, 1 to 99."),
        ({"pivot_chart": {"3": [1, 2]}}, "pivot_chart.3 is [1, 2]. It must be a list of 6."),
        (
            {"pivot_chart": {"3": [2, 1, 3, 4, 5, 6]}},
            f"pivot_chart.3 is [2, 1, 3, 4, 5, 6]. It must be {ASCENDING}.",
        ),
        (
            {"pivot_chart": {"3": [0, 1, 2, 3, 4, 5]}},
            "pivot_chart.3[1] is 0. It must be a whole number from 1 to 9999.",
        ),
        ({"roll_chart": {"3": [1] * 6}}, "roll_chart.3 is [1, 1, 1, 1, 1, 1]. It must be a list of 11."),
        (
            {"roll_chart": {"100": [1] * 11}},
            "roll_chart.100 is unknown. roll_chart may have ratings, 1 to 99.",
        ),
    ],
)
def test_a_faulty_house_table_is_refused_by_key_with_what_is_allowed(house: dict[str, Any], problem: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        overridden(card_tables(), house)
    assert refusal.value.problems == (f"Rule tables: {problem}",)


def test_numbers_of_thousands_of_digits_are_refused_in_words() -> None:
    size, damage = "1" * 5000, 16**5000
    with pytest.raises(UnreadableError) as refusal:
        overridden(card_tables(), {"graser_damage": {size: [[1]], "20": [[damage]]}})
    assert refusal.value.problems == (
        f"Rule tables: graser_damage.{size} is unknown. graser_damage may have weapon sizes such as 20.",
        "Rule tables: graser_damage.20[1] is [a number of more than 18 digits]. It must be a list of 6.",
    )


@each_row("salvoes", ["0", "1/0", "0/2", "5/1", "-1", "", "½", "1 / 2", "05", 5])
def test_a_number_of_salvoes_is_whole_or_one_in_n_turns(salvoes: object) -> None:
    with pytest.raises(UnreadableError, match=r"max_salvos is .* or one in n turns"):
        overridden(card_tables(), {"missile_range": {"rows": [{"from": 0, "max_salvos": salvoes, "range_mod": 0}]}})


def test_every_fault_is_named_at_once() -> None:
    house = {
        "wedge": 1,
        "missile_damage": {"light": {"nuke": -1}},
        "energy_torpedo": {"2ET": {"reach": "far", "damage": 1}},
        "laser_damage": {"band_factors": ["x", "1", "1", "1", "1", "1"]},
        "ralt": {"rings": {"1": "x"}},
        "kill_chart": {"1": [1]},
    }
    with pytest.raises(UnreadableError) as refusal:
        overridden(card_tables(), house)
    assert [problem.partition(" is ")[0] for problem in refusal.value.problems] == [
        "Rule tables: wedge",
        "Rule tables: missile_damage.light.nuke",
        "Rule tables: energy_torpedo.2ET.reach",
        "Rule tables: laser_damage.band_factors[1]",
        "Rule tables: ralt.rings.1",
        "Rule tables: kill_chart.0",
        "Rule tables: kill_chart.1",
    ]


def test_factors_of_lasers_go_by_the_games_bands() -> None:
    with pytest.raises(UnreadableError) as refusal:
        overridden(card_tables(), TWO_BANDS | {"laser_damage": {"range_factors": ["1", "0.5", "0", "0", "0"]}})
    assert refusal.value.problems == (
        "Rule tables: laser_damage.band_factors is [1.0, 0.75, 0.5, 0.375, 0.28, 0.2]. It must be a list of 2.",
    )


def test_a_missing_section_is_named_once_and_not_its_cells() -> None:
    data = bundled()
    del data["graser_damage"], data["movement_grid"]["vertical"]
    with pytest.raises(UnreadableError) as refusal:
        read_tables(data)
    assert refusal.value.problems == (
        f"Rule tables: graser_damage is missing. The tables must have {PRINTED}.",
        "Rule tables: movement_grid.vertical is missing. movement_grid must have horizontal, vertical.",
    )


@pytest.mark.parametrize("section", ["missile_damage", "energy_torpedo"])
def test_tables_without_a_type_are_refused(section: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        from_data(to_data(card_tables()) | {section: {}})
    assert refusal.value.problems == (f"Rule tables: {section} is a table. It must be a table with at least one type.",)


@each_row("own", [3, "graser_damage.20", [1]])
def test_what_a_stored_game_has_of_its_own_is_a_list_of_keys(own: object) -> None:
    with pytest.raises(UnreadableError, match=r"^Rule tables: own is .*\. It must be a list of keys\.$"):
        from_data(to_data(card_tables()) | {"own": own})


FAULTY = """
# my tables
[missile_damage]
heavy = { laser_head = 9, nuke = 0.5 }

[graser_damage]
20 = [
  [20, 15, 10, 8, 6, 4],
  [12, 9, 6, 5, 4],
]

[kill_chart]
5 = [0]
[torpedo]
x = 1
"""


def test_every_fault_of_a_file_has_its_line() -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_tables_file(FAULTY, "my.toml")
    assert refusal.value.problems == (
        "my.toml:4: missile_damage.heavy.nuke is 0.5. It must be a whole number from 0 up.",
        "my.toml:9: graser_damage.20[2] is [12, 9, 6, 5, 4]. It must be a list of 6.",
        "my.toml:12: kill_chart.0 is missing. Begin with the row from 0 percent; each row applies up to the next.",
        "my.toml:13: kill_chart.5 is [0]. It must be a list of 19.",
        f"my.toml:14: torpedo is unknown. The tables may have {SECTIONS}.",
    )


def test_a_file_that_is_no_toml_says_where() -> None:
    with pytest.raises(UnreadableError, match=r"^my\.toml:1: This is not TOML: "):
        read_tables_file("x", "my.toml")


junk = st.sampled_from(
    [0, -1, 1, 10**30, True, "", "x", "1/0", [], [[]], [{}], {}, {"0": []}, {"x": 1}, "4A", "pab", Decimal("NaN"), 0.5]
)


def places(data: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in data, the tables and lists too."""
    if path:
        yield path
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, each in inner:
        yield from places(each, (*path, step))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from([in_full(overridden(card_tables(), OWN)), OWN]), junk, st.randoms(use_true_random=False))
def test_whatever_stands_in_a_table_is_read_or_refused_in_words(
    data: dict[str, Any], value: Any, chance: Random
) -> None:
    house = deepcopy(data)
    *steps, last = chance.choice(list(places(house)))
    inner: Any = house
    for step in steps:
        inner = inner[step]
    inner[last] = value
    said: tuple[str, ...] = ()
    try:
        tables = overridden(card_tables(), house)
    except UnreadableError as refusal:
        said = refusal.problems
    else:
        assert from_data(to_data(tables)) == tables
    assert all(problem.startswith("Rule tables: ") and problem.endswith(".") for problem in said)
