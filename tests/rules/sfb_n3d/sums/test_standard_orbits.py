from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb_n3d.sums.bearing import bearing
from sits_es.rules.sfb_n3d.sums.facings import Facing, Turn, read_facing
from sits_es.rules.sfb_n3d.sums.motion import impulse
from sits_es.rules.sfb_n3d.sums.orbits import Orbit, PlanetSide, each_turn, orbit
from sits_es.rules.sfb_n3d.sums.places import Place, exact, read_place
from tests.shared.rows import each_row

SIDES: list[PlanetSide] = ["left", "right"]


def test_two_hexes_from_a_planet_on_the_right_a_ship_turns_0_8952_to_the_right() -> None:
    found = orbit(Place(), read_place("2,0,0"), "right")
    assert found == Orbit(exact=20_000, speed=10_000, yaw=2_700_000, turn=-8_952)
    assert found.facing == read_facing("yaw 270")


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
def test_the_facing_and_the_turn_of_an_orbit(ship: str, side: PlanetSide, yaw: int, turn: int) -> None:
    """P8.411, P8.413."""
    found = orbit(Place(), read_place(ship), side)
    assert (found.yaw, found.turn) == (yaw, turn)


@given(
    planet=st.builds(Place, x=st.integers(-9, 9), y=st.integers(-9, 9), z=st.integers(-9, 9)),
    x=st.integers(-30_000, 30_000),
    z=st.integers(-30_000, 30_000),
    side=st.sampled_from(SIDES),
)
def test_the_planet_is_abeam_and_level(planet: Place, x: int, z: int, side: PlanetSide) -> None:
    """P8.411."""
    assume(0 < x * x + z * z <= 30_000**2)
    ship = planet + Place(x, 0, z)
    seen = bearing(ship, orbit(planet, ship, side).facing, planet)
    assert seen is not None
    assert abs(seen.yaw - (900_000 if side == "left" else -900_000)) <= 0
    assert seen.pitch == 0


@each_row("side", SIDES)
@each_row("hexes", ["0.5,0,0", "2,0,0", "0,0,-3"])
def test_speed_1_stays_on_the_circle(hexes: str, side: PlanetSide) -> None:
    """P8.21: in ten turns the range changes by less than a hundredth of a hex."""
    ship = read_place(hexes)
    found = orbit(Place(), ship, side)
    place, facing = ship, found.facing
    for _ in range(320):
        after = impulse(place, facing, found.speed, turn=Turn(yaw=found.turn))
        place, facing = after.place, after.facing
        assert exact(Place(), place) == pytest.approx(found.exact, abs=200)


@given(squared=st.integers(1, 900_000_000))
def test_the_turn_is_5_625_by_range_times_pi(squared: int) -> None:
    assert each_turn(squared) == pytest.approx(5.625 / (squared**0.5 / 10_000 * 3.141592653589793) * 10_000, abs=0.501)


@each_row(
    ("planet", "ship", "problems"),
    [
        ("0,0,0", "3.0001,0,0", ("The planet is 3.0001 hexes away. An orbit is within three hexes, exactly (P8.41).",)),
        (
            "0,0,0",
            "3,0,0.0001",
            (
                (
                    "The planet is a part of a kilometre more than 3 hexes away. "
                    "An orbit is within three hexes, exactly (P8.41)."
                ),
            ),
        ),
        (
            "1,2,0",
            "0,1.9999,9",
            (
                "The planet is 9.0553 hexes away. An orbit is within three hexes, exactly (P8.41).",
                "The planet has Y 2, the ship 1.9999. A ship in orbit is level with its planet: the same Y (P8.41).",
            ),
        ),
        ("1,2,3", "1,2,3", ("The planet has the ship in its very middle. An orbit goes round it (P8.41).",)),
    ],
)
def test_an_orbit_too_far_not_level_or_of_no_radius_is_refused(
    planet: str, ship: str, problems: tuple[str, ...]
) -> None:
    with pytest.raises(NotAllowedError) as refusal:
        orbit(read_place(planet), read_place(ship))
    assert refusal.value.problems == problems


def test_exactly_three_hexes_is_within_reach() -> None:
    assert orbit(Place(), Place(30_000)).exact == 30_000
    assert orbit(Place(), Place(18_000, 0, 24_000)).facing == Facing(yaw=1_431_301)
