"""Turret indicators and the rotate action."""

from __future__ import annotations

import pytest

from sits_es.errors import NotAllowedError
from sits_es.rules.xwing.sums.areas import STANDARD
from sits_es.rules.xwing.sums.firing_arcs import rotate, turret_problems
from tests.shared.rows import each_row


def arcs(text: str) -> list[str]:
    return [word for word in text.split(",") if word]


@pytest.mark.parametrize("given", ["front", "right", "rear", "left", "rear,front", "left,right"])
def test_an_indicator_points_to_one_standard_arc_or_a_double_one_to_two_opposite_ones(given: str) -> None:
    """A turret points toward one of four standard arcs; a double turret has two in opposite directions."""
    assert turret_problems(tuple(arcs(given))) == []


@each_row(("now", "to", "points"), [
    ("left,right", "front,rear", ("front", "rear")),
    ("front,rear", "left,right", ("right", "left")),
    ("front", "left", ("left",)),
    ("front", "rear", ("rear",)),
])  # fmt: skip
def test_rotate_adjusts_which_arcs_an_indicator_points_towards(now: str, to: str, points: tuple[str, ...]) -> None:
    assert rotate(arcs(now), arcs(to)) == points


REFUSED = {
    ("front", "front"): "The turret already points to the front. Rotate the turret to another arc.",
    ("left,right", "right,left"): "The turret already points to the right and left. Rotate the turret to another arc.",
    ("front,rear", "front,left"): (
        "A double turret points to opposite arcs, not to front and left. Write front and rear, or left and right."
    ),
    ("front", "left,left"): (
        "A double turret points to opposite arcs, not to left twice. Write front and rear, or left and right."
    ),
    ("front,rear", "left"): "A double turret stays double. Rotate the turret to two opposite arcs, not to left.",
    ("front", "left,right"): "A single turret stays single. Rotate the turret to one arc, not to left and right.",
    ("front", "bullseye"): (
        "A turret points to a standard arc, and bullseye is not one of these: front, right, rear and left."
    ),
    ("full-front", "rigt"): (
        "A turret points to a standard arc, and full-front is not one of these: front, right, rear and left.\n"
        "There is no standard arc rigt. Did you mean right? Standard arcs: front, right, rear, left."
    ),
    ("front", ""): "A single turret points to one standard arc and a double one to two opposite arcs, but 0 are given.",
    ("front,left,rear", "front"): (
        "A single turret points to one standard arc and a double one to two opposite arcs, but 3 are given."
    ),
}  # fmt: skip


@each_row(("turn", "says"), REFUSED.items())
def test_a_rotation_that_no_indicator_makes_is_refused(turn: tuple[str, str], says: str) -> None:
    with pytest.raises(NotAllowedError) as refused:
        rotate(*map(arcs, turn))
    assert str(refused.value) == says


def test_every_single_turret_may_be_rotated_to_every_other_arc_and_a_double_one_to_the_other_pair() -> None:
    for now in STANDARD:
        for to in STANDARD:
            if now != to:
                assert rotate([now], [to]) == (to,)
