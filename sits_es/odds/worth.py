"""What a board is worth to a side: by how much it is ahead in the system's own measures, on average."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sits_es.report.glance import Measure


def worth(measures: Sequence[Measure], side: str) -> Fraction:
    """Points by which a side is ahead, averaged over the measures that it has; below 0 where it is behind.

    In each it is compared with the mean of the other sides; a measure of which less is better counts the other way.
    """
    found = [_ahead(measure, side) for measure in measures if side in dict(measure.sides)]
    return sum(found, Fraction()) / len(found) if found else Fraction()


def _ahead(measure: Measure, side: str) -> Fraction:
    numbers = dict(measure.sides)
    own = numbers.pop(side)
    others = Fraction(sum(numbers.values()), len(numbers)) if numbers else Fraction()
    return (others - own) if measure.less else (own - others)
