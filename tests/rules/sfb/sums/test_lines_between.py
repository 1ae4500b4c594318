from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb.sums.places import Place
from sits_es.rules.sfb.sums.segments import squared_between, squared_to_place
from tests.shared.rows import each_row
from tests.shared.sfb_places import NEAR, PLACES

SMALL = st.builds(Place, *[st.integers(-6, 6)] * 3)
LINES = st.tuples(PLACES, PLACES) | st.tuples(SMALL, SMALL)


def at(line: tuple[Place, Place], part: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """A place on the line, `part` of the way along it."""
    one, way = line[0], line[1] - line[0]
    return one.x + part * way.x, one.y + part * way.y, one.z + part * way.z


def apart(one: tuple[Fraction, ...], other: tuple[Fraction, ...]) -> Fraction:
    return sum(((a - b) ** 2 for a, b in zip(one, other, strict=True)), Fraction(0))


@each_row(
    ("place", "squared"),
    [
        (Place(5, 3, 0), Fraction(9)),  # beside the middle
        (Place(-3, 4, 0), Fraction(25)),  # before the first end
        (Place(13, 0, 4), Fraction(25)),  # beyond the last
        (Place(0, 2, 0), Fraction(4)),  # square to an end
        (Place(10, 0, 0), Fraction(0)),
        (Place(7, 0, 0), Fraction(0)),
    ],
)
def test_a_place_is_as_far_from_a_line_as_from_the_nearest_place_of_it(place: Place, squared: Fraction) -> None:
    assert squared_to_place(Place(), Place(10), place) == squared


def test_a_distance_that_is_no_whole_number_stays_a_fraction() -> None:
    assert squared_to_place(Place(), Place(2, 1), Place(1, 0)) == Fraction(1, 5)


def test_a_line_that_is_a_single_place_is_as_far_as_that_place() -> None:
    assert squared_to_place(Place(1), Place(1), Place(4, 4)) == 25
    assert squared_between((Place(1), Place(1)), (Place(4, 4), Place(4, 4))) == 25
    assert squared_between((Place(1, 2), Place(1, 2)), (Place(), Place(10))) == 4
    assert squared_between((Place(), Place(10)), (Place(1, 2), Place(1, 2))) == 4


@each_row(
    ("other", "squared"),
    [
        ((Place(5, 3, -5), Place(5, 3, 5)), 9),  # one passes above the other
        ((Place(5, 0, -5), Place(5, 0, 5)), 0),  # they cross
        ((Place(0, 4, 0), Place(10, 4, 0)), 16),  # parallel
        ((Place(13, 4, 0), Place(20, 4, 0)), 25),  # parallel and beyond the end
        ((Place(12, 0, 0), Place(20, 0, 0)), 4),  # one after the other on one line
        ((Place(5, 0, 0), Place(20, 0, 0)), 0),  # one on top of the other
        ((Place(5, 2, 0), Place(5, 9, 0)), 4),  # it ends before they meet
        ((Place(12, 1, 1), Place(12, 9, 9)), 6),  # end to end
    ],
)
def test_two_lines_are_as_far_from_each_other_as_their_nearest_places(other: tuple[Place, Place], squared: int) -> None:
    assert squared_between((Place(), Place(10)), other) == squared


@given(one=LINES, other=LINES, moved=PLACES)
def test_the_distance_of_two_lines_is_the_same_from_either_side_and_everywhere(
    one: tuple[Place, Place], other: tuple[Place, Place], moved: Place
) -> None:
    squared = squared_between(one, other)
    assert squared == squared_between(other, one)
    assert squared == squared_between(one[::-1], other)
    assert squared == squared_between((one[0] + moved, one[1] + moved), (other[0] + moved, other[1] + moved))


@given(one=PLACES, other=PLACES, place=PLACES, moved=PLACES)
def test_the_distance_of_a_place_from_a_line_is_the_same_everywhere(
    one: Place, other: Place, place: Place, moved: Place
) -> None:
    squared = squared_to_place(one, other, place)
    assert squared == squared_to_place(other, one, place)
    assert squared == squared_to_place(one + moved, other + moved, place + moved)
    assert squared == squared_between((one, other), (place, place))


@given(one=LINES, other=LINES, first=st.fractions(0, 1), second=st.fractions(0, 1))
def test_no_two_places_of_two_lines_are_nearer_than_their_distance(
    one: tuple[Place, Place], other: tuple[Place, Place], first: Fraction, second: Fraction
) -> None:
    assert squared_between(one, other) <= apart(at(one, first), at(other, second))


@given(one=st.tuples(SMALL, SMALL), other=st.tuples(SMALL, SMALL))
def test_some_two_places_of_two_lines_are_as_near_as_their_distance(
    one: tuple[Place, Place], other: tuple[Place, Place]
) -> None:
    """The distance to the other line first falls and then rises along the one: thirds are cut off until it's found."""

    def there(part: float) -> float:
        x, y, z = (a + part * (b - a) for a, b in zip(coordinates(one[0]), coordinates(one[1]), strict=True))
        start, end = coordinates(other[0]), coordinates(other[1])
        way = [b - a for a, b in zip(start, end, strict=True)]
        length = sum(step * step for step in way)
        along = sum((p - a) * w for p, a, w in zip((x, y, z), start, way, strict=True))
        best = min(max(along / length, 0.0), 1.0) if length else 0.0
        return sum((p - a - best * w) ** 2 for p, a, w in zip((x, y, z), start, way, strict=True))

    low, high = 0.0, 1.0
    for _ in range(80):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        low, high = (low, right) if there(left) <= there(right) else (left, high)
    assert float(squared_between(one, other)) == pytest.approx(there((low + high) / 2), abs=1e-6)


def coordinates(place: Place) -> tuple[int, int, int]:
    return place.x, place.y, place.z


@given(one=NEAR, other=NEAR)
def test_a_line_has_no_distance_from_its_ends(one: Place, other: Place) -> None:
    assert squared_to_place(one, other, one) == squared_to_place(one, other, other) == 0
