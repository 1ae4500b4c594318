"""What takes and gives inertia besides thrust: webs, black holes, and the binding of three ships.

Rule: C14.20, G10.51, G10.511, P4.11.
"""

from __future__ import annotations

from typing import Any

import pytest

from sits_es.rules.sfb.board import Unit
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.motion.facts import (
    BindOrdered,
    InertiaChanged,
    SpeedOrdered,
    UnitMoved,
    UnitsBound,
    UnitsParted,
)
from sits_es.rules.sfb.procedure import meet
from sits_es.rules.sfb.sums.facings import read_turn
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia
from sits_es.rules.sfb.turns.facts import TacOrdered, TurnOrdered, UnitTurned
from sits_es.rules.sfb.webs.facts import UnitFreed, UnitTrapped
from sits_es.rules.sfb.webs.rules import hold
from tests.rules.sfb.boards import HELM, at_work, board, body, of, parts, play, unit, web
from tests.shared.rows import each_row

WEB = {"1": "0,0,0", "2": "0,0,3"}


def test_a_web_takes_all_inertia_and_its_strength_from_the_speed() -> None:
    ship = unit("Swift", "-1,0,1", speed="5", inertia="-0.5,0,0")
    facts = play(at_work(board(ship, web("web-1", "1", "2", strength="2.5", points=WEB))), 1, *HELM)
    assert of(facts, UnitTrapped) == [UnitTrapped(unit="Swift", web="web-1", exact=10_000)]
    assert of(facts, InertiaChanged) == [
        InertiaChanged(unit="Swift", cause="web", change=read_inertia("0.5,0,0"), inertia=Inertia(), by="web-1")
    ]
    assert of(facts, UnitMoved) == [
        UnitMoved(unit="Swift", moved=Place(x=781), place=Place(-9_219, 0, 10_000), speed=25_000)
    ]


def test_a_ship_that_is_slower_than_the_web_is_strong_stops_but_thrust_moves_it() -> None:
    ship = unit("Swift", "-1,0,1", speed="5", thrust="1")
    facts = play(at_work(board(ship, web("web-1", "1", "2", strength="8", points=WEB))), (1, 2), *HELM)
    assert [(fact.moved, fact.speed) for fact in of(facts, UnitMoved)] == [(Place(x=313), 0)] * 2
    assert ship.inertia == Inertia()


def test_a_ship_that_comes_into_a_web_loses_its_inertia_at_once_and_is_free_again_beyond_it() -> None:
    ship = unit("Swift", "-2.5,0,1", speed="32", inertia="1,0,0")
    on = board(ship, web("web-1", "1", "2", strength="12", points=WEB))
    facts = play(at_work(on), 1, *HELM, meet)
    assert [type(fact).__name__ for fact in facts][-3:] == ["UnitMoved", "UnitTrapped", "InertiaChanged"]
    assert ship.place == Place(-14_687, 0, 10_000)
    facts = play(at_work(on), range(2, 8), *HELM, meet)
    assert [type(fact).__name__ for fact in facts if not isinstance(fact, UnitMoved)] == [
        "ImpulseBegun",
        "ImpulseBegun",
        "ImpulseBegun",
        "ImpulseBegun",
        "ImpulseBegun",
        "ImpulseBegun",
        "UnitFreed",
    ]


@each_row(("at", "held"), [("0,1.9999,1", True), ("0,2,1", False), ("0,0,4.9999", True)])
def test_a_unit_is_in_a_web_when_it_is_less_than_two_hexes_from_its_line(at: str, held: bool) -> None:
    work = at_work(board(unit("Swift", at), web("web-1", "1", "2", strength="1", points=WEB)))
    assert bool(of(play(work, 1, hold), UnitTrapped)) is held


def test_a_web_without_power_holds_nobody() -> None:
    assert play(at_work(board(unit("Swift"), web("web-1", "1", "2", points=WEB))), 1, hold) == []


def test_of_several_webs_the_strongest_holds_a_unit() -> None:
    on = board(
        unit("Swift", "0,1,0"),
        web("web-1", "1", "2", strength="4", points=WEB),
        web("web-2", "1", "2", strength="6", points=WEB),
    )
    assert [fact.web for fact in of(play(at_work(on), 1, hold), UnitTrapped)] == ["web-2"]
    del on.webs["web-2"]
    assert [fact.web for fact in of(play(at_work(on), 2, hold), UnitTrapped)] == ["web-1"]
    on.webs.clear()
    assert of(play(at_work(on), 3, hold), UnitFreed) == [UnitFreed(unit="Swift")]


def test_anchors_are_in_their_own_web() -> None:
    one, other = unit("Spinner", card="Weaver", inertia="1,0,0"), unit("Weaver", "1.5,0,0", card="Weaver", thrust="1")
    on = board(one, other, web("web-1", "Spinner", "Weaver", strength="12"))
    facts = play(at_work(on), 1, *HELM)
    assert {fact.unit for fact in of(facts, UnitTrapped)} == {"Spinner", "Weaver"}
    assert (one.inertia, other.inertia) == (Inertia(), Inertia())
    assert (one.place, other.place) == (Place(), Place(15_313, 0, 0))


def test_a_black_hole_pulls_every_unit_and_its_pull_adds_up() -> None:
    ship = unit("Swift", "3,4,0")
    facts = play(at_work(board(ship, body("Maw", kind="hole", size="40"))), 1, *HELM)
    pull = read_inertia("-0.96,-1.28,0")
    assert of(facts, InertiaChanged) == [
        InertiaChanged(unit="Swift", cause="pull", change=pull, inertia=pull, by="Maw")
    ]
    assert ship.place == Place(30_000 - 300, 40_000 - 400, 0)
    play(at_work(board(ship, body("Maw", kind="hole", size="40"))), 2, *HELM)
    assert ship.inertia.x < 2 * pull.x  # it is nearer now


def test_in_the_very_same_place_a_black_hole_pulls_nowhere() -> None:
    assert play(at_work(board(unit("Swift"), body("Maw", kind="hole", size="40"))), 1, *HELM) == []


def test_a_unit_in_a_web_gathers_no_pull() -> None:
    ship = unit("Swift", "0,1,1")
    hole = body("Maw", "0,3,1", kind="hole", size="40")
    facts = play(at_work(board(ship, hole, web("web-1", "1", "2", strength="1", points=WEB))), (1, 2), *HELM)
    assert not of(facts, InertiaChanged)
    assert not of(facts, UnitMoved)


# three ships in a triangle, each with one of the others off shield #5 (left) and the other off #3: they look outward,
# and up, for as long as they are level each would need an angle of 60 degrees to the ten-thousandth
TRIO = (
    ("Alder", "0,0,0", "yaw 210 pitch 30"),
    ("Birch", "0.3,0,0", "yaw 330 pitch 30"),
    ("Cedar", "0.15,0,0.26", "yaw 90 pitch 30"),
)
BIND = BindOrdered(unit="Alder", first="Birch", second="Cedar")


def trio(**changes: dict[str, Any]) -> list[Unit]:
    """The three ships; changes: what one of them has otherwise, by its name."""
    return [unit(name, at, facing, **changes.get(name, {})) for name, at, facing in TRIO]


def test_three_bound_ships_have_the_mean_of_their_inertia() -> None:
    ships = trio(Alder={"inertia": "0.9,0,0"}, Birch={"inertia": "0,0.3,0"})
    facts = play(at_work(board(*ships), BIND), 1, *HELM)
    mean = read_inertia("0.3,0.1,0")
    assert of(facts, UnitsBound) == [UnitsBound(units=("Alder", "Birch", "Cedar"), inertia=mean)]
    assert [(fact.unit, fact.cause, fact.by, str(fact.change)) for fact in of(facts, InertiaChanged)] == [
        ("Alder", "binding", "Birch", "-0.6,0.1,0"),
        ("Birch", "binding", "Alder", "0.3,-0.2,0"),
        ("Cedar", "binding", "Alder", "0.3,0.1,0"),
    ]
    assert {ship.inertia for ship in ships} == {mean}
    assert len({fact.moved for fact in of(facts, UnitMoved)}) == 1


@each_row(
    ("changes", "why"),
    [
        ({"Birch": {"speed": "1"}}, ("still-moving", "Birch", 10_000, 0)),
        ({"Cedar": {"thrust": "0.5"}}, ("still-moving", "Cedar", 0, 5_000)),
        ({"Birch": {"gone": "lost"}}, ("target-gone", "Birch")),
        ({"Birch": {"side": "empire"}}, ("other-side", "Birch")),
        ({"Cedar": {"bound": ("Alder", "Birch")}}, ("bound-already", "Cedar", "Alder", "Birch")),
    ],
)
def test_ships_are_bound_only_when_all_three_can_be(
    changes: dict[str, dict[str, Any]], why: tuple[object, ...]
) -> None:
    (void,) = of(play(at_work(board(*trio(**changes)), BIND), 1, *HELM), OrderVoided)
    assert (void.why.code, *void.why.values) == why


def test_ships_are_bound_nearer_than_half_a_hex_with_the_others_off_their_shields_3_and_5() -> None:
    ships = trio()
    ships[1].place = Place(5_000, 0, 0)
    (void,) = of(play(at_work(board(*ships), BIND), 1, *HELM), OrderVoided)
    assert (void.why.code, *void.why.values) == ("far-apart", "Alder", "Birch", 5_000, 5_000)
    ships = trio()
    ships[1].facing = ships[0].facing
    (void,) = of(play(at_work(board(*ships), BIND), 1, *HELM), OrderVoided)
    assert (void.why.code, *void.why.values) == ("shields-wrong", "Birch", "Alder", "Cedar")


@pytest.mark.parametrize(("first", "second", "twice"), [("Birch", "Birch", "Birch"), ("Alder", "Cedar", "Alder")])
def test_who_is_named_twice_is_not_bound(first: str, second: str, twice: str) -> None:
    order = BindOrdered(unit="Alder", first=first, second=second)
    (void,) = of(play(at_work(board(*trio()), order), 1, *HELM), OrderVoided)
    assert (void.why.code, *void.why.values) == ("named-twice", twice)


def test_web_energy_binds_no_shuttle() -> None:
    ships = [*trio()[:2], unit("Cedar", *TRIO[2][1:], card="Fighter")]
    (void,) = of(play(at_work(board(*ships), BIND), 1, *HELM), OrderVoided)
    assert (void.why.code, *void.why.values) == ("not-a-ship", "Cedar", "shuttle")


def test_three_level_ships_about_as_far_from_one_another_can_be_bound() -> None:
    """C14.20: corners of 57, 50 and 73 degrees; the arcs reach ten degrees beyond their limits, by house."""
    level = (
        ("Alder", "0,0,0", "yaw 208"),
        ("Birch", "0.3,0,0", "yaw 335"),
        ("Cedar", "0.13,0,0.2", "yaw 94"),
    )
    ships = [unit(name, at, facing) for name, at, facing in level]
    facts = play(at_work(board(*ships), BIND), 1, *HELM)
    assert not of(facts, OrderVoided)
    assert len(of(facts, UnitsBound)) == 1


def test_bound_ships_neither_turn_nor_manoeuvre_and_part_when_one_gets_power_to_move() -> None:
    orders = [
        TurnOrdered(unit="Birch", impulse=2, turn=read_turn("yaw 1")),
        TacOrdered(unit="Cedar", impulse=2, tac="sublight"),
        SpeedOrdered(unit="Cedar", impulse=3, speed=parts(2)),
    ]
    work = at_work(board(*trio()), BIND, *orders)
    facts = play(work, (1, 2), *HELM)
    assert [void.why.code for void in of(facts, OrderVoided)] == ["is-bound", "is-bound"]
    assert not of(facts, UnitTurned)
    facts = play(work, 3, *HELM)
    assert of(facts, UnitsParted) == [UnitsParted(units=("Cedar", "Alder", "Birch"))]


def test_bound_ships_part_when_one_is_gone_or_half_a_hex_away() -> None:
    ships = trio()
    on = board(*ships)
    play(at_work(on, BIND), 1, *HELM)
    ships[0].gone = "lost"
    assert of(play(at_work(on), 2, *HELM), UnitsParted) == [UnitsParted(units=("Birch", "Alder", "Cedar"))]
    assert ships[0].bound == ()
    ships = trio()
    on = board(*ships)
    play(at_work(on, BIND), 1, *HELM)
    ships[2].place = Place(0, 0, 5_000)
    assert len(of(play(at_work(on), 2, meet), UnitsParted)) == 1
