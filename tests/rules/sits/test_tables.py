from __future__ import annotations

import json
import tomllib
from decimal import ROUND_HALF_UP, Decimal
from importlib.resources import files
from typing import Any

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sits.tables.beam_table import beam_damage
from sits_es.rules.sits.tables.tables import card_tables, from_data, overridden, read_tables, to_data


def bundled() -> dict[str, Any]:
    text = files("sits_es.rules.sits.tables").joinpath("tables.toml").read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=str)


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
    assert to_data(card_tables()) == card


def test_the_graser_cells_named_as_derived_follow_the_factors() -> None:
    notes = bundled()["graser_damage"]["derived"]
    for note in notes["cells"]:
        for column in note["columns"]:
            exact = (
                note["size"] * Decimal(notes["range_factors"][note["range"]]) * Decimal(notes["band_factors"][column])
            )
            expected = int(exact.quantize(Decimal(1), ROUND_HALF_UP))
            assert beam_damage(card_tables(), "graser", note["size"], note["range"], column + 1) == expected


def test_a_house_table_changes_what_it_names_and_leaves_the_rest() -> None:
    house = overridden(
        card_tables(),
        {
            "missile_damage": {"heavy": {"laser_head": 12}},
            "graser_damage": {"25": [[25, 19, 13, 9, 7, 5]]},
            "laser_damage": {
                "range_factors": ["1", "0.5"],
                "reach": {str(size): 1 for size in range(20, 100, 10)},
            },
        },
    )
    assert [(row.laser_head, row.nuke) for row in house.missile_damage] == [(2, 20), (4, 40), (12, 90)]
    assert [block.size for block in house.graser_damage] == [20, 25, 30, 40, 50, 60, 70, 80, 90]
    assert house.laser_damage.range_factors == (Decimal(1), Decimal("0.5"))
    assert house.laser_damage.band_factors == card_tables().laser_damage.band_factors
    assert house.missile_rows == card_tables().missile_rows
    assert from_data(to_data(house)) == house
    assert overridden(card_tables(), {}) == card_tables()


ROW = "a list of at least one"
GAP = (
    "missile_range.rows leaves a gap. Begin at 0, begin each row one hex above the end of the one before, "
    "and leave the last without an end."
)
SALVOES = (
    'missile_range.rows[1].max_salvos is "2/3". It must be text: a whole number from 1 up such as "5", '
    'or one in n turns such as "1/2".'
)
BAND_GAP = (
    "rate_of_closure.bands leaves a gap. Begin at 0, begin each band half a hex above the end of the one before, "
    "in half hexes, and leave the last without an end."
)
SECTIONS = "rate_of_closure, missile_range, missile_damage, energy_torpedo, graser_damage, laser_damage, movement_grid"


def missile_rows(*rows: tuple[int, int | None]) -> dict[str, Any]:
    listed = [
        {"from": first, "max_salvos": "2", "range_mod": 0} | ({} if last is None else {"to": last})
        for first, last in rows
    ]
    return {"missile_range": {"rows": listed}}


def bands(*ends: tuple[str, str | None]) -> dict[str, Any]:
    listed = [{"from": first} | ({} if last is None else {"to": last}) for first, last in ends]
    return {"rate_of_closure": {"bands": listed}}


FIVE_BANDS = (("0.0", "3.5"), ("4.0", "10.0"), ("10.5", "18.0"), ("18.5", "29.0"), ("29.5", "49.5"))


@pytest.mark.parametrize(
    ("house", "problem"),
    [
        ({"ralt": {}}, "ralt is a rule, not a table. Leave it out."),
        ({"kill_chart": {"rule": "x"}}, "kill_chart is a rule, not a table. Leave it out."),
        ({"torpedoes": {}}, f"torpedoes is unknown. The tables may have {SECTIONS}."),
        ({"missile_damage": 3}, "missile_damage is 3. It must be a table with names."),
        (
            {"missile_damage": {"huge": {}}},
            "missile_damage.huge is unknown. missile_damage may have light, medium, heavy.",
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
            {"energy_torpedo": {"one": {"reach": -1}}},
            "energy_torpedo.one.reach is -1. It must be a whole number from 0 up.",
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
        (missile_rows((1, None)), GAP),
        (missile_rows((0, 5)), GAP),
        (missile_rows((0, 5), (7, None)), GAP),
        (missile_rows((0, 5), (5, None)), GAP),
        (missile_rows((0, None), (1, None)), GAP),
        (bands(*FIVE_BANDS, ("50.5", None)), BAND_GAP),
        (bands(*FIVE_BANDS, ("50.0", "60.0")), BAND_GAP),
        (bands(("0", "0.7"), ("1.2", "1.7"), ("2.2", "2.7"), ("3.2", "3.7"), ("4.2", "4.7"), ("5.2", None)), BAND_GAP),
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


@pytest.mark.parametrize("salvoes", ["0", "1/0", "0/2", "5/1", "-1", "", "½", "1 / 2", "05", 5])
def test_a_number_of_salvoes_is_whole_or_one_in_n_turns(salvoes: object) -> None:
    with pytest.raises(UnreadableError, match=r"max_salvos is .* or one in n turns"):
        overridden(card_tables(), {"missile_range": {"rows": [{"from": 0, "max_salvos": salvoes, "range_mod": 0}]}})


def test_every_fault_is_named_at_once() -> None:
    house = {
        "ralt": {},
        "wedge": 1,
        "missile_damage": {"light": {"nuke": -1}},
        "energy_torpedo": {"two": {"reach": "far"}},
    }
    with pytest.raises(UnreadableError) as refusal:
        overridden(card_tables(), house)
    assert [problem.split(" is ")[0] for problem in refusal.value.problems] == [
        "Rule tables: ralt",
        "Rule tables: wedge",
        "Rule tables: missile_damage.light.nuke",
        "Rule tables: energy_torpedo.two.reach",
    ]


def test_another_number_of_bands_needs_as_many_columns() -> None:
    with pytest.raises(UnreadableError) as refusal:
        overridden(card_tables(), bands(("0", "3.5"), ("4", None)))
    assert (
        'Rule tables: laser_damage.band_factors is ["1.0", "0.75", "0.5", "0.375", "0.28.... It must be a list of 2.'
        in (refusal.value.problems)
    )
    assert len(refusal.value.problems) == 1 + sum(len(block.rows) for block in card_tables().graser_damage)


def test_a_missing_section_is_named_once_and_not_its_cells() -> None:
    data = bundled()
    del data["graser_damage"], data["movement_grid"]["vertical"]
    with pytest.raises(UnreadableError) as refusal:
        read_tables(data)
    assert refusal.value.problems == (
        f"Rule tables: graser_damage is missing. The tables must have {SECTIONS}.",
        "Rule tables: movement_grid.vertical is missing. movement_grid must have horizontal, vertical.",
    )
