from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.expanding_spheres import collides, strength
from tests.shared.rows import each_row

radii = st.integers(0, 39_999)
ranges = st.integers(0, 100_000)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (6_286, 2_572),  # as printed
        (6_250, 2_500),  # as speed 6 gives
    ],
)
def test_g23_41_a_sphere_of_half_a_hex_collides_at_the_second_step_from_one_hex(first: int, second: int) -> None:
    assert not collides(5_000, 10_000, 10_000)
    assert not collides(5_000, 10_000, first)
    assert collides(5_000, first, second)


@each_row(
    ("before", "after", "hit"),
    [
        (5_001, 4_999, True),
        (4_999, 5_001, True),  # from the inside out
        (5_001, 5_000, True),  # exactly at the radius
        (5_000, 5_000, True),  # still there
        (5_000, 4_999, False),  # that was met the impulse before
        (5_000, 5_001, False),
        (5_001, 5_001, False),
        (0, 4_999, False),
    ],
)
def test_a_sphere_collides_with_what_crosses_or_meets_its_radius(before: int, after: int, hit: bool) -> None:
    assert collides(5_000, before, after) is hit


@each_row(
    ("radius", "energy", "found"),
    [
        (5_000, 100_000, 383_333),  # 38.3333 by a half-hex sphere of ten points
        (0, 100_000, 400_000),
        (30_000, 100_000, 300_000),
        (39_999, 10_000, 26_667),
        (1, 10_000, 39_999),  # 3.99996..., dropped to four decimals
        (5_000, 0, 0),
    ],
)
def test_g23_42_the_strength_falls_by_a_third_of_the_radius_for_each_point_of_energy(
    radius: int, energy: int, found: int
) -> None:
    assert strength(radius, energy) == found


@each_row(("radius", "said"), [(40_000, "4"), (-1, "-0.0001"), (123_456, "12.3456")])
def test_a_radius_outside_0_to_3_9999_is_refused(radius: int, said: str) -> None:
    words = f"A sphere cannot have a radius of {said}. Its radius is 0 to 3.9999 hexes (G23.41)."
    with pytest.raises(NotAllowedError, match=f"^{re.escape(words)}$"):
        collides(radius, 0, 1)
    with pytest.raises(NotAllowedError, match=f"^{re.escape(words)}$"):
        strength(radius, 1)


def test_a_radius_of_0_or_3_9999_is_right() -> None:
    assert collides(0, 1, 0)
    assert collides(39_999, 40_000, 39_998)


@given(radius=radii, before=ranges, after=ranges)
def test_a_sphere_collides_exactly_when_the_unit_changes_sides_or_stands_on_it(
    radius: int, before: int, after: int
) -> None:
    sides = {before > radius, after > radius}
    assert collides(radius, before, after) is (after == radius or (before != radius and len(sides) == 2))


@given(radius=radii, before=ranges.filter(bool), after=ranges)
def test_a_unit_that_crosses_one_way_crosses_on_the_way_back(radius: int, before: int, after: int) -> None:
    if radius not in {before, after}:
        assert collides(radius, before, after) is collides(radius, after, before)


@given(radius=radii, wider=radii, energy=st.integers(0, 10**7), more=st.integers(0, 10**7))
def test_a_wider_sphere_is_no_stronger_and_more_energy_no_weaker(
    radius: int, wider: int, energy: int, more: int
) -> None:
    narrow, wide = sorted((radius, wider))
    assert strength(wide, energy) <= strength(narrow, energy) <= strength(narrow, energy + more)
    assert strength(wide, energy) >= 8 * energy // 3
