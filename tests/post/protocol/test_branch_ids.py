"""The ids of branches that become the game, and the labels that people see in their place."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sits_es.post.protocol.branches import branch_id, is_continuation, labels

RULING = ["ruling", {"turn": 1, "segments": [3], "about_turn": 1, "about_segment": 2, "words": "Misread."}]


def test_the_same_decision_gives_the_same_id_on_every_machine() -> None:
    assert branch_id("duel", RULING) == "duel-5d954e61"


def test_each_continuation_adds_eight_digits_to_its_parents_id() -> None:
    first = branch_id("duel", RULING)
    second = branch_id(first, RULING)
    assert second.startswith(f"{first}-")
    assert len(second) == len("duel") + 2 * 9
    assert is_continuation(first, "duel")
    assert is_continuation(second, first)


@given(st.lists(st.text(max_size=5), max_size=4), st.lists(st.text(max_size=5), max_size=4))
def test_other_decisions_have_other_ids(one: list[str], other: list[str]) -> None:
    assert (branch_id("duel", one) == branch_id("duel", other)) == (one == other)


@pytest.mark.parametrize(
    "branch", ["duel", "duel-2", "duel-as-blue-has-it", "duel-0123456G", "other-01234567", "duel-01234567-89abcdef"]
)
def test_a_name_that_somebody_chose_is_no_continuation(branch: str) -> None:
    assert not is_continuation(branch, "duel")


def test_people_see_numbers_in_the_order_in_which_branches_became_the_game() -> None:
    assert labels("duel", ["duel-01234567", "duel-89abcdef"]) == {"duel-01234567": "duel-2", "duel-89abcdef": "duel-3"}


def test_where_another_game_has_the_label_the_id_is_shown() -> None:
    shown = labels("duel", ["duel-01234567", "duel-89abcdef"], taken=["duel-2"])
    assert shown == {"duel-01234567": "duel-01234567", "duel-89abcdef": "duel-3"}
