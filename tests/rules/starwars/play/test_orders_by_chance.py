"""Whatever can be sealed is played without a fault: orders that nobody checked, as chance or a changed program has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

import pytest
from attrs import fields, has
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.rules.starwars.attacks.rules import order_of, orders_after
from sits_es.rules.starwars.board import Board, SlotStage, copied, pack, unpack
from sits_es.rules.starwars.fact import Fact, OfStarship
from sits_es.rules.starwars.flying.facts import FlyOrdered, StarshipFlew
from sits_es.rules.starwars.harm.rules import enter, entry_problems
from sits_es.rules.starwars.orders.language import LANGUAGE
from sits_es.rules.starwars.slots import course
from sits_es.rules.starwars.slots.ending import outcome
from sits_es.rules.starwars.slots.facts import OrderVoided, SlotPassed, TimeRanOut
from sits_es.rules.starwars.slots.rules import carry_out, problems_at
from sits_es.rules.starwars.starwars import SYSTEM
from sits_es.space.hexes import Position
from tests.rules.starwars.any_slots import NOBODY, STAGES, crowd, entries_of, orders_of

#: Of each stage; run it longer by hand where play changes.
EXAMPLES = 40
PLAYERS = ("Anna", "Ben")


def values(thing: object) -> Iterator[object]:
    """Everything that a fact holds, as deep as it goes."""
    if has(type(thing)):
        for each in fields(type(thing)):  # type: ignore[arg-type]  # it is a class of attrs
            yield from values(getattr(thing, each.name))
    elif isinstance(thing, tuple | list):
        for part in thing:
            yield from values(part)
    else:
        yield thing


def replayed(start: Board, facts: Sequence[Event]) -> Board:
    on = copied(start)
    for fact in facts:
        if isinstance(fact, Fact):
            fact.apply(on)
    return on


def resolved(start: Board, orders: Mapping[str, Sequence[OfStarship]], seed: bytes) -> tuple[Board, list[Event]]:
    on = copied(start)
    return on, carry_out(on, orders, KeyedDice(seed, "game", on.turn, course.moment(on).segment))


def nobody_is_led_astray(start: Board, facts: Sequence[Event]) -> None:
    """Each flight begins where the starship is, hex after hex; nobody acts who is gone; of two one holds at most."""
    on = copied(start)
    for fact in facts:
        if isinstance(fact, DiceRolled):
            continue
        who = on.starships.get(getattr(fact, "starship", ""))
        if who is not None and who.gone:
            assert isinstance(fact, OrderVoided | SlotPassed)
        if isinstance(fact, StarshipFlew) and who is not None:
            hexes = [who.place, *(Position(q, r) for q, r in fact.path)]
            assert all((after - before).hexes == 1 for before, after in pairwise(hexes))
            assert hexes[-1] == Position(fact.q, fact.r)
            assert len(fact.path) <= fact.movement <= who.speed
        assert isinstance(fact, Fact)
        fact.apply(on)
        for one in on.starships.values():
            assert not [over for over in one.advantage if one.name in on.starships[over].advantage]


def all_is_well(start: Board, orders: Mapping[str, Sequence[OfStarship]], seed: bytes) -> Board:
    """Play an exchange of any orders, and hold what comes of it against every law."""
    on, facts = resolved(start, orders, seed)
    assert pack(unpack(pack(on))) == pack(on) == pack(replayed(start, facts))
    assert not [value for fact in facts for value in values(fact) if isinstance(value, float)]
    assert all(SYSTEM.tell(fact) for fact in facts if not isinstance(fact, DiceRolled))
    keys = [fact.key for fact in facts if isinstance(fact, DiceRolled)]
    assert len({*keys}) == len(keys)
    written = Counter((each.starship, LANGUAGE.write(each)) for given_ in orders.values() for each in given_)
    if start.declared is not None:
        waiting = (order_of(start.declared), *orders_after(start.declared))
        written.update((each.starship, LANGUAGE.write(each)) for each in waiting)
    assert not Counter((fact.starship, fact.order) for fact in facts if isinstance(fact, OrderVoided)) - written
    nobody_is_led_astray(start, facts)
    again, same = resolved(start, {player: orders[player] for player in sorted(orders, reverse=True)}, seed)
    assert (same, pack(again)) == (facts, pack(on))
    for given_ in orders.values():
        for order in given_:
            list(problems_at(start, 1, order, given_))
    return on


@given(data=st.data())
@settings(max_examples=EXAMPLES)
@pytest.mark.parametrize("stage", STAGES)
def test_whatever_is_sealed_for_a_slot_is_played(stage: SlotStage, data: st.DataObject) -> None:
    start = crowd(stage)
    names = (*sorted(start.starships), *NOBODY, "Hawk", "Hawk", "Kite")
    orders = {player: data.draw(orders_of(start, names)) for player in PLAYERS}
    all_is_well(start, orders, data.draw(st.binary(min_size=32, max_size=32)))


@given(data=st.data())
@settings(max_examples=2 * EXAMPLES)
@pytest.mark.parametrize("stage", STAGES)
def test_an_order_that_the_checker_refuses_comes_to_nothing_and_any_other_does_not(
    stage: SlotStage, data: st.DataObject
) -> None:
    start = crowd(stage)
    (order,) = data.draw(orders_of(start, (*sorted(start.starships), "Hawk", "Hawk", "Hawk", "Kite"), 1, 1))
    refused = list(problems_at(start, 1, order, [order]))
    _, facts = resolved(start, {start.starships[order.starship].player: [order]}, bytes(32))
    void = [fact for fact in facts if isinstance(fact, OrderVoided) and fact.order == LANGUAGE.write(order)]
    # what is added to a flight's check without a check does no harm
    harmless = isinstance(order, FlyOrdered) and refused and all(each.field in ADDED for each in refused)
    assert bool(void) is (bool(refused) and not harmless)


ADDED = {"boost", "setback", "upgrades", "harder"}


@given(data=st.data())
@settings(max_examples=EXAMPLES)
@pytest.mark.parametrize("stage", STAGES)
def test_whatever_is_entered_between_slots_is_refused_or_recorded(stage: SlotStage, data: st.DataObject) -> None:
    start = crowd(stage)
    player = data.draw(st.sampled_from(PLAYERS))
    entered = data.draw(entries_of(start))
    wrong = {problem.at for problem in entry_problems(start, player, entered)}
    good = [each for at, each in enumerate(entered) if at not in wrong]
    if list(entry_problems(start, player, good)):  # what was first allowed by another entry is not alone
        return
    on = replayed(start, good)
    facts = enter(on, player, good)
    assert pack(replayed(start, [*good, *facts])) == pack(on) == pack(unpack(pack(on)))
    assert all(SYSTEM.tell(fact) for fact in (*good, *facts))
    # the game goes on after it
    if outcome(on) is None:
        all_is_well(on, {"Anna": data.draw(orders_of(on, ("Hawk",)))}, bytes(32))


@pytest.mark.long
@given(data=st.data())
@settings(max_examples=EXAMPLES)
def test_a_game_of_any_orders_ends_with_its_last_round_or_before_and_time_runs_out_once(data: st.DataObject) -> None:
    on = crowd("initiative")
    ran_out, exchanges = 0, 0
    while outcome(on) is None:
        acting = on.acting()
        orders = {} if acting is None else {acting.player: data.draw(orders_of(on, (acting.name,), most=3))}
        if on.stage == "side" and on.declared is not None:
            orders = {on.starships[on.declared.by].player: data.draw(orders_of(on, (on.declared.by,), most=1))}
        seed = data.draw(st.binary(min_size=32, max_size=32))
        _, facts = resolved(on, orders, seed)
        ran_out += sum(isinstance(fact, TimeRanOut) for fact in facts)
        on = all_is_well(on, orders, seed)
        before = (on.turn, course.moment(on).segment)
        course.advance(on)
        assert (on.turn, course.moment(on).segment) > before
        exchanges += 1
        assert exchanges <= 1 + 2 * 3 * len(on.starships)
    assert ran_out == on.over
    assert ran_out <= 1
