from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb.sums.binding import averaged, between, shields
from sits_es.rules.sfb.sums.places import Inertia
from tests.shared.rows import each_row

#: Relative yaws, left +, that put one ship off shield #3 and the other off #5.
RIGHT, LEFT = -1_200_000, 1_200_000


@each_row(
    ("yaw", "facing"),
    [
        (0, {1}),
        (30, {1, 6}),  # an end belongs to both
        (60, {6}),
        (90, {6, 5}),
        (120, {5}),
        (150, {5, 4}),
        (180, {4}),
        (-30, {1, 2}),
        (-60, {2}),
        (-90, {2, 3}),
        (-120, {3}),
        (-150, {3, 4}),
        (-179, {4}),
    ],
)
def test_c14_20_each_relative_yaw_has_its_shield(yaw: int, facing: set[int]) -> None:
    assert shields(yaw * 10_000) == facing


def test_a_ten_thousandth_of_a_degree_beside_an_end_belongs_to_one_shield() -> None:
    assert shields(300_001) == {6}
    assert shields(299_999) == {1}
    assert shields(-900_001) == {3}
    assert shields(-899_999) == {2}


def test_in_the_very_same_place_every_shield_faces() -> None:
    assert shields(None) == {1, 2, 3, 4, 5, 6}


@given(yaw=st.integers(-1_799_999, 1_800_000))
def test_every_yaw_has_a_shield_and_the_other_side_the_mirrored_one(yaw: int) -> None:
    mirrored = {1: 1, 2: 6, 3: 5, 4: 4, 5: 3, 6: 2}
    assert 1 <= len(shields(yaw)) <= 2
    if yaw != 1_800_000:
        assert {mirrored[number] for number in shields(yaw)} == shields(-yaw)


@each_row(
    ("right", "left", "bound"),
    [
        (RIGHT, LEFT, True),
        (LEFT, RIGHT, True),
        (None, None, True),  # in exactly the same place
        (LEFT, LEFT, False),
        (-1_600_000, 800_000, True),
        (-800_000, 1_600_000, True),
        (-1_600_001, LEFT, False),
        (-799_999, LEFT, False),
        (RIGHT, 799_999, False),
        (RIGHT, 1_600_001, False),
    ],
)
def test_c14_20_one_is_off_shield_3_and_one_off_5_with_ten_degrees_beyond(
    right: int | None, left: int | None, bound: bool
) -> None:
    assert between(right, left) is bound


def test_bound_ships_share_the_mean_of_their_inertia() -> None:
    """Thirds are rounded to the nearest: a third of 1 to 0, of -5 to -2."""
    three = (Inertia(1, 0, 30_000_000), Inertia(0, 0, -10_000_000), Inertia(0, -5, -10_000_000))
    assert averaged(three) == Inertia(0, -2, 3_333_333)


def test_an_exact_half_goes_away_from_zero() -> None:
    assert averaged((Inertia(1, -1, 3), Inertia())) == Inertia(1, -1, 2)
