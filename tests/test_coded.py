"""Codes in place of sentences: which belong to a set, with which values."""

import pytest

from sits_es.events import Coded, Shape


@pytest.mark.parametrize(
    ("coded", "shape", "fits"),
    [
        (Coded("a"), (), True),
        (Coded("a", ("x",)), (), False),
        (Coded("a", ("x", 3)), (str, int), True),
        (Coded("a", (3, "x")), (str, int), False),
        (Coded("a", (True,)), (int,), False),
        (Coded("a", ("x",)), (str, str, ...), True),
        (Coded("a", ("x", "y", "z")), (str, str, ...), True),
        (Coded("a", ("x", "y", 3)), (str, str, ...), False),
        (Coded("a"), (str, str, ...), False),
        (Coded("b"), (), False),
    ],
)
def test_a_code_fits_its_set_with_the_values_that_belong_to_it(coded: Coded, shape: Shape, fits: bool) -> None:
    assert coded.fits({"a": shape}) is fits
