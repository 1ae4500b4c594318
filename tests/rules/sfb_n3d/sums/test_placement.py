from __future__ import annotations

import pytest

from sits_es.rules.sfb_n3d.sums.placement import (
    ENTRY,
    FLEET_BPV,
    FLEETS,
    STAR_BASES,
    SUN,
    fleet_problems,
    star_problems,
    station_problems,
)
from sits_es.rules.sfb_n3d.sums.places import Place, read_place


def test_s3d2_1_the_fleets_are_placed_around_100_and_minus_100() -> None:
    assert [str(middle) for middle in FLEETS] == ["100,0,0", "-100,0,0"]


@pytest.mark.parametrize("place", ["100,0,0", "70,0,0", "100,-30,0", "110,20,20", "100,30,0"])
def test_a_fleet_is_placed_within_thirty_hexes(place: str) -> None:
    assert list(fleet_problems("Hawk", read_place(place), FLEETS[0])) == []


def test_a_unit_farther_from_its_fleet_is_refused() -> None:
    assert list(fleet_problems("Hawk", read_place("-69.9999,0,0"), FLEETS[1])) == [
        "Hawk: -69.9999,0,0 is 30.0001 hexes from -100,0,0. Place it within 30 hexes (S3D2.1)."
    ]


def test_s3d3_2_a_star_stands_in_the_middle_and_has_a_radius() -> None:
    assert list(star_problems(Place(), SUN)) == []
    assert list(star_problems(read_place("0,1,0"), 0)) == [
        "The star is at 0,1,0. Place it at 0,0,0 (S3D3.2).",
        "The star has no radius. Give it one above 0; our sun's is about 70 (S3D3.2).",
    ]


def test_s3d3_2_an_attacker_can_be_written_10_000_hexes_outside() -> None:
    assert read_place("10000,0,0") == Place(ENTRY)


def test_s3d3_3_star_bases_stand_on_both_sides_of_the_border() -> None:
    assert [str(base) for base in STAR_BASES] == ["-1000,0,0", "1000,0,0"]
    assert FLEET_BPV == 1_500


def test_s3d3_3_battle_stations_stand_on_their_side_1_000_hexes_apart() -> None:
    stations = {"North": read_place("10,0,0"), "South": read_place("10,0,1000"), "Top": read_place("10,1000,0")}
    assert list(station_problems(stations, STAR_BASES[1])) == []


def test_every_station_that_stands_wrong_is_named() -> None:
    stations = {"North": read_place("0,0,0"), "South": read_place("10,0,999.9"), "Top": read_place("-1,3000,0")}
    assert list(station_problems(stations, STAR_BASES[0])) == [
        "North: 0,0,0 is not on its side of the border. Give it an X below 0 (S3D3.3).",
        "South: 10,0,999.9 is not on its side of the border. Give it an X below 0 (S3D3.3).",
        "North and South are 999.95 hexes apart. Place them 1000 or more from each other (S3D3.3).",
    ]
    assert list(station_problems({"Top": read_place("-1,3000,0")}, STAR_BASES[1])) == [
        "Top: -1,3000,0 is not on its side of the border. Give it an X above 0 (S3D3.3)."
    ]
