"""Exact rounding: sums with sines and cosines as whole numbers, alike on every machine. Rule: house.

A float decides wherever it stands further from the middle between two whole numbers than it can be wrong. Otherwise the
sum is made with fractions where its cosines are rational, else with 30, 60 and 120 digits. What is in the middle even
then is a tie, and ties are rounded away from zero.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import cos, floor, radians, sin, sqrt
from typing import Any, Final

from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.numbers import FULL_TURN, WHOLE, nearest

HALF_TURN: Final = FULL_TURN // 2
QUARTER_TURN: Final = FULL_TURN // 4

#: How far a product of sines, cosines and a factor of 1 may be off as a float, and a sum with it. Folded to 45 degrees,
#: an angle is off by less than 3e-16, so is its sine; what two or three of them, a factor and a sum make of it is less
#: than 3e-15. The rest, a factor of thirty, is there for libraries whose sines are worse than ours.
FLOAT_ERROR: Final = 1e-13

#: Digits with which a sum is made that neither floats nor fractions decide.
LADDER: Final = (30, 60, 120)
#: Digits of those that a sum may lose on its way.
_LOST: Final = 8

#: Sines up to a quarter turn of which floats know the best form.
_SINES: Final = {0: 0.0, 300_000: 0.5, 450_000: sqrt(0.5), 600_000: sqrt(0.75), 900_000: 1.0}

#: Every rational cosine of an angle that is a whole number of ten-thousandths of a degree (Niven's theorem).
_RATIONAL: Final = {
    degrees * WHOLE: Fraction(value, 2)
    for degrees, value in ((0, 2), (60, 1), (90, 0), (120, -1), (180, -2), (240, -1), (270, 0), (300, 1))
}


def sine(angle: int) -> float:
    """The sine of ten-thousandths of a degree, any whole number, off by less than 3e-16; exact where floats can be."""
    angle %= FULL_TURN
    if angle >= HALF_TURN:
        return -sine(angle - HALF_TURN)
    angle = min(angle, HALF_TURN - angle)
    known = _SINES.get(angle)
    if known is not None:
        return known
    if 2 * angle < QUARTER_TURN:
        return sin(radians(angle / WHOLE))
    return cos(radians((QUARTER_TURN - angle) / WHOLE))


def cosine(angle: int) -> float:
    """The cosine of ten-thousandths of a degree, any whole number, as good as `sine`."""
    return sine(angle + QUARTER_TURN)


def ahead(facing: Facing, length: Fraction, plus: tuple[Fraction, Fraction, Fraction]) -> tuple[int, int, int]:
    """What lies `length` along a heading, with `plus` on each axis: the nearest whole number on x, y and z.

    Rule: C1.12, C1.21 for the heading (cos pitch cos yaw, sin pitch, cos pitch sin yaw); house for the rounding.
    """
    pitch, yaw = facing.pitch, facing.yaw
    x, y, z = plus
    return (
        nearest_product(length, pitch, yaw, x),
        nearest_product(length, QUARTER_TURN - pitch, 0, y),
        nearest_product(length, pitch, QUARTER_TURN - yaw, z),
    )


def nearest_product(factor: Fraction, one: int, other: int, plus: Fraction) -> int:
    """The whole number nearest to factor x cos one x cos other + plus; angles in ten-thousandths of a degree."""
    scale, added = float(factor), float(plus)
    guess = scale * (cosine(one) * cosine(other)) + added
    found = by_float(guess, (abs(scale) + abs(added)) * FLOAT_ERROR)
    if found is not None:
        return found
    cosines = rational_product(one, other)
    if cosines is not None:
        return nearest(factor * cosines + plus)
    return by_digits(lambda digits: product_finely(digits, factor, one, other, plus))


def rational_product(one: int, other: int) -> Fraction | None:
    """Cos one x cos other where rational cosines show that it is rational; None if they don't."""
    first, second = (_RATIONAL.get(angle % FULL_TURN) for angle in (one, other))
    if first == 0 or second == 0:
        return Fraction(0)
    if first is not None and second is not None:
        return first * second
    first, second = (_RATIONAL.get(angle % FULL_TURN) for angle in (one + other, one - other))
    return None if first is None or second is None else (first + second) / 2


def product_finely(digits: Any, factor: Fraction, one: int, other: int, plus: Fraction) -> tuple[Any, Any]:
    """Factor x cos one x cos other + plus in a context of mpmath, and how far it may be off."""
    scale, added = (digits.mpf(part.numerator) / part.denominator for part in (factor, plus))
    value = scale * finely(digits, one, "cos") * finely(digits, other, "cos") + added
    return value, error(digits, abs(scale) + abs(added))


def finely(digits: Any, angle: int, what: str) -> Any:
    """The "sin" or "cos" of ten-thousandths of a degree in a context of mpmath."""
    return getattr(digits, f"{what}pi")(digits.mpf(angle % FULL_TURN) / HALF_TURN)


def error(digits: Any, size: Any) -> Any:
    """How far a sum whose largest part is `size` may be off in a context of mpmath."""
    return size * digits.mpf(10) ** (_LOST - digits.dps)


def by_float(guess: float, wrong: float) -> int | None:
    """The whole number nearest to a value that is at most `wrong` from a guess; None if the guess doesn't decide."""
    if not wrong < 0.25:
        return None
    below = floor(guess)
    past = guess - below - 0.5
    return None if abs(past) <= wrong else below + (past > 0)


@cache
def _digits(number: int) -> Any:
    """A context of mpmath with so many digits, made once: to make one takes longer than to calculate with it."""
    import mpmath  # type: ignore[import-untyped]  # it brings no types

    made = mpmath.mp.clone()
    made.dps = number
    return made


def by_digits(value: Callable[[Any], tuple[Any, Any] | None]) -> int:
    """The whole number nearest to a value made in a context of mpmath with more and more digits; a tie: from zero.

    value: gives the value and how far it may be off, or None if its digits show nothing, which then counts as 0.
    """
    seen = None
    for number in LADDER:
        digits = _digits(number)
        seen = value(digits)
        if seen is None:
            continue
        made, wrong = seen
        below = int(digits.floor(made))
        past = made - below - digits.mpf(1) / 2
        if abs(past) > wrong:
            return below + int(past > 0)
    return 0 if seen is None else nearest(Fraction(2 * below + 1, 2))
