"""How numbers of many plays are spread, and how those of two plans differ on the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from msgspec import Struct

#: A spread leaves out this part of the plays at either end.
TAIL = Fraction(1, 20)


class Spread(Struct, frozen=True, kw_only=True):
    """Numbers of many plays. low, high: 5 % of the plays are below and above; middle: as many below as above."""

    low: Fraction
    middle: Fraction
    high: Fraction
    mean: Fraction

    @classmethod
    def of(cls, numbers: Sequence[int | Fraction]) -> Spread:
        """Of one number a play, at least one."""
        ordered = sorted(map(Fraction, numbers))
        last = len(ordered) - 1

        def at(part: Fraction) -> Fraction:
            return ordered[round(part * last)]

        mean = sum(ordered, Fraction()) / len(ordered)
        return cls(low=at(TAIL), middle=at(Fraction(1, 2)), high=at(1 - TAIL), mean=mean)


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
