from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.orders import names


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Fearless", "Fearless"),
        ("O'Brien_2-b", "O'Brien_2-b"),
        ("7", "7"),
        ("K\u00f6nigsberg", "K\u00f6nigsberg"),
        ("King Roger", '"King Roger"'),
        ("St. Kitts", '"St. Kitts"'),
        ("-x", '"-x"'),
        ("a#b", '"a#b"'),
    ],
)
def test_a_name_is_quoted_where_it_needs_it(name: str, text: str) -> None:
    assert names.written(name) == text


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "The name is empty."),
        ("x" * 61, "The name has 61 characters; it may have 60."),
        (" x", 'The name " x" holds something that can\'t be seen.'),
        ("x\u200by", 'The name "x\N{REPLACEMENT CHARACTER}y" holds something that can\'t be seen.'),
        ('a "b"', 'The name "a "b"" can\'t be written in an order.'),
        ("e\u0301", 'The name "e\u0301" can\'t be written in an order.'),
    ],
)
def test_a_name_that_no_order_can_hold_is_refused(name: str, problem: str) -> None:
    assert names.problem_of(name) == problem
    with pytest.raises(ValueError, match=r"^The name "):
        names.written(name)


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("Sirus", "Sirius"),
        ("sirius", "Sirius"),
        ("FEARLES", "Fearless"),
        ("\u0405irius", "Sirius"),  # a Cyrillic letter that looks like S
        ("xyzzy", None),
        ("S" * 10_000, None),
    ],
)
def test_the_nearest_name_is_the_one_most_alike(name: str, meant: str | None) -> None:
    assert names.nearest(name, ["Fearless", "Sirius"]) == meant


def test_of_names_that_differ_in_case_alone_the_first_is_the_nearest() -> None:
    assert names.nearest("aBC", ["abc", "ABC"]) == "abc"
    assert names.nearest("abd", []) is None


def test_only_case_may_differ_for_a_name_to_be_the_same() -> None:
    assert names.same("sirius", ["Fearless", "Sirius"]) == "Sirius"
    assert names.same("SIRIUS", ["Sirius", "SIRIUS"]) == "SIRIUS"
    assert names.same("Sirus", ["Sirius"]) is None


@pytest.mark.parametrize(
    ("said", "known", "kinds", "sentence"),
    [
        ("Sirus", ["Fearless", "Sirius"], "", "There is no box Sirus. Did you mean Sirius? Boxs: Fearless, Sirius."),
        ("bow", ["Fearless"], "boxes", "There is no box bow. Boxes: Fearless."),
        ("bow port", [], "boxes", 'There is no box "bow port". There are no boxes.'),
        (
            "F\u0435arless",
            ["Fearless"],
            "boxes",
            (
                'There is no box F\u0435arless. Did you mean Fearless? It holds "\u0435" (cyrillic small letter ie). '
                "Boxes: Fearless."
            ),
        ),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_and_all_known_ones(
    said: str, known: list[str], kinds: str, sentence: str
) -> None:
    assert names.unknown("box", said, known, kinds) == sentence


def test_a_character_that_is_not_plain_is_named() -> None:
    assert names.strangers("3\u20134") == 'It holds "\u2013" (en dash).'
    assert names.strangers("a\u200bb") == "It holds zero width space."
    assert names.strangers("a\ue000b") == "It holds u+e000."
    assert names.strangers("plain") == ""


@given(st.text(max_size=70), st.lists(st.text(max_size=10), max_size=5))
def test_any_name_has_an_answer(name: str, known: list[str]) -> None:
    nearest = names.nearest(name, known)
    assert nearest is None or nearest in known
    assert names.unknown("ship", name, known).startswith("There is no ship ")
    assert (names.problem_of(name) is None) or name not in (n for n in known if names.problem_of(n) is None)
