from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.bearing import axes, bearing
from sits_es.rules.sfb.sums.facings import Facing, Turn, read_facing, read_turn
from sits_es.rules.sfb.sums.motion import step
from sits_es.rules.sfb.sums.numbers import FULL_TURN
from sits_es.rules.sfb.sums.orbits import Orbit, PlanetSide, along_orbit, each_turn, orbit
from sits_es.rules.sfb.sums.places import Place, exact, read_place
from tests.shared.rows import each_row

SIDES: list[PlanetSide] = ["left", "right"]


LEVEL = Facing()
HEADINGS = st.builds(
    Facing,
    pitch=st.integers(0, FULL_TURN - 1) | st.just(0) | st.just(900_000),
    yaw=st.integers(0, FULL_TURN - 1) | st.sampled_from([0, 900_000, 1_350_000]),
    roll=st.integers(0, FULL_TURN - 1) | st.just(0),
)


def test_two_hexes_from_a_planet_on_the_right_a_ship_turns_0_8952_to_the_right() -> None:
    found = orbit(Place(), read_place("2,0,0"), LEVEL, "right")
    assert found == Orbit(exact=20_000, speed=10_000, facing=read_facing("yaw 270"), turn=-8_952)


@each_row(
    ("ship", "side", "yaw", "turn"),
    [
        ("2,0,0", "left", 900_000, 8_952),
        ("1,0,0", "left", 900_000, 17_905),
        ("0,0,3", "left", 1_800_000, 5_968),
        ("0,0,3", "right", 0, -5_968),
        ("-0.5,0,0", "left", 2_700_000, 35_810),
        ("1,0,1", "left", 1_350_000, 12_661),  # of the root of 2, not of 1.4142
        ("0.0001,0,0", "left", 900_000, 179_049_311),
    ],
)
def test_the_facing_and_the_turn_of_a_level_orbit(ship: str, side: PlanetSide, yaw: int, turn: int) -> None:
    """P8.411, P8.413: whichever way a level ship looks."""
    for heading in ("yaw 0", "yaw 77", "yaw 180", "yaw 300.0001"):
        found = orbit(Place(), read_place(ship), read_facing(heading), side)
        assert (found.facing, found.turn) == (Facing(yaw=yaw), turn)


@each_row(
    ("ship", "heading", "side", "facing"),
    [
        # the body lies abeam, and the ship climbs: its orbit does
        ("0,0,2", "yaw 180 pitch 30", "left", "yaw 180 pitch 30"),
        ("0,0,2", "yaw 180 pitch 30 roll 20", "left", "yaw 180 pitch 30"),
        # with the body on the other side it goes round the other way, in the same plane, top up
        ("0,0,2", "yaw 180 pitch 30", "right", "yaw 0 pitch 330"),
        # a nose that isn't square to the body yet is turned within the plane
        ("2,0,0", "yaw 77 pitch 30", "left", "yaw 90 pitch 30.6483"),
        # body straight below: the ship goes on, and lies on its side
        ("0,2,0", "yaw 40", "left", "yaw 40 roll 270"),
        ("0,2,0", "yaw 40", "right", "yaw 40 roll 90"),
        ("0,-2,0", "yaw 40", "left", "yaw 40 roll 90"),
        # body ahead, and the nose above it: over the top
        ("-2,0,0", "pitch 20", "left", "yaw 270 pitch 90"),
        ("-2,0,0", "pitch 20", "right", "yaw 90 pitch 90"),
        ("-2,0,0", "pitch -20", "right", "yaw 90 pitch 270"),
        # straight at it, or straight away: about its own top
        ("-2,0,0", "yaw 0", "left", "yaw 270"),
        ("2,0,0", "yaw 0", "left", "yaw 90"),
        ("-2,0,0", "roll 90", "left", "pitch 270 yaw 270"),
        ("0,0,2", "yaw 270 roll 30", "right", "yaw 0 pitch 30"),
    ],
)
def test_an_orbit_runs_in_the_plane_of_the_body_the_ship_and_its_heading(
    ship: str, heading: str, side: PlanetSide, facing: str
) -> None:
    """P8.41, P8.411, house."""
    found = orbit(Place(), read_place(ship), read_facing(heading), side).facing
    seen = bearing(read_place(ship), found, Place())
    assert seen is not None
    assert (seen.yaw, seen.pitch) == (900_000 if side == "left" else -900_000, 0)
    assert (found.pitch, found.yaw) == (read_facing(facing).pitch, read_facing(facing).yaw)


@given(
    x=st.integers(-17_000, 17_000),
    y=st.integers(-17_000, 17_000),
    z=st.integers(-17_000, 17_000),
    heading=HEADINGS,
    side=st.sampled_from(SIDES),
)
def test_the_body_is_abeam_at_yaw_90_and_pitch_0(x: int, y: int, z: int, heading: Facing, side: PlanetSide) -> None:
    """P8.411: but for the rounding of three angles."""
    assume(x or y or z)
    ship = Place(x, y, z)
    seen = bearing(ship, orbit(Place(), ship, heading, side).facing, Place())
    assert seen is not None
    assert abs(seen.yaw - (900_000 if side == "left" else -900_000)) <= 2
    assert abs(seen.pitch) <= 2


@given(
    place=st.tuples(*[st.integers(-17_000, 17_000)] * 3),
    heading=HEADINGS,
    side=st.sampled_from(SIDES),
)
def test_the_nose_stays_in_the_plane(place: tuple[int, int, int], heading: Facing, side: PlanetSide) -> None:
    """House: what is square to the body and to the old heading is square to the new one."""
    ship = Place(*place)
    assume(exact(Place(), ship) > 100)
    seen = bearing(ship, heading, Place())
    assert seen is not None
    assume(abs(seen.pitch) > 10_000 or 10_000 < abs(seen.yaw) < 1_790_000)
    old, new = axes(heading)[:3], axes(orbit(Place(), ship, heading, side).facing)[:3]
    a, b, c = ship.y * old[2] - ship.z * old[1], ship.z * old[0] - ship.x * old[2], ship.x * old[1] - ship.y * old[0]
    square = (a * a + b * b + c * c) ** 0.5
    assert abs(a * new[0] + b * new[1] + c * new[2]) / square < 1e-4


@each_row("side", SIDES)
@each_row("heading", ["yaw 0", "yaw 77 pitch 30 roll 20", "pitch 90", "yaw 225 pitch -60 roll 200"])
@each_row("hexes", ["0.5,0,0", "2,0,0", "0,0,-3", "0,2,0", "1,1,1"])
def test_speed_1_stays_on_the_circle(hexes: str, heading: str, side: PlanetSide) -> None:
    """P8.21: in ten turns the range changes by less than three hundredths of a hex, whichever way the plane lies."""
    ship = read_place(hexes)
    found = orbit(Place(), ship, read_facing(heading), side)
    place = ship
    for number in range(1, 321):
        place = place + step(along_orbit(found.facing, number * found.turn), found.speed)
        assert exact(Place(), place) == pytest.approx(found.exact, abs=300)


@given(yaw=st.integers(0, FULL_TURN - 1), turned=st.integers(-9_999_999, 9_999_999), upright=st.booleans())
def test_in_a_level_orbit_the_yaw_turns_alone(yaw: int, turned: int, upright: bool) -> None:
    """P8.413."""
    entered = Facing(yaw=yaw, roll=0 if upright else FULL_TURN // 2)
    assert along_orbit(entered, turned) == entered.turned(Turn(yaw=turned if upright else -turned))


@each_row(
    ("entered", "turned", "facing"),
    [
        ("yaw 40 roll 270", "90", "pitch 270 yaw 130"),  # the body below: straight down at a quarter of the way
        ("yaw 40 roll 270", "180", "yaw 220 roll 90"),
        ("yaw 40 roll 270", "30", "yaw 40 pitch 330 roll 270"),
        ("yaw 180 pitch 30", "90", "yaw 270"),  # the inclined orbit is level a quarter on
    ],
)
def test_in_an_inclined_orbit_the_heading_comes_round_within_the_plane(entered: str, turned: str, facing: str) -> None:
    found = along_orbit(read_facing(entered), read_turn(f"yaw {turned}").yaw)
    assert (found.pitch, found.yaw) == (read_facing(facing).pitch, read_facing(facing).yaw)


def test_digits_decide_where_floats_do_not() -> None:
    """A heading that all but points at the body: a ten-thousandth of a degree off."""
    found = orbit(Place(), Place(-20_000), Facing(pitch=1), "left")
    assert found.facing == Facing(pitch=900_000, yaw=2_700_000)


@given(squared=st.integers(1, 900_000_000))
def test_the_turn_is_5_625_by_range_times_pi(squared: int) -> None:
    assert each_turn(squared) == pytest.approx(5.625 / (squared**0.5 / 10_000 * 3.141592653589793) * 10_000, abs=0.501)


@each_row(
    ("planet", "ship", "problems"),
    [
        (
            "0,0,0",
            "3.0001,0,0",
            ("The planet is 3.0001 hexes away. An orbit is within three hexes, measured exactly (P8.41).",),
        ),
        (
            "0,0,0",
            "3,0,0.0001",
            (
                (
                    "The planet is a part of a kilometre more than 3 hexes away. "
                    "An orbit is within three hexes, measured exactly (P8.41)."
                ),
            ),
        ),
        (
            "1,2,0",
            "0,1.9999,9",
            ("The planet is 9.0553 hexes away. An orbit is within three hexes, measured exactly (P8.41).",),
        ),
        (
            "1,2,3",
            "1,2,3",
            ("The planet's middle is exactly where the ship is. An orbit goes round the middle (P8.41).",),
        ),
    ],
)
def test_an_orbit_too_far_or_of_no_radius_is_refused(planet: str, ship: str, problems: tuple[str, ...]) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        orbit(read_place(planet), read_place(ship))
    assert refusal.value.problems == problems


def test_exactly_three_hexes_is_within_reach() -> None:
    assert orbit(Place(), Place(30_000)).exact == 30_000
    assert orbit(Place(), Place(18_000, 0, 24_000)).facing == Facing(yaw=1_431_301)
    assert orbit(Place(), Place(10_000, 20_000, -20_000)).exact == 30_000
