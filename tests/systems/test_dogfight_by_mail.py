"""A whole game of Star Wars hex combat by mail: slots in the open, nonces given ahead, and an end for everybody."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from sits_es.game.events import GameEnded, OrdersGiven, SeedMade
from sits_es.rules.starwars.slots.facts import TimeRanOut
from tests.systems.office import GAME, Office
from tests.systems.plans import plans

pytestmark = pytest.mark.long


@pytest.mark.usefixtures("examples")
def test_a_dogfight_by_mail_is_over_for_everybody_when_its_last_round_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only who acts, names a side or spends ever writes; everything else the programs do."""
    plan = plans()["starwars"]
    plan = evolve(plan, scenario=plan.scenario.replace("rounds = 4", "rounds = 2"), entry=lambda _fold: None)
    office = Office(tmp_path, monkeypatch, plan, "starwars", umpired=False)
    office.begin()
    acts = 0
    while office.fold("red").game.ended is None:
        office.act()
        acts += 1
        assert acts <= 2 * 3 * 4
    assert len(set(office.heads().values())) == 1
    for who in office.people:
        facts = office.facts(who)
        assert sum(isinstance(fact, OrdersGiven) for fact in facts) == acts
        # initiative is the one exchange more, in which nobody acts
        assert sum(isinstance(fact, SeedMade) for fact in facts) == acts + 1
        assert any(isinstance(fact, GameEnded) for fact in facts)
        assert any(isinstance(fact, TimeRanOut) for fact in facts)
        assert office.json(who, "audit", "verify", GAME)["ok"] is True
