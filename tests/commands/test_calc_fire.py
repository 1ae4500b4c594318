"""`sits calc`: closure, beams, missiles and dice, as text and as JSON."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from commands.calc import app
from tests.shared.rows import each_row


def said(*words: str) -> str:
    result = CliRunner().invoke(app, [*words, "--width", "80"])
    assert (result.exit_code, result.stderr) == (0, "")
    return result.stdout


def data(*words: str) -> Any:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert found.pop("rule")
    assert isinstance(found.pop("steps"), list)
    return found


@pytest.mark.parametrize(
    ("target", "shooter", "found"),
    [
        ("4A", "20D 3+", {"per_turn": 24, "per_segment": "3.0", "band": 1}),
        ("still", "32B", {"per_turn": 32, "per_segment": "4.0", "band": 2}),
        ("31A", "still", {"per_turn": 31, "per_segment": "3.5", "band": 1}),
        ("400A", "", {"per_turn": 400, "per_segment": "50.0", "band": 6}),
    ],
)
def test_closure_is_the_relative_speed_by_eight(target: str, shooter: str, found: dict[str, object]) -> None:
    assert data("closure", target, shooter) == found


def test_a_closure_is_told_as_the_worksheet_works_it_out() -> None:
    assert said("closure", "4A", "20D 3+") == (
        "Closure 3.0 hexes per segment, band 1 of 6.\n"
        "  Rate of closure: the target's 4A less the shooter's 20D 3+ is 24A 3-, H 24 and\n"
        "    V 3. Subtracting the shooter's vectors from the target's is a house rule\n"
        "    (sits rules 7).\n"
        "  Range: the square root of 24x24 + 3x3 = 585, rounded down: 24 (range table:\n"
        "    card), in hexes a turn; / 8, rounded down to half a hex: 3.0 a segment.\n"
        "  3.0 a segment is column 1, closure 0.0 to 3.5 (card).\n"
        'Rule: card, "Rate of Closure"; sits rules 7\n'
    )
    assert "50.0 a segment is column 6, closure 50.0 up (card).\n" in said("closure", "400A", "still")


@each_row(
    ("words", "damage"),
    [
        (("graser", "60", "--range", "1", "--closure", "12"), 18),
        (("graser", "60", "--range", "1", "--closure", "10.49"), 27),  # dropped to 10.0: the band below
        (("graser", "60", "--range", "1", "--closure", "10.5"), 18),
        (("GRASER", "20", "--range", "0", "--closure", "0"), 20),
        (("graser", "20", "--range", "3", "--closure", "0"), 0),  # out of reach
        (("laser", "90", "--range", "4", "--closure", "3.5"), 5),
        (("energy-torpedo", "2ET", "--range", "2"), 250),
        (("energy-torpedo", "2et", "--range", "0", "--launchers", "1"), 250),
        (("energy-torpedo", "2ET", "--range", "1", "--launchers", "4"), 1000),
        (("energy-torpedo", "1ET", "--range", "1", "--launchers", "3"), 300),
        (("energy-torpedo", "1ET", "--range", "3", "--launchers", "3"), 0),
    ],
)
def test_the_damage_of_a_beam(words: tuple[str, ...], damage: int) -> None:
    assert data("beam", *words) == {"damage": damage}


def test_a_beam_is_told_with_its_row_of_the_card() -> None:
    assert said("beam", "graser", "60", "--range", "1", "--closure", "12") == (
        "A graser of size 60 at range 1 does 18 points of damage.\n"
        "  12.0 a segment is column 3, closure 10.5 to 18.0 (card).\n"
        "  Graser damage, block of size 60 (reach 3), row range 1: 36 27 18 14 10 7.\n"
        "    Column 3 is 18 (card).\n"
        'Rule: card, "Graser Damage" and "Rate of Closure"; sits rules 7\n'
    )
    far = said("beam", "laser", "90", "--range", "5", "--closure", "1")
    assert "Laser damage, block of size 90 (reach 4): range 5 is out of reach.\n" in far


def test_energy_torpedoes_are_told_by_type_and_launchers() -> None:
    assert said("beam", "energy-torpedo", "2ET", "--range", "1", "--launchers", "4") == (
        "4 energy torpedoes of type 2ET at range 1 do 1000 points of damage.\n"
        "  Energy torpedoes, 2ET: reach 2, damage 250 each (card).\n"
        "  4 x 250 = 1000 points.\n"
        "  A standing sidewall stops all energy torpedoes (house, after the second\n"
        "    edition).\n"
        'Rule: card, "Energy Torpedos"; sits rules 7\n'
    )
    assert said("beam", "energy-torpedo", "1ET", "--range", "1").startswith(
        "1 energy torpedo of type 1ET at range 1 does 100 points of damage.\n"
    )
    assert "Range 3 is out of reach.\n" in said("beam", "energy-torpedo", "1ET", "--range", "3")


@pytest.mark.parametrize(
    ("size", "closure", "cell"),
    [
        ("70", "12", "Column 3 is 35 (card)."),  # the column between derived ones
        ("80", "12", "Column 3 is 40 (card)."),
        ("70", "3", "Column 1 is 70 (derived: size x range x closure factor)."),
        ("90", "12", "Column 3 is 45 (derived: size x range x closure factor)."),
        ("60", "3", "Column 1 is 60 (card)."),
    ],
)
def test_each_cell_of_a_graser_has_its_own_source(size: str, closure: str, cell: str) -> None:
    told = said("beam", "graser", size, "--range", "0", "--closure", closure)
    assert cell in " ".join(told.split())


def test_lasers_are_derived_through_and_through() -> None:
    told = said("beam", "laser", "20", "--range", "1", "--closure", "3")
    assert "(house: size x range x closure factor)" in " ".join(told.split())


@pytest.mark.parametrize(
    ("hexes", "salvoes", "modifier"), [("13", "3", 8), ("0", "5", 0), ("80", "1/2", 26), ("137", "1/4", 30)]
)
def test_a_range_allows_salvoes_and_has_a_modifier(hexes: str, salvoes: str, modifier: int) -> None:
    assert data("missiles", hexes) == {"max_salvoes": salvoes, "range_modifier": modifier}


def test_missiles_are_told_with_the_row_and_what_each_does() -> None:
    assert said("missiles", "13") == (
        "Range 13: at most 3 salvoes at a target in a turn, range modifier 8.\n"
        "  Missile range table, row 13 to 14: at most 3 salvoes a turn from this ship at\n"
        "    this target (house), range modifier +8 (card).\n"
        "  The modifier is added to the missile quality level; a higher one favours the\n"
        "    defender.\n"
        "  Damage of each missile that gets through:\n"
        "  Missile  Laser head  Nuke  Source\n"
        "  light             2    20  card\n"
        "  medium            4    40  card\n"
        "  heavy             9    90  card\n"
        'Rule: card, "Missile Range Table" and "Damage"; sits rules 8.1\n'
    )
    assert "range modifier +0 (card, where blank is 0)." in said("missiles", "7")
    assert said("missiles", "200").startswith(
        "Range 200: one salvo at a target every 4 turns (1/4 a turn), range modifier 30.\n"
        "  Missile range table, row 137 up: at most 1/4 salvo a turn from this ship at\n"
    )
    assert said("missiles", "40").startswith("Range 40: at most 1 salvo at a target in a turn, range modifier 18.\n")


def test_the_flyers_kill_chart_takes_38_of_136_at_28_percent() -> None:
    assert data("kills", "136", "28") == {"kills": 38, "parts": [28, 8, 2]}
    assert said("kills", "136", "28") == (
        "136 at 28 percent: 38.\n"
        "  Kill chart (flyer; rounding: house), 136 in all: 100 at 28% is 28.00, so 28;\n"
        "    30 at 28% is 8.40, so 8; 6 at 28% is 1.68, so 2; together 28 + 8 + 2 = 38.\n"
        'Rule: flyer, "Introduction to Missile Defense" (the kill chart); its rounding:\n'
        "  sits rules 8.3 (house)\n"
    )


@pytest.mark.parametrize(
    ("percent", "found", "told"),
    [("-5", 0, "-5% is limited to 0% (house)."), ("120", 136, "120% is limited to 100% (house).")],
)
def test_percentages_are_held_to_the_chart(percent: str, found: int, told: str) -> None:
    assert data("kills", "136", percent)["kills"] == found
    assert told in said("kills", "136", percent)


@pytest.mark.parametrize(
    ("faces", "total"), [(("2", "0", "7"), 9), (("5", "5", "0"), 20), (("[0,0|0]",), 30), (("5 4 0",), 9)]
)
def test_the_flyers_variance_rolls(faces: tuple[str, ...], total: int) -> None:
    assert data("variance", *faces)["variance"] == total


def test_a_variance_roll_is_told_with_its_key_pair() -> None:
    assert said("variance", "5", "5", "0") == (
        "[5,5,0] is 20.\n"
        "  The key pair shows 5 and 5: equal, so every 0 counts as 10.\n"
        "  5 + 5 + 10 = 20.\n"
        'Rule: flyer, "Introduction to Missile Defense" (3d10v)\n'
    )


def test_the_distribution_has_all_thousand_rolls() -> None:
    found = data("variance", "--distribution")["distribution"]
    assert sum(found.values()) == 1000
    assert (found["30"], found["1"], max(found.values())) == (1, 2, 75)
    told = said("variance", "--distribution")
    assert told.startswith("3d10v, all 1,000 rolls: 13.80 on average.\n  Sum  Rolls  This or more\n")
    assert "\n   20     37         13.5%  ####################\n" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_closure_between_two_halves_is_said_to_be_dropped() -> None:
    told = said("beam", "graser", "60", "--range", "1", "--closure", "3.7")
    assert "  3.7, rounded down to half a hex: 3.5 a segment is column 1, closure 0.0 to 3.5" in told
    assert "dropped" not in said("beam", "graser", "60", "--range", "1", "--closure", "3.50")
