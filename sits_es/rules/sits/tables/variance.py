"""The variance roll, 3d10v: three ten-sided dice of which two are the key pair."""

from __future__ import annotations

from itertools import product
from typing import Final

#: Dice of one variance roll, the key pair first.
DICE: Final = 3


def variance(faces: tuple[int, int, int]) -> int:
    """Add up one roll: 0 to 30.

    faces: 0 to 9 each, the key pair first; ValueError otherwise. Every 0 counts 0, unless the key pair shows
    equal numbers: then every 0 counts 10. Rule: flyer, "3d10v"; rules/sits.md 8.2.
    """
    if len(faces) != DICE or not all(0 <= face <= 9 for face in faces):
        message = f"a variance roll is {DICE} faces, 0 to 9 each: {faces}"
        raise ValueError(message)
    zero = 10 if faces[0] == faces[1] else 0
    return sum(face or zero for face in faces)


def distribution() -> dict[int, int]:
    """How many of the 1000 rolls give each sum, lowest sum first."""
    counts = dict.fromkeys(range(31), 0)
    for first, second, third in product(range(10), repeat=DICE):
        counts[variance((first, second, third))] += 1
    return {total: count for total, count in counts.items() if count}
