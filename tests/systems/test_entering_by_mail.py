"""Facts that people enter beside orders, by mail: they stand once they are agreed, whatever was sealed meanwhile."""

from __future__ import annotations

from pathlib import Path

import pytest

from sits_es.game.events import FactsRecorded
from sits_es.rules.sfb.spheres.facts import ExplosionFelt
from tests.systems.office import GAME, Office
from tests.systems.plans import Plan
from tests.systems.test_entering_beside_orders import BLUE, RED, SCENARIO

pytestmark = pytest.mark.long


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
    played = office.sits("red", "replay", GAME, "1.5")
    assert " failed: " in " ".join(played.split())
    assert "  ump\n" not in played  # an umpire hands in a part of the dice and orders nothing
    for who in office.people:
        assert office.json(who, "audit", "verify", GAME)["ok"] is True
        assert office.json(who, "mail", "log", GAME, "--check")["ok"] is True


def test_facts_that_nobody_agrees_to_do_not_stand_and_the_run_is_played_without_them(office: Office) -> None:
    decides = "ump" if "ump" in office.people else "red"
    office.sits("blue", "record", GAME, file(office, "blue", "unit Hawk\n  damage 0"))
    office.carry()
    office.sits(decides, "mail", "write", GAME, "All four hit.")
    office.carry()
    (stands,) = office.json("blue", "mail", "status", GAME)
    assert len(stands["signed"]) == 1
    seal(office, "red", "")
    seal(office, "blue", "")
    office.carry()
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        (stands,) = office.json(who, "mail", "status", GAME)
        assert "signed" not in stands
    assert on_record(office, FactsRecorded) == 0
    assert office.fold("red").system.label(office.fold("red").game.moment) == "1.9"


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
        "6:6: Heron is red's unit, but these are blue's orders. blue commands Hawk, Warp, Weft.",
    ]


@pytest.mark.parametrize("office", [False], indirect=True, ids=["peers"])
def test_nobody_enters_facts_while_a_run_is_opened(office: Office) -> None:
    seal(office, "blue", "")
    office.mail("blue")
    seal(office, "red", "")
    office.mail("red")  # red keeps the log, which holds all seals of the run now
    found = office.run("red", "record", GAME, file(office, "red", "unit Heron\n  damage 2"))
    assert (found.code, found.out) == (1, "")
    assert found.err == "game 1.5 is being played: enter the facts once it is over.\n"
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
    told = " ".join(office.sits("blue", "replay", GAME, "1.5").split())
    assert " failed: " in told
    for who in office.people:
        (stands,) = office.json(who, "mail", "status", GAME)
        assert "signed" not in stands
