"""Whole games by mail, of every system: all records end equal, and equal to what each log says from its first entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from sits_es.post.log.packets import End
from tests.shared.postal import Table, script

PEERS: Final[dict[str, Any]] = {}
UMPIRED: Final[dict[str, Any]] = {"neutral": "ump", "reads": True}
KEPT: Final[dict[str, Any]] = {"neutral": "kay", "terms": {"escrow": True}}
RUN: Final[dict[str, Any]] = {"terms": {"reveal": "run"}}

GAMES: Final = [
    pytest.param("pursuit", PEERS, id="pursuit, peers"),
    pytest.param("ambush", PEERS, id="ambush, peers", marks=pytest.mark.long),
    pytest.param("beacon", PEERS, id="beacon, peers"),
    pytest.param("beacon", UMPIRED, id="beacon, umpired", marks=pytest.mark.long),
    pytest.param("pursuit", UMPIRED, id="pursuit, umpired", marks=pytest.mark.long),
    pytest.param("duel", PEERS, id="duel, peers", marks=pytest.mark.long),
    pytest.param("duel", UMPIRED, id="duel, umpired", marks=pytest.mark.long),
    pytest.param("duel", KEPT, id="duel, kept, escrow", marks=pytest.mark.long),
    pytest.param("duel", RUN, id="duel, by run", marks=pytest.mark.long),
    pytest.param("pursuit", KEPT, id="pursuit, kept, escrow", marks=pytest.mark.long),
    pytest.param("ambush", UMPIRED, id="ambush, umpired", marks=pytest.mark.long),
    pytest.param("ambush", KEPT, id="ambush, kept, escrow", marks=pytest.mark.long),
    pytest.param("beacon", KEPT, id="beacon, kept", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("scenario", "how"), GAMES)
def test_a_whole_game_ends_with_one_record_that_the_log_bears_out(
    scenario: str, how: dict[str, Any], tmp_path: Path
) -> None:
    table = Table(folder=tmp_path, scenario=scenario, **how).begin()
    table.play(script(scenario))
    if not table.is_over():  # a game of entered facts ends when its players say so
        table.decide("red", End(winner=None, words="the beacon is lost"))
    assert all(table.is_over(who) for who in table.awake)
    table.check()
    written = len(table.sent)
    for _ in range(3):
        table.stir()
        table.carry()
    assert len(table.sent) == written  # nothing is new, so nobody writes
