"""The variance roll, 3d10v. Rule: flyer, "3d10v"; sits rules 8.2."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Final

#: Dice of one variance roll, the key pair first.
DICE: Final = 3


def counts(faces: tuple[int, ...]) -> tuple[int, ...]:
    """What each of three faces counts: itself, but every 0 counts as 10 where the key pair shows equal numbers.

    faces: 0 to 9 each, the key pair first; ValueError otherwise.
    """
    if len(faces) != DICE or not all(0 <= face <= 9 for face in faces):
        message = f"a variance roll is {DICE} faces, 0 to 9 each: {faces}"
        raise ValueError(message)
    zero = 10 if faces[0] == faces[1] else 0
    return tuple(face or zero for face in faces)


def variance(faces: tuple[int, ...]) -> int:
    """Add up one roll: 0 to 30. ValueError for faces that are none."""
    return sum(counts(faces))


def variance_steps(faces: tuple[int, ...]) -> tuple[str, str]:
    """How three faces make a variance."""
    equal = faces[0] == faces[1]
    pair = f"The key pair shows {faces[0]} and {faces[1]}: {'equal' if equal else 'not equal'}"
    return (
        f"{pair}, so every 0 counts as {10 if equal else 0}.",
        f"{' + '.join(map(str, counts(faces)))} = {variance(faces)}.",
    )


@cache
def distribution() -> Mapping[int, int]:
    """How many of the 1000 rolls give each sum, lowest sum first."""
    found = dict.fromkeys(range(31), 0)
    for faces in product(range(10), repeat=DICE):
        found[variance(faces)] += 1
    return {total: number for total, number in found.items() if number}


def over_variance(outcome: Callable[[int], int]) -> tuple[Fraction, Fraction]:
    """Mean and mean squared distance from it of an outcome over all 1,000 rolls of 3d10v."""
    return moments((outcome(total), number) for total, number in distribution().items())


def moments(outcomes: Iterable[tuple[int, int]]) -> tuple[Fraction, Fraction]:
    """Mean and mean squared distance from it of outcomes, each with its weight."""
    weighed = tuple(outcomes)
    number = sum(weight for _, weight in weighed)
    mean = Fraction(sum(outcome * weight for outcome, weight in weighed), number)
    return mean, Fraction(sum(outcome**2 * weight for outcome, weight in weighed), number) - mean**2


def chances(chance: Fraction) -> tuple[Fraction, Fraction]:
    """Mean and mean squared distance from it of what happens, or not, with a chance of 0 to 1."""
    return chance, chance * (1 - chance)
