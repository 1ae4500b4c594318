"""What players enter from their displays while orders are owed: at one table and by mail, agreed, refused, too late."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from sits_es.game.events import FactsRecorded
from sits_es.rules.sfb_n3d.events.fire import ExplosionFelt
from tests.shared.commands_told import Told, run
from tests.systems.office import GAME, Office
from tests.systems.plans import Plan
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
        "Hawk enters that Old web has 2 left by the printed rules.",
        "Hawk is lost and explodes with 12.5 points.",
        "Hawk gives Old web its strength: 2 by the printed rules counts as 8.",
        "Hawk explodes at 4,0,0 with 12.5 points.",
        "Kestrel feels the explosion of Hawk: 12.5 points from 3 hexes away give 1 point",
        "of damage.",
    ]
    (row,) = run("games", "--json").json
    assert (row["turn"], str(row["step"])) == (1, "5")
    assert [each["player"] for each in row["owed"]] == ["blue", "red"]
    assert run("audit", GAME, "--verify", "--json").json["ok"] is True


def test_a_replay_tells_an_entry_apart_from_the_run_after_it(home: Path) -> None:
    told(entered(home, "blue", "unit Hawk\n  lost exploding 12.5"))
    found = run("replay", GAME, "--from", "1.5").out
    assert [line.strip(" ─") for line in found.splitlines() if line.startswith("Turn 1, ")] == [
        "Turn 1, before impulse 5"
    ]
    for said in ("From the displays", "Hawk is lost and explodes with 12.5 points.", "To settle on your displays"):
        assert said in found
    assert "no orders" not in found


def test_a_sphere_goes_on_with_the_energy_that_was_entered(home: Path) -> None:
    told(entered(home, "red", "unit Kestrel\n  sphere energy 4"))
    files = [write(home / who, sheet(who, "")) for who in ("red", "blue")]
    assert run("play", GAME, *files, "--to", "1.5").code == 0
    found = run("replay", GAME, "--step").flat
    energies = re.findall(r"sphere.{0,80}?(\d+(?:\.\d+)?) points? of energy", found)
    assert {*energies} == {"10", "4"}
    assert run("audit", GAME, "--verify", "--json").json["ok"] is True


def test_a_file_with_one_fault_enters_nothing_and_every_fault_is_named(home: Path) -> None:
    lines = (
        'unit Hawk\n  lost\n  damage 2\n  lost\n  speed 4\nunit Kestrel\n  damage 1\nunit Warp\n  web "New web" is 2'
    )
    found = entered(home, "blue", lines + "\n  sphere energy 3\n  break damage 1")
    assert faults(home, found) == [
        "facts:7:3: Hawk is out of the game already.",
        "facts:8:3: Hawk: this is an order. It goes into an order file, and is not entered.",
        "facts:9:6: Kestrel is red's unit, and these are orders of blue. blue orders Hawk, Warp, Weft.",
        'facts:12:7: Warp: There is no web "New web". Webs: Old web.',
        "facts:13:3: Warp has no sphere up (G23.4).",
        "facts:14:3: Warp: the turn break is still to come. Leave out the word break.",
    ]
    assert faults(home, entered(home, "red", 'unit Kestrel\n  web "Old web" is 2')) == [
        "facts:5:7: Kestrel: Old web is not red's. Its owner enters its strength (G10.3)."
    ]
    assert run("audit", GAME, "--search", "enters facts", "--json").json == []


def test_what_is_entered_is_no_order_and_waits_for_the_run_to_be_over(home: Path) -> None:
    both = write(home / "red", sheet("red", "unit Kestrel\n  impulse 6 damage 3"))
    found = run("orders", "check", both)
    assert faults(home, found) == [
        "red:5:3: Kestrel: this is entered from your own displays and is no order. Enter it: sits record."
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
    assert last[-1].startswith("The game is over, red wins: ")
    found = entered(home, "red", "unit Kestrel\n  damage 1")
    assert (found.code, found.out) == (1, "")
    assert found.err.startswith(f"{GAME} is over: ")
    assert run("audit", GAME, "--verify", "--json").json["ok"] is True


# --- by mail ---


@pytest.fixture(params=[False, True], ids=["peers", "umpired"])
def office(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    """The same by mail, with the first run played."""
    orders = {"red": RED, "blue": BLUE}
    plan = Plan(
        scenario=SCENARIO,
        orders=lambda fold, player: orders[player] if fold.game.moment.segment == 1 else "",
        acts=1,
        fork_at="",
        otherwise=("", ""),
        searched="",
    )
    office = Office(tmp_path, monkeypatch, plan, "sfb", umpired=request.param)
    office.begin()
    assert office.act() == "1.1"
    return office


def file(office: Office, who: str, lines: str) -> str:
    return office.write(who, office.fold(who), lines)


def seal(office: Office, who: str, lines: str, to: str = "1.5") -> None:
    office.sits(who, "orders", "seal", file(office, who, lines), "--to", to)


def agree(office: Office, who: str) -> None:
    """Whoever has to sign beside the player who enters facts: the umpire alone, or everybody else."""
    for other in office.people[:1] if "ump" in office.people else office.people:
        if other != who:
            office.sits(other, "agree", GAME)


def on_record(office: Office, kind: type) -> int:
    return sum(isinstance(fact, kind) for fact in office.facts("red"))


def test_facts_stand_once_they_are_agreed_though_somebody_has_sealed_the_next_run(office: Office) -> None:
    seal(office, "red", "unit Heron\n  impulse 6 fire torpedoes at Hawk")
    office.carry()
    office.sits("blue", "record", GAME, file(office, "blue", "unit Hawk\n  lost exploding 20"))
    office.carry()
    assert on_record(office, FactsRecorded) == 0
    agree(office, "blue")
    office.carry()
    assert on_record(office, FactsRecorded) == 1
    assert on_record(office, ExplosionFelt) > 0
    seal(office, "blue", "")
    office.carry()
    assert len(set(office.heads().values())) == 1
    # what was sealed for the run is carried out as far as it can be: its target is gone
    played = office.sits("red", "replay", GAME, "--from", "1.5")
    assert "Heron cannot carry out" in " ".join(played.split())
    assert "  ump\n" not in played  # an umpire hands in a part of the dice and orders nothing
    for who in office.people:
        assert office.json(who, "replay", GAME, "--verify")["verified"] is True
        assert "signatures hold" in office.sits(who, "mail", "prove", GAME)


def test_facts_that_are_refused_do_not_stand_and_the_run_is_played_without_them(office: Office) -> None:
    decides = "ump" if "ump" in office.people else "red"
    office.sits("blue", "record", GAME, file(office, "blue", "unit Hawk\n  damage 0"))
    office.carry()
    said = office.sits(decides, "agree", GAME, "--refuse", "All four hit.")
    assert "You have refused what blue enters at 1.5." in " ".join(said.split())
    office.carry()
    assert "Refused by" in office.sits("blue", "mail", "status", GAME)
    seal(office, "red", "")
    seal(office, "blue", "")
    office.carry()
    assert len(set(office.heads().values())) == 1
    assert on_record(office, FactsRecorded) == 0
    assert office.fold("red").system.written(office.fold("red").game.moment) == "1.9"


def test_what_was_entered_is_what_spheres_and_webs_are_from_then_on(office: Office) -> None:
    office.sits("red", "record", GAME, file(office, "red", "unit Kestrel\n  sphere energy 4"))
    office.carry()
    agree(office, "red")
    office.carry()
    office.sits("blue", "record", GAME, file(office, "blue", 'unit Warp\n  web "Old web" is 3.5'))
    office.carry()
    agree(office, "blue")
    office.carry()
    board = office.fold("ump" if "ump" in office.people else "blue").game.board
    assert board.units["Kestrel"].sphere == (32_000, 40_000)
    assert board.webs["Old web"].strength == 140_000
    assert on_record(office, FactsRecorded) == 2
    assert len(set(office.heads().values())) == 1


def test_facts_are_refused_by_name_and_number_of_the_rule_before_they_are_mailed(office: Office) -> None:
    found = office.run("blue", "record", GAME, file(office, "blue", "unit Hawk\n  sphere energy 3\nunit Heron\n lost"))
    assert (found.code, found.out) == (1, "")
    assert [line.partition(".orders:")[2] for line in found.err.splitlines() if ".orders:" in line] == [
        "5:3: Hawk has no sphere up (G23.4).",
        "6:6: Heron is red's unit, and these are orders of blue. blue orders Hawk, Warp, Weft.",
    ]


@pytest.mark.parametrize("office", [False], indirect=True, ids=["peers"])
def test_whoever_has_opened_a_seal_of_the_run_enters_nothing_until_it_is_played(office: Office) -> None:
    seal(office, "red", "")
    office.mail("red")
    office.mail("blue")
    seal(office, "blue", "")
    office.mail("blue")  # a seal can be taken back, and nothing is opened, until its letter is out
    found = office.run("blue", "record", GAME, file(office, "blue", "unit Hawk\n  damage 2"))
    assert (found.code, found.out) == (1, "")
    assert found.err == "blue has opened a seal of 1.5 or acted in it, and cannot sign a record there any more.\n"
    office.carry()
    office.sits("blue", "record", GAME, file(office, "blue", "unit Hawk\n  damage 2"))
    office.carry()
    agree(office, "blue")
    office.carry()
    assert on_record(office, FactsRecorded) == 1
    assert len(set(office.heads().values())) == 1


def test_orders_that_were_sealed_before_a_record_are_carried_out_as_far_as_it_leaves_them(office: Office) -> None:
    seal(office, "red", "unit Kestrel\n  impulse 6 sphere off\n  impulse 7 speed 4\nunit Heron\n  impulse 6 turn yaw 3")
    office.carry()
    office.sits("red", "record", GAME, file(office, "red", "unit Kestrel\n  sphere energy 0\nunit Heron\n  lost"))
    office.carry()
    agree(office, "red")
    office.carry()
    seal(office, "blue", "")
    office.carry()
    assert len(set(office.heads().values())) == 1
    board = office.fold("blue").game.board
    assert (board.impulse, board.units["Kestrel"].speed, board.units["Heron"].gone) == (9, 40_000, "lost")
    told = " ".join(office.sits("blue", "replay", GAME, "--from", "1.5").split())
    assert "Heron cannot carry out" in told
    for who in office.people:
        (stands,) = office.json(who, "mail", "status", GAME)
        assert (stands["refused"], stands["waiting"]) == ([], [])
