from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.facings import Facing, Turn, facing, read_facing, read_turn
from sits_es.rules.sfb.sums.numbers import nearest, read_decimal, written
from sits_es.rules.sfb.sums.places import Inertia, Place, exact, hex_range, read_inertia, read_place
from tests.rules.sfb.sums.values import facings, inertias, places
from tests.shared.rows import each_row


@each_row(
    ("text", "number"),
    [
        ("8.2", 82_000),
        ("-0.5", -5_000),
        ("+3", 30_000),
        (".6", 6_000),
        ("1.", 10_000),
        (" 6.6 ", 66_000),
        ("0.12340000", 1_234),
        ("0000012", 120_000),
        ("9999999.9999", 99_999_999_999),
        ("-0", 0),
    ],
)
def test_a_decimal_is_read_in_ten_thousandths(text: str, number: int) -> None:
    assert read_decimal(text, "a speed") == number


@each_row(
    ("number", "text"), [(82_000, "8.2"), (0, "0"), (-5_000, "-0.5"), (1, "0.0001"), (-30_000, "-3"), (120_000, "12")]
)
def test_a_number_is_written_without_zeros_that_say_nothing(number: int, text: str) -> None:
    assert written(number) == text


@given(number=st.integers(-(10**11) + 1, 10**11 - 1))
def test_what_is_written_is_read_again(number: int) -> None:
    assert read_decimal(written(number), "a speed") == number
    assert read_decimal(written(number, 7), "inertia", 7) == number


@each_row("text", ["", "-", ".", "1,5", "1e3", "0x1", "\u0661", "1 2", "nan", "inf", "--1", "12345678"])
def test_what_is_no_decimal_is_refused(text: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_decimal(text, "a speed", rule="C1.43")
    assert str(refusal.value) == (
        f'"{text}" is not a speed. Write a number such as 8.2, with up to 7 digits before the point '
        "and 4 after it (C1.43)."
    )


def test_more_decimals_than_there_are_is_refused() -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_decimal("8.20001", "a speed", rule="C1.43")
    assert str(refusal.value) == '"8.20001" has more than 4 decimals. A speed has up to 4 (C1.43).'


@each_row(
    ("number", "whole"), [("1562.5", 1563), ("-1562.5", -1563), ("0.4999", 0), ("-0.4999", 0), ("0.5", 1), ("7", 7)]
)
def test_rounding_goes_to_the_nearest_and_from_the_middle_away_from_zero(number: str, whole: int) -> None:
    assert nearest(Fraction(number)) == whole


@given(number=st.fractions())
def test_nothing_is_rounded_further_than_a_half(number: Fraction) -> None:
    assert abs(nearest(number) - number) <= Fraction(1, 2)
    assert nearest(-number) == -nearest(number)


@each_row(
    ("one", "other", "kilometres", "hexes"),
    [
        ("0,0,0", "3,0.5,-1", 32_015, 3),
        ("0,0,0", "0.9999,0,0", 9_999, 0),
        ("0,0,0", "0.9999,0.0001,0", 9_999, 0),  # a part of a kilometre more
        ("0,0,0", "1,0,0", 10_000, 1),
        ("1,1,1", "1,1,1", 0, 0),
        ("0,0,0", "3,4,0", 50_000, 5),
    ],
)
def test_ranges_drop_what_is_left_of_a_kilometre_and_of_a_hex(
    one: str, other: str, kilometres: int, hexes: int
) -> None:
    """D1.4: below one is the same hex."""
    assert exact(read_place(one), read_place(other)) == kilometres
    assert hex_range(read_place(one), read_place(other)) == hexes


def test_places_and_inertia_are_read_and_said_in_hexes() -> None:
    assert read_place("3,0.5,-1") == Place(30_000, 5_000, -10_000)
    assert str(Place(1567, 0, 2715)) == "0.1567,0,0.2715"
    assert read_inertia("-0.5,0.0000001,0") == Inertia(-5_000_000, 1, 0)
    assert str(Inertia(156_250, 0, 270_633)) == "0.015625,0,0.0270633"
    assert Inertia(0, 1, 0)
    assert not Inertia()


@given(one=places, other=places, inertia=inertias, turned=facings)
def test_what_is_said_is_read_again(one: Place, other: Place, inertia: Inertia, turned: Facing) -> None:
    assert read_place(str(one)) == one
    assert read_inertia(str(inertia)) == inertia
    assert read_facing(str(turned)) == turned
    assert (one - other) + other == one


@each_row(
    ("text", "turn"),
    [
        ("yaw 8.2 pitch -3", Turn(-30_000, 82_000, 0)),
        ("ROLL 1 Yaw 2 pitch 3", Turn(30_000, 20_000, 10_000)),
        ("", Turn()),
    ],
)
def test_a_turn_is_words_in_any_order(text: str, turn: Turn) -> None:
    assert read_turn(text) == turn
    assert bool(turn) is (text != "")


def test_a_facing_wraps_each_angle_by_itself_and_nothing_else() -> None:
    """C3.0: a turn adds to what is recorded, whatever the roll."""
    assert read_facing("yaw 300 pitch -10") == Facing(3_500_000, 3_000_000, 0)
    assert read_facing("pitch 100") == Facing(1_000_000, 0, 0)
    assert read_facing("pitch 80 roll 90").turned(read_turn("pitch 20 yaw -1")) == facing(1_000_000, -10_000, 900_000)
    assert str(read_facing("roll 3 pitch -10 yaw 360")) == "pitch -10 roll 3"
    assert str(facing(1_713_713, 1_800_000, 2_000_000)) == "yaw 180 pitch 171.3713 roll -160"
    assert str(Facing()) == "yaw 0"
    assert Facing(1, 2, 30_000).decimals() == {"pitch": "0.0001", "yaw": "0.0002", "roll": "3"}


@pytest.mark.parametrize(
    ("read", "text", "problems"),
    [
        (
            read_place,
            "1,2",
            ('"1,2" is not a place. Write three numbers, X,Y,Z, such as 3,0.5,-1 (A3.4).',),
        ),
        (
            read_place,
            "0.00001,x,3",
            (
                '"0.00001" has more than 4 decimals. X of a place has up to 4 (A3.4).',
                (
                    '"x" is not Y of a place. Write a number such as 8.2, with up to 7 digits before the point '
                    "and 4 after it (A3.4)."
                ),
            ),
        ),
        (
            read_inertia,
            "0,0,0.00000001",
            ('"0.00000001" has more than 7 decimals. Z of inertia has up to 7 (C2.111).',),
        ),
        (
            read_turn,
            "yaw",
            (
                (
                    '"yaw" is not a list of axes and angles. '
                    'Write each axis before its angle, such as "yaw 300 pitch -10" (C1.21).'
                ),
            ),
        ),
        (
            read_facing,
            "yow 3 yaw 1 yaw 2 pitch 0.00001",
            (
                "There is no angle yow. Did you mean yaw? Angles: pitch, yaw, roll. (C1.21)",
                "yaw is given twice. Write it once (C1.21).",
                '"0.00001" has more than 4 decimals. An angle of pitch has up to 4 (C1.21).',
            ),
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_every_fault(
    read: Callable[[str], object], text: str, problems: tuple[str, ...]
) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read(text)
    assert refusal.value.problems == problems


@each_row(
    ("before", "after", "turn"),
    [
        ("yaw 350", "yaw 10", "yaw 20"),
        ("yaw 10", "yaw 350", "yaw -20"),
        ("yaw 0", "yaw 180", "yaw 180"),  # half a turn: positive
        ("yaw 180", "yaw 0", "yaw 180"),
        ("yaw 0", "yaw 180.0001", "yaw -179.9999"),
        ("pitch 30 roll 5", "pitch 20 roll 350", "pitch -10 roll -15"),
    ],
)
def test_the_turn_between_two_facings_is_the_shorter_way_about_each_axis(before: str, after: str, turn: str) -> None:
    found = read_facing(after).since(read_facing(before))
    assert found == read_turn(turn)
    assert read_facing(before).turned(found) == read_facing(after)
