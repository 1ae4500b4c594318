"""Standard orbits, entered, kept and left. Rule: P8."""

from __future__ import annotations

from math import sqrt

from sits_es.events import Event
from sits_es.rules.sfb_n3d.ending.facts import OrderVoided
from sits_es.rules.sfb_n3d.fact import OfUnit
from sits_es.rules.sfb_n3d.motion.facts import (
    DecelerationOrdered,
    SpeedChanged,
    SpeedOrdered,
    ThrustChanged,
    ThrustOrdered,
    UnitMoved,
)
from sits_es.rules.sfb_n3d.orbits.facts import OrbitEndOrdered, OrbitEntered, OrbitLeft, OrbitOrdered, Side
from sits_es.rules.sfb_n3d.sums.facings import read_facing, read_turn
from sits_es.rules.sfb_n3d.sums.places import Inertia
from sits_es.rules.sfb_n3d.turns.facts import HetOrdered, TacOrdered, TurnOrdered, UnitTurned
from tests.rules.sfb_n3d.boards import HELM, at_work, board, body, of, parts, play, unit
from tests.shared.rows import each_row

HAVEN = body("Haven", radius="0.5")


def orbit(impulse: int = 1, side: Side = "left") -> OrbitOrdered:
    """The order to orbit Haven."""
    return OrbitOrdered(unit="Swift", impulse=impulse, planet="Haven", side=side)


def codes(facts: list[Event]) -> list[tuple[object, ...]]:
    """Why orders came to nothing."""
    return [(void.why.code, *void.why.values) for void in of(facts, OrderVoided)]


def test_entering_an_orbit_brings_the_planet_abeam_and_sets_speed_1() -> None:
    ship = unit("Swift", "2,0,0", "pitch 20 roll 30", thrust="1")
    facts = play(at_work(board(ship, HAVEN), orbit(side="right")), 1, *HELM)
    facing = read_facing("yaw 270")
    assert of(facts, OrbitEntered) == [
        OrbitEntered(unit="Swift", planet="Haven", side="right", exact=20_000, facing=facing, turn=-8952)
    ]
    assert of(facts, SpeedChanged) == [SpeedChanged(unit="Swift", before=0, after=10_000, cause="orbit")]
    assert of(facts, ThrustChanged) == [ThrustChanged(unit="Swift", before=10_000, after=0, cause="orbit")]
    assert [(fact.cause, fact.turn) for fact in of(facts, UnitTurned)] == [("orbit", read_turn("yaw -0.8952"))]


@each_row("side", ["left", "right"])
@each_row("away", ["0.7", "1", "2.2", "3"])
def test_a_ship_in_orbit_stays_near_its_circle_all_the_way_round(away: str, side: Side) -> None:
    ship = unit("Swift", f"{away},0,0")
    work = at_work(board(ship, HAVEN), orbit(side=side))
    play(work, 1, *HELM)
    radius = parts(away)
    for _ in range(int(2 * 3.15 * radius / 312.5) + 1):
        work.orders = {}
        play(work, 2, *HELM)
        assert ship.place.y == 0
        # half a step of an impulse is what the corner of the first turn may take off or add
        assert abs(sqrt(ship.place.squared()) - radius) < 330
    assert ship.inertia == Inertia()


@each_row(
    ("at", "why"),
    [
        ("3.0001,0,0", ("orbit-too-far", "Haven", 30_001)),
        ("2,0.0001,0", ("orbit-not-level", "Haven", 0, 1)),
        ("0,0,0", ("orbit-in-middle", "Haven")),
    ],
)
def test_an_orbit_is_within_three_hexes_and_level_with_the_planet(at: str, why: tuple[object, ...]) -> None:
    assert codes(play(at_work(board(unit("Swift", at), HAVEN), orbit()), 1, *HELM)) == [why]


def test_an_orbit_takes_warp_speed_0_and_no_manoeuvres() -> None:
    fast = play(at_work(board(unit("Swift", "2,0,0", speed="4"), HAVEN), orbit()), 1, *HELM)
    assert codes(fast) == [("speed-not-zero", 40_000, "orbit")]
    tac = TacOrdered(unit="Swift", tac="warp")
    assert codes(play(at_work(board(unit("Swift", "2,0,0"), HAVEN), tac, orbit()), 1, *HELM)) == [("tac-under-way", 8)]
    stop = SpeedOrdered(unit="Swift", speed=0)
    ship = unit("Swift", "2,0,0", speed="4")
    assert codes(play(at_work(board(ship, HAVEN), orbit(), stop), 1, *HELM)) == []
    assert ship.orbits is not None


@each_row(
    "order",
    [
        SpeedOrdered(unit="Swift", impulse=2, speed=40_000),
        ThrustOrdered(unit="Swift", impulse=2, thrust=10_000),
        TacOrdered(unit="Swift", impulse=2, tac="sublight"),
        TurnOrdered(unit="Swift", impulse=2, turn=read_turn("yaw 1")),
        HetOrdered(unit="Swift", impulse=2, to=read_facing("yaw 1")),
        DecelerationOrdered(unit="Swift", impulse=2),
        orbit(2),
    ],
)
def test_a_ship_in_orbit_leaves_it_before_it_does_anything_else(order: OfUnit) -> None:
    ship = unit("Swift", "2,0,0")
    facts = play(at_work(board(ship, HAVEN), orbit(), order), (1, 2), *HELM)
    assert codes(facts) == [("in-orbit", "Haven")]
    assert ship.orbits is not None


def test_only_inertia_can_be_lost_in_an_orbit() -> None:
    ship = unit("Swift", "2,0,0", inertia="0,0,1")
    order = DecelerationOrdered(unit="Swift", impulse=2, inertia_only=True)
    assert codes(play(at_work(board(ship, HAVEN), orbit(), order), (1, 2), *HELM)) == []
    assert (ship.inertia, ship.speed) == (Inertia(), 10_000)


def test_leaving_an_orbit_ends_its_speed_and_another_may_be_ordered_at_once() -> None:
    ship = unit("Swift", "2,0,0")
    leave = OrbitEndOrdered(unit="Swift", impulse=3)
    work = at_work(board(ship, HAVEN), orbit(), SpeedOrdered(unit="Swift", impulse=3, speed=parts(6)), leave)
    play(work, (1, 2), *HELM)
    facts = play(work, 3, *HELM)
    assert of(facts, OrbitLeft) == [OrbitLeft(unit="Swift")]
    assert [(fact.after, fact.cause) for fact in of(facts, SpeedChanged)] == [(0, "orbit"), (60_000, "order")]
    assert [fact.speed for fact in of(facts, UnitMoved)] == [60_000]
    assert not of(facts, UnitTurned)


def test_whoever_is_in_no_orbit_leaves_none() -> None:
    assert codes(play(at_work(board(unit("Swift")), OrbitEndOrdered(unit="Swift")), 1, *HELM)) == [("not-in-orbit",)]
