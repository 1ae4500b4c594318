from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import NotAllowedError
from sits_es.rules.sfb.sums.schedule import impulses, scheduled
from tests.shared.rows import each_row


@each_row(
    ("speed", "found"),
    [
        (125_000, (3, 6, 8, 11, 13, 16, 18, 21, 24, 26, 29, 31)),
        (0, ()),
        (9_999, ()),  # not one whole hex in a turn
        (10_000, (32,)),
        (20_000, (16, 32)),
        (160_000, tuple(range(2, 33, 2))),
        (320_000, tuple(range(1, 33))),
        (400_000, tuple(range(1, 33))),
    ],
)
def test_m2_40_a_unit_is_scheduled_whenever_it_has_made_another_whole_hex(speed: int, found: tuple[int, ...]) -> None:
    assert impulses(speed) == found


@given(speed=st.integers(0, 320_000))
def test_a_unit_is_scheduled_once_for_each_whole_hex_of_its_speed(speed: int) -> None:
    assert len(impulses(speed)) == speed // 10_000
    assert impulses(speed) == tuple(impulse for impulse in range(1, 33) if scheduled(speed, impulse))


def test_a_speed_below_0_is_refused() -> None:
    with pytest.raises(
        NotAllowedError, match=f"^{re.escape('A speed of -3 is below 0. It must be 0 or more (M2.40).')}$"
    ):
        impulses(-30_000)
