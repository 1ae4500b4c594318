"""What a changed program may send by mail: lines that can be read, and are entered or refused in words."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.xwing.board import copied
from sits_es.rules.xwing.report import REPORT
from sits_es.rules.xwing.xwing import SYSTEM
from tests.rules.xwing.any_entries import facts
from tests.rules.xwing.patrols import ALL, at, board

SHIPS = st.sampled_from([*(ship.ship for ship in ALL), "Nobody"])
WEAPONS = st.sampled_from(["Lasers", "Turret", "Torpedoes", "Nothing"])
TABLE = board(at("Kestrel", "0", "0"), at("Hawk", "0", "140", "180"), at("Heron", "-150", "0"), at("Whale", "150", "0"))


@settings(max_examples=150, deadline=None)
@given(
    player=st.sampled_from(["red", "blue", "green"]), several=st.lists(facts(SHIPS, WEAPONS), min_size=1, max_size=6)
)
def test_whatever_is_sent_is_entered_or_refused_in_words(player: str, several: list[Any]) -> None:
    said = [problem.message for problem in SYSTEM.entry_problems(TABLE, player, several)]
    assert all(message.endswith(".") for message in said)
    for fact in several:
        assert all(problem.message.endswith(".") for problem in SYSTEM.problems(TABLE, 1, fact, several))
    if said:
        return
    after = copied(TABLE)
    for fact in several:
        fact.apply(after)
        SYSTEM.at_once(after, fact)
    assert SYSTEM.enter(after, player, several)
    assert [*REPORT.board(after, detail=True)]
    assert REPORT.standing(after)
