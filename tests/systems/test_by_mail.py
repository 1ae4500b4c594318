"""Every rule system is played by mail, between two folders and with an umpire: all records end the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.systems.office import GAME, Office
from tests.systems.plans import PLANS, plans

pytestmark = pytest.mark.long

#: Exchanges and entries of each game: enough for an initiative, an action, and the choice after its roll.
ACTS = 4
#: Those of them for which nobody owes orders: initiative that is only rolled.
UNORDERED = {"slots at once": ["1.1", "2.1"], "starwars": ["1.initiative"]}


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(
    ("which", "umpired"),
    [(which, umpired) for at, which in enumerate(PLANS) for umpired in (False, True) if at == 0 or umpired == at % 2],
)
def test_a_game_by_mail_ends_with_the_same_record_everywhere(
    which: str, umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, plans()[which], which.partition(" ")[0], umpired=umpired)
    office.begin()
    moments = [office.act() for _ in range(ACTS)]
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        replayed = office.json(who, "replay", GAME)
        # an exchange for which nobody owes orders is played without anybody's doing
        unordered = [each["at"] for each in replayed["exchanges"] if each["at"] not in moments]
        assert unordered == UNORDERED.get(which, [])
        assert [each["at"] for each in replayed["exchanges"] if each["at"] in moments] == moments
        assert office.sits(who, "show", GAME).startswith(f"{GAME}: ")
        assert "the log is sound" in office.sits(who, "mail", "log", GAME, "--check")
        assert office.sits(who, "audit", "verify", GAME)


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(("which", "seed"), [("sfb", 1), ("xwing", 1), ("starwars", 2)])
def test_letters_late_twice_and_in_any_order_make_the_same_record(
    which: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # no secret hangs on it
    office = Office(tmp_path, monkeypatch, plans()[which], which, umpired=False, slow=Random(seed))  # noqa: S311
    office.begin()
    for _ in range(ACTS):
        office.act()
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        (stands,) = office.json(who, "mail", "status", GAME)
        assert "trouble" not in stands


@pytest.mark.usefixtures("examples")
@pytest.mark.parametrize(("which", "umpired"), [("sits", True), ("sfb", False), ("starwars", True), ("xwing", False)])
def test_whoever_has_lost_the_game_gets_it_back_from_another_and_plays_on(
    which: str, umpired: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    office = Office(tmp_path, monkeypatch, plans()[which], which.partition(" ")[0], umpired=umpired)
    office.begin()
    office.act()
    office.act()
    before = office.heads()
    office.lose("red")
    assert office.json("red", "games") == []
    office.sits("ump" if umpired else "blue", "mail", "out", "--again", GAME)
    office.carry()
    assert office.heads() == before
    office.act()
    heads = office.heads()
    assert len(set(heads.values())) == 1
    assert heads != before
