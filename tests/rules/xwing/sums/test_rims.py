"""The rim where arcs end, 300 mm from the base: exact where it is a circle, and never at odds with the range."""

from __future__ import annotations

from decimal import Decimal
from math import acos, cos, pi, radians, sin, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, box, intersection

from sits_es.rules.xwing.sums.arcs import sight
from sits_es.rules.xwing.sums.bases import Placement, placed, read_base
from sits_es.rules.xwing.sums.rims import area_within, rim

SMALL = read_base("small")


def at_the_rim(way: float, inside: float) -> tuple[Placement, Placement]:
    """A ship, and a base whose rear left corner points at its front right one from 300 mm away, nearly.

    way: degrees from the bow, 0 to 90; inside: mm by which the corner is nearer than 300 mm.
    """
    far = 300 - inside
    x, y = 20 + far * sin(radians(way)), 20 + far * cos(radians(way))
    # the other base stands so that the way leads along its diagonal
    turn = way - 45
    middle = x + 20 * sqrt(2) * sin(radians(way)), y + 20 * sqrt(2) * cos(radians(way))
    return placed("small", 0, 0, 0), placed("small", f"{middle[0]:.12f}", f"{middle[1]:.12f}", f"{turn:.12f}")


@given(way=st.floats(1, 89))
def test_a_corner_that_is_a_hundredth_of_a_mm_within_range_3_is_in_an_arc(way: float) -> None:
    seen = sight(*at_the_rim(way, 0.01))
    assert seen.distance == pytest.approx(299.99, abs=1e-6)
    assert (seen.range, seen.arc_range["full-front"]) == (3, 3)
    # a right angle whose corner is 0.01 mm inside: the square of that, the bend of the rim being next to nothing
    assert seen.area["full-front"] == pytest.approx(0.0001, rel=0.01)


@given(way=st.floats(1, 89), outside=st.floats(0.00001, 5))
def test_a_corner_beyond_range_3_is_in_no_arc_however_little_it_is(way: float, outside: float) -> None:
    seen = sight(*at_the_rim(way, -outside))
    assert (seen.range, seen.arcs) == (None, ())


def test_a_corner_on_the_rim_is_at_range_3_and_in_no_arc() -> None:
    seen = sight(*at_the_rim(45, 0))
    assert (seen.range, seen.arcs) == (3, ())


def test_all_within_300_mm_of_a_base_is_the_base_four_strips_and_a_circle() -> None:
    whole = 40 * 40 + 4 * 40 * 300 + pi * 300**2
    everything = box(-2000, -2000, 2000, 2000)
    assert area_within(everything, SMALL) == pytest.approx(whole, rel=1e-12)
    assert rim(SMALL).area == pytest.approx(whole, rel=1e-5)
    assert rim(SMALL).area < whole


def test_a_strip_across_the_circle_has_the_area_of_a_segment() -> None:
    # all that is more than 200 mm ahead of the corner, to its right: a quarter of a segment's
    strip = box(20, 220, 2000, 2000)
    segment = 300**2 * acos(2 / 3) - 200 * sqrt(300**2 - 200**2)
    assert area_within(strip, SMALL) == pytest.approx(segment / 2, rel=1e-12)


corners = st.tuples(st.floats(-500, 500), st.floats(-500, 500))
sides = st.decimals(10, 400, places=1)


@given(one=corners, other=corners, third=corners, width=sides, length=sides)
def test_any_triangle_has_as_much_within_the_rim_as_a_many_sided_likeness_of_it_shows(
    one: tuple[float, float], other: tuple[float, float], third: tuple[float, float], width: Decimal, length: Decimal
) -> None:
    base = read_base(f"{width}x{length}")
    triangle = Polygon((one, other, third))
    found, drawn = area_within(triangle, base), intersection(triangle, rim(base)).area
    # the likeness lies inside the circle, by 0.0014 mm at the most, along no more than all of the circle
    assert -1e-6 <= found - drawn <= 0.0015 * 2 * pi * 300
