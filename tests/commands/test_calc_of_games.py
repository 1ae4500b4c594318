"""`sits calc` by the rules that a game began with; games and files that no sum can go by are refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.shared.commands_told import Sits

#: Games of rules pack 1, with what-ifs of one of them.
STORED = Path(__file__).parent.parent / "stored_games" / "hot_seat" / "var"


@pytest.fixture
def earlier(sits: Sits, home: Path) -> Sits:
    shutil.copytree(STORED, home, dirs_exist_ok=True)
    return sits


def data(sits: Sits, *given: str) -> Any:
    told = sits("calc", *given, "--json")
    assert (told.code, told.err) == (0, "")
    return json.loads(told.out)


TARGET = ("bearing", "2B 5-", "--nose", "A/B+", "--roll", "2")


def test_a_markers_window_is_counted_by_angles_in_a_game_of_rules_pack_1(earlier: Sits) -> None:
    assert data(earlier, *TARGET)["ship_window"] == "B/C"
    found = data(earlier, *TARGET, "--game", "duel")
    assert (found["ship_window"], found["rules_pack"]) == ("B/C-", 1)
    told = earlier("calc", *TARGET, "--game", "duel", "--width", "100").flat
    assert "by the tables of duel, which began with rules pack 1." in told
    assert "one window below, counted from the starboard marker, is B/C- of the ship's frame." in told
    assert "Part of the wedge is in the way of a shot from there: the rolled-ship bonus is added." in told


def test_a_shot_that_slid_meets_no_bonus_in_a_game_of_rules_pack_1(earlier: Sits) -> None:
    words = ("bearing", "5+", "--nose", "A")
    slid = "a missile slides to port, starboard, forward or aft"
    assert f"{slid}, which adds the rolled-ship bonus." in earlier("calc", *words).flat
    assert f"{slid}." in earlier("calc", *words, "--game", "duel").flat


def test_torpedoes_go_by_tubes_in_a_game_of_rules_pack_1(earlier: Sits) -> None:
    assert earlier("calc", "beam", "energy-torpedo", "3", "--range", "1", "--game", "duel", "--width", "80").out == (
        "3 tubes of energy torpedoes at range 1 do 250 points of damage, by the tables of\n"
        "  duel, which began with rules pack 1.\n"
        "  Tubes  Reach  Damage  Source\n"
        "  one        2     100  card\n"
        "  two        2     250  card\n"
        "  The rows are tubes that fire together; more than there are rows for fire as\n"
        "    the last.\n"
        "  A standing sidewall stops them all (house, after the second edition).\n"
        'Rule: card, "Energy Torpedos"\n'
    )
    assert data(earlier, "beam", "energy-torpedo", "1", "--range", "2", "--game", "duel")["damage"] == 100
    assert data(earlier, "beam", "energy-torpedo", "1", "--range", "3", "--game", "duel")["damage"] == 0


@pytest.mark.parametrize("tubes", ["2ET", "0", "-1"])
def test_torpedoes_of_rules_pack_1_have_no_types(earlier: Sits, tubes: str) -> None:
    refusal = (
        f'"{tubes}" is not a number of tubes. In rules pack 1 energy torpedoes go by tubes firing together: '
        "write from 1 up, such as 2.\n"
    )
    assert earlier("calc", "beam", "energy-torpedo", tubes, "--range", "1", "--game", "duel") == (1, "", refusal)


def test_torpedoes_of_rules_pack_1_have_no_launchers(earlier: Sits) -> None:
    told = earlier("calc", "beam", "energy-torpedo", "2", "--range", "1", "--launchers", "2", "--game", "duel")
    said = "In rules pack 1 energy torpedoes go by tubes: write their number for SIZE, no --launchers."
    assert (told.code, told.out, said in told.err) == (2, "", True)


def test_a_lance_meets_the_number_in_force_in_a_game_of_rules_pack_1(earlier: Sits) -> None:
    words = ("lance", "--quality", "10", "--wall", "14,16,55", "--box", "1")
    assert [data(earlier, *words, *more)["boxes"][0]["strength"] for more in ((), ("--game", "duel"))] == [55, 14]
    told = earlier("calc", *words, "--game", "duel", "--width", "100").flat
    assert "by the rules of duel, which began with rules pack 1." in told
    assert "In rules pack 1 the strength is the number in force in either reading." in told


@pytest.mark.parametrize(("branch", "reading"), [("duel", "strikes"), ("walls stop", "stops")])
def test_a_branch_has_the_reading_that_it_goes_on_by(earlier: Sits, branch: str, reading: str) -> None:
    found = data(earlier, "lance", "--quality", "10", "--wall", "14,16,55", "--game", branch)
    assert (found["reading"], found["game"]) == (reading, branch)
    assert data(earlier, "wall", "40", "--strength", "14", "--variance", "9", "--game", branch)["strikes"] == (
        9 if reading == "strikes" else 31
    )


@pytest.mark.parametrize("line", ["range 6 3", "kills 136 28", "lance --quality 10 --wall 14,16"])
def test_a_game_that_there_is_not_is_refused_with_those_there_are(earlier: Sits, line: str) -> None:
    refusal = (
        "There is no game duell in games. "
        "Games here: duel, late, skirmish, the convoy, walls stop, what-if, what-if-2.\n"
    )
    assert earlier("calc", *line.split(), "--game", "duell") == (1, "", refusal)


def test_without_games_a_demo_is_suggested(sits: Sits) -> None:
    refusal = (
        "There is no game duel in games. There are no games here yet; try: sits demo\n"
        "Games are kept in games, which SITS_HOME names.\n"
    )
    assert sits("calc", "range", "6", "3", "--game", "duel") == (1, "", refusal)


def test_a_game_of_another_system_is_refused(sits: Sits) -> None:
    assert sits("new", "pursuit", "--name", "chase").code == 0
    assert sits("calc", "range", "6", "3", "--game", "chase") == (
        1,
        "",
        "chase is a game of SFB 'n3D. This sum is for SITS: name a game of SITS.\n",
    )


def test_a_game_and_a_file_at_once_are_refused(sits: Sits) -> None:
    told = sits("calc", "range", "6", "3", "--game", "duel", "--tables", "own.toml")
    said = "A sum goes by one set of tables: give --game or --tables, not both."
    assert (told.code, told.out, said in told.err) == (2, "", True)
