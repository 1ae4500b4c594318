"""An asteroid field that dice lay in the first exchange, impulse 1 alone: every die on record, alike everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from sits_es.dice import DiceRolled
from sits_es.rules.sfb.terrain.facts import FieldLaid, TerrainPlaced
from tests.shared.commands_told import run
from tests.systems.office import GAME, Office
from tests.systems.plans import Plan
from tests.systems.table import write

SCENARIO: Final = """
rules = "sfb"
title = "A field by dice"
text = "One against one."
map = "An asteroid field."
run = 8

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[asteroids]
generate = true

[[units]]
name = "Kestrel"
class = "Sample cruiser"
player = "red"
place = "0,24,24"
facing = "yaw 0"
speed = 16

[[units]]
name = "Hawk"
class = "Sample cruiser"
player = "blue"
place = "50,24,24"
facing = "yaw 180"
speed = 16
"""

PLAN: Final = Plan(scenario=SCENARIO, acts=2, fork_at="", otherwise=("", ""), searched="")


@pytest.mark.long
@pytest.mark.parametrize("umpired", [False, True], ids=["peers", "umpired"])
def test_by_mail_the_field_is_the_same_everywhere_and_nobody_gave_orders_knowing_it(
    umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, PLAN, "sfb", umpired=umpired)
    office.begin()
    assert [owed.steps for owed in office.fold("red").game.upcoming][:3] == [
        (1,),
        tuple(range(2, 10)),
        tuple(range(10, 18)),
    ]
    assert [office.act(), office.act()] == ["1.1", "1.2"]
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        found = office.facts(who)
        (laid,) = [fact for fact in found if isinstance(fact, FieldLaid)]
        assert laid.number == 54 == len([fact for fact in found if isinstance(fact, TerrainPlaced)])
        assert len([fact for fact in found if isinstance(fact, DiceRolled) and "of asteroid" in fact.purpose]) >= 108
        assert office.json(who, "audit", "verify", GAME)["ok"] is True


@pytest.mark.long
@pytest.mark.parametrize("umpired", [False, True], ids=["peers", "umpired"])
def test_orders_sealed_ahead_for_the_runs_after_it_hold(
    umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, PLAN, "sfb", umpired=umpired)
    office.begin()
    for who, unit in (("red", "Kestrel"), ("blue", "Hawk")):
        lines = f"unit {unit}\n  impulse 1 speed 12\n  impulse 5 turn yaw 4\n  impulse 12 turn yaw 4"
        office.sits(who, "orders", "seal", office.write(who, office.fold(who), lines), "--to", "1.10")
    office.carry()
    assert len(set(office.heads().values())) == 1
    board = office.fold("blue").game.board
    assert board.impulse == 18
    assert board.units["Kestrel"].facing.yaw == 80_000


def test_at_one_table_the_dice_of_the_field_are_told_and_worked_out_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    assert run("new", write(tmp_path / "scenario.toml", SCENARIO), "--name", GAME).code == 0
    files = [write(tmp_path / who, f"game {GAME}\nturn 1\nplayer {who}\n") for who in ("red", "blue")]
    told = run("play", GAME, *files)
    assert (told.code, told.err) == (0, "")
    assert run("show", GAME, "--json").json["at"] == "1.2"
    assert "place of asteroid 54" in run("audit", "list", GAME, "asteroid 54").flat
    assert run("audit", "verify", GAME, "--json").json["ok"] is True
    assert len(run("show", GAME, "--json").json["bodies"]) == 54
