"""Hexes: sits rules 1."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.space.hexes import DIRECTIONS, STILL, HexVector, Position, read_position
from tests.shared.rows import each_row

numbers = st.integers(-60, 60)
vectors = st.builds(HexVector, a=numbers, c=numbers, up=numbers)
places = st.builds(Position, q=numbers, r=numbers, altitude=numbers)


@each_row(
    ("direction", "q", "r", "altitude"),
    [
        ("A", 0, -1, 0),
        ("B", 1, -1, 0),
        ("C", 1, 0, 0),
        ("D", 0, 1, 0),
        ("E", -1, 1, 0),
        ("F", -1, 0, 0),
        ("+", 0, 0, 1),
        ("-", 0, 0, -1),
    ],
)
def test_each_direction_is_its_axial_step(direction: str, q: int, r: int, altitude: int) -> None:
    assert Position() + HexVector.unit(direction) == Position(q, r, altitude)


def test_one_hex_toward_a_and_one_toward_c_is_one_hex_toward_b() -> None:
    assert HexVector.unit("A") + HexVector.unit("C") == HexVector.unit("B") == HexVector(1, 1)


def test_there_is_no_step_in_a_ninth_direction() -> None:
    with pytest.raises(KeyError):
        HexVector.unit("G")


@each_row(
    ("vector", "text"),
    [
        (HexVector(3, -1, 0), "3A 1F"),
        (HexVector(2, 0, 3), "2A 3+"),
        (HexVector(-3, -9, 4), "6F 3E 4+"),
        (HexVector(10, 6, 1), "6B 4A 1+"),  # the flyer's ship: 4 in A, 6 in B, 1 up
        (HexVector(4, 2, -1), "2A 2B 1-"),  # equal ones in the order A..F
        (HexVector(2, -2, 0), "2A 2F"),  # A comes before F too
        (HexVector(-2, 1, 0), "2D 1C"),
        (HexVector(-1, -1, 0), "1E"),
        (HexVector(0, 0, -7), "7-"),
        (STILL, ""),
    ],
)
def test_a_vector_has_one_canonical_text(vector: HexVector, text: str) -> None:
    assert str(vector) == text


@given(vectors)
def test_canonical_parts_are_positive_adjacent_larger_first_and_add_up(vector: HexVector) -> None:
    horizontals = vector.horizontals()
    total = sum((HexVector.unit(way).times(count) for way, count in vector.components()), STILL)
    assert total == vector
    assert all(count > 0 for _, count in vector.components())
    assert vector.hexes == sum(count for _, count in horizontals)
    if len(horizontals) == 2:
        (first, larger), (second, smaller) = horizontals
        assert (DIRECTIONS.index(first) - DIRECTIONS.index(second)) % 6 in (1, 5)
        assert larger > smaller or (larger == smaller and first < second)


@given(vectors, vectors)
def test_vectors_add_and_subtract_like_numbers(one: HexVector, other: HexVector) -> None:
    assert one + other == other + one
    assert one - other == -(other - one)
    assert (one + other) - other == one
    assert one.times(3) == one + one + one
    assert bool(one) == (one != STILL)


@given(places, vectors)
def test_a_move_and_the_displacement_it_makes_are_the_same(start: Position, move: HexVector) -> None:
    assert (start + move) - start == move


def test_hexes_apart_are_counted_cell_by_cell_like_a_walk_over_the_map() -> None:
    away = {Position(): 0}
    edge = [Position()]
    for walked in range(1, 7):
        edge = [
            place
            for place in dict.fromkeys(here + HexVector.unit(way) for here in edge for way in DIRECTIONS)
            if place not in away
        ]
        away.update(dict.fromkeys(edge, walked))
    assert len(away) == 127
    assert all((place - Position()).hexes == walked for place, walked in away.items())


@each_row(
    ("text", "place"),
    [
        ("3,-2", Position(3, -2, 0)),
        ("3,-2 alt 4", Position(3, -2, 4)),
        ("3,-2 alt +4", Position(3, -2, 4)),
        (" 3 , -2 , 4 ", Position(3, -2, 4)),
        ("0,0 ALT -12", Position(0, 0, -12)),
        ("+3,+2,-1", Position(3, 2, -1)),
    ],
)
def test_a_place_is_read_as_people_write_it(text: str, place: Position) -> None:
    assert read_position(text) == place


@each_row(
    ("place", "text"),
    [(Position(3, -2, 4), "3,-2 alt +4"), (Position(), "0,0 alt 0"), (Position(-1, 0, -3), "-1,0 alt -3")],
)
def test_a_place_is_written_with_the_sign_of_its_altitude(place: Position, text: str) -> None:
    assert str(place) == text


@given(places)
def test_a_written_place_reads_back_as_itself(place: Position) -> None:
    assert read_position(str(place)) == place


RIGHT = "Write two hex numbers with a comma, and an altitude if it is not 0: 3,-2 or 3,-2 alt +4."


@each_row(
    ("text", "refusal"),
    [
        ("", f"The place is empty. {RIGHT}"),
        ("  ", f"The place is empty. {RIGHT}"),
        ("3", f'"3" is not a place. {RIGHT}'),
        ("3,-2 high 4", f'"3,-2 high 4" is not a place. {RIGHT}'),
        ("3.5,2", f'"3.5,2" is not a place. {RIGHT}'),
        ("1234567,0", f'"1234567,0" is not a place. {RIGHT}'),
    ],
)
def test_what_is_not_a_place_is_refused_in_words(text: str, refusal: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_position(text)
    assert str(refused.value) == refusal
