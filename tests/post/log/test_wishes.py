"""Whatever people decide, and whenever the last of them signs, no law of a log breaks: small tables with one cheat."""

import pytest

from tests.post.log.checker import explore
from tests.post.log.mutants import Mutant, search
from tests.post.log.wish_mutants import MUTANTS
from tests.post.log.wish_tables import TABLES, TALK, UMPIRE
from tests.post.log.world import Setting


@pytest.mark.parametrize(
    ("decisions", "depth"),
    [
        pytest.param(("enter B",), 6, marks=pytest.mark.long),
        (("reseat C",), 6),
        (("recover C",), 6),
        (("resign B", "readmit B"), 6),
    ],
    ids=str,
)
def test_who_signs_last_begins_nothing_anew_that_was_opened_to_them(decisions: tuple[str, ...], depth: int) -> None:
    found = explore(Setting(cheat="C", decisions=decisions, **TALK), [depth])
    assert (found.law, found.trace) == (None, ())


@pytest.mark.long
def test_an_umpire_cannot_have_a_player_put_out_for_what_it_keeps_back_itself() -> None:
    found = explore(Setting(cheat="N", **UMPIRE), [5])
    assert (found.law, found.trace) == (None, ())


def test_a_new_umpire_voids_no_orders_that_were_opened() -> None:
    table = Setting(players="AB", cheat="B", later="N", decisions=("reader N",), **{**TALK, "epochs": 1})
    found = explore(table, [6])
    assert (found.law, found.trace) == (None, ())


@pytest.mark.parametrize("mutant", [each for each in MUTANTS if not each.long], ids=lambda each: each.name)
def test_the_checker_finds_a_fault_in_what_people_decide(mutant: Mutant) -> None:
    assert search(mutant).law == mutant.law


@pytest.mark.long
@pytest.mark.parametrize("mutant", [each for each in MUTANTS if each.long], ids=lambda each: each.name)
def test_the_checker_finds_a_fault_that_takes_longer(mutant: Mutant) -> None:
    assert search(mutant).law == mutant.law


@pytest.mark.parametrize("name", TABLES)
def test_no_law_breaks_whatever_people_decide(name: str) -> None:
    setting, depth, _ = TABLES[name]
    found = explore(setting, [depth])
    assert (found.law, found.trace) == (None, ())


@pytest.mark.long
@pytest.mark.parametrize("name", TABLES)
def test_no_law_breaks_a_few_moves_deeper(name: str) -> None:
    setting, _, depth = TABLES[name]
    found = explore(setting, [depth])
    assert (found.law, found.trace) == (None, ())
