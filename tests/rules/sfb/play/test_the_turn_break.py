"""The turn break: what the next turn begins with. Rule: C1.4, C2.111, house."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.sfb.board import BREAK, Board
from sits_es.rules.sfb.ending.facts import OrderVoided, TimeRanOut
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.motion.facts import SpeedChanged, SpeedOrdered, ThrustChanged, ThrustOrdered, UnitsParted
from sits_es.rules.sfb.orbits.facts import Orbiting
from sits_es.rules.sfb.procedure import carry_out
from sits_es.rules.sfb.sfb import SYSTEM
from sits_es.rules.sfb.sums.facings import Facing
from tests.rules.sfb.boards import at_work, board, by_player, of, parts, unit


def set_out(on: Board, *orders: OfUnit) -> list[Event]:
    """The facts of the break."""
    on.impulse = BREAK
    return carry_out(on, by_player(on, orders), at_work(on).dice)


def test_speed_and_thrust_of_the_next_turn_are_facts_where_they_change() -> None:
    on = board(unit("Swift", speed="4"), unit("Hawk", speed="6"))
    orders = [
        SpeedOrdered(unit="Swift", speed=parts("12.5")),
        SpeedOrdered(unit="Hawk", impulse=33, speed=parts(6)),
        ThrustOrdered(unit="Hawk", thrust=parts(1)),
    ]
    assert set_out(on, *orders) == [
        SpeedChanged(unit="Swift", before=40_000, after=125_000),
        ThrustChanged(unit="Hawk", before=0, after=10_000),
    ]


def test_without_an_order_everything_stays_as_it_is() -> None:
    assert set_out(board(unit("Swift", speed="4", thrust="1"))) == []


def test_manoeuvres_are_over_with_the_turn() -> None:
    on = board(unit("Swift", tac_sublight=32))
    assert len(set_out(on, SpeedOrdered(unit="Swift", speed=parts(4)))) == 1
    SYSTEM.advance(on)
    assert (on.turn, on.impulse, on.units["Swift"].tac_sublight) == (2, 1, 0)


def test_thrust_waits_for_as_long_as_an_emergency_deceleration_says() -> None:
    facts = set_out(board(unit("Swift", waits=35)), ThrustOrdered(unit="Swift", thrust=parts(1)))
    assert [(void.why.code, *void.why.values) for void in of(facts, OrderVoided)] == [("no-thrust-yet", 2, 3)]
    assert of(set_out(board(unit("Swift", waits=32)), ThrustOrdered(unit="Swift", thrust=1)), ThrustChanged)


def test_orders_of_units_in_orbit_or_gone_are_voided() -> None:
    on = board(unit("Swift", speed="1", orbits=Orbiting("Haven", "left", 1, Facing())), unit("Hawk", gone="lost"))
    facts = set_out(on, SpeedOrdered(unit="Swift", speed=parts(4)), SpeedOrdered(unit="Hawk", speed=parts(4)))
    assert [(void.unit, void.why.code) for void in of(facts, OrderVoided)] == [
        ("Swift", "in-orbit"),
        ("Hawk", "unit-gone"),
    ]


def test_power_to_move_parts_ships_that_are_bound() -> None:
    on = board(unit("A", bound=("B", "C")), unit("B", bound=("A", "C")), unit("C", bound=("A", "B")))
    facts = set_out(on, SpeedOrdered(unit="B", speed=parts(4)))
    assert of(facts, UnitsParted) == [UnitsParted(units=("B", "A", "C"))]


def test_the_game_ends_when_the_last_turn_is_over() -> None:
    on = board(unit("Swift"), turns=2)
    assert set_out(on) == []
    SYSTEM.advance(on)
    assert set_out(on, SpeedOrdered(unit="Swift", speed=parts(4))) == [TimeRanOut(turns=2)]
    assert on.over
