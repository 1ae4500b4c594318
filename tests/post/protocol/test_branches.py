"""The id of a branch says what was decided, whoever signed it and in whatever order; people see a short label."""

from sits_es.post.protocol.branches import decision_id
from sits_es.service.names import continuations, is_continuation, number_branches
from tests.shared.rows import each_row


def test_the_id_of_a_branch_is_its_parents_and_eight_digits_of_what_was_decided() -> None:
    one, other = decision_id("duel", ["without", 7, ["blue"]]), decision_id("duel", ["without", 7, ["green"]])
    assert one == "duel-" + one[-8:]
    assert one != other
    assert one == decision_id("duel", ("without", 7, ("blue",)))


def test_the_same_decision_about_another_branch_has_another_id() -> None:
    assert decision_id("duel", ["without", 7])[-8:] != decision_id("duel-2", ["without", 7])[-8:]


def test_an_id_is_never_longer_than_that_of_a_branch_may_be() -> None:
    assert len(decision_id("d" * 60, ["without", 7])) == 69
    assert len(decision_id("d" * 300, ["without", 7])) == 300


def test_each_continuation_adds_eight_digits_to_its_parents_id() -> None:
    first = decision_id("duel", ["without", 7])
    second = decision_id(first, ["without", 7])
    assert second.startswith(f"{first}-")
    assert is_continuation(first, "duel")
    assert is_continuation(second, first)
    assert not is_continuation(second, "duel")


@each_row(
    "branch", ["duel", "duel-2", "duel-as-blue-has-it", "duel-0123456G", "other-01234567", "duel-01234567-89abcdef"]
)
def test_a_name_that_somebody_chose_is_no_continuation(branch: str) -> None:
    assert not is_continuation(branch, "duel")


def test_people_see_numbers_in_the_order_in_which_branches_became_the_game() -> None:
    assert number_branches("duel", ["duel-01234567", "duel-89abcdef"]) == {
        "duel-01234567": "duel-2",
        "duel-89abcdef": "duel-3",
    }


def test_where_another_game_has_the_label_the_id_is_shown() -> None:
    shown = number_branches("duel", ["duel-01234567", "duel-89abcdef"], taken=["duel-2"])
    assert shown == {"duel-01234567": "duel-01234567", "duel-89abcdef": "duel-3"}


def test_continuations_are_told_from_what_ifs_and_from_other_peoples_records() -> None:
    one = decision_id("duel", ["ruling", {}])
    other = decision_id(one, ["ruling", {}])
    forks = [("what-if", "duel"), (one, "duel"), ("duel-as-blue-has-it", "duel"), (other, "duel"), ("x-01234567", "x")]
    assert continuations("duel", forks) == [one, other]
