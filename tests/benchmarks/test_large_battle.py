from __future__ import annotations

import pytest

from sits_es.events import Event
from sits_es.rules.sits.beams.facts import BeamFired
from sits_es.rules.sits.board import copied
from sits_es.rules.sits.missiles.facts import LayerFought, SalvoLaunched
from sits_es.rules.sits.procedure import resolve
from tests.benchmarks.large_battle import ATTACKS, DICE, battle, orders

pytestmark = pytest.mark.long


def test_the_large_battle_has_twelve_ships_and_twenty_attacks_through_every_layer() -> None:
    board = battle()
    facts = resolve(copied(board), orders(), DICE)

    def number(kind: type[Event]) -> int:
        return sum(isinstance(fact, kind) for fact in facts)

    assert len(board.ships) == 12
    assert number(SalvoLaunched) == ATTACKS
    assert number(LayerFought) >= 3 * ATTACKS
    assert number(BeamFired) == len(board.ships)
