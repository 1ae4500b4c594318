"""Bearing and range: sits rules 3; flyer, "Calculating Bearing and Range"."""

from __future__ import annotations

from math import isqrt

from hypothesis import given
from hypothesis import strategies as st

from sits_es.space.avid import Window, centre, opposite, ring_of
from sits_es.space.bearing import Bearing, bearing, bearing_between, ralt, ring_seen
from sits_es.space.hexes import STILL, HexVector, Position
from sits_es.space.sphere import angle
from sits_es.space.vectors import read_vectors
from tests.shared.rows import each_row

numbers = st.integers(-60, 60)
vectors = st.builds(HexVector, a=numbers, c=numbers, up=numbers)


def seen(text: str) -> Bearing:
    return bearing(read_vectors(text).net())


def test_the_flyers_target_6_hexes_away_and_3_above_is_in_the_blue_ring_at_range_6() -> None:
    assert seen("5B 1C 3+") == Bearing(range=6, ring="blue", window=Window("B+"), hexes=6, levels=3)


def test_the_range_is_the_root_dropped_to_a_whole_for_every_cell() -> None:
    for hexes in range(61):
        for levels in range(61):
            far = ralt(hexes, levels)
            assert far * far <= hexes * hexes + levels * levels < (far + 1) * (far + 1)
            assert ralt(hexes, -levels) == ralt(levels, hexes) == far


#: Rows of the card's Range Angle Lookup Table as printed, V -> ranges for H 0, 1, 2 ...
PRINTED = {
    0: "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30",
    4: "4 4 4 5 5 6 7 8 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30",
    12: "12 12 12 12 12 13 13 13 14 15 15 16 16 17 18 19 20 20 21 22 23 24 25 25 26 27 28 29 30 31 32 33 34 35 36 37",
    17: "17 17 17 17 17 17 18 18 18 19 19 20 20 21 22 22 23 24 24 25 26 27 27 28 29 30 31 31 32 33 34 35 36 37 38 38",
    21: "21 21 21 20 20 21 21 22 22 22 23 23 24 24 25 25 26 27 27 28 29 29 30 31 31 32 33 34 35 35 36 37 38 39 39",
    30: "30 30 30 30 30 30 30 30 31 31 31 31 32 32 33 33 34 34 34 35 36 36 37 37 38 39 39 40 41 41 42 43 43 44 45",
    50: "50 50 50 50 50 50 50 50 50 50 50",
}


#: The two cells of the printed table that are wrong, (H, V), as printed; the formula gives 21. Rule: card, row 21.
MISPRINTS = {(3, 21): 20, (4, 21): 20}


@each_row("levels", PRINTED)
def test_the_range_is_the_cards_but_for_its_two_misprints(levels: int) -> None:
    for hexes, printed in enumerate(map(int, PRINTED[levels].split())):
        if (hexes, levels) in MISPRINTS:
            assert (MISPRINTS[hexes, levels], ralt(hexes, levels)) == (printed, 21)
        else:
            assert ralt(hexes, levels) == printed


@each_row(
    ("hexes", "levels", "ring"),
    [
        (6, 3, "blue"),  # the flyer's example
        (5, 5, "blue"),
        (5, -5, "blue"),
        (8, 2, "amber"),  # four times the smaller is not greater
        (7, 2, "blue"),
        (8, -3, "blue"),
        (4, 0, "amber"),
        (5, 6, "green"),
        (2, 7, "green"),
        (2, 8, "purple"),
        (0, 1, "purple"),
    ],
)
def test_the_ring_is_read_from_four_times_the_smaller(hexes: int, levels: int, ring: str) -> None:
    assert ring_seen(hexes, levels) == ring


@each_row(
    ("displacement", "window"),
    [
        ("3A 1B", "A"),  # three times as far one way is a side
        ("5A 2B", "A/B"),
        ("6A 2B 2+", "A"),
        ("1A 3B", "B"),
        ("1A 2F", "F/A"),
        ("1A 2F 2-", "F/A-"),
        ("2D 2C", "C/D"),
        ("5D 5-", "D-"),
        ("3B 1C 6-", "B--"),
        ("2A 1B 4+", "A++"),  # the green ring has sides only: the larger
        ("2A 2B 5+", "A++"),  # of equal ones the anticlockwise
        ("2A 2F 5+", "F++"),
        ("2D 2C 5-", "C--"),
        ("1A 4+", "+++"),
        ("7-", "---"),
    ],
)
def test_a_target_is_seen_through_a_side_or_the_corner_between(displacement: str, window: Window) -> None:
    assert seen(displacement).window == window


def test_two_ships_in_one_hex_at_one_altitude_see_each_other_through_no_window() -> None:
    assert bearing(STILL) == Bearing(range=0, ring=None, window=None, hexes=0, levels=0)


@given(vectors)
def test_the_target_sees_the_observer_through_the_opposite_window(displacement: HexVector) -> None:
    there, back = bearing(displacement), bearing(-displacement)
    assert (there.range, there.ring, there.hexes, there.levels) == (back.range, back.ring, back.hexes, -back.levels)
    assert back.window == (None if there.window is None else opposite(there.window))


def test_bearings_are_reciprocal_and_consistent_for_every_displacement_up_to_12() -> None:
    for a in range(-12, 13):
        for c in range(-12, 13):
            for up in range(-12, 13):
                if a or c or up:
                    there, back = bearing(HexVector(a, c, up)), bearing(HexVector(-a, -c, -up))
                    assert there.window is not None
                    assert back.window == opposite(there.window)
                    assert ring_of(there.window) == there.ring
                    assert there.range == isqrt(there.hexes**2 + up * up)


@given(vectors.filter(bool))
def test_the_window_named_by_rule_of_thumb_is_the_one_looked_at_or_beside_it(displacement: HexVector) -> None:
    """The flyer's rules of thumb are not exact, but never further out than a window and a half."""
    north = displacement.a - displacement.c / 2
    east = displacement.c * 3**0.5 / 2
    window = bearing(displacement).window
    assert window is not None
    assert angle((north, east, displacement.up), centre(window)) < 45


@given(st.builds(Position, numbers, numbers, numbers), st.builds(Position, numbers, numbers, numbers))
def test_the_quick_way_between_two_places_gives_the_same_bearing(observer: Position, target: Position) -> None:
    assert bearing_between(observer, target) == bearing(target - observer)
