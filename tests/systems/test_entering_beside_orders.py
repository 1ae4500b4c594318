"""What players enter from their displays while orders are owed, at one table: stands, is refused, or is too late."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from tests.shared.commands_told import Told, run
from tests.systems.office import GAME
from tests.systems.table import write

SCENARIO: Final = """
rules = "sfb"
title = "A sphere and a web"
text = "Two ships against one, and two that hold a web."
map = "Open space."
run = 4

[players.red]
name = "Anna"
side = "red"

[players.blue]
name = "Ben"
side = "blue"

[[units]]
name = "Kestrel"
class = "Sample sphere cruiser"
player = "red"
place = "0,0,0"
facing = "yaw 0"
speed = 8

[[units]]
name = "Heron"
class = "Sample cruiser"
player = "red"
place = "0,0,2"
facing = "yaw 0"
speed = 8

[[units]]
name = "Hawk"
class = "Sample cruiser"
player = "blue"
place = "5,0,0"
facing = "yaw 180"
speed = 8

[[units]]
name = "Warp"
class = "Sample weaver"
player = "blue"
place = "9,0,0.5"
facing = "yaw 90"

[[units]]
name = "Weft"
class = "Sample weaver"
player = "blue"
place = "9,0,-0.5"
facing = "yaw 270"

[[webs]]
name = "Old web"
player = "blue"
anchors = ["Warp", "Weft"]
strength = 10
"""

RED: Final = "unit Kestrel\n  impulse 2 sphere 3.2 energy 10"
BLUE: Final = "unit Hawk\n  impulse 3 fire phasers at Kestrel"


def sheet(player: str, lines: str) -> str:
    return f"game {GAME}\nturn 1\nplayer {player}\n{lines}\n"


# --- at one table ---


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of two runs: one is played, for the other orders are owed."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert run("new", write(tmp_path / "scenario.toml", SCENARIO), "--name", GAME).code == 0
    files = [write(tmp_path / who, sheet(who, orders)) for who, orders in (("red", RED), ("blue", BLUE))]
    assert run("play", GAME, *files, "--to", "1.1").code == 0
    return tmp_path


def entered(home: Path, player: str, lines: str) -> Told:
    return run("record", GAME, write(home / "facts", sheet(player, lines)))


def told(found: Told) -> list[str]:
    """What an entry told, without where the game stands then."""
    assert (found.code, found.err) == (0, "")
    return found.out.split("\n\n")[0].splitlines()


def faults(home: Path, found: Told) -> list[str]:
    assert (found.code, found.out) == (1, "")
    return [line.removeprefix(f"{home}/") for line in found.err.splitlines() if line.startswith(str(home))]


def test_whatever_displays_say_is_entered_between_two_runs_and_what_follows_is_told(home: Path) -> None:
    assert told(entered(home, "red", 'unit Kestrel\n  damage 3 "shield 1"\n  sphere energy 4')) == [
        "Player red enters facts at 1.5: 2 lines, confirmed by red.",
        "Kestrel takes 3 points of damage on its display: shield 1.",
        "Kestrel's expanding sphere has 4 points of energy left.",
    ]
    assert told(entered(home, "blue", 'unit Hawk\n  web "Old web" is 2\n  lost exploding 12.5')) == [
        "Player blue enters facts at 1.5: 2 lines, confirmed by blue.",
        "Old web has strength 2 left by the printed rules, as entered for Hawk.",
        "Hawk is lost and explodes with a strength of 12.5 points.",
        "Hawk gives Old web its strength: 2 by the printed rules counts as 8.",
        "Hawk explodes at 4,0,0 with a strength of 12.5 points.",
        "Kestrel feels the explosion of Hawk: 12.5 points from 3 hexes away give 1 point",
        "of damage.",
    ]
    (row,) = run("games", "--json").json
    assert (row["turn"], str(row["step"])) == (1, "5")
    assert [each["player"] for each in row["owed"]] == ["blue", "red"]
    assert run("audit", "verify", GAME, "--json").json["ok"] is True


def test_a_replay_tells_an_entry_apart_from_the_run_after_it(home: Path) -> None:
    told(entered(home, "blue", "unit Hawk\n  lost exploding 12.5"))
    found = run("replay", GAME, "1.5").out
    assert [line.strip(" ─") for line in found.splitlines() if line.startswith("Turn 1, ")] == [
        "Turn 1, before impulse 5"
    ]
    for said in (
        "From the displays",
        "Hawk is lost and explodes with a strength of 12.5 points.",
        "To settle on your displays",
    ):
        assert said in found
    assert "no orders" not in found


def test_a_sphere_goes_on_with_the_energy_that_was_entered(home: Path) -> None:
    told(entered(home, "red", "unit Kestrel\n  sphere energy 4"))
    files = [write(home / who, sheet(who, "")) for who in ("red", "blue")]
    assert run("play", GAME, *files, "--to", "1.5").code == 0
    found = run("replay", GAME, "--step").flat
    energies = re.findall(r"sphere.{0,80}?(\d+(?:\.\d+)?) points? of energy", found)
    assert {*energies} == {"10", "4"}
    assert run("audit", "verify", GAME, "--json").json["ok"] is True


def test_a_file_with_one_fault_enters_nothing_and_every_fault_is_named(home: Path) -> None:
    lines = (
        'unit Hawk\n  lost\n  damage 2\n  lost\n  speed 4\nunit Kestrel\n  damage 1\nunit Warp\n  web "New web" is 2'
    )
    found = entered(home, "blue", lines + "\n  sphere energy 3\n  break damage 1")
    assert faults(home, found) == [
        "facts:7:3: Hawk is already out of the game.",
        "facts:8:3: Hawk: this is an order. Put it into an order file; it is not entered.",
        "facts:9:6: Kestrel is red's unit, but these are blue's orders. blue commands Hawk, Warp, Weft.",
        'facts:12:7: Warp: There is no web "New web". Webs: Old web.',
        "facts:13:3: Warp has no sphere up (G23.4).",
        'facts:14:3: Warp: the turn break is still to come. Leave out the word "break".',
    ]
    assert faults(home, entered(home, "red", 'unit Kestrel\n  web "Old web" is 2')) == [
        "facts:5:7: Kestrel: Old web is another player's web (G10.0)."
    ]
    assert run("audit", "list", GAME, "enters facts", "--json").json == []


def test_what_is_entered_is_no_order_and_waits_for_the_run_to_be_over(home: Path) -> None:
    both = write(home / "red", sheet("red", "unit Kestrel\n  impulse 6 damage 3"))
    found = run("orders", "check", both)
    assert faults(home, found) == [
        "red:5:3: Kestrel: this is not an order. Enter it with sits record, from your own displays."
    ]


def test_damage_is_entered_in_the_turn_break_too_and_nothing_when_the_game_is_over(home: Path) -> None:
    files = [write(home / who, sheet(who, "")) for who in ("red", "blue")]
    assert run("play", GAME, *files, "--to", "1.29").code == 0
    assert told(entered(home, "red", "unit Kestrel\n  damage 1\n  break damage 2")) == [
        "Player red enters facts at 1.break: 2 lines, confirmed by red.",
        "Kestrel takes 1 point of damage on its display.",
        "Kestrel takes 2 points of damage on its display.",
    ]
    last = told(entered(home, "blue", "unit Hawk\n  lost\nunit Warp\n  lost\nunit Weft\n  lost"))
    assert last[-1].startswith("The game is over and red wins: ")
    found = entered(home, "red", "unit Kestrel\n  damage 1")
    assert (found.code, found.out) == (1, "")
    assert found.err.startswith(f"{GAME} is over: ")
    assert run("audit", "verify", GAME, "--json").json["ok"] is True
