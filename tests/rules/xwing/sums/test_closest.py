"""Why an answer is what it is: where bases are closest, which corners are inside, what only touches."""

from __future__ import annotations

import pytest

from sits_es.rules.xwing.sums.areas import ARCS
from sits_es.rules.xwing.sums.bases import read_placement
from sits_es.rules.xwing.sums.closest import closest, corners_inside, touched
from tests.shared.rows import each_row

SHIP = read_placement("small@0,0,0")


@each_row(("place", "one", "other"), [
    ("small@0,100,0", "front edge", "rear edge"),
    ("small@10,100,180", "front edge", "front edge"),
    ("small@100,10,0", "right edge", "left edge"),
    ("small@100,100,0", "front right corner", "rear left corner"),
    ("small@5,100,46", "front edge", "rear right corner"),
    ("medium@-60,140.5,30", "front left corner", "rear right corner"),
    ("large@-150,0,10", "front left corner", "front right corner"),
])  # fmt: skip
def test_the_closest_parts_of_two_bases_are_named(place: str, one: str, other: str) -> None:
    found = closest(SHIP, read_placement(place))
    assert (found.one, found.other, found.overlap) == (one, other, False)


def test_the_line_between_the_closest_points_is_as_long_as_the_distance_says() -> None:
    found = closest(SHIP, read_placement("medium@-60,140.5,30"))
    (x, y), (to_x, to_y) = found.points
    assert ((x - to_x) ** 2 + (y - to_y) ** 2) ** 0.5 == pytest.approx(found.distance)


@each_row(
    ("place", "overlap"),
    [
        ("small@0,40,0", False),
        ("small@0,39.9,0", True),
        ("small@0,0,0", True),
    ],
)
def test_touching_bases_do_not_overlap(place: str, overlap: bool) -> None:
    found = closest(SHIP, read_placement(place))
    assert (found.overlap, found.distance) == (overlap, 0)


def test_corners_inside_an_arc_are_named_from_the_front_left_clockwise() -> None:
    target = read_placement("medium@-90,140.5,30")
    assert corners_inside(SHIP, target, "front") == ("front left corner", "front right corner", "rear right corner")
    assert corners_inside(SHIP, target, "left") == ("rear left corner",)
    assert corners_inside(SHIP, target, "rear") == ()


def test_corners_on_an_edge_beneath_the_base_or_beyond_range_3_are_not_inside() -> None:
    assert corners_inside(SHIP, read_placement("small@150,20,0"), "full-rear") == ()
    assert corners_inside(SHIP, read_placement("small@0,20,0"), "full-front") == (
        "front left corner",
        "front right corner",
    )
    assert corners_inside(SHIP, read_placement("small@0,330,0"), "front") == ("rear right corner", "rear left corner")


@each_row(("place", "arc", "what"), [
    ("small@150,20,0", "full-rear", "rear edge"),
    ("small@150,-20,180", "full-front", "rear edge"),
    ("small@27.5,150,0", "bullseye", "left edge"),
    ("small@191.5,180,0", "front", "front left corner"),
    ("small@0,340,0", "front", "rear edge"),
    ("small@0,340,0", "bullseye", "rear edge"),           # whose end lies between its corners
    ("small@0,0,0", "front", "front edge"),               # so does the part of the front edge between the arc lines
    ("small@0,0,0", "bullseye", "front edge"),
    ("small@0,0,0", "full-front", "front edge"),
    ("10x10@-15,0,0", "left", "left edge"),               # beneath, along the own base's edge
    ("10x10@0,15,45", "full-rear", None),
])  # fmt: skip
def test_what_touches_an_arc_without_being_inside_is_named(place: str, arc: str, what: str | None) -> None:
    assert touched(SHIP, read_placement(place), [arc]) == ({} if what is None else {arc: what})


def test_what_is_clear_of_an_arc_does_not_touch_it() -> None:
    assert touched(SHIP, read_placement("small@0,150,0"), ("right", "rear", "left", "full-rear")) == {}
    assert touched(SHIP, read_placement("small@0,341,0"), ARCS) == {}
