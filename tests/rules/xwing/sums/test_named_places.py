"""A file of places: names, bases, where they are, and every fault by its key and its line."""

from __future__ import annotations

import pytest

from sits_es.rules.xwing.sums.named_places import read_places
from sits_es.toml import SheetFaults
from tests.shared.rows import each_row

FILE = """\
[Red]
base = "small"
at = [-40, 12.5]
facing = 30

["Blue Leader"]
base = "80x195"
half_angle = 41
at = [0.1, 1e2]
facing = -90.5
"""

WRONG = """\
Green = 3
title = "A table"

[Red]
base = "smal"
at = [1, true]
facing = "up"
colour = "red"

[Blue]
base = "small"
half_angle = 45
at = [1, 2, 3]

[Gold]
base = "80x195"
half_angle = 91
at = [nan, 100001]
facing = 0

[Black]
at = 5
"""


def test_each_table_of_a_file_is_a_place_by_its_name() -> None:
    found = read_places(FILE, "table.toml")
    assert {name: str(place) for name, place in found.items()} == {
        "Red": "small@-40,12.5,30",
        "Blue Leader": "80x195@0.1,100,269.5",
    }
    assert found["Blue Leader"].base.half_angle == 41


def test_every_fault_of_a_file_is_told_by_its_key_and_its_line() -> None:
    with pytest.raises(SheetFaults) as refused:
        read_places(WRONG, "wrong.toml")
    assert list(map(str, refused.value.faults)) == [
        "wrong.toml:1: Green: 3 is not a table. Write keys and their values under [Green].",
        'wrong.toml:2: title: "A table" is not a table. Write keys and their values under [title].',
        (
            'wrong.toml:5: Red.base: "smal" is not a base. Write small, medium, large or WIDTHxLENGTH in mm, such as '
            "80x195."
        ),
        "wrong.toml:6: Red.at[2]: true is not a number. Write mm, such as 12.5.",
        'wrong.toml:7: Red.facing: "up" is not a number. Write degrees clockwise from up, such as 30.',
        "wrong.toml:8: Red.colour: There is no key colour. Keys: base, at, facing, half_angle.",
        "wrong.toml:10: Blue.facing: it is missing. Write degrees clockwise from up, such as 30.",
        (
            "wrong.toml:12: Blue.half_angle: A small base has printed arc lines. Leave half_angle out: only huge bases "
            "have it."
        ),
        (
            "wrong.toml:13: Blue.at: a list does not have two numbers. Write mm to the right and mm up the table, such "
            "as [-40, 12.5]."
        ),
        "wrong.toml:17: Gold.half_angle: A half_angle of 91 is impossible. Write a number above 0 and below 90.",
        (
            'wrong.toml:18: Gold.at[1]: "NaN" is not a number for this. Write a number such as 12.5, with at most 40 '
            "characters."
        ),
        'wrong.toml:18: Gold.at[2]: "100001" is not a number for this. Write a number from -100000 to 100000.',
        'wrong.toml:21: Black.base: it is missing. Write a text in quotes, such as "small".',
        "wrong.toml:21: Black.facing: it is missing. Write degrees clockwise from up, such as 30.",
        "wrong.toml:22: Black.at: 5 is not a list. Write one, such as [-40, 12.5].",
    ]


@each_row(("text", "says"), [
    ("", 'none.toml:1: it has no places. Write a table for each place, such as [Red] with base = "small".'),
    ("[Red", ("none.toml:1: This is not TOML: Expected ']' at the end of a table declaration. "
             "Write key = value, texts in quotes, lists in square brackets.")),
    ("[Red]", ('none.toml:1: Red.base: it is missing. Write a text in quotes, such as "small".\n'
              "none.toml:1: Red.at: it is missing. Write a list, such as [-40, 12.5].\n"
              "none.toml:1: Red.facing: it is missing. Write degrees clockwise from up, such as 30.")),
])  # fmt: skip
def test_a_file_without_a_whole_place_is_refused(text: str, says: str) -> None:
    with pytest.raises(SheetFaults) as refused:
        read_places(text, "none.toml")
    assert str(refused.value) == says
