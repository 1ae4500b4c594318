from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.bearing import bearing
from sits_es.rules.sfb.sums.facings import Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.motion import impulse
from sits_es.rules.sfb.sums.places import Inertia, Place, exact, read_place
from sits_es.rules.sfb.sums.seeking import placed_facing, seek, towards
from tests.rules.sfb.sums.values import angles, facings, places
from tests.shared.rows import each_row


def test_a_drone_at_speed_20_turns_by_its_turn_mode_and_moves() -> None:
    sought = seek(Place(), read_facing("yaw 10"), read_place("3,0,2"), 200_000)
    assert sought.turn == read_turn("yaw 18.75")
    assert sought.moved.facing == read_facing("yaw 28.75")
    assert sought.moved.place == read_place("0.548,0,0.3006")
    assert (sought.exact, sought.impact) == (29_833, False)


@each_row(
    ("facing", "target", "turn"),
    [
        ("yaw 10", "3,0,2", "yaw 5"),  # 33.69 would be ahead
        ("yaw 33", "3,0,2", "yaw 0.6901"),
        ("yaw 33 pitch 350", "3,0,2", "yaw 0.6901 pitch 5"),
        ("yaw 350", "1,0,0", "yaw 5"),
        ("yaw 358", "1,0,0", "yaw 2"),
        ("yaw 180", "1,0,0", "yaw 5"),  # exactly halfway round: left
        ("yaw 180.0001", "1,0,0", "yaw 5"),
        ("yaw 179.9999", "1,0,0", "yaw -5"),
        ("yaw 33", "0,1,0", "pitch 5"),  # straight above: the yaw stays
        ("yaw 33 pitch 88", "0,1,0", "pitch 2"),
        ("yaw 33 pitch 300", "0,-1,0", "pitch -5"),
        ("pitch 100", "1,0,0", "pitch -5"),
        ("yaw 12 pitch 7", "0,0,0", "yaw 0"),  # in exactly the same place
        ("roll 90", "0,0,1", "yaw 5"),  # as recorded, whatever the roll
    ],
)
def test_a_seeking_weapon_turns_towards_its_target_up_to_its_limit(facing: str, target: str, turn: str) -> None:
    """F2.21."""
    assert towards(Place(), read_facing(facing), read_place(target), 50_000) == read_turn(turn)


@each_row(("speed", "yaw"), [(0, "1.5"), (10_000, "1.5"), (16_001, "1.5"), (17_000, "1.5937"), (320_000, "30")])
def test_its_limit_is_0_9375_of_its_speed_and_1_5_at_least(speed: int, yaw: str) -> None:
    """C3.31."""
    assert seek(Place(), Facing(), read_place("0,0,9"), speed).turn == read_turn(f"yaw {yaw}")


@each_row(("target", "far", "hits"), [(15_000, 10_000, False), (14_999, 9_999, True), (5_000, 0, True)])
def test_a_seeking_weapon_hits_nearer_than_a_hex_and_not_at_exactly_one(target: int, far: int, hits: bool) -> None:
    """F2.3."""
    sought = seek(Place(), Facing(), Place(target), 160_000)
    assert (sought.exact, sought.impact) == (far, hits)


def test_a_web_takes_from_speed_and_turn_of_a_seeking_weapon() -> None:
    """G10.511: speed 20 is 16 in a web of 4."""
    sought = seek(Place(), Facing(), read_place("0,0,9"), 200_000, Inertia(10**7), web=40_000)
    assert sought.turn == read_turn("yaw 15")
    assert sought.moved == impulse(Place(), read_facing("yaw 15"), 160_000)


def test_inertia_carries_a_seeking_weapon_too() -> None:
    assert seek(Place(), Facing(), read_place("9,0,0"), 0, Inertia(0, 32 * 10**7, 0)).moved.place == read_place("0,1,0")


def test_a_speed_below_0_and_a_web_above_35_are_refused() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        seek(Place(), Facing(), Place(1), -1, web=350_001)
    assert refusal.value.problems == (
        "Speed -0.0001 is not allowed. A warp speed is 0 or more: nothing moves astern (C1.43).",
        "A web of strength 35.0001 is not allowed. Webs have a strength of 0 to 35 (G10.3).",
    )


@each_row(
    ("facing", "target", "placed"),
    [
        ("yaw 10 roll 20", "3,0,2", "yaw 33.6901 roll 20"),
        ("yaw 10", "0,1,0", "yaw 10 pitch 90"),
        ("yaw 10 pitch 100", "-1,0,0", "yaw 180"),
        ("yaw 10 pitch 100 roll 3", "0,0,0", "yaw 10 pitch 100 roll 3"),
        ("yaw 0", "1,-1,0", "pitch 315"),
    ],
)
def test_a_weapon_is_placed_with_its_target_dead_ahead(facing: str, target: str, placed: str) -> None:
    """F1.24."""
    assert placed_facing(Place(), read_facing(facing), read_place(target)) == read_facing(placed)


@given(launcher=places, facing=facings, target=places)
def test_a_placed_weapon_sees_its_target_ahead(launcher: Place, facing: Facing, target: Place) -> None:
    assume(exact(launcher, target) > 10)
    seen = bearing(launcher, placed_facing(launcher, facing, target), target)
    assert seen is not None
    assert abs(seen.pitch) <= 1
    assert abs(seen.yaw) <= 1 or abs(seen.pitch) > 890_000


@given(weapon=places, facing=facings, target=places, most=st.integers(0, 300_000))
def test_no_turn_is_beyond_its_limit(weapon: Place, facing: Facing, target: Place, most: int) -> None:
    turn = towards(weapon, facing, target, most)
    assert max(abs(turn.pitch), abs(turn.yaw)) <= most
    assert turn.roll == 0


@given(yaw=angles, pitch=st.integers(-900_000, 900_000), target=places, speed=st.integers(80_000, 320_000))
def test_a_drone_that_can_reach_its_target_does(yaw: int, pitch: int, target: Place, speed: int) -> None:
    """A target that waits within eighty hexes, outside the circle in which a drone turns, is hit in four turns.

    Drones are placed with their targets ahead, so that none points beyond straight up or down.
    """
    target = Place(target.x % 400_000 + 30_000, target.y % 400_000, target.z % 400_000)
    place, facing = Place(), Facing().turned(Turn(pitch, yaw))
    for _ in range(400):
        sought = seek(place, facing, target, speed)
        place, facing = sought.moved.place, sought.moved.facing
        if sought.impact:
            return
    pytest.fail(f"still {sought.exact} km away")


def test_a_weapon_at_rest_turns_and_stays() -> None:
    sought = seek(Place(5, 6, 7), Facing(), Place(5, 6, 99_000), 0)
    assert (sought.moved.place, sought.turn) == (Place(5, 6, 7), Turn(yaw=15_000))
