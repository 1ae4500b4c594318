"""Speed, thrust, tactical manoeuvres and decelerations, impulse by impulse. Rule: C1.4, C2.111, C5, C8."""

from __future__ import annotations

from sits_es.events import Event
from sits_es.rules.sfb.board import Unit
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.motion.facts import (
    Decelerated,
    DecelerationOrdered,
    InertiaChanged,
    SpeedChanged,
    SpeedOrdered,
    ThrustChanged,
    ThrustOrdered,
    UnitMoved,
)
from sits_es.rules.sfb.sums.facings import read_turn
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia
from sits_es.rules.sfb.turns.facts import TacBegun, TacEnded, TacOrdered, TurnOrdered
from tests.rules.sfb.boards import HELM, at_work, board, of, parts, play, unit
from tests.shared.rows import each_row

TURN = range(1, 33)


def sail(ship: Unit, *orders: OfUnit, impulses: int | range = TURN) -> list[Event]:
    """The facts of one ship alone, which is changed by them."""
    return play(at_work(board(ship), *orders), impulses, *HELM)


def codes(facts: list[Event]) -> list[tuple[object, ...]]:
    """Why orders came to nothing."""
    return [(void.order, void.why.code, *void.why.values) for void in of(facts, OrderVoided)]


def test_c1_4_12_5_points_of_warp_take_a_ship_12_5_hexes_in_a_turn() -> None:
    ship = unit("Swift", speed="12.5")
    facts = sail(ship)
    # 3,906.25 km an impulse are 3,906: C1.4 prints 150,000 km, at 10,000 a hex they are 125,000
    assert ship.place == Place(x=32 * 3906)
    assert [fact.speed for fact in of(facts, UnitMoved)] == [125_000] * 32
    assert not of(facts, InertiaChanged)


def test_one_point_of_impulse_in_all_32_impulses_makes_one_hex_of_momentum() -> None:
    ship = unit("Swift", thrust="1")
    facts = of(sail(ship), InertiaChanged)
    assert ship.inertia == read_inertia("1,0,0")
    assert [(fact.cause, fact.change) for fact in facts] == [("thrust", read_inertia("0.03125,0,0"))] * 32
    # thrust counts in the impulse in which it is added: 1 + 2 + ... + 32 thirty-seconds of a 32nd of a hex
    assert 5150 <= ship.place.x <= 5165


def test_inertia_goes_on_as_it_was_when_the_ship_turns() -> None:
    ship = unit("Swift", inertia="0,0,3.2")
    sail(ship, TurnOrdered(unit="Swift", turn=read_turn("yaw 1.5")), impulses=range(1, 11))
    assert ship.place == Place(z=10 * 1000)


def test_thrust_after_a_turn_adds_along_the_new_heading() -> None:
    ship = unit("Swift", facing="yaw 88.5", thrust="1")
    sail(ship, TurnOrdered(unit="Swift", turn=read_turn("yaw 1.5")), impulses=1)
    assert ship.inertia == read_inertia("0,0,0.03125")


def test_a_ship_at_rest_has_no_facts() -> None:
    assert sail(unit("Swift")) == []


def test_speed_and_thrust_are_facts_only_where_they_change() -> None:
    ship = unit("Swift", speed="4")
    orders = [
        SpeedOrdered(unit="Swift", impulse=1, speed=parts(4)),
        SpeedOrdered(unit="Swift", impulse=3, speed=parts("5.5")),
        ThrustOrdered(unit="Swift", impulse=3, thrust=0),
        ThrustOrdered(unit="Swift", impulse=4, thrust=parts("0.5")),
    ]
    facts = sail(ship, *orders, impulses=range(1, 5))
    assert of(facts, SpeedChanged) == [SpeedChanged(unit="Swift", before=40_000, after=55_000)]
    assert of(facts, ThrustChanged) == [ThrustChanged(unit="Swift", before=0, after=5_000)]
    assert codes(facts) == []


@each_row(("impulse", "until"), [(1, 8), (9, 16), (17, 24), (25, 32)])
def test_warp_manoeuvres_last_until_the_quarter_of_the_turn_is_over(impulse: int, until: int) -> None:
    ship = unit("Swift")
    facts = sail(ship, TacOrdered(unit="Swift", impulse=impulse, tac="warp"), impulses=impulse)
    assert of(facts, TacBegun) == [TacBegun(unit="Swift", tac="warp", until=until)]


def test_manoeuvres_that_are_under_way_do_not_begin_again() -> None:
    twice = [TacOrdered(unit="Swift", impulse=impulse, tac="both") for impulse in (1, 5)]
    facts = sail(unit("Swift"), *twice, impulses=range(1, 9))
    assert [(fact.tac, fact.until) for fact in of(facts, TacBegun)] == [("warp", 8), ("sublight", 32)]


def test_sublight_manoeuvres_last_until_the_turn_is_over_and_leave_no_thrust() -> None:
    ship = unit("Swift", thrust="1")
    facts = sail(ship, TacOrdered(unit="Swift", impulse=3, tac="sublight"))
    assert of(facts, TacBegun) == [TacBegun(unit="Swift", tac="sublight", until=32)]
    assert ship.inertia == read_inertia("0.0625,0,0")  # of impulses 1 and 2
    assert ship.thrust == parts(1)


def test_a_unit_under_manoeuvres_still_drifts() -> None:
    ship = unit("Swift", inertia="3.2,0,0")
    sail(ship, TacOrdered(unit="Swift", tac="both"), impulses=range(1, 3))
    assert ship.place == Place(x=2000)


def test_manoeuvres_need_warp_speed_0_at_that_time() -> None:
    tac = TacOrdered(unit="Swift", impulse=9, tac="warp")
    facts = sail(unit("Swift", speed="4"), tac, impulses=9)
    assert codes(facts) == [("tac warp", "speed-not-zero", 40_000, "tac")]
    stopping = SpeedOrdered(unit="Swift", impulse=9, speed=0)
    for orders in ((tac, stopping), (stopping, tac)):
        facts = sail(unit("Swift", speed="4"), *orders, impulses=9)
        assert codes(facts) == []


def test_while_manoeuvres_last_there_is_no_warp_speed_unless_they_are_ended_first() -> None:
    speed = SpeedOrdered(unit="Swift", impulse=3, speed=parts(6))
    facts = sail(unit("Swift"), TacOrdered(unit="Swift", tac="warp"), speed, impulses=range(1, 9))
    assert codes(facts) == [("speed 6", "tac-under-way", 8)]
    ended = TacOrdered(unit="Swift", impulse=3, tac="none")
    facts = sail(unit("Swift"), TacOrdered(unit="Swift", tac="warp"), speed, ended, impulses=range(1, 9))
    assert codes(facts) == []
    assert of(facts, TacEnded) == [TacEnded(unit="Swift")]
    late = SpeedOrdered(unit="Swift", impulse=9, speed=parts(6))
    assert codes(sail(unit("Swift"), TacOrdered(unit="Swift", tac="warp"), late, impulses=range(1, 10))) == []


def test_an_emergency_deceleration_takes_speed_thrust_and_all_inertia_and_then_the_thrust_waits() -> None:
    ship = unit("Swift", speed="12", thrust="1", inertia="0.5,0,-0.25")
    orders = [
        DecelerationOrdered(unit="Swift", impulse=2, period=3),
        ThrustOrdered(unit="Swift", impulse=5, thrust=parts(1)),
        ThrustOrdered(unit="Swift", impulse=6, thrust=parts(1)),
    ]
    work = at_work(board(ship), *orders)
    play(work, 1, *HELM)
    facts = play(work, 2, *HELM)
    assert of(facts, Decelerated) == [Decelerated(unit="Swift", inertia_only=False, period=3)]
    assert of(facts, SpeedChanged)[0].cause == of(facts, ThrustChanged)[0].cause == "deceleration"
    assert [fact.cause for fact in of(facts, InertiaChanged)] == ["deceleration"]
    assert (ship.speed, ship.thrust, ship.inertia) == (0, 0, Inertia())
    facts = play(work, range(3, 7), *HELM)
    assert codes(facts) == [("thrust 1", "no-thrust-yet", 1, 5)]
    assert ship.inertia == read_inertia("0.03125,0,0")  # of impulse 6


def test_an_emergency_deceleration_without_a_period_waits_for_the_rest_of_the_turn() -> None:
    facts = sail(unit("Swift", speed="12"), DecelerationOrdered(unit="Swift", impulse=20), impulses=20)
    assert of(facts, Decelerated) == [Decelerated(unit="Swift", inertia_only=False, period=12)]


def test_after_an_inertia_only_deceleration_the_ship_goes_on_and_gathers_inertia_from_the_next_impulse() -> None:
    ship = unit("Swift", speed="32", thrust="1", inertia="0,1,0")
    facts = sail(ship, DecelerationOrdered(unit="Swift", inertia_only=True), impulses=1)
    assert ship.inertia == Inertia()
    assert (ship.speed, ship.thrust, ship.place) == (parts(32), parts(1), Place(x=10_000))
    assert not of(facts, SpeedChanged)
    sail(ship, impulses=2)
    assert ship.inertia == read_inertia("0.03125,0,0")


def test_an_inertia_only_deceleration_does_not_end_the_wait_after_an_emergency() -> None:
    ship = unit("Swift", inertia="1,0,0", thrust="1", waits=10)
    sail(ship, DecelerationOrdered(unit="Swift", inertia_only=True), impulses=range(1, 11))
    assert (ship.waits, ship.inertia) == (10, Inertia())


def test_sublight_manoeuvres_take_impulse_energy_which_a_waiting_ship_has_not() -> None:
    ship = unit("Swift", waits=4)
    facts = sail(ship, TacOrdered(unit="Swift", impulse=2, tac="sublight"), impulses=2)
    assert codes(facts) == [("tac sublight", "no-thrust-yet", 1, 4)]


def test_a_base_takes_no_order_of_the_helm() -> None:
    facts = sail(unit("Fort", card="Station"), SpeedOrdered(unit="Fort", speed=parts(1)), impulses=1)
    assert codes(facts) == [("speed 1", "no-helm", "base")]
