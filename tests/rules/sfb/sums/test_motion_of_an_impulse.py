from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.facings import Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.limits import STRONGEST
from sits_es.rules.sfb.sums.motion import Moved, impulse, step, thrust_gain, webbed_speed
from sits_es.rules.sfb.sums.places import Inertia, Place, read_inertia, read_place
from tests.rules.sfb.sums.values import facings, inertias, places, speeds, turns
from tests.shared.rows import each_row


def test_yaw_60_at_speed_10_with_thrust_1() -> None:
    assert impulse(Place(), read_facing("yaw 60"), 100_000, thrust=10_000) == Moved(
        place=read_place("0.1567,0,0.2715"),
        facing=read_facing("yaw 60"),
        inertia=read_inertia("0.015625,0,0.0270633"),
        moved=Place(1567, 0, 2715),
    )


def test_in_a_web_of_2_5_a_unit_at_speed_5_loses_its_inertia_and_half_its_way() -> None:
    after = impulse(read_place("-1,0,0"), Facing(), 50_000, read_inertia("-0.5,0,0"), web=25_000)
    assert after.place == read_place("-0.9219,0,0")  # 781.25 km
    assert after.inertia == Inertia()


def test_a_point_of_thrust_for_32_impulses_is_one_hex_of_momentum() -> None:
    """C2.111."""
    place, inertia = Place(), Inertia()
    for _ in range(32):
        after = impulse(place, Facing(), 0, inertia, thrust=10_000)
        place, inertia = after.place, after.inertia
    assert inertia == read_inertia("1,0,0")
    # thrust counts in the impulse in which it is added: 1 + 2 + ... + 32 of 32 x 32 parts of a hex, each rounded
    assert place.x == pytest.approx(5156, abs=16)


def test_a_hex_of_momentum_keeps_a_unit_moving_where_it_pointed_then_whatever_it_points_to_now() -> None:
    """C1.22."""
    after = impulse(Place(), read_facing("yaw 90"), 0, read_inertia("1,0,0"))
    assert after.moved == Place(313, 0, 0)  # 312.5
    assert after.inertia == read_inertia("1,0,0")


def test_at_pitch_30_speed_10_climbs_a_tie_of_1562_5_km() -> None:
    assert step(read_facing("pitch 30"), 100_000) == Place(2706, 1563, 0)
    assert step(read_facing("pitch 330"), 100_000) == Place(2706, -1563, 0)


def test_at_pitch_36_and_yaw_72_a_unit_goes_exactly_a_quarter_of_its_way_north() -> None:
    assert step(read_facing("pitch 36 yaw 72"), 64).x == 1  # a quarter of 2 km is a tie
    assert step(read_facing("pitch 36 yaw 72"), 63).x == 0
    assert step(read_facing("pitch 36 yaw 72"), 320_000).x == 2500


def test_speed_15_makes_7_5008_hexes_in_16_impulses_since_each_is_rounded() -> None:
    """C12.21 says 7.5."""
    place = Place()
    for _ in range(16):
        place = impulse(place, Facing(), 150_000).place
    assert place == read_place("7.5008,0,0")


def test_speed_12_5_makes_125_000_km_in_a_turn() -> None:
    """C1.4 prints 150,000. An impulse is 3,906.25 km."""
    place = Place()
    for _ in range(32):
        place = impulse(place, Facing(), 125_000).place
    assert place == Place(124_992, 0, 0)


@each_row(
    ("facing", "way"),
    [
        ("yaw 0", (1000, 0, 0)),  # north
        ("yaw 90", (0, 0, 1000)),  # left is west
        ("pitch 90", (0, 1000, 0)),  # straight up
        ("pitch 90 yaw 77", (0, 1000, 0)),
        ("yaw 180", (-1000, 0, 0)),
        ("pitch 180", (-1000, 0, 0)),  # over the top
        ("pitch 100", (-174, 985, 0)),
        ("pitch -30 yaw 270 roll 45", (0, -500, -866)),
    ],
)
def test_a_unit_moves_where_it_points(facing: str, way: tuple[int, int, int]) -> None:
    """C1.12, C1.21."""
    assert step(read_facing(facing), 32_000) == Place(*way)


def test_a_unit_turns_first_then_thrusts_then_moves() -> None:
    after = impulse(Place(), Facing(), 320_000, thrust=10_000, turn=read_turn("yaw 90"))
    assert after == Moved(Place(0, 0, 10_010), read_facing("yaw 90"), read_inertia("0,0,0.03125"), Place(0, 0, 10_010))


def test_thrust_in_a_web_moves_a_unit_by_a_32nd_of_a_hex_a_point_and_leaves_no_inertia() -> None:
    """G10.511."""
    after = impulse(Place(), read_facing("yaw 90"), 0, read_inertia("3,2,1"), thrust=10_000, web=1)
    assert (after.moved, after.inertia) == (Place(0, 0, 313), Inertia())


@each_row(("speed", "web", "left"), [(50_000, 25_000, 25_000), (1, 1, 0), (1, 2, 0), (5, 0, 5)])
def test_a_web_takes_its_strength_from_the_speed_and_stops_what_is_slower(speed: int, web: int, left: int) -> None:
    assert webbed_speed(speed, web) == left


def test_thrust_gains_are_rounded_to_a_ten_millionth_of_a_hex() -> None:
    assert thrust_gain(read_facing("yaw 60"), 10_000) == Inertia(156_250, 0, 270_633)
    assert thrust_gain(read_facing("yaw 60"), 0) == Inertia()
    assert thrust_gain(read_facing("pitch 30"), 1) == Inertia(27, 16, 0)  # 15.625


@pytest.mark.parametrize(("thrust", "web", "speed"), [(0, 0, 0), (10_000, STRONGEST, 1)])
def test_limits_themselves_are_allowed(thrust: int, web: int, speed: int) -> None:
    impulse(Place(), Facing(), speed, thrust=thrust, web=web)


def test_what_is_beyond_its_limits_is_refused_at_once() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        impulse(Place(), Facing(), -15_000, thrust=10_001, web=350_001)
    assert refusal.value.problems == (
        "Speed -1.5 is not allowed. A warp speed is 0 or more: nothing moves astern (C1.43).",
        "Thrust 1.0001 is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111).",
        "A web of strength 35.0001 is not allowed. Webs have a strength of 0 to 35 (G10.3).",
    )
    with pytest.raises(NotAllowedError) as refusal:
        impulse(Place(), Facing(), 0, thrust=-1, web=-1)
    assert refusal.value.problems == (
        "Thrust -0.0001 is not allowed. Impulse thrust is 0 to 1 in a turn (C2.111).",
        "A web of strength -0.0001 is not allowed. Webs have a strength of 0 to 35 (G10.3).",
    )


@given(
    facing=facings, speed=speeds, inertia=inertias, thrust=st.integers(0, 10_000), turn=turns, one=places, other=places
)
def test_the_place_does_not_matter_to_the_movement(
    facing: Facing, speed: int, inertia: Inertia, thrust: int, turn: Turn, one: Place, other: Place
) -> None:
    here, there = (impulse(place, facing, speed, inertia, thrust, turn) for place in (one, other))
    assert (here.moved, here.facing, here.inertia) == (there.moved, there.facing, there.inertia)
    assert here.place - one == there.place - other == here.moved


@given(place=places, facing=facings, turn=turns)
def test_a_unit_at_rest_without_thrust_stays(place: Place, facing: Facing, turn: Turn) -> None:
    after = impulse(place, facing, 0, turn=turn)
    assert (after.place, after.inertia) == (place, Inertia())


@given(facing=facings, speed=speeds, inertia=inertias, turn=turns)
def test_without_thrust_and_web_inertia_stays(facing: Facing, speed: int, inertia: Inertia, turn: Turn) -> None:
    assert impulse(Place(), facing, speed, inertia, turn=turn).inertia == inertia


@given(facing=facings, speed=speeds, inertia=inertias)
def test_what_points_and_drifts_the_other_way_moves_the_other_way(facing: Facing, speed: int, inertia: Inertia) -> None:
    there = step(facing, speed, inertia)
    back = step(facing.turned(Turn(pitch=1_800_000)), speed, Inertia(-inertia.x, -inertia.y, -inertia.z))
    assert back == Place(-there.x, -there.y, -there.z)


@given(facing=facings, speed=speeds)
def test_no_movement_is_longer_than_the_speed_but_for_its_rounding(facing: Facing, speed: int) -> None:
    assert step(facing, speed).squared() ** 0.5 == pytest.approx(speed / 32, abs=0.9)
