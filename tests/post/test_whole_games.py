"""Whole games by mail, of every system: all records end equal, and equal to what each log says from its first entry."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest

from sits_es.post.log.packets import End
from tests.shared.postal import Table, script
from tests.shared.rows import long_beyond

#: How a game may be kept, by what stands behind its scenario.
WAYS: Final[dict[str, dict[str, Any]]] = {
    "peers": {},
    "umpired": {"neutral": "ump", "reads": True},
    "kept, escrow": {"neutral": "kay", "terms": {"escrow": True}},
    "by run": {"terms": {"reveal": "run"}},
}
GAMES: Final = (
    *("pursuit, peers", "beacon, peers", "ambush, peers", "duel, peers", "duel, by run"),
    *(f"{each}, {way}" for each in ("pursuit", "beacon", "duel", "ambush") for way in ("umpired", "kept, escrow")),
)


@pytest.mark.parametrize("game", long_beyond(2, GAMES))
def test_a_whole_game_ends_with_one_record_that_the_log_bears_out(game: str, tmp_path: Path) -> None:
    scenario, _, way = game.partition(", ")
    table = Table(folder=tmp_path, scenario=scenario, **WAYS[way]).begin()
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
