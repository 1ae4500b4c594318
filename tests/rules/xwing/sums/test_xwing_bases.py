"""Bases, their printed arc lines, and where they stand."""

from __future__ import annotations

from decimal import Decimal
from math import atan, degrees

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import GameError, NotAllowedError, UnreadableError
from sits_es.rules.xwing.sums.bases import Base, placed, read_base, read_placement, turned, within_a_turn
from tests.shared.rows import each_row


@each_row(("name", "side", "token", "angle"), [
    ("small", 40, "17.15", "40.6"),
    ("medium", 60, "26.45", "41.4"),
    ("large", 80, "35.71", "41.8"),
])  # fmt: skip
def test_printed_arc_lines_meet_the_front_edge_less_than_45_degrees_from_the_bow(
    name: str, side: int, token: str, angle: str
) -> None:
    base = read_base(name)
    assert (base.width, base.length, base.token) == (Decimal(side), Decimal(side), Decimal(token))
    assert base.slope is not None
    assert f"{degrees(atan(base.slope)):.1f}" == angle
    assert read_base(f"{side}x{side}") == base == Base(Decimal(side), Decimal(side))


def test_a_huge_base_is_as_large_as_is_written_and_has_the_arc_lines_that_are_given() -> None:
    base = read_base("80x195")
    assert (base.width, base.length, base.name) == (Decimal(80), Decimal(195), "80x195")
    assert base.slope is None
    with_lines = read_base("80X195.0", "45")
    assert with_lines.slope == pytest.approx(1)
    assert with_lines.name == "80x195"


REFUSED_BASES = {
    ("huge", None): (
        '"huge" is not a base. Write small, medium, large or WIDTHxLENGTH in mm, such as 80x195.'
    ),
    ("9.9x500.1", None): (
        "No base is 9.9 mm wide. Sides are 10 to 500 mm.\n"
        "No base is 500.1 mm long. Sides are 10 to 500 mm."
    ),
    ("small", "41"): "A small base has printed arc lines. Leave half_angle out: only huge bases have it.",
    ("80x195", "90"): "A half_angle of 90 is impossible. Write a number above 0 and below 90.",
    ("80x195", "0"): "A half_angle of 0 is impossible. Write a number above 0 and below 90.",
    ("80x195", "wide"): '"wide" is not a half_angle. Write a number such as 12.5, with at most 40 characters.',
    ("1.2.3x40", None): '"1.2.3" is not a width. Write a number such as 12.5, with at most 40 characters.',
}  # fmt: skip


@each_row(("base", "says"), REFUSED_BASES.items())
def test_a_base_that_there_is_not_is_refused(base: tuple[str, str | None], says: str) -> None:
    with pytest.raises(GameError) as refused:
        read_base(*base)
    assert str(refused.value) == says


@pytest.mark.parametrize("size", ["10x500", "500x10"])
def test_sides_have_10_to_500_mm_both_included(size: str) -> None:
    assert read_base(size).name == size


@each_row(("text", "read"), [
    ("small@-60,140.50,390", "small@-60,140.5,30"),
    (" medium@0, 0 ,-90 ", "medium@0,0,270"),
    ("80x195@1e2,.5,360", "80x195@100,0.5,0"),
    ("LARGE@-0,+0.0,0", "large@0,0,0"),
    ("small@100000,-100000,-1e-39", "small@100000,-100000,359.999999999999999999999999999999999999999"),
    ("small@0,0,-1e-70", "small@0,0,0"),
])  # fmt: skip
def test_a_place_is_base_x_y_and_facing_in_any_decimals(text: str, read: str) -> None:
    assert str(read_placement(text)) == read


REFUSED_PLACES = {
    "small@0,0": (
        '"small@0,0" is not a place. Write BASE@X,Y,FACING: a base, mm to the right, mm up the table, '
        "degrees clockwise from up, such as small@-40,12.5,30."
    ),
    "smal@0,x,nan": (
        '"smal" is not a base. Write small, medium, large or WIDTHxLENGTH in mm, such as 80x195.\n'
        '"x" is not a place on the table (Y, mm). Write a number such as 12.5, with at most 40 characters.\n'
        '"nan" is not a facing. Write a number such as 12.5, with at most 40 characters.'
    ),
    "small@inf,-Infinity,0": (
        '"inf" is not a place on the table (X, mm). Write a number such as 12.5, with at most 40 characters.\n'
        '"-Infinity" is not a place on the table (Y, mm). Write a number such as 12.5, with at most 40 characters.'
    ),
    "small@100000.1,0,0": (
        '"100000.1" is not a place on the table (X, mm). Write a number from -100000 to 100000.'
    ),
    f"small@0,0,0.{'z' * 40}": (
        f'"0.{"z" * 35}..." is not a facing. Write a number such as 12.5, with at most 40 characters.'
    ),
}  # fmt: skip


@each_row(("text", "says"), REFUSED_PLACES.items())
def test_a_place_that_cannot_be_read_is_refused_with_all_that_is_wrong(text: str, says: str) -> None:
    with pytest.raises(UnreadableError) as refused:
        read_placement(text)
    assert str(refused.value) == says


def test_a_base_of_a_wrong_size_is_refused_with_its_place() -> None:
    with pytest.raises(UnreadableError, match=r"9 mm wide.*\n?.*not a facing"):
        placed("9x40", 0, 0, "up")
    with pytest.raises(NotAllowedError):
        Base(Decimal(9), Decimal(40))


@each_row(("facing", "bow_left"), [
    (0, (-20.0, 20.0)),
    (90, (20.0, 20.0)),
    (180, (20.0, -20.0)),
    (270, (-20.0, -20.0)),
])  # fmt: skip
def test_facings_run_clockwise_from_up_and_quarter_turns_are_exact(facing: int, bow_left: tuple[float, float]) -> None:
    assert placed("small", 0, 0, facing).corners[0] == bow_left


@given(degrees=st.decimals(-100_000, 100_000, places=20))
def test_every_facing_is_one_from_0_up_to_below_360(degrees: Decimal) -> None:
    found = within_a_turn(degrees)
    assert 0 <= found < 360
    assert within_a_turn(found + 360) == found
    sine, cosine = turned(found)
    assert sine**2 + cosine**2 == pytest.approx(1)
