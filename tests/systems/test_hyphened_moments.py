"""Steps of a turn whose names hold a hyphen, wherever a moment is written and read: hot seat and by mail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sits_es.rules import system
from sits_es.rules.moments import label_by_name, read_moment
from tests.shared.commands_told import run
from tests.systems import table
from tests.systems.office import Office
from tests.systems.plans import file_of, plans
from tests.systems.table import GAME, fold_of, write

pytestmark = pytest.mark.usefixtures("examples")

STEPS = ("initiative", *(f"{slot}{kind}" for slot in range(1, 100) for kind in ("", "-spend")))
REFUSED = (
    '"1.1-spent" is not a moment of a game. Write turn and slot with a point between them, such as 2.5; '
    "slots are initiative, 1 to 99, or 1-spend to 99-spend.\n"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: None) -> Path:
    """An empty folder of games, the folder beside it to work in, and Slots with names for its exchanges."""
    del examples
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)
    slots: Any = type(system("slots"))
    monkeypatch.setattr(slots, "label", lambda _, moment: label_by_name(moment, STEPS))
    monkeypatch.setattr(slots, "read_moment", lambda _, text: read_moment(text, STEPS, "slot"))
    return tmp_path


def test_commands_read_what_they_write(home: Path) -> None:
    game = table.played("slots", home)
    assert game.moments[:4] == ("1.initiative", "1.1", "1.1-spend", "1.2")
    assert "Event " in game.sits("show", GAME, "--at", "1.1-spend").out
    replayed = game.json("replay", GAME, "1.1-spend", "1.2-SPEND")
    assert [each["at"] for each in replayed["exchanges"]] == ["1.1-spend", "1.2", "1.2-spend"]
    assert "1.1-spend is over." in game.sits("audit", "list", GAME, "1.1-spend").out
    assert "1.1-spend" in game.sits("replay", GAME, "--step").out
    game.sits("fork", GAME, "--at", "1.1-spend", "--name", "other")
    assert game.json("show", "other")["at"] == "1.1-spend"
    game.sits("play", "other", "--pass")
    assert game.json("diff", GAME, "other", "--at", "1.2")["at"] == "1.2"
    (row, _) = game.json("games")
    assert f"{row['turn']}.{row['step']}" == game.json("show", GAME)["at"]


@pytest.mark.parametrize("words", ["show game --at", "replay game", "replay game 1.1", "fork game --name b --at"])
def test_a_name_that_no_step_has_is_refused_with_those_there_are(words: str, home: Path) -> None:
    table.begun("slots", home)
    assert run(*words.split(), "1.1-spent").err == REFUSED


def test_play_goes_up_to_such_a_step(home: Path) -> None:
    game = table.begun("slots", home)
    files = [
        write(home / who, file_of(fold_of(), who, game.plan.orders(fold_of(), who))) for who in fold_of().game.players
    ]
    assert run("play", GAME, *files, "--to", "1.1-spent").err == REFUSED
    game.sits("play", GAME, *files, "--to", "1.initiative")
    told = run("play", GAME, "--to", "1.1-spend")
    assert told.err.startswith("game: red's orders for 1.1 are missing. ")
    game.sits("play", GAME, "--pass", "--to", "1.1")
    assert game.json("show", GAME)["at"] == "1.1-spend"  # the exchange after the first slot


def test_letters_name_such_a_step_and_decisions_are_about_it(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office(home, monkeypatch, plans()["slots"], "slots", umpired=False)
    office.begin()
    for _ in range(4):
        office.act()
    assert len(set(office.heads().values())) == 1
    assert "game: you dispute 1.1-spend. " in office.sits("blue", "dispute", GAME, "1.1-spend", "That was a blank")
    assert office.run("blue", "dispute", GAME, "1.1-spent", "That was a blank").err == REFUSED
    office.mail("blue")
    assert "blue disputes 1.1-spend: That was a blank." in office.sits("red", "mail", "in")
    office.sits("blue", "propose", "rewind", GAME, "1.1-spend")
    office.carry()
    office.sits("red", "agree", GAME)
    office.carry()
    assert {office.json(who, "show", "game-2")["at"] for who in office.people} == {"1.1-spend"}
