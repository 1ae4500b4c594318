"""Keyed dice show every face as often as every other: chi-square over 100,000 of them, by face and by pair of faces."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from sits_es.dice import KeyedDice, RollKey

SEED = bytes(range(1, 33))

#: Chi-square that even dice pass in 999 of 1,000 cases: for 9 and for 99 degrees of freedom.
FACES, PAIRS = 27.88, 148.23


def chi_square(counts: Counter[object], cells: int) -> float:
    mean = sum(counts.values()) / cells
    return sum((count - mean) ** 2 for count in counts.values()) / mean + (cells - len(counts)) * mean


def hundred_thousand() -> list[int]:
    """Faces as a long game throws them: three to a roll, each roll with a key of its own."""
    faces: list[int] = []
    for turn in range(1, 21):
        for segment in range(1, 9):
            dice = KeyedDice(SEED, "chi-square", turn, segment)
            for number in range(209):
                faces += dice.throw(RollKey(f"Ship {number % 12}", "ECM variance", f"attack {number}"), 3)
    return faces[:100_000]


def test_100000_keyed_dice_pass_chi_square_by_face_and_by_neighbours() -> None:
    faces = hundred_thousand()
    assert len(faces) == 100_000
    assert set(faces) == set(range(10))
    assert chi_square(Counter(faces), 10) < FACES
    assert chi_square(Counter(pairwise(faces)), 100) < PAIRS


def test_the_first_die_of_every_roll_is_even_too() -> None:
    assert chi_square(Counter(hundred_thousand()[::3]), 10) < FACES


def test_the_measure_finds_a_die_that_shows_its_9_a_tenth_more_often() -> None:
    faces = hundred_thousand()
    loaded = [9 if face == 0 and number % 10 == 0 else face for number, face in enumerate(faces)]
    assert chi_square(Counter(loaded), 10) > FACES
