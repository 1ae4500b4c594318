from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.sfb.sums.explosions import Felt, force
from sits_es.rules.sfb.sums.places import Place, exact, read_place
from tests.shared.rows import each_row
from tests.shared.sfb_places import PLACES

TEN = 100_000


@each_row(
    ("at", "damage"),
    [
        ("0.01,0,0", 100_000),  # the rule says 1,000; its formula says this
        ("0.5,0,0", 40),
        ("1,0,0", 10),
        ("2,0,0", 2),
        ("0,0,0", 1_000_000_000),  # one place counts as a kilometre
        ("0,0.0001,0", 1_000_000_000),
        ("0,0,3.1622", 1),
        ("0,0,3.1623", 0),  # fractions are dropped
    ],
)
def test_d5_2_a_ten_point_explosion_near_units_falls_with_the_square_of_the_range(at: str, damage: int) -> None:
    place = read_place(at)
    assert force(TEN, Place(), place) == Felt(exact(Place(), place), TEN, damage)


@each_row(
    ("km", "strength", "damage"),
    [
        (5_000, 50_000, 20),  # the half hex of the example: five of ten are left
        (999, 100_000, 1_002),  # not yet a whole 1,000 km
        (1_000, 90_000, 900),
        (9_999, 10_000, 1),
        (10_000, 0, 0),
        (60_000, 0, 0),  # never below 0
    ],
)
def test_g10_72_in_a_web_an_explosion_loses_a_point_for_each_whole_1_000_km(
    km: int, strength: int, damage: int
) -> None:
    assert force(TEN, Place(), Place(y=km), in_web=True) == Felt(km, strength, damage)


strengths = st.integers(0, 10_000_000)


@given(one=PLACES, other=PLACES, moved=PLACES, strength=strengths, in_web=st.booleans())
def test_an_explosion_is_felt_the_same_from_either_side_and_everywhere(
    one: Place, other: Place, moved: Place, strength: int, in_web: bool
) -> None:
    felt = force(strength, one, other, in_web)
    assert felt == force(strength, other, one, in_web) == force(strength, one + moved, other + moved, in_web)


@given(one=PLACES, other=PLACES, strength=strengths, more=strengths)
def test_a_web_never_makes_it_stronger_and_more_strength_never_does_less(
    one: Place, other: Place, strength: int, more: int
) -> None:
    in_web, free = force(strength, one, other, in_web=True), force(strength, one, other)
    assert 0 <= in_web.strength <= free.strength
    assert 0 <= in_web.damage <= free.damage <= force(strength + more, one, other).damage


@given(strength=strengths, near=st.integers(0, 10**6), farther=st.integers(0, 10**6), in_web=st.booleans())
def test_farther_away_no_more_is_felt(strength: int, near: int, farther: int, in_web: bool) -> None:
    close, far = (force(strength, Place(), Place(z=km), in_web) for km in (near, near + farther))
    assert far.damage <= close.damage
