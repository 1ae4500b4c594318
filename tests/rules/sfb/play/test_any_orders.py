"""Whatever can be sealed is played without a fault: orders that nobody checked, as chance or a changed program has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest
from attrs import fields, has
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import DiceRolled, KeyedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import Board, copied, pack, unpack
from sits_es.rules.sfb.ending.facts import OrderVoided, StopOrdered
from sits_es.rules.sfb.ending.rules import follow
from sits_es.rules.sfb.fact import Fact, OfUnit
from sits_es.rules.sfb.launching.facts import UnitReleased
from sits_es.rules.sfb.motion.facts import InertiaChanged, SpeedOrdered, ThrustOrdered, UnitPlaced, UnitsBound
from sits_es.rules.sfb.orders.check import entry_problems, problems
from sits_es.rules.sfb.orders.forecast import judged
from sits_es.rules.sfb.orders.language import write_order
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.sums.places import Inertia
from sits_es.rules.sfb.telling import tell
from sits_es.rules.sfb.turns.facts import TacOrdered, TurnOrdered
from tests.rules.sfb.any_orders import BOARDS, as_sealed, entries_of, made, orders_of
from tests.rules.sfb.boards import of

#: Of each board; run it longer by hand where the play of an impulse changes.
EXAMPLES = 25


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


def inertia_adds_up(start: Board, facts: Sequence[Event]) -> None:
    """Every change of inertia is the difference between what a unit had and what it has now."""
    had: dict[str, Inertia] = {name: unit.inertia for name, unit in start.units.items()}
    due: dict[str, Inertia] = {}
    for fact in facts:
        if isinstance(fact, InertiaChanged):
            assert had.get(fact.unit, Inertia()) + fact.change == fact.inertia
            had[fact.unit] = fact.inertia
        elif isinstance(fact, UnitReleased | UnitPlaced):
            had[fact.unit] = fact.inertia
        elif isinstance(fact, UnitsBound):
            due |= dict.fromkeys(fact.units, fact.inertia)  # the change of each follows as a fact of its own
    assert all(had[name] == inertia or due for name, inertia in due.items())


def played(start: Board, orders: Mapping[str, Sequence[OfUnit]]) -> tuple[Board, list[Event]]:
    on = copied(start)
    return on, carry_out(on, orders, KeyedDice(bytes(32), "game", on.turn, on.impulse))


@given(data=st.data())
@settings(max_examples=EXAMPLES)
@pytest.mark.parametrize("in_break", [False, True], ids=["run", "break"])
@pytest.mark.parametrize("name", BOARDS)
def test_whatever_is_sealed_is_played(name: str, in_break: bool, data: st.DataObject) -> None:
    start = made(name, in_break=in_break)
    players = sorted({unit.player for unit in start.units.values()})
    orders = {player: [as_sealed(each) for each in data.draw(orders_of(start, player))] for player in players}
    on, facts = played(start, orders)
    assert pack(unpack(pack(on))) == pack(on)
    assert pack(replayed(start, facts)) == pack(on)
    assert not [value for fact in facts for value in values(fact) if isinstance(value, float)]
    inertia_adds_up(start, facts)
    for fact in facts:
        if not isinstance(fact, DiceRolled):
            assert tell(fact)
    written = Counter((each.unit, write_order(each)) for given in orders.values() for each in given)
    voided = Counter((fact.unit, fact.order) for fact in facts if isinstance(fact, OrderVoided))
    assert not voided - written
    again, same = played(start, {player: orders[player] for player in reversed(players)})
    assert (same, pack(again)) == (facts, pack(on))
    for given_ in orders.values():
        for order in given_:
            list(problems(start, order.impulse, order, given_))


@given(data=st.data())
@settings(max_examples=4 * EXAMPLES)
@pytest.mark.parametrize("name", ["crowd", "bare"])
def test_an_order_of_the_run_is_carried_out_or_told_why_not(name: str, data: st.DataObject) -> None:
    start = made(name)
    player = data.draw(st.sampled_from(["Anna", "Ben"]))
    order = data.draw(orders_of(start, player, least=1, most=1))[0]
    unit = start.units[order.unit]
    _, alone = played(start, {player: [order]})
    _, without = played(start, {})
    idle = (
        order.impulse not in start.steps(start.impulse)
        or (isinstance(order, SpeedOrdered) and order.speed == unit.speed)
        or (isinstance(order, ThrustOrdered) and order.thrust == unit.thrust)
        or (isinstance(order, TurnOrdered) and not order.turn)
        or (isinstance(order, TacOrdered) and order.tac == "none")
        or isinstance(order, StopOrdered)
    )
    assert idle or alone != without


@given(data=st.data())
@settings(max_examples=4 * EXAMPLES)
@pytest.mark.parametrize("name", ["crowd", "bare"])
def test_an_order_comes_to_nothing_when_the_checker_has_something_against_it(name: str, data: st.DataObject) -> None:
    """Where nobody else orders anything, its forecast is what happens."""
    start = made(name)
    player = data.draw(st.sampled_from(["Anna", "Ben"]))
    order = data.draw(orders_of(start, player, least=1, most=1))[0]
    _, facts = played(start, {player: [order]})
    against = [each for found in judged(start, [order]).values() for each in found]
    if order.impulse in start.steps(start.impulse):
        void = bool(of(facts, OrderVoided))
        assert void or all(each.why is None for each in against)
        assert against or not void


@given(data=st.data())
@settings(max_examples=EXAMPLES)
@pytest.mark.parametrize("name", BOARDS)
def test_whatever_is_entered_is_refused_or_recorded(name: str, data: st.DataObject) -> None:
    start = made(name)
    player = data.draw(st.sampled_from(sorted({unit.player for unit in start.units.values()})))
    entered = [as_sealed(each) for each in data.draw(entries_of(start))]
    wrong = {problem.at for problem in entry_problems(start, player, entered)}
    good = [each for at, each in enumerate(entered) if at not in wrong]
    if list(entry_problems(start, player, good)):  # what was first allowed by another entry is not alone
        return
    on = replayed(start, good)
    facts = follow(on, "", good)
    assert pack(replayed(start, [*good, *facts])) == pack(on) == pack(unpack(pack(on)))
    assert not [value for fact in facts for value in values(fact) if isinstance(value, float)]
    assert all(tell(fact) for fact in (*good, *facts))
    # the game goes on after it
    played(on, {})
