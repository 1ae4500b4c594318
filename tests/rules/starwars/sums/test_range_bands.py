"""Range bands. Rule: rules.md, Range bands; seed, Range Band."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.rules.starwars.sums.relative import BANDS, band_of, limits, reaches


@pytest.mark.parametrize(
    ("hexes", "band"),
    [
        (0, "close"),
        (1, "close"),
        (2, "short"),
        (3, "medium"),
        (5, "medium"),
        (6, "long"),
        (10, "long"),
        (11, "extreme"),
        (20, "extreme"),
        (21, None),
        (1000, None),
    ],
)
def test_each_band_holds_both_of_its_boundaries_and_nothing_is_in_range_beyond_the_last(
    hexes: int, band: str | None
) -> None:
    assert band_of(hexes) == band


def test_bands_follow_each_other_without_a_gap() -> None:
    assert [limits(band) for band in BANDS] == [(0, 1), (2, 2), (3, 5), (6, 10), (11, 20)]


@given(st.integers(0, 30))
def test_a_weapon_reaches_its_own_band_and_every_nearer_one(hexes: int) -> None:
    band = band_of(hexes)
    names = list(BANDS)
    assert [reaches(name, hexes) for name in names] == [
        band is not None and names.index(band) <= names.index(name) for name in names
    ]
