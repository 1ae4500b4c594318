"""Whatever a game can bring is told, drawn and explained: no record, however odd, leaves a player without words."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.report import Stage, report_of
from sits_es.report.working import Context
from sits_es.rules.starwars.advantage.facts import AdvantageGained, AdvantageOrdered
from sits_es.rules.starwars.attacks.facts import AttackAimed, FireOrdered, SideOrdered
from sits_es.rules.starwars.board import Board, copied
from sits_es.rules.starwars.checks.facts import CheckMade, CheckOrdered
from sits_es.rules.starwars.fact import Fact, OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, SpeedOrdered, StarshipFlew
from sits_es.rules.starwars.harm.facts import NoteEntered, ShieldsEntered, StarshipShutDown
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.facts import InitiativeSet
from sits_es.rules.starwars.slots.rules import carry_out
from sits_es.rules.starwars.spending.facts import SpendOrdered
from sits_es.rules.starwars.starship_class import ARCS
from sits_es.rules.starwars.starwars import SYSTEM
from sits_es.space.hexes import Position
from tests.shared.starwars_samples import FACTS, board
from tests.shared.view_samples import lines_of

REPORT = report_of("starwars")

names = st.sampled_from(["Kestrel", "Wren", "Raider", "Corvette", "Scout"])
arcs = st.sampled_from(ARCS)
sides = st.sampled_from("ABCDEF")
few = st.integers(0, 2)
agreed = {"boost": few, "setback": few, "upgrades": few, "harder": few}
skills = st.sampled_from(["piloting", "gunnery", "computers", "perception"])
orders = st.one_of(
    st.builds(
        FlyOrdered,
        starship=names,
        steps=st.lists(st.sampled_from("FFFLR"), min_size=1, max_size=6).map(tuple),
        **agreed,
    ),
    st.builds(SpeedOrdered, starship=names, change=st.sampled_from([1, -1, 7])),
    st.builds(
        FireOrdered,
        starship=names,
        weapon=st.sampled_from(["forward-lasers", "turret", "broadside", "cannon"]),
        target=names,
        zone=st.none() | arcs,
        toward=st.none() | sides,
        **agreed,
    ),
    st.builds(AdvantageOrdered, starship=names, target=names, **agreed),
    st.builds(CheckOrdered, starship=names, skill=skills, difficulty=st.integers(0, 5), why=st.just("slice"), **agreed),
    st.builds(SideOrdered, starship=names, side=sides),
    st.builds(
        SpendOrdered,
        starship=names,
        number=st.integers(1, 4),
        what=st.sampled_from(["advantage", "triumph"]),
        source=st.sampled_from(["flight", "action"]),
        text=st.sampled_from(["critical hit", "a boost die for Wren"]),
    ),
)


def explained(facts: Sequence[Event], before: Board) -> None:
    """Every fact is told and explained on the board as it stood then, and on none."""
    work = copied(before)
    for at, fact in enumerate(facts):
        for there in (copied(work), None):
            context = Context(event=fact, board=there, earlier=tuple(facts[:at]), later=tuple(facts[at + 1 :]))
            found = REPORT.explain(context)
            assert found.rule
            assert found.steps
            assert lines_of(found.blocks())
        if isinstance(fact, DiceRolled):
            assert all(SYSTEM.faces_in_words(fact))
            continue
        assert SYSTEM.tell(fact).endswith(".")
        assert isinstance(fact, Fact)
        fact.apply(work)


@pytest.mark.long
@settings(max_examples=20, deadline=None)
@given(
    given_orders=st.lists(st.lists(orders, max_size=3), min_size=1, max_size=4),
    seed=st.binary(min_size=32, max_size=32),
    apart=st.tuples(st.integers(-2, 2), st.integers(-2, 2)),
    held=st.booleans(),
)
def test_everything_that_orders_can_bring_is_told_drawn_and_explained(
    given_orders: list[list[OfStarship]], seed: bytes, apart: tuple[int, int], held: bool
) -> None:
    there = board()
    there.starships["Raider"].place = Position(*apart)
    if held:
        there.starships["Raider"].advantage, there.starships["Kestrel"].advantage = ("Kestrel",), ()
    stages = []
    for at, some in enumerate(given_orders):
        before, work = copied(there), copied(there)
        by_player: dict[str, list[OfStarship]] = {}
        for order in some:
            order.apply(work)
            by_player.setdefault(work.starships[order.starship].player, []).append(order)
        facts = [*some, *carry_out(work, by_player, KeyedDice(seed, "game", 1, at + 1))]
        course.advance(work)
        explained(facts, before)
        stages.append(Stage(label=str(at), before=before, facts=facts, after=work))
        assert lines_of(REPORT.exchange(stages[-1], SYSTEM.tell))
        assert lines_of(REPORT.board(work), ascii_only=True)
        assert (
            lines_of(REPORT.steps(facts, lambda fact: None if isinstance(fact, DiceRolled) else SYSTEM.tell(fact)))
            or not facts
        )
        assert ("now" in REPORT.standing(work)) == (SYSTEM.outcome(work) is None)
        REPORT.differences(before, work)
        there = work
    assert lines_of(REPORT.turn(stages, SYSTEM.tell))
    REPORT.luck([fact for stage in stages for fact in stage.facts], there)


numbers = st.integers(-3, 10**6)
names_of_nobody = st.sampled_from(["Kestrel", "Raider", "Ghost", ""])
texts = st.text(max_size=12)
odd = st.one_of(
    st.builds(
        CheckMade,
        starship=names_of_nobody,
        source=st.sampled_from(["flight", "action"]),
        skill=skills,
        against=st.none() | names_of_nobody,
        about=texts,
        pool=st.tuples(*[st.integers(-2, 400)] * 6),
        success=numbers,
        advantage=numbers,
        triumph=numbers,
        despair=numbers,
    ),
    st.builds(
        AttackAimed,
        starship=names_of_nobody,
        weapon=texts,
        target=names_of_nobody,
        hexes=st.integers(0, 99),
        band=st.sampled_from(["close", "short", "medium", "long", "extreme"]),
        toward=st.none() | sides,
        arcs=st.lists(arcs, max_size=2).map(tuple),
        zones=st.lists(arcs, max_size=2).map(tuple),
        zone=arcs,
        shields=st.integers(0, 9),
    ),
    st.builds(
        StarshipFlew,
        starship=names_of_nobody,
        steps=st.lists(st.sampled_from("FLR"), max_size=5).map(tuple),
        path=st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), max_size=4).map(tuple),
        q=st.integers(-9, 9),
        r=st.integers(-9, 9),
        facing=sides,
        movement=numbers,
    ),
    st.builds(
        InitiativeSet,
        order=st.lists(names_of_nobody, max_size=3).map(tuple),
        rolled=st.lists(st.tuples(numbers, numbers), max_size=4).map(tuple),
    ),
    st.builds(NoteEntered, starship=names_of_nobody, text=texts),
    st.builds(ShieldsEntered, starship=names_of_nobody, zone=arcs, shields=numbers),
    st.builds(AdvantageGained, starship=names_of_nobody, over=names_of_nobody),
    st.builds(StarshipShutDown, starship=names_of_nobody),
    st.builds(
        DiceRolled,
        actor=names_of_nobody,
        purpose=st.sampled_from(["gunnery: ability", "flight: challenge", "critical hit", "", ": "]) | texts,
        object=texts,
        index=st.integers(0, 5),
        sides=st.just(100),
        faces=st.lists(st.integers(0, 99), max_size=3).map(tuple),
    ),
    st.sampled_from([fact for fact, _ in FACTS]),
)


@settings(max_examples=100, deadline=None)
@given(facts=st.lists(odd, min_size=1, max_size=4), empty=st.booleans())
def test_facts_that_no_rule_would_bring_are_told_and_explained_all_the_same(facts: list[Event], empty: bool) -> None:
    there = Board(classes={}) if empty else board()
    for at, fact in enumerate(facts):
        context = Context(event=fact, board=there, earlier=tuple(facts[:at]), later=())
        assert REPORT.explain(context).steps
        assert isinstance(fact, DiceRolled) or SYSTEM.tell(fact)
        assert not isinstance(fact, DiceRolled) or len(SYSTEM.faces_in_words(fact)) == len(fact.faces)
