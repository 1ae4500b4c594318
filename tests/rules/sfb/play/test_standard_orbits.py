"""Standard orbits, entered, kept and left. Rule: P8."""

from __future__ import annotations

from math import sqrt
from typing import Any

import pytest

from sits_es.events import Event
from sits_es.rules.sfb.board import Unit
from sits_es.rules.sfb.ending.facts import OrderVoided
from sits_es.rules.sfb.fact import OfUnit
from sits_es.rules.sfb.motion.facts import (
    DecelerationOrdered,
    InertiaChanged,
    SpeedChanged,
    SpeedOrdered,
    ThrustChanged,
    ThrustOrdered,
    UnitMoved,
)
from sits_es.rules.sfb.orbits.facts import OrbitEndOrdered, OrbitEntered, OrbitLeft, OrbitOrdered, Side
from sits_es.rules.sfb.resolution import Resolution
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.facings import Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.orbits import along_orbit
from sits_es.rules.sfb.sums.places import Inertia
from sits_es.rules.sfb.terrain.facts import TerrainKind
from sits_es.rules.sfb.turns.facts import (
    HetOrdered,
    HighEnergyTurned,
    Manoeuvre,
    TacOrdered,
    TurnOrdered,
    UnitTurned,
)
from tests.rules.sfb.boards import HELM, at_work, board, body, of, parts, play, unit
from tests.shared.rows import each_row

HAVEN = body("Haven", radius="0.5")


def leave(impulse: int) -> OrbitEndOrdered:
    """The order to leave it."""
    return OrbitEndOrdered(unit="Swift", impulse=impulse)


def orbit(impulse: int = 1, side: Side = "left") -> OrbitOrdered:
    """The order to orbit Haven."""
    return OrbitOrdered(unit="Swift", impulse=impulse, planet="Haven", side=side)


def codes(facts: list[Event]) -> list[tuple[object, ...]]:
    """Why orders came to nothing."""
    return [(void.why.code, *void.why.values) for void in of(facts, OrderVoided)]


def test_entering_an_orbit_brings_the_planet_abeam_and_sets_speed_1() -> None:
    """P8.41, P8.411, P8.413; that inertia is given up is house: only so does the circle hold."""
    ship = unit("Swift", "2,0,0", "yaw 30", thrust="1", inertia="0.5,0,-0.25")
    facts = play(at_work(board(ship, HAVEN), orbit(side="right")), 1, *HELM)
    facing = read_facing("yaw 270")
    assert of(facts, OrbitEntered) == [
        OrbitEntered(unit="Swift", planet="Haven", side="right", exact=20_000, facing=facing, turn=-8952)
    ]
    assert of(facts, SpeedChanged) == [SpeedChanged(unit="Swift", before=0, after=10_000, cause="orbit")]
    assert of(facts, ThrustChanged) == [ThrustChanged(unit="Swift", before=10_000, after=0, cause="orbit")]
    (given_up,) = of(facts, InertiaChanged)
    assert (given_up.cause, str(given_up.change), given_up.inertia) == ("orbit", "-0.5,0,0.25", Inertia())
    assert [(fact.cause, fact.turn) for fact in of(facts, UnitTurned)] == [("orbit", read_turn("yaw -0.8952"))]


@each_row("side", ["left", "right"])
@each_row("heading", ["yaw 0", "yaw 77 pitch 30", "yaw 90 pitch -45 roll 20"])
@each_row("away", ["0.7", "1", "2.2", "3"])
def test_a_ship_in_orbit_stays_near_its_circle_all_the_way_round(away: str, heading: str, side: Side) -> None:
    ship = unit("Swift", f"{away},0,0", heading)
    climbs = bool(ship.facing.pitch)
    work = at_work(board(ship, HAVEN), orbit(side=side))
    play(work, 1, *HELM)
    radius = parts(away)
    for _ in range(int(2 * 3.15 * radius / 312.5) + 1):
        work.orders = {}
        play(work, 2, *HELM)
        assert climbs or ship.place.y == 0
        # half a step of an impulse is what the corner of the first turn may take off or add
        assert abs(sqrt(ship.place.squared()) - radius) < 330
    assert ship.inertia == Inertia()


@each_row(
    ("at", "why"),
    [
        ("3.0001,0,0", ("orbit-too-far", "Haven", 30_001)),
        ("0,0,0", ("orbit-in-middle", "Haven")),
    ],
)
def test_an_orbit_is_within_three_hexes_and_around_its_body(at: str, why: tuple[object, ...]) -> None:
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
        DecelerationOrdered(unit="Swift", impulse=2),
        DecelerationOrdered(unit="Swift", impulse=2, inertia_only=True),
        orbit(2),
    ],
)
def test_a_ship_in_orbit_leaves_it_before_it_moves_otherwise(order: OfUnit) -> None:
    ship = unit("Swift", "2,0,0")
    facts = play(at_work(board(ship, HAVEN), orbit(), order), (1, 2), *HELM)
    assert codes(facts) == [("in-orbit", "Haven")]
    assert ship.orbits is not None


@each_row("kind", ["planet", "gas giant", "moon", "star", "ring", "asteroid", "hole"])
def test_p8_41_any_body_is_orbited_also_a_black_hole(kind: TerrainKind) -> None:
    ship = unit("Swift", "2,0,0")
    sizes = {"size": "40"} if kind == "hole" else {"radius": "0.5"}
    work = at_work(board(ship, body("Haven", kind=kind, **sizes)), orbit())
    facts = play(work, range(1, 33), *HELM)
    assert codes(facts) == []
    assert not of(facts, InertiaChanged)  # a hole's pull is what keeps the ship on its circle (house)
    assert abs(sqrt(ship.place.squared()) - 20_000) < 330


def test_another_black_hole_moves_no_ship_off_its_orbit_until_it_leaves() -> None:
    ship = unit("Swift", "2,0,0")
    work = at_work(board(ship, HAVEN, body("Maw", "9,0,0", "hole", size="40")), orbit(), leave(5))
    play(work, range(1, 5), *HELM)
    assert ship.inertia == Inertia()
    play(work, 5, *HELM)
    assert ship.inertia.x > 0


# what the ship turns in its orbit is an offset. Rule: P8.43


def in_orbit(*orders: OfUnit, dice: tuple[int, ...] = (), **more: Any) -> tuple[Unit, Resolution]:
    """Swift, in orbit around Haven with the planet to the left from impulse 1 on, its heading yaw 90.8952 after it."""
    ship = unit("Swift", "2,0,0", **more)
    work = at_work(board(ship, HAVEN), orbit(), *orders, dice=dice)
    play(work, 1, *HELM)
    assert (ship.facing, ship.heading) == (read_facing("yaw 90.8952"),) * 2
    return ship, work


def test_p8_43_a_turn_in_orbit_is_an_offset_which_stays_while_the_heading_follows_the_orbit() -> None:
    turn = TurnOrdered(unit="Swift", impulse=2, turn=read_turn("yaw 1.5 pitch -1 roll 0.5"))
    ship, work = in_orbit(turn)
    facts = play(work, (2, 3), *HELM)
    assert codes(facts) == []
    assert ship.heading == read_facing("yaw 92.6856")  # 90 + 3 x 0.8952
    assert ship.facing == read_facing("yaw 94.1856 pitch 359 roll 0.5")
    assert ship.orbits is not None
    assert ship.orbits.offset == read_turn("yaw 1.5 pitch -1 roll 0.5")


def test_p8_43_the_ship_moves_along_its_heading_and_sees_by_its_facing() -> None:
    turns = [TurnOrdered(unit="Swift", impulse=number, turn=read_turn("yaw -1.5")) for number in range(2, 33)]
    turned, work = in_orbit(*turns)
    straight, other = in_orbit()
    for at in (work, other):
        play(at, range(2, 33), *HELM)
    assert turned.place == straight.place
    assert turned.heading == straight.heading == straight.facing
    seen, ahead = (bearing(ship.place, ship.facing, HAVEN.place) for ship in (turned, straight))
    assert seen is not None
    assert ahead is not None
    assert ahead.pitch == 0
    assert ahead.yaw == pytest.approx(900_000, abs=10_000)
    assert seen.yaw - ahead.yaw == 31 * 15_000  # the offset is to the right: the planet lies farther aft


@each_row(
    ("tac", "most"),
    [(None, "1.5"), ("sublight", "2"), ("warp", "7.5"), ("both", "9")],
)
def test_p8_43_a_turn_in_orbit_is_zero_energy_or_by_tactical_manoeuvres(tac: Manoeuvre | None, most: str) -> None:
    """P8.41 stops all warp movement: the orbit's speed 1 gives no turn mode (house)."""
    begun = [] if tac is None else [TacOrdered(unit="Swift", impulse=9, tac=tac)]
    for yaw, voided in ((parts(most), []), (parts(most) + 1, ["turn-too-wide"])):
        turn = TurnOrdered(unit="Swift", impulse=9, turn=Turn(yaw=yaw))
        ship, work = in_orbit(*begun, turn)
        assert [code for code, *_ in codes(play(work, range(2, 10), *HELM))] == voided
        assert ship.orbits is not None
        assert ship.orbits.offset == Turn(yaw=0 if voided else yaw)


def test_p8_43_a_high_energy_turn_in_orbit_is_an_offset_too() -> None:
    het = HetOrdered(unit="Swift", impulse=2, to=read_facing("yaw 270 pitch 350"))
    ship, work = in_orbit(het, dice=(1,))
    (turned,) = of(play(work, (2, 3), *HELM), HighEnergyTurned)
    assert turned.facing == read_facing("yaw 270 pitch 350")
    assert ship.orbits is not None
    assert ship.orbits.offset == read_turn("yaw 179.1048 pitch -10")  # from yaw 90.8952, before this impulse's turn
    assert ship.facing == read_facing("yaw 271.7904 pitch 350")
    assert ship.speed == 10_000


def test_p8_43_after_a_breakdown_the_dice_give_the_facing_and_the_offset_keeps_it() -> None:
    het = HetOrdered(unit="Swift", impulse=2, to=read_facing("yaw 270"))
    ship, work = in_orbit(het, dice=(6, 6, 6, 1, 1, 6, 6))  # pitch and roll 360 + 60, yaw 60 + 10
    play(work, 2, *HELM)
    assert ship.orbits is not None
    assert ship.orbits.offset == read_turn("yaw -20.8952 pitch 60 roll 60")
    assert ship.facing == read_facing("yaw 70.8952 pitch 60 roll 60")


def test_a_ship_that_leaves_its_orbit_flies_where_it_points() -> None:
    turn = TurnOrdered(unit="Swift", impulse=2, turn=read_turn("yaw 1.5"))
    ship, work = in_orbit(turn, leave(3))
    play(work, (2, 3), *HELM)
    assert ship.orbits is None
    assert ship.heading == ship.facing == read_facing("yaw 93.2904")


def test_in_an_inclined_orbit_the_offset_is_added_to_pitch_yaw_and_roll() -> None:
    """P8.43: "add that to the current facing"."""
    turn = TurnOrdered(unit="Swift", impulse=2, turn=read_turn("pitch 1.5 roll -1"))
    ship = unit("Swift", "0,0,2", "yaw 180 pitch 30")
    work = at_work(board(ship, HAVEN), orbit(), turn)
    play(work, (1, 2), *HELM)
    assert ship.orbits is not None
    assert ship.heading == along_orbit(read_facing("yaw 180 pitch 30"), 2 * 8_952)
    assert ship.facing == ship.heading.turned(read_turn("pitch 1.5 roll -1"))


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
