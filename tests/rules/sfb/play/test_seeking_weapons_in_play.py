"""Drones and torpedoes: they turn towards where the target is now, move last, and hit nearer than a hex.

Rule: F2.123, F2.21, F2.3, F4.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sits_es.rules.sfb.board import Unit
from sits_es.rules.sfb.launching.facts import LaunchOrdered, SeekerLaunched, SeekerSpent, SeekerStruck
from sits_es.rules.sfb.launching.rules import seek
from sits_es.rules.sfb.motion.facts import UnitMoved
from sits_es.rules.sfb.motion.rules import move
from sits_es.rules.sfb.procedure import IMPULSE, meet
from sits_es.rules.sfb.spheres.facts import ExplosionFelt, ExplosionMade
from sits_es.rules.sfb.sums.facings import Facing, read_facing, read_turn
from sits_es.rules.sfb.sums.numbers import WHOLE
from sits_es.rules.sfb.sums.places import Place, exact
from sits_es.rules.sfb.sums.seeking import placed_facing
from sits_es.rules.sfb.terrain.facts import PlanetReached
from sits_es.rules.sfb.turns.facts import UnitTurned
from sits_es.rules.sfb.webs.facts import UnitTrapped
from tests.rules.sfb.boards import at_work, board, body, card, of, play, unit, web

MOVES = (move, seek, meet)


def drone(name: str = "Drone-1", at: str = "0,0,0", facing: str = "yaw 0", kind: str = "Drone", **more: Any) -> Unit:
    """A drone of speed 20 after Kestrel."""
    return unit(name, at, facing, kind, speed="20", **{"target": "Kestrel", **more})


def test_a_drone_turns_up_to_its_turn_mode_towards_where_its_target_is_now() -> None:
    seeker = drone(facing="yaw 10")
    facts = play(at_work(board(seeker, unit("Kestrel", "3,0,2"))), 1, *MOVES)
    assert of(facts, UnitTurned) == [
        UnitTurned(
            unit="Drone-1",
            cause="seek",
            turn=read_turn("yaw 18.75"),
            facing=read_facing("yaw 28.75"),
            limit=187_500,
        )
    ]
    assert seeker.place == Place(5_480, 0, 3_006)


def test_seeking_weapons_move_after_all_other_units() -> None:
    # before Kestrel's movement it was a hex to the north, now it is level with the drone to the west
    seeker = drone(facing="yaw 0")
    on = board(seeker, unit("Kestrel", "1,0,0.5", "yaw 180", speed="32"))
    (turned,) = of(play(at_work(on), 1, move, seek), UnitTurned)
    assert turned.turn == read_turn("yaw 18.75")
    names = [fact.unit for fact in of(play(at_work(on), 2, *MOVES), UnitMoved)]
    assert names == ["Kestrel", "Drone-1"]


def test_a_drone_reaches_a_target_that_is_not_faster_than_itself() -> None:
    seeker = drone(facing="yaw 180")
    kestrel = unit("Kestrel", "6,1,-2", "yaw 45 pitch 10", speed="12", inertia="0,0,-0.5")
    facts = play(at_work(board(seeker, kestrel)), range(1, 33), *MOVES)
    facts += play(at_work(board(seeker, kestrel, turn=2)), range(1, 33), *MOVES) if seeker.out else []
    (struck,) = of(facts, SeekerStruck)
    assert (struck.unit, struck.target) == ("Drone-1", "Kestrel")
    assert struck.exact < 10_000
    assert seeker.gone == "impact"


@settings(max_examples=60, deadline=None)
@given(
    at=st.tuples(*[st.integers(-150_000, 150_000)] * 3),
    speed=st.integers(0, 14),
    heading=st.tuples(*[st.integers(0, 35)] * 2),
    roll=st.integers(0, 35),
)
def test_a_drone_that_can_reach_its_target_does(
    at: tuple[int, int, int], speed: int, heading: tuple[int, int], roll: int
) -> None:
    # it is placed with its target dead ahead (F1.24), and is faster: so it never has it within its turning circle
    seeker = drone()
    seeker.facing = placed_facing(Place(), Facing(roll=10 * roll * WHOLE), Place(*at))
    kestrel = unit("Kestrel", Place(*at), f"pitch {10 * heading[0]} yaw {10 * heading[1]}", speed=str(speed))
    on = board(seeker, kestrel, cards=[card("Drone", endurance=0)])
    for turn in range(1, 6):
        on.turn = turn
        facts = play(at_work(on), range(1, 33), *MOVES)
        if of(facts, SeekerStruck):
            return
    raise AssertionError("The drone flew for five turns and hit nothing.")


def test_a_target_that_rests_inside_its_turning_circle_is_out_of_a_drones_reach() -> None:
    on = board(drone(), unit("Kestrel", "0,0,1.2"))
    assert not of(play(at_work(on), range(1, 33), *MOVES), SeekerStruck)


@pytest.mark.parametrize(("away", "hits"), [("1.6249", True), ("1.625", False)])
def test_a_drone_hits_nearer_than_one_hex_and_not_at_exactly_one(away: str, hits: bool) -> None:
    on = board(drone(), unit("Kestrel", f"{away},0,0"))
    facts = play(at_work(on), 1, *MOVES)
    assert [fact.exact for fact in of(facts, SeekerStruck)] == ([9_999] if hits else [])


def test_a_drone_with_a_strength_of_its_own_explodes_where_it_struck() -> None:
    on = board(drone(kind="Warhead"), unit("Kestrel", "1.125,0,0"))
    facts = play(at_work(on), 1, *MOVES)
    assert [fact.unit for fact in of(facts, SeekerStruck)] == ["Drone-1"]
    assert of(facts, ExplosionMade) == [
        ExplosionMade(source="Drone-1", place=Place(6_250, 0, 0), strength=120_000, cause="seeking")
    ]
    assert [(fact.unit, fact.damage) for fact in of(facts, ExplosionFelt)] == [("Kestrel", 48)]


def test_drones_that_strike_in_the_same_impulse_all_strike_before_any_explodes() -> None:
    on = board(*(drone(f"Drone-{number}", kind="Warhead") for number in (1, 2)), unit("Kestrel", "1.125,0,0"))
    names = [type(fact).__name__ for fact in play(at_work(on), 1, *MOVES)]
    assert [name for name in names if name in ("SeekerStruck", "ExplosionMade")] == [
        "SeekerStruck",
        "SeekerStruck",
        "ExplosionMade",
        "ExplosionMade",
    ]


def test_a_drone_whose_target_is_gone_is_spent() -> None:
    on = board(drone(), unit("Kestrel", "9,0,0", gone="lost"))
    facts = play(at_work(on), 1, *MOVES)
    assert of(facts, SeekerSpent) == [SeekerSpent(unit="Drone-1", cause="target")]
    assert not of(facts, UnitMoved)


def test_a_ballistic_weapon_flies_straight_on() -> None:
    seeker = drone(target=None, aim=Place(0, 0, 50_000), facing="yaw 45")
    facts = play(at_work(board(seeker, unit("Kestrel", "5,0,-5"))), range(1, 33), *MOVES)
    assert not of(facts, UnitTurned)
    assert len({fact.moved for fact in of(facts, UnitMoved)}) == 1


def test_a_weapon_flies_as_many_impulses_as_its_card_says_and_may_still_hit_in_the_last() -> None:
    short = card("Drone", endurance=3)
    on = board(drone(), unit("Kestrel", "9,0,0"), cards=[short])
    facts = play(at_work(on), range(1, 6), *MOVES)
    assert len(of(facts, UnitMoved)) == 3
    assert of(facts, SeekerSpent) == [SeekerSpent(unit="Drone-1", cause="endurance")]
    near = board(drone(), unit("Kestrel", "2.8,0,0"), cards=[short])
    assert len(of(play(at_work(near), range(1, 6), *MOVES), SeekerStruck)) == 1


def test_a_weapon_turns_and_moves_for_the_first_time_in_the_impulse_after_its_launch() -> None:
    on = board(unit("Swift"), unit("Kestrel", "9,0,1"))
    launch = LaunchOrdered(unit="Swift", impulse=4, launcher="drone-rack", target="Kestrel")
    work = at_work(on, launch)
    (launched,) = of(play(work, 4, *IMPULSE), SeekerLaunched)
    assert (launched.place, on.units[launched.seeker].place) == (Place(), Place())
    assert [fact.unit for fact in of(play(work, 5, *IMPULSE), UnitMoved)] == [launched.seeker]


def test_webs_hold_seeking_weapons() -> None:
    seeker = drone(at="-2,0,0", inertia="0,0,0")
    on = board(
        seeker, unit("Kestrel", "9,0,0"), web("web-1", "1", "2", strength="20", points={"1": "0,0,-1", "2": "0,0,1"})
    )
    facts = play(at_work(on), range(1, 5), *MOVES)
    assert [fact.unit for fact in of(facts, UnitTrapped)] == ["Drone-1"]
    assert seeker.place == Place(-20_000 + 6_250, 0, 0)


def test_a_planet_in_the_way_stops_a_drone_before_it_reaches_what_is_behind() -> None:
    on = board(drone(), unit("Kestrel", "2.2,0,0"), body("Haven", "1.5,0,0", radius="0.5"))
    facts = play(at_work(on), range(1, 33), *MOVES)
    assert [(fact.unit, fact.body) for fact in of(facts, PlanetReached)] == [("Drone-1", "Haven")]
    assert of(facts, SeekerSpent) == [SeekerSpent(unit="Drone-1", cause="planet")]
    assert not of(facts, SeekerStruck)


def test_weapons_that_seek_one_another_meet_the_same_way_whatever_their_names() -> None:
    def chase(first: str, second: str) -> tuple[Place, Place]:
        one = drone(first, "0,0,0", "yaw 90", target=second)
        other = drone(second, "4,0,0", "yaw 270", target=first)
        play(at_work(board(one, other)), range(1, 5), move, seek)
        return one.place, other.place

    assert chase("A", "B") == chase("B", "A")
    assert exact(*chase("A", "B")) < 40_000


@pytest.mark.parametrize("name", ["Adder", "Zephyr"])
def test_a_weapon_that_strikes_is_struck_in_the_same_impulse_whatever_the_names(name: str) -> None:
    hunter = drone(name, "0.5,0,0", target="Dart")
    hunted = drone("Dart", "0.2,0,0")
    facts = play(at_work(board(hunter, hunted, unit("Kestrel", "0,0,0"))), 1, meet)
    assert {(fact.unit, fact.target) for fact in of(facts, SeekerStruck)} == {(name, "Dart"), ("Dart", "Kestrel")}
