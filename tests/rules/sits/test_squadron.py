"""The bundled squadron action, played from its order files to its end."""

from __future__ import annotations

import pytest

from sits_es.events import Event
from sits_es.game.events import GameEnded, SegmentClosed
from sits_es.rules.sits.damage.facts import ShipDestroyed
from sits_es.rules.sits.miracles.facts import CardDrawn, MiracleSpent
from sits_es.rules.sits.procedure import BREAK
from sits_es.service.session import Session
from tests.shared.played_demos import played_folder


@pytest.fixture(scope="module")
def facts() -> list[Event]:
    with Session(played_folder("squadron")) as session:
        return list(session.open_game("squadron").facts())


def test_it_is_played_to_its_end_and_blue_wins_on_points(facts: list[Event]) -> None:
    *_, ended = facts
    closed = [(fact.turn, fact.segment) for fact in facts if isinstance(fact, SegmentClosed)]
    assert closed == [(turn, segment) for turn in range(1, 11) for segment in range(1, BREAK + 1)]
    assert isinstance(ended, GameEnded)
    assert ended.winner == "blue"
    assert [(why.code, why.values) for why in ended.outcome] == [
        ("last-turn", (10,)),
        ("leads", ("blue", 10)),
        ("points", ("blue", 28)),
        ("for-ship", ("Gannet", "destroyed", 12)),
        ("for-ship", ("Kestrel", "destroyed", 10)),
        ("for-ship", ("Sprite", "destroyed", 6)),
        ("points", ("red", 18)),
        ("for-ship", ("Heron", "destroyed", 12)),
        ("for-ship", ("Imp", "destroyed", 6)),
    ]


def test_five_of_eight_ships_are_lost_and_a_graded_commander_spends_a_miracle(facts: list[Event]) -> None:
    lost = [(fact.ship, fact.cause.code) for fact in facts if isinstance(fact, ShipDestroyed)]
    assert lost == [
        ("Imp", "structure-gone"),
        ("Sprite", "structure-gone"),
        ("Kestrel", "exploded"),
        ("Heron", "exploded"),
        ("Gannet", "exploded"),
    ]
    assert sum(isinstance(fact, CardDrawn) for fact in facts) == 11
    assert [fact.miracle for fact in facts if isinstance(fact, MiracleSpent)] == ["double ECM"]
