"""Where a base ends by a template, as on the table: worked examples of each piece, and laws for all of them."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise, takewhile
from math import hypot

import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError, UnreadableError
from sits_es.rules.xwing.sums.areas import TOUCHING
from sits_es.rules.xwing.sums.bases import Placement, placed, read_placement
from sits_es.rules.xwing.sums.objects import Lying
from sits_es.rules.xwing.sums.stops import beneath, fly, outline, overlaps
from sits_es.rules.xwing.sums.template_moves import (
    TEMPLATES,
    Template,
    flown,
    middle_line,
    pose,
    put,
    read_template,
    steps_of,
    way,
)
from tests.shared.rows import each_row

SMALL = read_placement("small@0,0,0")


def ends(template: str, start: str = "small@0,0,0") -> str:
    return str(flown(read_placement(start), read_template(template)))


@each_row(
    ("template", "end"),
    [
        # a straight of 40 mm for each speed, and the base's own 40 mm
        ("1 straight", "small@0,80,0"),
        ("2 straight", "small@0,120,0"),
        ("3 straight", "small@0,160,0"),
        ("4 straight", "small@0,200,0"),
        ("5 straight", "small@0,240,0"),
        # 20 ahead, 45 degrees round 80, 130 or 180 mm, 20 on at the slant: 80 - 80/1.4142 + 14.142 = 37.574
        ("1 bank right", "small@37.574,90.711,45"),
        ("2 bank right", "small@52.218,126.066,45"),
        ("3 bank right", "small@66.863,161.421,45"),
        ("1 bank left", "small@-37.574,90.711,315"),
        # 20 ahead, 90 degrees round 35, 62.5 or 90 mm, 20 on
        ("1 turn right", "small@55,55,90"),
        ("2 turn right", "small@82.5,82.5,90"),
        ("3 turn right", "small@110,110,90"),
        ("3 turn left", "small@-110,110,270"),
        # the same pieces, and then the ship turns
        ("1 kt", "small@0,80,180"),
        ("5 kt", "small@0,240,180"),
        ("2 segnor's loop left", "small@-52.218,126.066,135"),
        ("2 segnor's loop right", "small@52.218,126.066,225"),
        ("3 talon roll left", "small@-110,110,180"),
        ("1 talon roll right", "small@55,55,180"),
    ],
)
def test_a_small_ship_at_0_0_ends_there(template: str, end: str) -> None:
    assert ends(template) == end


@each_row(
    ("start", "template", "end"),
    [
        ("medium@0,0,0", "1 straight", "medium@0,100,0"),
        ("large@0,0,0", "1 straight", "large@0,120,0"),
        ("large@0,0,0", "1 turn left", "large@-75,75,270"),
        ("small@10,-5,90", "2 straight", "small@130,-5,90"),
        ("small@10,-5,90", "1 turn right", "small@65,-60,180"),
        ("small@10,-5,90", "1 turn left", "small@65,50,0"),
        ("small@0,0,180", "1 bank left", "small@37.574,-90.711,135"),
        ("small@0.5,0.25,45", "1 straight", "small@57.069,56.819,45"),
    ],
)
def test_larger_bases_go_farther_and_every_way_turns_with_the_ship(start: str, template: str, end: str) -> None:
    assert ends(template, start) == end


def test_there_are_34_templates() -> None:
    assert len(TEMPLATES) == 5 + 6 + 6 + 5 + 6 + 6
    assert [str(each) for each in TEMPLATES[4:8]] == ["5 straight", "1 bank left", "1 bank right", "2 bank left"]


HOW = (
    "Write a template such as 2 straight, 3 bank left, 1 turn right, 4 kt, 2 segnor's loop left or 3 talon roll right. "
    "Straights and kt go up to 5; all others go up to 3."
)


@each_row(
    "text", ["6 straight", "0 straight", "4 bank left", "2 bank", "2 straight left", "4 turn right", "6 kt", "fast", ""]
)
def test_nothing_else_is_a_template(text: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_template(text)
    assert str(refusal.value) == f'"{text}" is not a template. {HOW}'


def test_capitals_and_blanks_do_not_matter() -> None:
    assert read_template("  3  Talon ROLL left ") == Template(3, "talon roll", "left")


def test_a_huge_base_goes_by_none_of_them() -> None:
    with pytest.raises(NotAllowedError) as refusal:
        ends("1 straight", "80x195@0,0,0")
    assert str(refusal.value) == "A huge base such as 80x195 does not use these templates."
    with pytest.raises(NotAllowedError):
        fly(read_placement("80x195@0,0,0"), read_template("1 straight"), {})


@each_row(
    ("template", "steps"),
    [
        ("2 straight", ["The middle of the base goes 20 mm ahead, then 80 mm of template, then another 20 mm ahead."]),
        (
            "2 turn left",
            [
                (
                    "The middle of the base goes 20 mm ahead, then 90 degrees to the left on a radius of 62.5 mm, "
                    "then another 20 mm ahead."
                )
            ],
        ),
        (
            "1 kt",
            [
                "The middle of the base goes 20 mm ahead, then 40 mm of template, then another 20 mm ahead.",
                "At the end, the base turns by 180 degrees.",
            ],
        ),
        (
            "3 talon roll right",
            [
                (
                    "The middle of the base goes 20 mm ahead, then 90 degrees to the right on a radius of 90 mm, "
                    "then another 20 mm ahead."
                ),
                "At the end, the base turns by 90 degrees to the right.",
            ],
        ),
        (
            "1 segnor's loop left",
            [
                (
                    "The middle of the base goes 20 mm ahead, then 45 degrees to the left on a radius of 80 mm, "
                    "then another 20 mm ahead."
                ),
                "At the end, the base turns by 180 degrees.",
            ],
        ),
    ],
)
def test_the_way_is_told_step_by_step(template: str, steps: list[str]) -> None:
    assert [*steps_of(SMALL.base, read_template(template))] == steps


templates = st.sampled_from(TEMPLATES)
thousandths = st.integers(-400_000, 400_000).map(lambda each: Decimal(each) / 1000)
places = st.builds(placed, st.sampled_from(["small", "medium", "large"]), thousandths, thousandths, st.integers(0, 359))


@given(template=templates, start=places)
def test_left_and_right_mirror_each_other(template: Template, start: Placement) -> None:
    other = Template(template.speed, template.kind, {"left": "right", "right": "left"}.get(template.side, ""))
    one, two = flown(placed(start.base, 0, 0, 0), template), flown(placed(start.base, 0, 0, 0), other)
    assert (one.x, one.y) == (-two.x, two.y)
    assert (one.facing + two.facing) % 360 == 0


@given(template=templates, start=places, parts=st.integers(1, 40))
def test_a_way_has_no_leap(template: Template, start: Placement, parts: int) -> None:
    whole = way(start.base, template)
    spots = [pose(start.base, template, whole * part / parts) for part in range(parts + 1)]
    assert (spots[0].right, spots[0].ahead, spots[0].turned) == (0, 0, 0)
    assert spots[-1].turned == template.curve
    for one, two in pairwise(spots):
        assert hypot(two.right - one.right, two.ahead - one.ahead) <= whole / parts + 0.000001


@given(template=templates, start=places, shift=places)
def test_where_it_ends_does_not_depend_on_the_corner_of_the_table(
    template: Template, start: Placement, shift: Placement
) -> None:
    moved = placed(start.base, start.x + shift.x, start.y + shift.y, start.facing)
    one, two = flown(start, template), flown(moved, template)
    assert (two.x - one.x, two.y - one.y, two.facing) == (shift.x, shift.y, one.facing)


@given(template=templates, start=places, other=places)
def test_a_ship_that_stops_fits_and_would_not_a_little_farther(
    template: Template, start: Placement, other: Placement
) -> None:
    others = {"Hawk": other}
    found = fly(start, template, others)
    free = flown(start, template)
    if not found.stopped:
        assert found.to == free
        assert not overlaps(free, other)
    elif found.to != start:
        assert overlaps(free, other)
        assert not overlaps(found.to, other)
    else:
        assert overlaps(free, other)


@each_row(
    ("template", "hawk", "end"),
    [
        # Hawk's rear edge is at 120: a small ship with its middle at 100 touches it and fits
        ("2 straight", "small@0,140,0", "small@0,100,0"),
        ("2 kt", "small@0,140,0", "small@0,100,0"),
        # 2 straight ends at 120: a Hawk whose rear edge is at 140 is touched and is not in the way
        ("2 straight", "small@0,160,0", None),
        ("2 straight", "small@0,159.999,0", "small@0,119.999,0"),
        ("2 kt", "small@0,160,0", None),
        # beyond the way of 5 straight there is room again
        ("5 straight", "small@0,140,0", None),
        # wholly in front of it, it can't go at all
        ("1 straight", "large@0,60,0", "small@0,0,0"),
        # it leaps over a small one, and touches it on either side
        ("1 straight", "small@0,40,0", None),
        # it does not begin a turn, as Hawk is before its front edge by 10 mm
        ("1 turn left", "large@0,70,0", "small@0,10,0"),
    ],
)
def test_a_ship_that_would_overlap_another_stops_where_it_last_fits(template: str, hawk: str, end: str | None) -> None:
    found = fly(SMALL, read_template(template), {"Hawk": read_placement(hawk)})
    assert str(found.to) == (end or ends(template))
    assert found.stopped == (() if end is None else ("Hawk",))


#: Near enough to a small ship at 0,0 to be in its way.
NEIGHBOURS = st.builds(
    placed,
    st.sampled_from(["small", "medium", "large", "20x90"]),
    st.decimals(-130, 130, places=1),
    st.decimals(-30, 260, places=1),
    st.integers(0, 359),
)


def shared(one: Placement, other: Placement) -> float:
    """The area that two bases have in common, in mm2."""
    return float(shapely.intersection(shapely.Polygon(one.corners), shapely.Polygon(other.corners)).area)


@given(NEIGHBOURS, NEIGHBOURS)
def test_two_bases_overlap_if_they_share_more_than_a_touch(one: Placement, other: Placement) -> None:
    assume(not 1e-8 < shared(one, other) < 1e-4)
    assert overlaps(one, other) == (shared(one, other) > TOUCHING)


@given(st.sampled_from(TEMPLATES), st.lists(NEIGHBOURS, min_size=1, max_size=3))
def test_a_ship_stops_at_the_first_place_back_along_its_way_where_it_overlaps_nobody(
    template: Template, row: list[Placement]
) -> None:
    found = fly(SMALL, template, dict(zip("ABC", row, strict=False)))
    whole = way(SMALL.base, template)
    looks = [flown(SMALL, template)]
    looks += [put(SMALL, pose(SMALL.base, template, whole - step / 2)) for step in range(1, int(2 * whole) + 1)]
    sizes = [max(shared(each, other) for other in row) for each in looks]
    assume(not any(1e-8 < size < 1e-4 for size in sizes))
    back = sum(1 for _ in takewhile(lambda size: size > TOUCHING, sizes))
    assert bool(found.stopped) == (back > 0)
    x, y = looks[max(back - 1, 0)].middle
    assert hypot(x - found.to.middle[0], y - found.to.middle[1]) <= 0.502


def test_of_two_ships_the_one_is_named_that_it_would_meet_first_a_little_farther_on() -> None:
    row = {"Hawk": read_placement("small@0,160,0"), "Kite": read_placement("small@0,110,0")}
    found = fly(SMALL, read_template("3 straight"), row)
    assert (str(found.to), found.stopped) == ("small@0,70,0", ("Kite",))
    beside = {"Hawk": read_placement("small@-30,110,0"), "Kite": read_placement("small@30,110,0")}
    assert fly(SMALL, read_template("2 straight"), beside).stopped == ("Hawk", "Kite")


def test_a_gap_of_a_millimetre_is_found() -> None:
    row = {"Kite": read_placement("small@0,60,0"), "Hawk": read_placement("small@0,141,0")}
    found = fly(SMALL, read_template("3 straight"), row)
    assert (str(found.to), found.stopped) == ("small@0,101,0", ("Hawk",))


@each_row("template", ["1 straight", "1 bank left"])
def test_who_begins_on_another_stays_where_nothing_fits(template: str) -> None:
    found = fly(SMALL, read_template(template), {"Hawk": read_placement("500x160@0,60,0")})
    assert (found.to, found.stopped) == (SMALL, ("Hawk",))


@each_row(
    ("at", "through", "under"),
    [
        # the template is 20 mm wide and runs from 20 to 100; the base ends over 100 to 140
        ((-19.9, 60), True, False),
        ((-20, 60), False, False),
        ((0, 108), True, True),
        ((0, 151), False, False),
        ((0, 149.9), False, True),
        ((0, 10.1), True, False),
        ((0, 10), False, False),
    ],
)
def test_an_object_beneath_the_template_is_told_and_one_beneath_the_ship_too(
    at: tuple[float, float], through: bool, under: bool
) -> None:
    rock = {"Rock": Lying(middle=at, radius=10)}
    found = fly(SMALL, read_template("2 straight"), {}, rock)
    assert (beneath(found.to, {}, rock) == ("Rock",)) == under
    assert (found.through == ("Rock",)) == (through and not under)


def test_a_ship_that_stops_lies_on_the_part_of_its_template_that_it_went() -> None:
    rocks = {"Near": Lying(middle=(0, 30), radius=5), "Far": Lying(middle=(0, 90), radius=5)}
    hawk = {"Hawk": read_placement("small@0,105,0")}  # it stops with its middle at 65: 45 mm of the template
    assert fly(SMALL, read_template("2 straight"), hawk, rocks).through == ("Near",)
    assert fly(SMALL, read_template("2 straight"), {}, rocks).through == ("Near", "Far")
    assert fly(SMALL, read_template("2 straight"), {"Hawk": read_placement("large@0,80,0")}, rocks).through == ()


def test_a_polygon_is_overlapped_and_crossed_beyond_a_touch() -> None:
    wreck = Lying(corners=((20, -10), (40, -10), (40, 10), (20, 10)))
    assert beneath(SMALL, {}, {"Wreck": wreck}) == ()  # the edges touch
    assert beneath(read_placement("small@0.001,0,0"), {}, {"Wreck": wreck}) == ("Wreck",)
    assert wreck.crossed_by(((0, 0), (60, 0)))
    assert not wreck.crossed_by(((0, 10), (60, 10)))
    assert not wreck.crossed_by(((0, 0), (20, 0)))
    assert wreck.crossed_by(((0, 0), (20.001, 0)))


def test_a_circle_is_crossed_beyond_a_touch() -> None:
    rock = Lying(middle=(0, 50), radius=10)
    assert rock.crossed_by(((9.99, 0), (9.99, 100)))
    assert not rock.crossed_by(((10, 0), (10, 100)))


def test_templates_are_drawn_as_wide_and_as_long_as_they_are() -> None:
    assert sorted(outline(SMALL, read_template("1 straight"))) == [(-10, 20), (-10, 60), (10, 20), (10, 60)]
    assert middle_line(SMALL.base, read_template("1 turn right"))[-1] == pytest.approx((35, 55))
