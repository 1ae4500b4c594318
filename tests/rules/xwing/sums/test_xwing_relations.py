"""Behind, in front of, flanking: by the full arcs and the midway line of the other ship."""

from __future__ import annotations

import pytest

from sits_es.rules.xwing.sums.bases import read_placement
from sits_es.rules.xwing.sums.relations import relation
from tests.shared.rows import each_row

SHIP = read_placement("medium@0,0,0")


@each_row(("place", "name"), [
    ("small@0,-100,0", "behind"),
    ("small@0,-100,77", "behind"),          # whichever way it faces itself
    ("small@0,100,0", "in front"),
    ("small@200,10,0", "flanking"),
    ("small@-200,-19.99,0", "flanking"),
    ("small@200,20,0", "in front"),         # its edge on the midway line
    ("small@200,-20,0", "behind"),
    ("small@200,19.9999,0", "flanking"),
    ("small@200,20.0001,0", "in front"),
    ("small@349,0,0", "flanking"),
    ("small@350,0,0", None),                # touching the end of the midway line
    ("small@351,0,0", None),
    ("small@0,349,0", "in front"),
    ("small@0,350,0", None),
    ("small@0,-351,0", None),
])  # fmt: skip
def test_a_ship_is_behind_in_front_or_flanking(place: str, name: str | None) -> None:
    """Behind and in front: in that full arc and not crossing the midway line; flanking: crossing it; to range 3."""
    assert relation(read_placement(place), SHIP).name == name


def test_a_base_that_crosses_the_midway_line_only_beyond_range_3_is_not_flanking() -> None:
    # a long base far to the right, turned so that only its upper end is within 300 mm, ahead of the midway line
    long = read_placement("10x200@365,15,330")
    found = relation(long, SHIP)
    assert (found.name, found.arcs, found.range) == ("in front", ("full-front",), 3)
    assert long.corners[2][1] < 0  # its lower end is behind the line


def test_what_lies_beneath_the_base_crosses_the_midway_line_printed_there() -> None:
    """House: overlapping bases are answered; part of the base on both sides is flanking wherever it lies."""
    assert relation(SHIP, SHIP).name == "flanking"
    assert relation(read_placement("small@0,15,0"), SHIP).name == "flanking"
    beneath = relation(read_placement("10x10@0,10,0"), SHIP)
    assert (beneath.name, beneath.arcs, beneath.range) == (None, (), 0)


def test_a_relation_says_how_much_lies_on_each_side() -> None:
    found = relation(read_placement("small@200,10,0"), SHIP)
    assert found.ahead == pytest.approx(1200)
    assert found.astern == pytest.approx(400)
    assert found.distance == pytest.approx(150)
    assert found.range == 2


def test_a_huge_ship_has_a_midway_line_without_arc_lines() -> None:
    assert relation(read_placement("small@0,150,0"), read_placement("80x195@0,0,0")).name == "in front"
