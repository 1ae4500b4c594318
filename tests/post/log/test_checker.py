"""The laws of a log hold whatever a cheat does: small tables here, deep ones in endurance; each fault is found."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from tests.post.log.checker import explore
from tests.post.log.mutants import LONG, MUTANTS, QUICK, mutated, search
from tests.post.log.tables import TABLES, TALK, UMPIRE
from tests.post.log.world import Setting


@pytest.mark.parametrize(
    ("setting", "depth"),
    [
        (Setting(), 2),
        (Setting(cheat="C"), 4),
        (Setting(players="AB"), 4),
        (Setting(players="AB", cheat="B", in_time=False), 4),
        # who signs last begins nothing anew that was opened to them
        (Setting(cheat="C", decisions=("reseat C",), **TALK), 6),
        (Setting(cheat="C", decisions=("recover C",), **TALK), 6),
        (Setting(cheat="C", decisions=("resign B", "readmit B"), **TALK), 6),
        # nobody is put out for what an umpire keeps back itself; a new one voids no orders that were opened
        pytest.param(Setting(cheat="N", **UMPIRE), 5, marks=pytest.mark.long),
        (Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **{**TALK, "epochs": 1}), 6),
        *((setting, depth) for setting, depth, _ in TABLES.values()),
        *(pytest.param(setting, depth, marks=pytest.mark.long) for setting, _, depth in TABLES.values()),
    ],
    ids=str,
)
def test_no_law_breaks_at_a_small_table(setting: Setting, depth: int) -> None:
    found = explore(setting, [depth])
    assert (found.law, found.trace) == (None, ())


@pytest.mark.parametrize("more", [{}, {"escrow": True}, {"alone": "A"}], ids=str)
def test_an_honest_game_ends_although_one_program_falls_silent(more: dict[str, Any]) -> None:
    found = explore(Setting(cheat="", crash=True, **more), [40])
    assert (found.law, found.trace, found.whole) == (None, (), True)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(each, marks=pytest.mark.long) for each in LONG)])
def test_the_checker_finds_a_fault_at_a_table_where_the_code_without_it_holds(name: str) -> None:
    law, depth, setting = MUTANTS[name].at
    found = search(MUTANTS[name])
    assert (found.law, found.depth) == (law, depth), found
    if name in QUICK:
        without = explore(setting, [depth], script=MUTANTS[name].script)
        assert (without.law, without.trace) == (None, ())


def test_a_fault_whose_words_are_not_in_the_code_is_refused() -> None:
    stale = evolve(MUTANTS["an opening names no set"], edits={"words that nobody wrote": ""})
    with pytest.raises(LookupError, match="0 times, not once"), mutated(stale):
        pass
