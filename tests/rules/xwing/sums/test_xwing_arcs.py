"""Which arcs hold a ship: each sentence of the printed page, edges and corners on arc lines, the ends of ranges."""

from __future__ import annotations

import pytest

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.xwing.sums.arcs import distance, seen, sight
from sits_es.rules.xwing.sums.areas import ARCS, read_arcs
from sits_es.rules.xwing.sums.bases import Placement, placed, read_base, read_placement
from sits_es.rules.xwing.sums.ranges import band, told
from tests.shared.rows import each_row

SMALL = read_placement("small@0,0,0")
#: A huge base with arc lines of its own.
HUGE = placed(read_base("80x195", 45), 0, 0, 0)


def arcs(one: Placement, other: str) -> tuple[str, ...]:
    return sight(one, read_placement(other)).arcs


def test_the_arcs_of_a_target_ahead_to_the_left() -> None:
    seen = sight(SMALL, read_placement("medium@-60,140.5,30"))
    assert seen.arcs == ("front", "full-front")
    assert seen.area == {"front": pytest.approx(3600), "full-front": pytest.approx(3600)}
    assert (round(seen.distance, 3), seen.range, seen.arc_range) == (84.649, 1, {"front": 1, "full-front": 1})


@each_row(("place", "held"), [
    ("small@0,150,0", ("front", "bullseye", "full-front")),
    ("small@0,150,180", ("front", "bullseye", "full-front")),
    ("small@60,150,0", ("front", "full-front")),
    ("small@150,0,0", ("right", "full-front", "full-rear")),
    ("small@150,30,0", ("right", "full-front")),
    ("small@0,-150,0", ("rear", "full-rear")),
    ("small@-150,0,0", ("left", "full-front", "full-rear")),
    ("small@-150,-30,0", ("left", "full-rear")),
    ("small@120,140,0", ("front", "right", "full-front")),
    ("small@-120,-140,0", ("rear", "left", "full-rear")),
])  # fmt: skip
def test_standard_arcs_lie_between_the_crossed_lines_and_full_arcs_on_either_side_of_the_midway_line(
    place: str, held: tuple[str, ...]
) -> None:
    """Standard Arcs: front, side arcs left and right, rear. Full Arcs: all in front, all behind."""
    assert arcs(SMALL, place) == held


def test_an_arc_turns_with_its_ship() -> None:
    """The front arc projects in the direction that the ship is facing, the rear arc in the opposite one."""
    facing_right = read_placement("small@0,0,90")
    assert arcs(facing_right, "small@150,0,0") == ("front", "bullseye", "full-front")
    assert arcs(facing_right, "small@0,-150,0") == ("right", "full-front", "full-rear")
    assert arcs(facing_right, "small@-150,0,0") == ("rear", "full-rear")


@each_row(("x", "held"), [
    ("27.5", False),       # its edge on the edge of the bullseye arc
    ("27.4999", True),
    ("27.5001", False),
    ("-27.5", False),
    ("-27.4999", True),
])  # fmt: skip
def test_the_bullseye_arc_is_as_wide_as_the_ruler_and_touching_its_edge_is_not_inside(x: str, held: bool) -> None:
    """The bullseye arc is the width and length of the range ruler."""
    seen = arcs(SMALL, f"small@{x},150,0")
    assert ("bullseye" in seen) is held
    assert "front" in seen


def test_what_is_in_the_bullseye_arc_is_in_the_front_arc_too_even_between_very_narrow_lines() -> None:
    """If something is in a ship's bullseye arc, it is also in its front arc."""
    narrow = placed(read_base("20x60", 1), 0, 0, 0)  # 100 mm ahead its front arc is 3.5 mm wide, the ruler 15
    assert arcs(narrow, "10x10@8,100,0") == ("right", "full-front")
    assert arcs(narrow, "10x10@6,100,0") == ("front", "right", "bullseye", "full-front")


#: A target with its lower left corner, or its lower edge, on the right arc line of a small base ahead. The line runs
#: 17.15 to the right for each 20 ahead: a place 171.5, 200 is on it.
ON_THE_LINE = "small@191.5,180,0"  # its upper left corner is on the line, all the rest to the right of it


def test_a_corner_on_an_arc_line_is_not_inside() -> None:
    assert arcs(SMALL, ON_THE_LINE) == ("right", "full-front")
    assert arcs(SMALL, "small@191.499,180,0") == ("right", "full-front")  # 4e-7 mm2 are less than counts
    assert arcs(SMALL, "small@191.49,180,0") == ("front", "right", "full-front")
    assert arcs(SMALL, "small@191.51,180,0") == ("right", "full-front")


def test_an_edge_along_an_arc_line_is_not_inside() -> None:
    # a huge base with lines of 45 degrees, and a target turned by 45 degrees whose edge runs along one of them
    touching = placed("small", "164.142135623730950488", "135.857864376269049512", 45)
    assert sight(HUGE, touching).arcs == ("right", "full-front")
    nearer = placed("small", "164.1421", "135.857864376269049512", 45)
    assert sight(HUGE, nearer).arcs == ("front", "right", "full-front")


def test_an_edge_along_the_midway_line_is_not_on_its_other_side() -> None:
    assert arcs(SMALL, "small@150,20,0") == ("right", "full-front")
    assert arcs(SMALL, "small@150,19.9999,0") == ("right", "full-front", "full-rear")
    assert arcs(SMALL, "small@150,-20,0") == ("right", "full-rear")


@each_row(("y", "number"), [
    ("0", 0),
    ("40", 0),             # touching
    ("40.0000005", 0),
    ("40.000002", 1),
    ("140", 1),
    ("140.000001", 1),
    ("140.000002", 2),
    ("240", 2),
    ("240.000001", 2),
    ("240.000002", 3),
    ("340", 3),
    ("340.000001", 3),
    ("340.000002", None),
])  # fmt: skip
def test_range_bands_end_at_100_200_and_300_mm_limits_included(y: str, number: int | None) -> None:
    seen = sight(SMALL, read_placement(f"small@0,{y},0"))
    assert seen.range == number
    assert band(distance(read_placement(f"small@0,{y},0"), SMALL)) == number


@each_row("facing", [0, 90, 180, 270])
@each_row("place", ["27.499,339.999", "-27.499,339.999", "27.499,0.001"])
def test_an_overlap_of_exactly_the_limit_is_a_touch_on_every_computer(place: str, facing: int) -> None:
    """A thousandth of a mm each way: the sum in floats is off by a little, and does not decide."""
    assert "bullseye" not in arcs(SMALL, f"small@{place},{facing}")
    nearer = place.replace("27.499", "27.498")
    assert "bullseye" in arcs(SMALL, f"small@{nearer},{facing}")


@each_row(("place", "number"), [
    ("240,40.02", 2),   # corner to corner, 200 and 0.02: within 3e-15 mm of the limit, inside it
    ("-240,40.02", 2),
    ("40.02,-240", 2),
    ("240,40.021", 3),
])  # fmt: skip
def test_a_length_of_exactly_the_limit_is_inside_on_every_computer(place: str, number: int) -> None:
    assert distance(SMALL, read_placement(f"small@{place},0")) == pytest.approx(200.000001, abs=2e-7)
    assert sight(SMALL, read_placement(f"small@{place},0")).range == number


def test_range_is_measured_between_the_closest_points_corners_too() -> None:
    assert distance(SMALL, read_placement("small@100,120,0")) == pytest.approx(100)  # 60 to the side and 80 ahead
    assert sight(SMALL, read_placement("small@100,120,0")).range == 1
    assert sight(SMALL, read_placement("small@100,120.00001,0")).range == 2


@each_row(("y", "held"), [
    ("340", ()),
    ("340.1", ()),
    ("339.9999", ("front", "bullseye", "full-front")),
    ("-340", ()),
    ("-339.9999", ("rear", "full-rear")),
])  # fmt: skip
def test_every_arc_ends_at_range_3_and_a_base_that_only_touches_the_end_is_not_inside(
    y: str, held: tuple[str, ...]
) -> None:
    """An arc is formed between the lines extended to range 3."""
    assert arcs(SMALL, f"small@0,{y},0") == held


def test_what_is_farther_than_range_3_counts_for_no_area_before_an_edge_and_round_a_corner() -> None:
    ahead = sight(SMALL, read_placement("small@0,330,0"))
    assert ahead.area["front"] == pytest.approx(400)
    # a disc of 300 mm about the corner at 20, 20, and a target whose lower left corner is 0.1 mm within it
    off = 300 / 2**0.5 - 0.1 / 2**0.5
    seen = sight(SMALL, placed("small", f"{40 + off:.9f}", f"{40 + off:.9f}", 0))
    assert seen.range == 3
    assert seen.area["full-front"] == pytest.approx(0.01, rel=0.001)  # a square with a side of 0.1414, and half of it


def test_each_arc_has_its_own_range_to_the_closest_part_inside_it() -> None:
    """The attack range is to the closest part of the target inside the arc, farther than the bases may be (house)."""
    seen = sight(SMALL, placed("10x300", "105", "0", 0))
    assert seen.range == 1  # 80 mm to the right
    assert seen.arc_range == {"front": 2, "right": 1, "rear": 2, "full-front": 1, "full-rear": 1}
    front = next(hold for hold in seen.holds if hold.arc == "front")
    # the arc line meets the near edge 100 mm to the right and 116.618 ahead
    assert front.distance == pytest.approx((80**2 + (100 * 20 / 17.15 - 20) ** 2) ** 0.5)


def test_what_lies_beneath_a_ship_is_in_none_of_its_arcs() -> None:
    """Arcs are measured beyond the base: what lies beneath a ship is not in any of its arcs."""
    assert arcs(SMALL, "small@0,0,0") == ()
    assert sight(SMALL, read_placement("small@0,0,0")).range == 0
    assert arcs(SMALL, "10x10@3,3,45") == ()
    half = sight(SMALL, read_placement("small@0,20,0"))
    assert half.area["full-front"] == pytest.approx(800)
    assert half.arc_range["full-front"] == 0


def test_a_ship_is_in_an_arc_if_any_part_of_its_base_is() -> None:
    seen = sight(SMALL, read_placement("small@120,140,0"))
    assert seen.area["front"] + seen.area["right"] == pytest.approx(1600)
    assert min(seen.area["front"], seen.area["right"]) > 0


def test_a_huge_ship_has_arcs_that_begin_at_its_sides() -> None:
    assert sight(HUGE, read_placement("small@70,95,0")).arcs == ("front", "right", "full-front")
    assert sight(HUGE, read_placement("small@0,150,0")).arcs == ("front", "bullseye", "full-front")
    assert sight(HUGE, read_placement("small@80,0,0")).arcs == ("right", "full-front", "full-rear")


def test_a_huge_base_without_arc_lines_has_no_standard_arcs_and_all_others() -> None:
    bare = read_placement("80x195@0,0,0")
    with pytest.raises(NotAllowedError) as refused:
        sight(bare, SMALL)
    assert str(refused.value) == (
        "A huge base such as 80x195 has no printed arc lines: its front arc is not known. Give the base's half_angle, "
        "in degrees from the bow to each line, in a file of places."
    )
    ahead = read_placement("small@0,200,0")
    assert sight(bare, ahead, ("bullseye", "full-front", "full-rear")).arcs == ("bullseye", "full-front")


def test_arcs_are_read_in_any_order_and_told_in_one() -> None:
    assert read_arcs("Full-Rear, front left") == ("front", "left", "full-rear")
    assert read_arcs("") == ()
    with pytest.raises(UnreadableError) as refused:
        read_arcs("fron side")
    assert str(refused.value) == (
        "There is no arc fron. Did you mean front? Arcs: front, right, rear, left, bullseye, full-front, full-rear.\n"
        "There is no arc side. Arcs: front, right, rear, left, bullseye, full-front, full-rear."
    )


def test_a_whole_table_is_seen_as_each_of_it_is() -> None:
    table = [SMALL, HUGE, read_placement("medium@100,80,33.3"), read_placement("large@9000,0,0")]
    for one in table:
        assert seen(one, table) == [sight(one, other) for other in table]
    assert seen(SMALL, []) == []


def test_far_from_the_middle_of_the_table_arcs_are_the_same() -> None:
    far = read_placement("small@99999.9,-99999.9,0")
    for x, held in (("99972.4001", True), ("99972.4", False)):
        assert ("bullseye" in arcs(far, f"small@{x},-99849.9,0")) is held


def test_all_arcs_are_named_in_their_order() -> None:
    assert ARCS == ("front", "right", "rear", "left", "bullseye", "full-front", "full-rear")


@each_row(("y", "text"), [
    ("124.649", "84.649"),
    ("140", "100"),
    ("140.0004", "100.0004"),   # 100 mm would be range 1
    ("140.000001", "100"),      # and this is on the limit
    ("140.0000011", "100.0000011"),
    ("340.00001", "300.00001"),
    ("40.0003", "0.0003"),
])  # fmt: skip
def test_a_distance_is_told_with_as_many_decimals_as_show_on_which_side_of_a_limit_it_is(y: str, text: str) -> None:
    assert told(distance(SMALL, read_placement(f"small@0,{y},0"))) == text
