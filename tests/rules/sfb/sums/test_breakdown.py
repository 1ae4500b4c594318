from __future__ import annotations

from itertools import product

import pytest

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.breakdown import facing_from
from sits_es.rules.sfb.sums.facings import Facing, read_facing
from tests.shared.rows import each_row


@each_row(
    ("dice", "facing"),
    [
        ((5, 6, 1, 1, 3, 4), "pitch 0 yaw 70 roll 220"),  # 300 + 60 is a full turn
        ((1, 1, 1, 1, 1, 1), "pitch 70 yaw 70 roll 70"),
        ((6, 6, 6, 6, 6, 6), "pitch 60 yaw 60 roll 60"),
        ((2, 3, 6, 1, 5, 5), "pitch 150 yaw 10 roll 350"),
    ],
)
def test_c6_541_a_breakdown_leaves_a_ship_where_its_dice_say(dice: tuple[int, ...], facing: str) -> None:
    assert facing_from(dice) == read_facing(facing)


def test_two_dice_name_each_of_36_angles_once() -> None:
    angles = [facing_from((1, 1, one, other, 1, 1)).yaw for one, other in product(range(1, 7), repeat=2)]
    assert sorted(angles) == [angle * 100_000 for angle in range(36)]


def test_each_pair_of_dice_turns_its_own_axis() -> None:
    assert facing_from((1, 1, 2, 2, 3, 3)) == Facing(700_000, 1_400_000, 2_100_000)


def test_dice_that_are_none_are_refused_all_at_once() -> None:
    with pytest.raises(NotAllowedError) as refused:
        facing_from((0, 6, 1, 7, 3))
    assert refused.value.problems == (
        "Die 1 cannot show 0. A die shows 1 to 6 (C6.541).",
        "Die 4 cannot show 7. A die shows 1 to 6 (C6.541).",
        "A breakdown takes 6 dice, two each for pitch, yaw and roll. 5 are given (C6.541).",
    )
