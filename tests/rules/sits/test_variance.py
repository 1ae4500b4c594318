from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

from sits_es.rules.sits.sums.variance import distribution, variance
from tests.shared.rows import each_row


@each_row(
    ("faces", "total"),
    [
        ((2, 0, 7), 9),  # flyer: [2,0,7] is 9
        ((5, 5, 0), 20),  # flyer: [5,5,0] is 20
        ((0, 0, 0), 30),  # rules 8.2
        ((0, 0, 7), 27),  # a key pair of zeros is a pair too
        ((0, 5, 0), 5),  # no pair: both zeros are zero
        ((5, 0, 5), 10),  # the third die is no part of the key pair
        ((9, 9, 9), 27),
        ((1, 2, 3), 6),
    ],
)
def test_zeros_count_ten_only_when_the_key_pair_shows_equal_numbers(faces: tuple[int, int, int], total: int) -> None:
    assert variance(faces) == total


def test_the_whole_distribution_is_the_plain_one_with_the_zeros_of_the_pairs_raised() -> None:
    expected = Counter(sum(faces) for faces in product(range(10), repeat=3))
    for third in range(10):
        for pair in range(10):
            expected[2 * pair + third] -= 1
            expected[2 * (pair or 10) + (third or 10)] += 1
    assert distribution() == {total: count for total, count in sorted(expected.items()) if count}
    assert sum(distribution().values()) == 1000


@each_row(
    ("total", "rolls"),
    [
        (0, []),  # three zeros are 30
        (1, [(0, 1, 0), (1, 0, 0)]),
        (27, [(0, 0, 7), (9, 9, 9)]),
        (28, [(0, 0, 8), (9, 9, 0)]),
        (29, [(0, 0, 9)]),
        (30, [(0, 0, 0)]),
    ],
)
def test_the_rarest_sums_come_from_these_rolls_alone(total: int, rolls: list[tuple[int, int, int]]) -> None:
    faces = product(range(10), range(10), range(10))
    assert [roll for roll in faces if variance(roll) == total] == rolls
    assert distribution().get(total, 0) == len(rolls)


@each_row("faces", [(10, 1, 1), (1, -1, 1), (1, 1), (1, 1, 1, 1)])
def test_a_roll_of_other_dice_is_a_bug(faces: Any) -> None:
    with pytest.raises(ValueError, match=r"a variance roll is 3 faces, 0 to 9 each"):
        variance(faces)
