from __future__ import annotations

from fractions import Fraction
from random import Random

import mpmath  # type: ignore[import-untyped]
import pytest

from sits_es.rules.sfb.sums import exact
from sits_es.rules.sfb.sums.exact import (
    FLOAT_ERROR,
    by_digits,
    by_float,
    cosine,
    nearest_product,
    product_finely,
    rational_product,
    sine,
)
from tests.shared.rows import each_row

HALF = Fraction(1, 2)


def by_ladder(factor: Fraction, one: int, other: int, plus: Fraction) -> int:
    return by_digits(lambda digits: product_finely(digits, factor, one, other, plus))


@each_row("number", range(4))
def test_floats_and_digits_round_a_thousand_random_sums_alike(number: int) -> None:
    random = Random(number)  # noqa: S311 - examples, not secrets
    for _ in range(1_000):
        factor = Fraction(random.randrange(-400_000, 400_000), 32)
        plus = Fraction(random.randrange(-(10**9), 10**9), 32_000)
        one, other = random.randrange(3_600_000), random.randrange(3_600_000)
        assert nearest_product(factor, one, other, plus) == by_ladder(factor, one, other, plus)


@pytest.mark.parametrize("number", range(2))
def test_fractions_and_digits_round_sums_of_thirties_and_forty_fives_alike(number: int) -> None:
    random = Random(number)  # noqa: S311 - examples, not secrets
    angles = [angle for angle in range(0, 3_600_000, 150_000) if angle % 300_000 == 0 or angle % 450_000 == 0]
    for _ in range(300):
        factor, plus = Fraction(random.randrange(-640, 640), 32), Fraction(random.randrange(-640, 640), 32)
        one, other = random.choice(angles), random.choice(angles)
        assert nearest_product(factor, one, other, plus) == by_ladder(factor, one, other, plus)


def test_no_product_as_a_float_is_further_off_than_a_tenth_of_what_is_allowed() -> None:
    random = Random(1)  # noqa: S311 - examples, not secrets
    digits = mpmath.mp.clone()
    digits.dps = 40
    for _ in range(2_000):
        one, other = random.randrange(3_600_000), random.randrange(3_600_000)
        true, _ = product_finely(digits, Fraction(1), one, other, Fraction(0))
        assert abs(cosine(one) * cosine(other) - true) < FLOAT_ERROR / 10


def test_a_sum_that_is_almost_in_the_middle_is_no_tie() -> None:
    just_below = Fraction(1, 2) - Fraction(1, 10**20)
    assert nearest_product(Fraction(2), 600_000, 0, just_below - 1) == 0
    assert nearest_product(Fraction(2), 600_000, 0, 1 - just_below) == 2
    # sin 1 is irrational: a fraction of fifty digits comes near to its half without meeting it
    digits = mpmath.mp.clone()
    digits.dps = 60
    near = Fraction(int(digits.floor(digits.sinpi(digits.mpf(1) / 180) * digits.mpf(10) ** 50)), 10**50)
    assert nearest_product(Fraction(1), 890_000, 0, HALF - near) == 1
    assert nearest_product(Fraction(1), 890_000, 0, HALF - near - Fraction(1, 10**50)) == 0


@each_row(
    ("factor", "one", "other", "whole"),
    [
        (Fraction(3125), 600_000, 0, 1563),  # pitch 30 at speed 10: sin 30 is cos 60
        (Fraction(-3125), 600_000, 0, -1563),
        (Fraction(2), 360_000, 720_000, 1),  # cos 36 cos 72 is a quarter, which no fraction of cosines shows
        (Fraction(6), 360_000, 720_000, 2),
        (Fraction(-2), 360_000, 720_000, -1),
        (Fraction(2), 600_000, 600_000, 1),
        (Fraction(2), 300_000, 300_000, 2),  # three quarters of two
        (Fraction(1), 450_000, 450_000, 1),
        (Fraction(1), 450_000, 1_350_000, -1),
    ],
)
def test_ties_are_ties_and_are_rounded_away_from_zero(factor: Fraction, one: int, other: int, whole: int) -> None:
    assert nearest_product(factor, one, other, Fraction(0)) == whole
    assert by_ladder(factor, one, other, Fraction(0)) == whole


def test_a_tie_that_only_digits_can_show_is_looked_for_with_120_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def noted(digits: mpmath.MPContext, *told: object) -> object:
        asked.append(digits.dps)
        return product_finely(digits, *told)  # type: ignore[arg-type]

    monkeypatch.setattr(exact, "product_finely", noted)
    assert nearest_product(Fraction(2), 360_000, 720_000, Fraction(0)) == 1
    assert asked == [30, 60, 120]


@each_row(
    ("one", "other", "product"),
    [
        (0, 0, Fraction(1)),
        (600_000, 0, HALF),
        (900_000, 123_456, Fraction(0)),
        (1_200_000, 600_000, Fraction(-1, 4)),
        (300_000, 300_000, Fraction(3, 4)),
        (300_000, 1_500_000, Fraction(-3, 4)),
        (450_000, 450_000, HALF),
        (450_000, 0, None),
        (300_000, 600_000, None),
        (10_000, 0, None),
    ],
)
def test_products_of_cosines_are_fractions_where_cosines_show_it(
    one: int, other: int, product: Fraction | None
) -> None:
    assert rational_product(one, other) == product


@each_row(("angle", "value"), [(0, 0.0), (300_000, 0.5), (900_000, 1.0), (1_800_000, 0.0)])
def test_sines_are_exact_where_floats_can_be(angle: int, value: float) -> None:
    assert sine(angle) == value
    assert sine(-angle) == -value
    assert cosine(900_000 - angle) == value


def test_sines_and_cosines_of_mirrored_angles_are_the_same_floats() -> None:
    random = Random(2)  # noqa: S311 - examples, not secrets
    for _ in range(1_000):
        angle = random.randrange(3_600_000)
        assert sine(angle) == sine(1_800_000 - angle) == -sine(-angle) == cosine(900_000 - angle)


@each_row(
    ("guess", "wrong", "whole"),
    [(0.5, 0.0, None), (0.4, 0.01, 0), (0.495, 0.01, None), (-0.6, 0.01, -1), (-0.5, 0.1, None), (7.0, 0.3, None)],
)
def test_a_float_decides_only_where_it_is_further_from_the_middle_than_it_can_be_wrong(
    guess: float, wrong: float, whole: int | None
) -> None:
    assert by_float(guess, wrong) == whole
