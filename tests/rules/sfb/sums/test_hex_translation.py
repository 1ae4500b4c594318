from __future__ import annotations

import re

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.sfb.sums.facings import Facing
from sits_es.rules.sfb.sums.hexes import facing_of, place_of
from sits_es.rules.sfb.sums.places import Place
from tests.shared.rows import each_row


@each_row(
    ("number", "hexes"),
    [("2215", ("22", "0", "15")), ("0101", ("1", "0", "1")), ("4230", ("42", "0", "30")), ("0000", ("0", "0", "0"))],
)
def test_s3d1_1_a_hex_number_is_x_and_z(number: str, hexes: tuple[str, str, str]) -> None:
    assert place_of(number).hexes() == hexes


def test_a_hex_is_10_000_kilometres() -> None:
    assert place_of("2215") == Place(220_000, 0, 150_000)


@each_row(("letter", "yaw"), [("A", 300), ("B", 0), ("C", 60), ("D", 120), ("E", 180), ("F", 240), ("a", 300)])
def test_s3d1_2_a_facing_is_a_yaw(letter: str, yaw: int) -> None:
    assert facing_of(letter) == Facing(yaw=yaw * 10_000)


@each_row("number", ["221", "22155", "22 5", "", "22.5", "-215", "²²15", "٢٢١٥", "2215\n"])
def test_a_hex_that_has_not_four_digits_is_refused(number: str) -> None:
    with pytest.raises(
        UnreadableError, match=r'^".*" is not a hex number\. Write four digits, such as 2215 \(S3D1\.1\)\.$'
    ):
        place_of(number)


@each_row("letter", ["G", "", "AB", "1", "\N{FULLWIDTH LATIN CAPITAL LETTER A}"])
def test_a_facing_that_is_not_a_to_f_is_refused(letter: str) -> None:
    words = f'"{letter}" is not a facing. Write A, B, C, D, E or F (S3D1.2).'
    with pytest.raises(UnreadableError, match=f"^{re.escape(words)}$"):
        facing_of(letter)
