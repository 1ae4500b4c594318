"""Three players of Star Wars hex combat by mail, two on one side: who has lost every starship holds nobody up."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from sits_es.game.fold import Fold
from sits_es.rules.starwars.slots.facts import SlotPassed
from tests.systems import office as post_office
from tests.systems import plans as all_plans
from tests.systems.office import GAME, Office

pytestmark = pytest.mark.long

SCENARIO = """\
rules = "starwars"
title = "Three"
rounds = 2
initiative = ["Lone", "Hawk", "Kite"]
"""
PLAYERS = {"red": ("Hawk", "Allies"), "green": ("Lone", "Allies"), "blue": ("Kite", "Foes")}


def scenario() -> str:
    """One fighter for each."""
    tables = [f'[players.{who}]\nname = "{who.title()}"\nside = "{side}"\n' for who, (_, side) in PLAYERS.items()]
    tables += [
        f'[[starships]]\nname = "{name}"\nclass = "Sample light fighter"\nplayer = "{who}"\n'
        f'at = "{at}A"\nfacing = "A"\nspeed = 2\n'
        for at, (who, (name, _)) in enumerate(PLAYERS.items())
    ]
    return "\n".join([SCENARIO, *tables])


def orders(fold: Fold, player: str) -> str:
    """Everybody flies ahead as long as there is something to fly."""
    acting = fold.game.board.acting()
    return "" if acting.player != player or acting.gone else f"starship {acting.name}\n  fly F"


@pytest.mark.usefixtures("examples")
def test_the_game_goes_on_with_the_nonces_of_who_has_no_starship_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(post_office.ADDRESSES, "green", "gil@example.org")
    monkeypatch.setitem(all_plans.SECRETS, "green", "33" * 32)
    plan = evolve(all_plans.plans()["starwars"], scenario=scenario(), orders=orders, entry=lambda _fold: None)
    office = Office(tmp_path, monkeypatch, plan, "starwars", umpired=False)
    for box in ("in", "out"):
        (tmp_path / "green" / box).mkdir(parents=True)
    settings = (tmp_path / "red" / "sits.toml").read_text(encoding="utf-8")
    (tmp_path / "green" / "sits.toml").write_text(settings.replace("anna@", "gil@"), encoding="utf-8")
    office.people.append("green")
    office.begin()
    # Lone is lost in its own slot, before anything is ordered
    facts = office.write("green", office.fold("green"), "starship Lone\n  trauma +99")
    office.sits("green", "record", GAME, facts)
    office.carry()
    for who in ("red", "blue"):
        office.sits(who, "agree", GAME)
        office.carry()
    assert office.fold("red").game.board.starships["Lone"].gone
    moments: list[str] = []
    while office.fold("red").game.ended is None:
        moments.append(office.act())
    # the slot that Lone's loss leaves goes to its ally, who has none of its own then
    assert moments == ["1.1", "1.3", "2.1", "2.3"]
    assert not any(isinstance(fact, SlotPassed) for fact in office.facts("blue"))
    assert len(set(office.heads().values())) == 1
