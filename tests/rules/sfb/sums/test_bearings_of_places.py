from __future__ import annotations

import math

import mpmath  # type: ignore[import-untyped]
import pytest
from hypothesis import assume, given

from sits_es.rules.sfb.sums import bearing as room
from sits_es.rules.sfb.sums.bearing import Bearing, absolute, bearing, pitch_finely, yaw_finely
from sits_es.rules.sfb.sums.exact import by_digits
from sits_es.rules.sfb.sums.facings import Facing, read_facing
from sits_es.rules.sfb.sums.places import Place, exact, hex_range, read_place
from tests.rules.sfb.sums.values import angles, facings, level, places
from tests.shared.rows import each_row


@each_row(
    ("facing", "place", "yaw", "pitch"),
    [
        ("yaw 20 roll 90", "3,0.5,-1", 114_119, 378_792),
        ("yaw 0", "-2,0,1", 1_534_349, 0),
        ("yaw 0", "1,0,0", 0, 0),
        ("yaw 0", "0,0,1", 900_000, 0),  # west is left
        ("yaw 0", "0,0,-1", -900_000, 0),
        ("yaw 0", "-1,0,0", 1_800_000, 0),  # astern is 180, not -180
        ("yaw 0", "-1,0,-0.0001", -1_799_943, 0),
        ("yaw 0", "-200,0,-0.0001", 1_800_000, 0),  # rounded, it is astern
        ("yaw 0", "1,1,0", 0, 450_000),
        ("yaw 0", "0,1,0", 0, 900_000),  # straight above
        ("yaw 123", "0,-1,0", 0, -900_000),  # straight below
        ("yaw 90", "1,0,0", -900_000, 0),
        ("roll 90", "0,1,0", 900_000, 0),  # rolled right, what is above is to the left
        ("roll 90", "0,0,-1", 0, 900_000),  # and the top points right
        ("roll 180", "0,0,1", -900_000, 0),  # upside down, west is to the right
        ("pitch 90", "0,1,0", 0, 0),  # ahead
        ("pitch 90", "-1,0,0", 0, 900_000),
        ("pitch 90 yaw 90", "0,0,1", 0, -900_000),
        ("pitch 45", "-1,1,0", 0, 900_000),
        ("pitch 30 yaw 60 roll 15", "0.0001,0,0", -643_370, -9_934),
    ],
)
def test_a_place_is_seen_through_the_whole_attitude(facing: str, place: str, yaw: int, pitch: int) -> None:
    """C1.21."""
    assert bearing(Place(), read_facing(facing), read_place(place)) == Bearing(yaw, pitch)


@given(place=places, facing=facings)
def test_the_very_same_place_has_no_bearing(place: Place, facing: Facing) -> None:
    assert bearing(place, facing, place) is None
    assert absolute(place, place) is None


@given(one=places, other=places)
def test_range_is_the_same_from_both_ends(one: Place, other: Place) -> None:
    assert exact(one, other) == exact(other, one)
    assert hex_range(one, other) == hex_range(other, one) == exact(one, other) // 10_000


@given(one=places, other=places)
def test_absolute_bearings_are_reciprocal(one: Place, other: Place) -> None:
    there, back = absolute(one, other), absolute(other, one)
    if there is None or back is None:
        assert one == other
        return
    assert there.pitch == -back.pitch
    if (one.x, one.z) == (other.x, other.z):
        assert (there.yaw, back.yaw) == (0, 0)
    else:
        assert (there.yaw - back.yaw) % 3_600_000 == 1_800_000


@given(one=places, other=places, facing=level)
def test_a_level_unit_sees_the_absolute_yaw_less_its_own(one: Place, other: Place, facing: Facing) -> None:
    assume((one.x, one.z) != (other.x, other.z))
    seen, there = bearing(one, facing, other), absolute(one, other)
    assert seen is not None
    assert there is not None
    assert seen.pitch == there.pitch
    assert (seen.yaw + facing.yaw - there.yaw) % 3_600_000 == 0
    assert -1_800_000 < seen.yaw <= 1_800_000


@given(one=places, other=places, facing=facings)
def test_rolled_over_left_is_right_and_up_is_down(one: Place, other: Place, facing: Facing) -> None:
    seen = bearing(one, facing, other)
    over = bearing(one, Facing(facing.pitch, facing.yaw, (facing.roll + 1_800_000) % 3_600_000), other)
    if seen is None or over is None:
        assert one == other
        return
    assert over.pitch == -seen.pitch
    assert over.yaw % 3_600_000 == -seen.yaw % 3_600_000


@given(one=places, other=places, pitch=angles, yaw=angles, roll=angles)
def test_two_ways_to_write_one_attitude_see_the_same(one: Place, other: Place, pitch: int, yaw: int, roll: int) -> None:
    over_the_top = Facing(
        (1_800_000 - pitch) % 3_600_000, (yaw + 1_800_000) % 3_600_000, (roll + 1_800_000) % 3_600_000
    )
    assert bearing(one, Facing(pitch, yaw, roll), other) == bearing(one, over_the_top, other)


@given(one=places, other=places, facing=facings)
def test_floats_and_digits_give_one_bearing(one: Place, other: Place, facing: Facing) -> None:
    seen = bearing(one, facing, other)
    assume(seen is not None)
    way = other - one
    yaw = by_digits(lambda digits: yaw_finely(digits, way, facing))
    pitch = by_digits(lambda digits: pitch_finely(digits, way, facing))
    assert seen == Bearing(1_800_000 if yaw == -1_800_000 else yaw, pitch)


def test_a_target_far_off_and_almost_straight_above_needs_digits(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(digits: mpmath.MPContext, way: Place, facing: Facing) -> object:
        asked.append(digits.dps)
        return yaw_finely(digits, way, facing)

    monkeypatch.setattr(room, "yaw_finely", noted)
    tilted = read_facing("pitch 45 yaw 90")
    assert bearing(Place(), tilted, Place(3, 10**9, 1 - 10**9)) == Bearing(-767_373, 900_000)
    assert asked == [30]
    # 3 to the right and half the root of 2 ahead
    assert math.degrees(math.atan2(3, 0.5**0.5)) == pytest.approx(76.7373, abs=0.00005)


def test_straight_above_needs_all_digits_where_floats_miss_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A sine that is off in its last digit leaves a trace of a way across, which digits show to be none."""
    plain = room.axes
    monkeypatch.setattr(room, "axes", lambda facing: tuple(part + 1e-16 for part in plain(facing)))
    tilted = read_facing("pitch 45 yaw 90")
    assert bearing(Place(), tilted, Place(0, 7, -7)) == Bearing(0, 900_000)
    assert bearing(Place(), tilted, Place(0, -7, 7)) == Bearing(0, -900_000)


@pytest.mark.parametrize("yaw", ["0", "33.3"])
@pytest.mark.parametrize(("level", "up"), [("", 1), ("roll 180", -1), ("pitch 180", -1), ("pitch 180 roll 180", 1)])
def test_straight_above_and_below_a_level_unit_is_told_at_once(
    level: str, up: int, yaw: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    facing = read_facing(f"yaw {yaw} {level}")
    for y in (-7, 1, 10**6):
        way = Place(0, y, 0)
        pitch = by_digits(lambda digits, way=way: pitch_finely(digits, way, facing))  # type: ignore[misc]
        with monkeypatch.context() as without:
            without.delattr(room, "by_digits")
            assert bearing(Place(), facing, way) == Bearing(0, pitch)
        assert pitch == (900_000 if y * up > 0 else -900_000)


def test_a_bearing_says_itself_in_degrees() -> None:
    assert str(Bearing(-15_000, 378_792)) == "yaw -1.5 pitch 37.8792"
