"""`halt if hit` without a pulse in Runs: read, checked, sealed, planned ahead, played in runs of three, and by mail."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Final

import pytest
from attrs import evolve

from sits_es import open_games
from sits_es.game.events import OrdersRevealed
from sits_es.orders.frame import read_sheet
from sits_es.orders.normal import write_sheet
from sits_es.rules import system
from tests.shared.commands_told import run
from tests.systems.office import GAME, Office
from tests.systems.plans import plans
from tests.systems.table import write

RED: Final = "game passage\nturn 1\ncraft Kestrel\n  halt if hit\n  pulse 1-8  burn -0.5\n"
BLUE: Final = "game passage\nturn 1\ncraft Hawk\n  pulse 1-8  fire at Kestrel\n"


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, examples: None) -> Path:  # noqa: ARG001
    """A game of Runs in runs of three pulses, begun; where its files are."""
    monkeypatch.setenv("SITS_HOME", str(tmp_path / "games"))
    monkeypatch.chdir(tmp_path)
    assert run("new", "passage", "--system", "run", "--name", "passage").code == 0
    return tmp_path


def keyed(orders: str, digit: str) -> str:
    """The same orders with a secret, so that the dice are known."""
    return orders.replace("turn 1\n", f"turn 1\nsecret {digit * 64}\n", 1)


def revealed(folder: Path) -> list[list[str]]:
    """What Kestrel's player was told to have ordered, exchange by exchange."""
    with open_games(folder / "games") as games:
        facts = [fact for played in games.replay("passage") for fact in played.facts]
    return [list(fact.lines) for fact in facts if isinstance(fact, OrdersRevealed) and fact.player == "red"]


def test_a_file_is_checked_and_its_normal_form_names_no_pulse_either(game: Path) -> None:
    told = run("orders", "check", write(game / "red", RED))
    assert (told.code, told.err) == (0, "")
    assert told.out.endswith("craft Kestrel\n  halt if hit\n  pulse 1-8    burn -0.5\n\n")
    language = system("runs").language
    sheet = read_sheet(RED, language)
    assert read_sheet(write_sheet(sheet, language), language) == sheet


def test_a_plan_ahead_holds_once_in_each_run(game: Path) -> None:
    told = run("play", "passage", write(game / "red", RED), write(game / "blue", "game passage\nturn 1\ncraft Hawk\n"))
    assert (told.code, told.err) == (0, "")
    assert revealed(game) == [
        ["pulse 1 Kestrel: halt if hit", *(f"pulse {pulse} Kestrel: burn -0.5" for pulse in (1, 2, 3))],
        ["pulse 4 Kestrel: halt if hit", *(f"pulse {pulse} Kestrel: burn -0.5" for pulse in (4, 5, 6))],
        ["pulse 7 Kestrel: halt if hit", *(f"pulse {pulse} Kestrel: burn -0.5" for pulse in (7, 8))],
    ]
    assert run("audit", "passage", "--verify").code == 0


def test_after_a_stop_the_same_file_goes_on_and_counts_from_the_next_pulse_on(game: Path) -> None:
    # with these secrets Kestrel is hit in pulse 2
    files = write(game / "red", keyed(RED, "1")), write(game / "blue", keyed(BLUE, "2"))
    at = []
    while (stands := run("show", "passage", "--json").json["at"]) != "1.break":
        at.append(int(stands.partition(".")[2]))
        told = run("play", "passage", *files, "--to", stands)
        assert (told.code, told.err) == (0, "")
    assert any(later - earlier < 3 for earlier, later in pairwise(at))
    halts = [[line for line in lines if "halt" in line] for lines in revealed(game)]
    assert halts == [[f"pulse {pulse} Kestrel: halt if hit"] for pulse in at]
    assert "Kestrel is hit, and the run ends." in run("replay", "passage", "--step").out
    assert run("audit", "passage", "--verify").code == 0


def test_twice_in_one_pulse_is_one_fault_that_names_the_pulse(game: Path) -> None:
    twice = write(game / "red", RED + "  pulse 4  halt if hit\n")
    told = run("orders", "check", twice)
    assert (told.code, told.out) == (1, "")
    found = [line.removeprefix(f"{game}/") for line in told.err.splitlines() if line.startswith(str(game))]
    assert found == [
        "red:4:3: Kestrel asks for a halt twice in pulse 4. (In pulse 4.)",
        "red:6:3: Kestrel asks for a halt twice in pulse 4.",
    ]
    # pulse 5 is in the middle of a run, where the line without a pulse does not count
    assert run("orders", "check", write(game / "other", RED + "  pulse 5  halt if hit\n")).code == 0


def test_a_line_that_holds_in_each_run_does_not_say_how_far_to_play(game: Path) -> None:
    alone = write(game / "red", "game passage\nturn 1\ncraft Kestrel\n  halt if hit\n")
    told = run("play", "passage", alone, write(game / "blue", "game passage\nturn 1\ncraft Hawk\n"))
    assert (told.code, told.err) == (0, "")
    assert revealed(game) == [["pulse 1 Kestrel: halt if hit"]]


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize("umpired", [False, True], ids=["peers", "umpired"])
def test_by_mail_a_plan_of_several_runs_is_sealed_at_once_and_ends_the_same_everywhere(
    umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    far = evolve(plans()["runs"], scenario=plans()["runs"].scenario.replace('"7.25"', '"70"'))
    # no secret hangs on it
    office = Office(tmp_path, monkeypatch, far, "runs", umpired=umpired, slow=Random(3))  # noqa: S311
    office.begin()
    file = office.write("red", office.fold("red"), "craft Kestrel\n  halt if hit\n  pulse 1-8 burn 0.5")
    told = office.sits("red", "orders", "seal", file, "--to", "1.7")
    assert "craft Kestrel\n  halt if hit\n  pulse 1-8    burn 0.5" in told
    assert "already sealed, just as they are here" in office.sits("red", "orders", "seal", file, "--to", "1.7")
    office.sits("blue", "orders", "seal", office.write("blue", office.fold("blue"), "craft Hawk"), "--to", "1.7")
    office.carry()
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        replayed = office.json(who, "replay", GAME, "--verify")["exchanges"]
        assert [each["at"] for each in replayed] == ["1.1", "1.4", "1.7"]
        ordered = [[event["text"] for event in each["events"] if "halt" in event["text"]] for each in replayed]
        assert ordered == [[f"Kestrel is ordered in pulse {pulse}: halt if hit."] for pulse in (1, 4, 7)]


@pytest.mark.usefixtures("examples")
def test_an_umpires_receipt_says_in_which_pulse_each_order_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # whoever invites calls the rules by their short name
    office = Office(tmp_path, monkeypatch, plans()["runs"], "run", umpired=True)
    office.begin()
    assert office.json("blue", "show", GAME)["system"] == "runs"
    file = office.write("red", office.fold("red"), "craft Kestrel\n  halt if hit\n  pulse 3 burn 0.5\n  pulse 5 burn 1")
    office.sits("red", "orders", "seal", file, "--to", "1.4")
    office.mail("red")
    office.mail("ump")
    told = office.sits("red", "mail", "in")
    for line in ("  pulse 1      halt if hit\n", "  pulse 4      halt if hit\n", "  pulse 3      burn 0.5\n"):
        assert line in told
    assert "  pulse 5      burn 1\n" in told


@pytest.mark.usefixtures("examples")
def test_it_can_stand_and_an_order_of_certain_pulses_cannot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    office = Office(tmp_path, monkeypatch, plans()["runs"], "runs", umpired=False)
    office.begin()
    both = office.write("red", office.fold("red"), "craft Kestrel\n  halt if hit\n  pulse 1-8 burn 0.5")
    assert office.sits("red", "orders", "standing", GAME, both) == (
        f"{GAME}: 1 standing order.\n  pulse 1 Kestrel: halt if hit\n"
    )
    some = office.write("red", office.fold("red"), "craft Kestrel\n  pulse 1-8 burn 0.5")
    told = office.run("red", "orders", "standing", GAME, some)
    assert (told.code, told.err) == (1, f"{some} has no orders for the whole turn. Give lines that name no pulse.\n")
