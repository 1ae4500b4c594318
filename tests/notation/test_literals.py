"""Values of the notation: whatever an event can hold is written and read back, in one line or in several."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.notation.fields import FieldReader, written_fields
from sits_es.notation.lines import NotReadableError, read_statement
from sits_es.notation.literals import in_order, shortened, written

texts = st.text(max_size=40) | st.sampled_from(["yes", "no", "by", "kept", "?", "..", "B/C+", "a;b", "{x}", '"', "\\"])
plain = st.none() | st.booleans() | st.integers(-(10**12), 10**12) | texts
values = st.recursive(plain, lambda part: st.lists(part, max_size=5) | st.dictionaries(texts, part, max_size=5))


def read(line: str) -> Any:
    return read_statement(1, line).values


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "?"),
        (True, "yes"),
        (False, "no"),
        (-3, "-3"),
        ("Sirius", "Sirius"),
        ("B/C+", "B/C+"),
        ("yes", '"yes"'),
        ("28", '"28"'),
        ("", '""'),
        ('the "old" one', '"the \\"old\\" one"'),
        ("a\nb\x1b", '"a\\nb\\u001b"'),
        ([1, "two", [None]], "[1 two [?]]"),
        ({"ship": "Sirius", "count": 1, "by": []}, "(by=[] count=1 ship=Sirius)"),
        ({"two words": {}}, '("two words"=())'),
    ],
)
def test_a_value_is_written_so(value: Any, text: str) -> None:
    assert written(value) == text
    assert read(f".x {text}") == (1, "x", value)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"code": "all-killed", "values": []}, "all-killed"),
        ({"code": "no-target", "values": ["Sirius", 4]}, "[no-target Sirius 4]"),
        ({"a": 1, "b": 2, "c": 3}, "(a=1 b=2 c=3)"),
        ({"a": 1, "b": 2, "c": 3, "d": 4}, ".."),
        ([1, 2, 3, 4, 5, 6, 7, 8], "[1 2 3 4 5 6 7 8]"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], ".."),
        ([[1]], ".."),
        ({"a": [1]}, ".."),
    ],
)
def test_in_a_result_what_is_long_is_left_out(value: Any, text: str) -> None:
    assert shortened(value) == text


@given(value=values)
def test_every_value_comes_back_from_one_line(value: Any) -> None:
    line = f".x {written(value)}"
    assert line.isprintable()
    assert read(line) == (1, "x", value)
    assert read(f".x {in_order(value)} ; and a comment") == (1, "x", value)


@given(data=st.dictionaries(texts, values, max_size=6))
def test_the_fields_of_a_fact_come_back_from_several_lines(data: dict[str, Any]) -> None:
    lines = list(written_fields(data))
    found: dict[str, Any] = {}
    reader = FieldReader(found)
    for line in lines:
        reader.take(read_statement(1, line))
    reader.close()
    assert found == data


def test_what_is_too_long_for_a_line_goes_on_below_with_more_dots() -> None:
    rows = [{"from": at, "to": at + 7, "most salvoes": "5"} for at in range(0, 24, 8)]
    data = {"title": "T" * 99, "tables": {"rows": rows, "none": {}}, "count": 3, "names": ["Sirius"] * 20}
    assert list(written_fields(data)) == [
        ".count 3",
        f".title {'T' * 99}",
        ".names",
        f"..+ {' '.join(['Sirius'] * 13)}",
        f"..+ {' '.join(['Sirius'] * 7)}",
        ".tables",
        "..none ()",
        "..rows",
        '...+ (from=0 "most salvoes"="5" to=7) (from=8 "most salvoes"="5" to=15)',
        '...+ (from=16 "most salvoes"="5" to=23)',
    ]


@pytest.mark.parametrize("value", [1.5, b"x", {1, 2}])
def test_what_no_event_holds_is_not_written(value: Any) -> None:
    with pytest.raises(ValueError, match=f"the notation has no way to write {type(value).__name__}"):
        written(value)


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ([".a 1", ".a 2"], 'The field "a" is there twice.'),
        ([".a", "..b 1", "..b 2"], 'The field "b" is there twice.'),
        ([".a (b=1 b=2)"], 'The field "b" is there twice.'),
        (["..a 1"], "There are 2 dots, and nothing with 1 above that it could be a part of."),
        ([".a 1", "..b 1"], "There are 2 dots, and nothing with 1 above that it could be a part of."),
        ([".+ 1"], "A fact has fields with names."),
        (
            [".a", "..+ 1", "..b 2"],
            "Parts of a list have a + after their dots, and fields have a name; here is one among others.",
        ),
        (
            [".a", "..b 2", "..+ 1"],
            "Parts of a list have a + after their dots, and fields have a name; here is one among others.",
        ),
    ],
)
def test_fields_that_do_not_fit_are_refused(lines: list[str], fault: str) -> None:
    *sound, wrong = lines
    reader = FieldReader({})
    for line in sound:
        reader.take(read_statement(1, line))
    with pytest.raises(NotReadableError) as stumble:
        reader.take(read_statement(1, wrong))
    assert stumble.value.fault.message == fault
