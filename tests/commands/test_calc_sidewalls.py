"""`sits calc lance` and `sits calc wall`: what brings a sidewall down, and what it lets through."""

from __future__ import annotations

import json
from typing import Any, Literal

import pytest
from typer.testing import CliRunner

from commands.calc import app
from sits_es.rules.sits.beams.rules import wall_against_lance
from sits_es.rules.sits.board import copied
from sits_es.rules.sits.cards.samples import sample_classes
from tests.shared.rows import each_row
from tests.shared.sits_boards import board_of, cruiser, placed

RISING = "14,16,19,23,30,40,55"


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


def rolls(boxes: str, reading: str, quality: int = 10) -> list[int]:
    found = data("lance", "--quality", str(quality), "--wall", boxes, "--reading", reading)
    assert (found["of"], found["quality"], found["reading"]) == (1000, quality, reading)
    return [each["rolls"] for each in found["boxes"]]


def test_a_lance_is_told_box_by_box_with_its_chances() -> None:
    assert said("lance", "--quality", "10", "--wall", RISING) == (
        "A grav lance of quality 10 at each box of the sidewall, over all 1,000 variance\n"
        "  rolls:\n"
        "  Box  Number  Strength  Variance  Rolls  Chance\n"
        "    1      14        55     46 up      0    0.0%\n"
        "    2      16        40     31 up      0    0.0%\n"
        "    3      19        30     21 up     98    9.8%  ###\n"
        "    4      23        23     14 up    515   51.5%  ################\n"
        "    5      30        19     10 up    794   79.4%  #########################\n"
        "    6      40        16      7 up    926   92.6%  ############################\n"
        "    7      55        14      5 up    972   97.2%  ##############################\n"
        "  A lance brings the wall down when quality and variance together are greater\n"
        "    than the wall's strength.\n"
        "  The chart's number is the damage that strikes, so a low number means a strong\n"
        "    wall. The strength is the number of the opposite box in the track,\n"
        "    [14][16][19][23][30][40][55]: for box 1 from one end, box 1 from the other:\n"
        "    55 (sits rules 7, house).\n"
        'Rule: card, "Grav Lance"; sits rules 7\n'
    )


def test_one_box_is_told_alone() -> None:
    words = ("lance", "--quality", "10", "--wall", RISING, "--box", "3", "--reading", "strikes")
    assert data(*words) == {
        "boxes": [{"box": 3, "number": 19, "strength": 30, "needs": 21, "rolls": 98}],
        "of": 1000,
        "quality": 10,
        "reading": "strikes",
    }
    told = " ".join(said(*words).split())
    assert told.startswith(
        "A grav lance of quality 10 brings the sidewall down in 98 of 1,000 variance rolls while box 3 is in force."
    )
    assert "for box 3 from one end, box 3 from the other: 30 (sits rules 7, house)." in told


def test_where_the_number_is_stopped_the_strength_is_the_number_in_force() -> None:
    told = said("lance", "--quality", "10", "--wall", "55,30,14", "--reading", "stops")
    assert told == (
        "A grav lance of quality 10 at each box of the sidewall, over all 1,000 variance\n"
        "  rolls:\n"
        "  Box  Number  Strength  Variance  Rolls  Chance\n"
        "    1      55        55     46 up      0    0.0%\n"
        "    2      30        30     21 up     98    9.8%  ###\n"
        "    3      14        14      5 up    972   97.2%  ##############################\n"
        "  A lance brings the wall down when quality and variance together are greater\n"
        "    than the wall's strength.\n"
        "  The chart's number is the damage stopped, so a high number means a strong\n"
        "    wall: the strength is 55 (sits rules 7).\n"
        'Rule: card, "Grav Lance"; sits rules 7\n'
    )


@pytest.mark.parametrize(
    ("boxes", "reading", "told"),
    [
        (RISING, "stops", "These numbers rise, as in a wall made for strikes: read as stops, the wall would improve"),
        (
            "55,30,14",
            "strikes",
            "These numbers fall, as in a wall made for stops: read as strikes, the wall would improve",
        ),
    ],
)
def test_a_wall_made_for_the_other_reading_is_said_to_be(boxes: str, reading: str, told: str) -> None:
    words = ("lance", "--quality", "10", "--reading", reading, "--wall")
    assert told in " ".join(said(*words, boxes).split())
    assert "made for" not in said(*words, "14")
    assert "made for" not in said(*words, "14,14")


def sample_walls() -> list[str]:
    walls = {
        ",".join(map(str, boxes))
        for card in sample_classes().values()
        for track, boxes in card.tracks.items()
        if track.endswith("-sidewall")
    }
    return sorted(walls)


@each_row("quality", [0, 4, 10, 25, 100])
@each_row("boxes", sample_walls())
def test_a_damaged_wall_of_a_sample_never_withstands_a_lance_better(boxes: str, quality: int) -> None:
    as_printed = rolls(boxes, "strikes", quality)
    assert as_printed == sorted(as_printed)
    turned = ",".join(reversed(boxes.split(",")))
    assert rolls(turned, "stops", quality) == as_printed, "a wall made for the other reading fares alike"


def test_the_best_lance_needs_no_dice() -> None:
    assert data("lance", "--quality", "100", "--wall", "14")["boxes"] == [
        {"box": 1, "number": 14, "strength": 14, "needs": 0, "rolls": 1000}
    ]
    assert rolls("30", "strikes", 0) == [0]  # 30 is the highest roll, and not greater than 30
    assert rolls("29", "strikes", 0) == [1]  # one roll of a thousand gives 30


def test_a_sidewalls_sum_is_told() -> None:
    assert said("wall", "40", "--strength", "14", "--bonus", "-12", "--variance", "9") == (
        "40 points at a sidewall: 4 strike the hull.\n"
        "  14 strength - 12 rolled ship + 9 variance = 11%.\n"
        "  Kill chart (flyer; rounding: house), 40 points: 40 at 11% is 4.40, so 4.\n"
        "  The number strikes the hull (flyer; sits rules 8.5): 4.\n"
        'Rule: flyer, "The sidewall layer"; sits rules 8.5\n'
    )
    stopped = said("wall", "40", "--strength", "14", "--variance", "9", "--reading", "stops")
    assert stopped.startswith(
        "40 points at a sidewall: 31 strike the hull.\n  14 strength + 0 rolled ship + 9 variance = 23%."
    )
    assert "  The number is stopped (the game's option; sits rules 8.5): 40 - 9 = 31 strike" in stopped


@each_row(
    ("words", "found"),
    [
        ("40 --strength 14 --variance 9", {"percent": 23, "charted": 9, "strikes": 9}),
        ("1 --strength 50 --variance 0", {"percent": 50, "charted": 1, "strikes": 1}),
        ("1 --strength 50 --variance 0 --reading stops", {"percent": 50, "charted": 1, "strikes": 0}),
        ("40 --strength 4 --bonus -12 --variance 0", {"percent": 0, "charted": 0, "strikes": 0}),
        ("40 --strength 95 --variance 30", {"percent": 100, "charted": 40, "strikes": 40}),
    ],
)
def test_what_a_sidewall_lets_through(words: str, found: dict[str, int]) -> None:
    assert data("wall", *words.split()) == found


@pytest.mark.parametrize("reading", ["strikes", "stops"])
def test_the_sum_compares_with_what_a_game_compares_with(reading: Literal["strikes", "stops"]) -> None:
    boxes = (14, 16, 19, 23, 30)
    board = copied(board_of(placed("Sirius", "0,0"), classes=[cruiser({"port-sidewall": boxes})], sidewall=reading))
    told = data("lance", "--quality", "10", "--wall", "14,16,19,23,30", "--reading", reading)["boxes"]
    for lost, found in enumerate(each["strength"] for each in told):
        board.ships["Sirius"].boxes["port-sidewall"] = "x" * lost + "." * (len(boxes) - lost)
        assert found == wall_against_lance(board, board.ships["Sirius"], "port-sidewall")
