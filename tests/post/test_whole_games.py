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
RUN: Final[dict[str, Any]] = {"terms": {"run": True}}

GAMES: Final = [
    pytest.param("pursuit", PEERS, "3.1", id="pursuit, peers"),
    pytest.param("ambush", PEERS, None, id="ambush, peers", marks=pytest.mark.long),
    pytest.param("beacon", PEERS, "2.1", id="beacon, peers"),
    pytest.param("beacon", UMPIRED, "2.1", id="beacon, umpired", marks=pytest.mark.long),
    pytest.param("pursuit", UMPIRED, "3.1", id="pursuit, umpired", marks=pytest.mark.long),
    pytest.param("duel", PEERS, "7.1", id="duel, peers", marks=pytest.mark.long),
    pytest.param("duel", UMPIRED, "7.1", id="duel, umpired", marks=pytest.mark.long),
    pytest.param("duel", KEPT, "7.1", id="duel, kept, escrow", marks=pytest.mark.long),
    pytest.param("duel", RUN, "7.1", id="duel, by run", marks=pytest.mark.long),
    pytest.param("pursuit", KEPT, "3.1", id="pursuit, kept, escrow", marks=pytest.mark.long),
    pytest.param("ambush", UMPIRED, None, id="ambush, umpired", marks=pytest.mark.long),
    pytest.param("ambush", KEPT, None, id="ambush, kept, escrow", marks=pytest.mark.long),
    pytest.param("beacon", KEPT, "2.1", id="beacon, kept", marks=pytest.mark.long),
]


@pytest.mark.parametrize(("scenario", "how", "end"), GAMES)
def test_a_whole_game_ends_with_one_record_that_the_log_bears_out(
    scenario: str, how: dict[str, Any], end: str | None, tmp_path: Path
) -> None:
    table = Table(folder=tmp_path, scenario=scenario, **how).begin()
    table.play(script(scenario))
    if not table.is_over():  # a game of entered facts ends when its players say so
        table.decide("red", End(winner=None, words="the beacon is lost"))
    assert all(table.is_over(who) for who in table.awake)
    assert end in (None, table.label())
    table.check()
    written = len(table.sent)
    for _ in range(3):
        table.stir()
        table.carry()
    assert len(table.sent) == written  # nothing is new, so nobody writes
