"""How numbers of many plays differ between two plans on the same dice, and their mean with its error."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from msgspec import Struct


class Paired(Struct, frozen=True, kw_only=True):
    """One plan against another, play by play on the same dice: in how many it is better, level, worse.

    mean: by how much it is better, on average; error: standard error of that mean.
    """

    better: int
    level: int
    worse: int
    mean: Fraction
    error: Fraction

    @classmethod
    def of(cls, one: Sequence[Fraction], other: Sequence[Fraction]) -> Paired:
        """Of the worth of two plans in each play, at least two plays."""
        apart = [first - second for first, second in zip(one, other, strict=True)]
        mean, error = mean_and_error(apart)
        return cls(
            better=sum(each > 0 for each in apart),
            level=sum(each == 0 for each in apart),
            worse=sum(each < 0 for each in apart),
            mean=mean,
            error=error,
        )


def mean_and_error(numbers: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The mean, and its standard error to a thousandth; the error of a single number is 0."""
    mean = sum(numbers, Fraction()) / len(numbers)
    if len(numbers) == 1:
        return mean, Fraction()
    square = sum(((each - mean) ** 2 for each in numbers), Fraction()) / (len(numbers) - 1) / len(numbers)
    # whole numbers, so that it is the same on every machine
    return mean, Fraction(isqrt(int(square * 1_000_000)), 1000)
