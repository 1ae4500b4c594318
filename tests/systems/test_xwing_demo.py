"""sits demo --rules xwing, and a disputed attack by mail: what X-Wing's players do at a table and by letters."""

from __future__ import annotations

import shlex
from collections import Counter
from pathlib import Path

import pytest

from commands.home import open_session
from sits_es.rules.xwing.attacks.facts import AttackDeclared, DisputeEntered, RulingEntered
from sits_es.rules.xwing.dials.facts import DialOrdered, DialsRevealed
from sits_es.rules.xwing.entries.facts import DamageEntered, RoundEndEntered
from sits_es.rules.xwing.moves.facts import MoveEntered, ShipMoved, ShipPlaced, TurretRotated
from sits_es.rules.xwing.report import REPORT
from tests.shared.commands_told import run
from tests.systems.office import Office
from tests.systems.plans import plans


@pytest.mark.usefixtures("home")
def test_the_demo_has_sealed_dials_moves_by_template_a_disputed_attack_and_its_ruling() -> None:
    told = run("demo", "--rules", "xwing")
    assert (told.code, told.err) == (0, "")
    with open_session() as session:
        facts = Counter(type(fact) for fact in session.open_game("beacon").facts())
    assert facts[ShipPlaced] == 6
    assert facts[DialOrdered] == facts[MoveEntered] == facts[ShipMoved] == 6
    assert facts[DialsRevealed] == facts[TurretRotated] == 1
    assert facts[AttackDeclared] == facts[DamageEntered] == 2
    assert facts[DisputeEntered] == facts[RulingEntered] == facts[RoundEndEntered] == 1


def test_whatever_it_says_can_be_tried_next_works(home: Path) -> None:
    assert run("demo", "--rules", "xwing").code == 0
    for command, why in REPORT.to_try("beacon"):
        assert len(why) <= 28, "it fits a line of 80 columns"
        words = shlex.split(command)[1:]
        told = run(*words)
        assert (told.code, told.err) == (0, ""), command
    explained = run("explain", "beacon", "59").flat
    assert "Attack 1: Kestrel attacks Hawk" in explained
    assert "Hawk is in Kestrel's front arc with 6.0 mm2 of its base, the closest part 177.665 mm away" in explained
    assert (home / "table.svg").read_text("utf-8").startswith("<svg ")


@pytest.mark.usefixtures("home")
def test_every_check_of_a_game_of_dials_and_entries_redoes_both() -> None:
    assert "10 exchanges recomputed from orders, seals and dice." in run("demo", "--rules", "xwing").flat
    audited = run("audit", "verify", "beacon").flat
    assert "10 exchanges checked: recomputing from orders, seals and dice gives the same events." in audited
    assert run("audit", "all").out.startswith("beacon: 82 events sound, 10 exchanges recomputed.\n")
    assert run("audit", "verify", "beacon", "--json").json["exchanges"] == 10


@pytest.mark.long
@pytest.mark.usefixtures("examples")
def test_by_mail_an_entry_is_on_record_once_the_others_confirm_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, plans()["xwing"], "xwing", umpired=False)
    office.begin()
    for _ in range(8):
        office.act()
    for who in office.people:
        found = office.json(who, "show", "game")
        assert (found["at"], found["system"]) == ("1.9", "xwing")
    facts = office.facts("blue")
    disputes = [fact.attack for fact in facts if isinstance(fact, DisputeEntered)]
    rulings = [(fact.attack, fact.stands) for fact in facts if isinstance(fact, RulingEntered)]
    assert (disputes, rulings) == ([1], [(1, True)])
    assert len(set(office.heads().values())) == 1


@pytest.mark.long
@pytest.mark.usefixtures("examples")
def test_by_mail_an_entry_that_another_does_not_sign_never_gets_on_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, plans()["xwing"], "xwing", umpired=False)
    office.begin()
    fold = office.fold("red")
    office.sits("red", "record", "game", office.write("red", fold, "ship Kestrel\n  place at 0,0 facing 0"))
    office.carry()
    office.sits("blue", "mail", "write", "game", "not yet")
    office.carry()
    assert not [fact for fact in office.facts("blue") if isinstance(fact, ShipPlaced)]
