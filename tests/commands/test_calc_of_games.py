"""`sits calc` by the rules that a game began with; games and files that no sum can go by are refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.shared.commands_told import Sits
from tests.shared.played_demos import branched_folder


@pytest.fixture
def branched(sits: Sits, home: Path) -> Sits:
    shutil.copytree(branched_folder(), home, dirs_exist_ok=True)
    return sits


def data(sits: Sits, *given: str) -> Any:
    told = sits("calc", *given, "--json")
    assert (told.code, told.err) == (0, "")
    return json.loads(told.out)


@pytest.mark.parametrize(("branch", "reading"), [("duel", "strikes"), ("walls stop", "stops")])
def test_a_branch_has_the_reading_that_it_goes_on_by(branched: Sits, branch: str, reading: str) -> None:
    found = data(branched, "lance", "--quality", "10", "--wall", "14,16,55", "--game", branch)
    assert (found["reading"], found["game"]) == (reading, branch)
    assert data(branched, "wall", "40", "--strength", "14", "--variance", "9", "--game", branch)["strikes"] == (
        9 if reading == "strikes" else 31
    )


@pytest.mark.parametrize("line", ["range 6 3", "kills 136 28", "lance --quality 10 --wall 14,16"])
def test_a_game_that_there_is_not_is_refused_with_those_there_are(branched: Sits, line: str) -> None:
    refusal = "There is no game duell in games. Games here: duel, late, walls stop, what-if, what-if-2.\n"
    assert branched("calc", *line.split(), "--game", "duell") == (1, "", refusal)


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
        "chase is a game of SFB 'n3D. Name a game of SITS.\n",
    )


def test_a_game_and_a_file_at_once_are_refused(sits: Sits) -> None:
    told = sits("calc", "range", "6", "3", "--game", "duel", "--tables", "own.toml")
    said = "A sum uses one set of tables: give --game or --tables, not both."
    assert (told.code, told.out, said in told.err) == (2, "", True)
