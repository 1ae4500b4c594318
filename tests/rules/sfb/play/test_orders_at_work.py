"""How an exchange asks for orders, and what holds of any impulse. Rule: house."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.dice import KeyedDice
from sits_es.events import Event
from sits_es.rules.sfb.board import Board, copied
from sits_es.rules.sfb.ending.facts import ImpulseBegun, OrderVoided, RunEnded, StopOrdered
from sits_es.rules.sfb.exchanges import ORDER_TYPES
from sits_es.rules.sfb.fact import OfUnit, Order
from sits_es.rules.sfb.launching.facts import ReleaseOrdered, UnitReleased
from sits_es.rules.sfb.motion.facts import (
    DecelerationOrdered,
    InertiaChanged,
    SpeedOrdered,
    ThrustOrdered,
    UnitMoved,
    UnitsBound,
)
from sits_es.rules.sfb.procedure import IMPULSE, carry_out
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.facings import Facing, Turn
from sits_es.rules.sfb.sums.places import Inertia, Place
from sits_es.rules.sfb.turns.facts import HetOrdered, TacOrdered, TurnOrdered, UnitTurned
from tests.rules.sfb.boards import at_work, board, body, by_player, of, parts, play, unit, web

DICE = KeyedDice(b"o" * 32, "ORDERS-1", 1, 1)


def test_an_impulse_asks_for_orders_of_every_form(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[type[OfUnit]] = {StopOrdered}  # asked for by `heed`, after the parts
    answer = Resolution.ordered

    def noted(work: Resolution, form: type[Order]) -> list[Order]:
        asked.add(form)
        return answer(work, form)

    monkeypatch.setattr(Resolution, "ordered", noted)
    work = at_work(board(unit("Swift")))
    work.begin(1)
    for part in IMPULSE:
        part(work)
    assert [form for form in ORDER_TYPES if issubclass(form, Order) and form not in asked] == []


def test_the_order_of_a_unit_that_is_gone_is_voided() -> None:
    work = at_work(board(unit("Swift", gone="lost")), SpeedOrdered(unit="Swift", speed=1))
    work.begin(1)
    work.carry_out(SpeedOrdered)
    assert [(void.unit, void.why.code) for void in of(work.facts, OrderVoided)] == [("Swift", "unit-gone")]


def test_a_unit_aboard_another_has_its_orders_voided_and_does_not_move() -> None:
    on = board(unit("Swift"), unit("Wasp", card="Fighter", aboard="Swift", speed="8"))
    facts = carry_out(on, by_player(on, [TurnOrdered(unit="Wasp", turn=Turn(yaw=1))]), DICE)
    assert [void.why.code for void in of(facts, OrderVoided)] == ["aboard"]
    assert not of(facts, UnitMoved)


def test_a_unit_that_was_released_has_its_carriers_place_and_moves_on_from_there() -> None:
    carrier = unit("Swift", speed="16")
    wasp = unit("Wasp", "7,7,7", card="Fighter", aboard="Swift", speed="8")
    work = at_work(board(carrier, wasp), ReleaseOrdered(unit="Swift", impulse=2, carried="Wasp"))
    facts = play(work, (1, 2), *IMPULSE)
    assert [fact.place for fact in of(facts, UnitReleased)] == [carrier.place] == [Place(x=10_000)]
    play(work, 3, *IMPULSE)
    assert wasp.place == Place(x=12_500)


def test_an_impulse_in_which_nothing_happens_leaves_no_trace() -> None:
    on = board(unit("Swift"), unit("Kestrel", "2,0,0"), body("Haven", "9,0,0", radius="1"))
    assert carry_out(on, {}, DICE) == [RunEnded(impulse=8)]


def test_an_impulse_begins_once_before_its_first_fact() -> None:
    on = board(unit("Swift"))
    orders = [TurnOrdered(unit="Swift", impulse=impulse, turn=Turn(yaw=1)) for impulse in (2, 2, 5)]
    facts = carry_out(on, by_player(on, orders), DICE)
    assert [fact.impulse for fact in of(facts, ImpulseBegun)] == [2, 5]


# any board and any orders

small = st.integers(-40_000, 40_000)
speeds = st.sampled_from([0, 0, 10_000, 45_000, 123_457, 300_000])
angles = st.integers(0, 3_599_999)
turns = st.integers(-40_000, 40_000)


@st.composite
def fleets(draw: st.DrawFn) -> Board:
    """A board of four ships, a drone, a black hole, a web and a planet."""
    ships = [
        unit(
            name,
            Place(*draw(st.tuples(small, small, small))),
            Facing(*draw(st.tuples(angles, angles, angles))),
            inertia=Inertia(*(100 * part for part in draw(st.tuples(small, small, small)))),
            target="Swift" if name == "Kite" else None,
            card="Drone" if name == "Kite" else "Cruiser",
        )
        for name in ("Swift", "Hawk", "Kestrel", "Kite", "Kingfisher")
    ]
    for ship in ships:
        ship.speed = draw(speeds)
        ship.thrust = 0 if ship.kind == "seeking" else draw(st.sampled_from([0, 5_000, 10_000]))
    return board(
        *ships,
        body("Maw", "2,1,0", kind="hole", size=draw(st.sampled_from(["0.5", "12"]))),
        body("Haven", "-2,0,0", radius="0.7", atmosphere="0.9"),
        web("web-1", "Haven", "1", strength=draw(st.sampled_from(["0", "7.5"])), points={"1": "-2,0,1.5"}),
    )


@st.composite
def orders_of(draw: st.DrawFn) -> list[OfUnit]:
    """Some orders of the helm for the run."""
    names, impulses = st.sampled_from(["Swift", "Hawk", "Kestrel", "Kingfisher"]), st.integers(1, 8)
    return draw(
        st.lists(
            st.one_of(
                st.builds(SpeedOrdered, unit=names, impulse=impulses, speed=speeds),
                st.builds(ThrustOrdered, unit=names, impulse=impulses, thrust=st.sampled_from([0, 10_000])),
                st.builds(TurnOrdered, unit=names, impulse=impulses, turn=st.builds(Turn, turns, turns, turns)),
                st.builds(TacOrdered, unit=names, impulse=impulses, tac=st.sampled_from(["warp", "none"])),
                st.builds(
                    DecelerationOrdered, unit=names, impulse=impulses, inertia_only=st.booleans(), period=impulses
                ),
                st.builds(HetOrdered, unit=names, impulse=impulses, to=st.builds(Facing, angles, angles)),
            ),
            max_size=25,
            unique_by=lambda order: (type(order), order.unit, order.impulse),
        )
    )


@settings(max_examples=60, deadline=None)
@given(fleet=fleets(), orders=orders_of())
def test_places_are_whole_and_follow_from_movements_and_inertia_from_its_causes(
    fleet: Board, orders: list[OfUnit]
) -> None:
    before = copied(fleet)
    facts = carry_out(fleet, by_player(fleet, orders), DICE)
    for name, unit_now in fleet.units.items():
        was = before.units[name]
        place, inertia = was.place, was.inertia
        for fact in facts:
            if isinstance(fact, UnitMoved) and fact.unit == name:
                place += fact.moved
                assert fact.place == place
                assert fact.moved != Place()
            if isinstance(fact, InertiaChanged) and fact.unit == name:
                inertia += fact.change
                assert fact.inertia == inertia
                assert (fact.by == "") is (fact.cause in ("thrust", "deceleration"))
            if isinstance(fact, UnitTurned) and fact.unit == name:
                assert fact.limit is None or max(map(abs, _angles(fact.turn))) <= fact.limit
        assert (unit_now.place, unit_now.inertia) == (place, inertia)
        assert all(type(part) is int for part in (place.x, place.y, place.z, inertia.x, inertia.y, inertia.z))
    assert not of(facts, UnitsBound)


def _angles(turn: Turn) -> tuple[int, int, int]:
    return turn.pitch, turn.yaw, turn.roll


@settings(max_examples=40, deadline=None)
@given(fleet=fleets(), orders=orders_of(), data=st.data())
def test_in_which_order_orders_were_written_makes_no_difference_to_where_anybody_is(
    fleet: Board, orders: list[OfUnit], data: st.DataObject
) -> None:
    def ends(given_orders: list[OfUnit], again: Board) -> dict[str, tuple[object, ...]]:
        carry_out(again, by_player(again, given_orders), DICE)
        return {name: (one.place, one.facing, one.inertia, one.speed, one.gone) for name, one in again.units.items()}

    shuffled = data.draw(st.permutations(orders))
    backwards = copied(fleet)
    backwards.units = dict(reversed(backwards.units.items()))
    assert ends(orders, copied(fleet)) == ends(shuffled, backwards)


@settings(max_examples=30, deadline=None)
@given(fleet=fleets())
def test_a_unit_at_rest_without_thrust_stays_where_it_is(fleet: Board) -> None:
    del fleet.bodies["Maw"]
    for one in fleet.units.values():
        one.speed, one.thrust, one.inertia = 0, 0, Inertia()
    start = {name: one.place for name, one in fleet.units.items()}
    facts: list[Event] = carry_out(fleet, {}, DICE)
    assert not of(facts, UnitMoved)
    assert {name: one.place for name, one in fleet.units.items()} == start


def test_two_hundred_units_have_a_turn_of_32_impulses_in_far_less_than_ten_seconds() -> None:
    ships = [
        unit(
            f"{'K' if at % 2 else 'S'}{at}",
            Place(4_000 * at, 300 * at, -700 * at),
            f"yaw {at}",
            speed="12.5",
            thrust="1",
        )
        for at in range(200)
    ]
    on = board(*ships, body("Maw", "9,9,9", kind="hole", size="4"), run=32)
    orders = [
        TurnOrdered(unit=ship.name, impulse=impulse, turn=Turn(yaw=parts("1.5")))
        for ship in ships
        for impulse in range(1, 33)
    ]
    facts = carry_out(on, by_player(on, orders), DICE)
    assert len(of(facts, UnitMoved)) == len(of(facts, UnitTurned)) == 6_400
