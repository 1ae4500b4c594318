from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.mail.blocks import BlockFault, find_orders, orders_block
from tests.mail.samples import MARKED, ORDERS, lines


def test_orders_stand_between_marks() -> None:
    assert lines(MARKED) == ["-----BEGIN SITS ORDERS-----", *lines(ORDERS), "-----END SITS ORDERS-----"]


@pytest.mark.parametrize(("text", "missing"), [(MARKED[:60], "end"), (MARKED[30:], "beginning")])
def test_half_a_block_counts_for_nothing(text: str, missing: str) -> None:
    told = f"An ORDERS block has no {missing} line, so none of it counts."
    assert list(find_orders(text)) == [BlockFault(text=f"{told} Leave both marks, BEGIN and END, as they are.")]


def test_a_long_comment_cannot_be_wrapped_into_an_order() -> None:
    text = "  # " + "a word or two " * 12 + "\n  1 thrust 4\n"
    block = orders_block(text)
    assert max(map(len, block.splitlines())) <= 64
    assert [line for line in lines(block)[1:-1] if not line.startswith("# ")] == ["1 thrust 4"]
    assert " ".join(line.strip("# ") for line in lines(block)[1:-2]) == ("a word or two " * 12).strip()


def test_a_suggested_order_stays_whole_and_what_it_would_do_goes_below_it() -> None:
    order, why = (
        "fire forward-lasers at Raider zone forward toward C",
        "3 dice and a word or two on what they may come to",
    )
    block = orders_block(f"ship Hawk\n  #   {order}  # {why}\n  #   fly F  # 1 hex\n")
    assert [line.strip() for line in block.splitlines() if "#" in line] == [
        f"#   {order}",
        "#     3 dice and a word or two on what they may come to",
        "#   fly F  # 1 hex",
    ]


@given(st.text())
def test_a_text_without_marks_holds_no_orders(text: str) -> None:
    assert list(find_orders(text.replace("SITS", ""))) == []
