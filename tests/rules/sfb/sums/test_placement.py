from __future__ import annotations

from sits_es.rules.sfb.sums.numbers import RADIUS_WHOLE
from sits_es.rules.sfb.sums.placement import star_problems, station_problems
from sits_es.rules.sfb.sums.places import Place, read_place

LEFT, RIGHT = read_place("-1000,0,0"), read_place("1000,0,0")


def test_s3d3_2_a_star_stands_in_the_middle_and_has_a_radius() -> None:
    assert list(star_problems(Place(), 70 * RADIUS_WHOLE)) == []
    assert list(star_problems(read_place("0,1,0"), 0)) == [
        "The star is at 0,1,0. Place it at 0,0,0 (S3D3.2).",
        "The star has no radius. Give it a radius above 0; our sun's is about 70 (S3D3.2).",
    ]


def test_s3d3_3_battle_stations_stand_on_their_side_1_000_hexes_apart() -> None:
    stations = {"North": read_place("10,0,0"), "South": read_place("10,0,1000"), "Top": read_place("10,1000,0")}
    assert list(station_problems(stations, RIGHT)) == []


def test_every_station_that_stands_wrong_is_named() -> None:
    stations = {"North": read_place("0,0,0"), "South": read_place("10,0,999.9"), "Top": read_place("-1,3000,0")}
    assert list(station_problems(stations, LEFT)) == [
        "North: 0,0,0 is not on its side of the border. Give it an X below 0 (S3D3.3).",
        "South: 10,0,999.9 is not on its side of the border. Give it an X below 0 (S3D3.3).",
        "North and South are 999.95 hexes apart. Place them at least 1000 hexes apart (S3D3.3).",
    ]
    assert list(station_problems({"Top": read_place("-1,3000,0")}, RIGHT)) == [
        "Top: -1,3000,0 is not on its side of the border. Give it an X above 0 (S3D3.3)."
    ]
