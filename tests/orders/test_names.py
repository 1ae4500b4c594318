from __future__ import annotations

import pytest

from sits_es.orders import names
from sits_es.sentences import unstorable
from tests.shared.rows import each_row


@each_row(
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


@each_row(
    ("name", "problem"),
    [
        ("", "The name is empty."),
        ("x" * 61, "The name has 61 characters; it may have at most 60."),
        (" x", 'The name " x" holds an invisible character.'),
        ("x\u200by", 'The name "x\N{REPLACEMENT CHARACTER}y" holds an invisible character.'),
        ('a "b"', 'The name "a "b"" can\'t be written in an order.'),
        ("e\u0301", 'The name "e\u0301" can\'t be written in an order.'),
    ],
)
def test_a_name_that_no_order_can_hold_is_refused(name: str, problem: str) -> None:
    assert names.problem_of(name) == problem
    with pytest.raises(ValueError, match=r"^The name "):
        names.written(name)


@pytest.mark.parametrize("name", ["CON", "com1", "friday.", "friday?", "a|b", "a\\b"])
def test_a_new_game_is_called_so_that_every_machine_can_store_its_files(name: str) -> None:
    assert names.problem_of(name) is None
    assert names.problem_of_new(name) == unstorable(name) is not None


def test_only_case_may_differ_for_a_name_to_be_the_same() -> None:
    assert names.same("sirius", ["Fearless", "Sirius"]) == "Sirius"
    assert names.same("SIRIUS", ["Sirius", "SIRIUS"]) == "SIRIUS"
    assert names.same("Sirus", ["Sirius"]) is None
