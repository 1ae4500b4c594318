"""Straight lines between two places: how near they pass to a place or to one another, exactly.

Squared distances are exact fractions, so that no rounding decides who is inside a field. Rule: house.
"""

from __future__ import annotations

from fractions import Fraction

from sits_es.rules.sfb.sums.places import Place


def squared_to_place(one: Place, other: Place, place: Place) -> Fraction:
    """The square of the least distance between a place and the line from `one` to `other`, in square kilometres.

    The line ends at its two ends, and may be a single place.
    """
    line, way = other - one, place - one
    length, along = line.squared(), _product(line, way)
    if along <= 0:
        return Fraction(way.squared())
    if along >= length:
        return Fraction((place - other).squared())
    return Fraction(way.squared() * length - along * along, length)


def squared_between(one: tuple[Place, Place], other: tuple[Place, Place]) -> Fraction:
    """The square of the least distance between two lines that end at their ends, in square kilometres.

    Both may be single places, parallel, or cross.
    """
    first, second, apart = one[1] - one[0], other[1] - other[0], one[0] - other[0]
    a, b, c = first.squared(), _product(first, second), second.squared()
    d, e = _product(first, apart), _product(second, apart)
    spread = a * c - b * b  # 0 when they are parallel or one is a single place: an end is then among the nearest places
    if spread and 0 <= b * e - c * d <= spread and 0 <= a * e - b * d <= spread:
        across = Place(
            first.y * second.z - first.z * second.y,
            first.z * second.x - first.x * second.z,
            first.x * second.y - first.y * second.x,
        )
        return Fraction(_product(across, apart) ** 2, spread)
    return min(
        *(squared_to_place(*one, end) for end in other),
        *(squared_to_place(*other, end) for end in one),
    )


def _product(one: Place, other: Place) -> int:
    """The scalar product of two ways: above 0 when they point less than 90 degrees apart."""
    return one.x * other.x + one.y * other.y + one.z * other.z
