"""One way to write a value down: sorted, tight, exact, and never a float."""

import json
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.canonical import canonical
from tests.shared.rows import each_row

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(exclude_categories=["Cs"])),
    lambda part: st.lists(part, max_size=4) | st.dictionaries(st.text("abAB é-1"), part, max_size=4),
    max_leaves=12,
)


@each_row(
    ("value", "written"),
    [
        ({"b": 1, "a": [True, False, None]}, b'{"a":[true,false,null],"b":1}'),
        (["duel", 1, "B/C+"], b'["duel",1,"B/C+"]'),
        (("Fearless", ()), b'["Fearless",[]]'),
        ("Zürich 光", '"Zürich 光"'.encode()),  # UTF-8, no escapes
        ("\n\x00", b'"\\n\\u0000"'),
        (-(10**30), b"-1000000000000000000000000000000"),  # whole numbers of any size
        ({"10": 1, "9": 2, "": 3}, b'{"":3,"10":1,"9":2}'),  # keys as texts, not as numbers
        ({}, b"{}"),
    ],
)
def test_a_value_has_one_form(value: object, written: bytes) -> None:
    assert canonical(value) == written


@each_row(
    ("value", "refusal"),
    [
        (1.0, "canonical JSON cannot hold a value of the type float"),
        ({"a": [1, {"b": float("nan")}]}, "canonical JSON cannot hold a value of the type float"),
        ((2.5,), "canonical JSON cannot hold a value of the type float"),
        (b"seed", "canonical JSON cannot hold a value of the type bytes"),
        (Decimal("1.5"), "canonical JSON cannot hold a value of the type Decimal"),
        (Fraction(1, 2), "canonical JSON cannot hold a value of the type Fraction"),
        ({1, 2}, "canonical JSON cannot hold a value of the type set"),
        ({1: "a"}, "canonical JSON has text keys only, not int"),
        ({"a": {None: 1}}, "canonical JSON has text keys only, not NoneType"),
    ],
)
def test_what_two_machines_could_write_differently_is_refused(value: object, refusal: str) -> None:
    with pytest.raises(TypeError) as refused:
        canonical(value)
    assert str(refused.value) == refusal


@given(PLAIN)
def test_what_is_written_reads_back_and_is_written_the_same_again(value: object) -> None:
    text = canonical(value)
    assert json.loads(text) == value
    assert canonical(json.loads(text)) == text


@given(st.dictionaries(st.text("abc"), st.integers(), min_size=2), st.randoms(use_true_random=False))
def test_the_order_in_which_a_dict_was_filled_leaves_no_trace(value: dict[str, int], chance: object) -> None:
    keys = list(value)
    chance.shuffle(keys)  # type: ignore[attr-defined]  # Hypothesis's own Random
    assert canonical({key: value[key] for key in keys}) == canonical(value)
