"""The bundled demonstration of Star Wars hex combat shows everything that crews, weapons and groups do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import pytest

from commands.home import open_session
from sits_es.events import Event
from sits_es.rules import system
from sits_es.rules.chapters import facts_of
from sits_es.rules.star_wars.attacks.facts import AttackDeclared
from sits_es.rules.star_wars.checks.facts import CheckMade
from sits_es.rules.star_wars.crews.facts import EffectBegan
from sits_es.rules.star_wars.harm.facts import (
    ENTRIES,
    CriticalSuffered,
    MinionsLost,
    NoteAgreed,
    StarshipRestored,
    StrainSuffered,
)
from sits_es.rules.star_wars.qualities.facts import StarshipHeld
from sits_es.rules.star_wars.slots.facts import SlotLeft, SlotPassed, TimeRanOut
from sits_es.rules.star_wars.spending.facts import ResultSpent
from sits_es.rules.star_wars.spending.uses import USES, use_of
from tests.shared.commands_told import run

RULES = system("star_wars")

#: What no orders bring about, and what these dice don't: whoever is caught breaks free, and nobody is restored.
NOT_SHOWN = {AttackDeclared, SlotLeft, SlotPassed, StarshipRestored, StarshipHeld, *ENTRIES} - {NoteAgreed}

#: One despair falls, and is spent on a critical hit.
NOT_SPENT = {("other side", "harder for")}


@pytest.fixture(scope="module")
def facts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[Event]]:
    """Everything on record of it, demonstrated in a folder of its own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SITS_HOME", str(tmp_path_factory.mktemp("reef")))
        assert run("demo", "--system", "starwars").code == 0
        with open_session() as session:
            yield session.open_game("reef").facts()


def kinds(facts: list[Event]) -> set[str]:
    return {type(fact).__name__ for fact in facts}


def test_every_kind_of_fact_and_order_is_in_it(facts: list[Event]) -> None:
    told = {cls.__name__ for cls in facts_of("sits_es.rules.star_wars") if not cls.__name__.endswith("Ordered")}
    assert told - kinds(facts) == {cls.__name__ for cls in NOT_SHOWN}


def test_every_word_that_can_be_spent_on_is_in_it_and_a_note(facts: list[Event]) -> None:
    spent = [fact for fact in facts if isinstance(fact, ResultSpent)]
    found = [use_of(each.text, each.what) for each in spent]
    used = {(use[0].by, use[0].words) for use in found if use is not None}
    assert {(use.by, use.words) for use in USES} - used == NOT_SPENT
    assert None in found


def test_crews_make_checks_of_many_skills(facts: list[Event]) -> None:
    made = [fact for fact in facts if isinstance(fact, CheckMade)]
    assert {each.source for each in made} >= {"action", "flight", "tractor", "guided", "gunner", "engineer"}
    assert len({each.skill for each in made}) >= 6


def test_weapons_have_their_qualities_and_run_out(facts: list[Event]) -> None:
    assert any(fact.damage for fact in facts if isinstance(fact, StrainSuffered))
    assert {fact.effect for fact in facts if isinstance(fact, EffectBegan)} >= {"evade", "stay on target", "aim"}


def test_one_of_the_group_after_another_is_lost(facts: list[Event]) -> None:
    lost = [fact for fact in facts if isinstance(fact, MinionsLost)]
    assert {fact.why.code for fact in lost} == {"threshold", "critical"}
    assert all(one.left > other.left for one, other in pairwise(lost))


def test_critical_hits_go_by_the_table_of_the_game(facts: list[Event]) -> None:
    hits = [fact for fact in facts if isinstance(fact, CriticalSuffered)]
    assert hits
    assert all(fact.text for fact in hits)


def test_it_ends_with_its_last_round(facts: list[Event]) -> None:
    of_the_game = [fact for fact in facts if type(fact).__module__.startswith("sits_es.rules.star_wars")]
    assert isinstance(of_the_game[-1], TimeRanOut)
