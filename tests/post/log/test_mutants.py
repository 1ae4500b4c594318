"""A fault put into the log's code is found by the checker, at a table where the code without it holds."""

import pytest
from attrs import evolve

from tests.post.log.checker import explore
from tests.post.log.mutants import MUTANTS, Mutant, mutated, search


@pytest.mark.parametrize("mutant", [each for each in MUTANTS if not each.long], ids=lambda each: each.name)
def test_the_checker_finds_a_fault_at_once(mutant: Mutant) -> None:
    found = search(mutant)
    assert (found.law, found.depth) == (mutant.law, mutant.depth), found
    without = explore(mutant.setting, [mutant.depth], script=mutant.script)
    assert (without.law, without.trace) == (None, ())


@pytest.mark.long
@pytest.mark.parametrize("mutant", [each for each in MUTANTS if each.long], ids=lambda each: each.name)
def test_the_checker_finds_a_fault(mutant: Mutant) -> None:
    found = search(mutant)
    assert (found.law, found.depth) == (mutant.law, mutant.depth), found


def test_a_fault_whose_words_are_not_in_the_code_is_refused() -> None:
    stale = evolve(MUTANTS[0], edits=(("sits_es.post.log.due", "words that nobody wrote", ""),))
    with pytest.raises(LookupError, match="0 times, not once"), mutated(stale):
        pass
