"""The id of a branch says what was decided, whoever signed it and in whatever order."""

from sits_es.post.protocol.branches import decision_id


def test_the_id_of_a_branch_is_its_parents_and_eight_digits_of_what_was_decided() -> None:
    one, other = decision_id("duel", ["without", 7, ["blue"]]), decision_id("duel", ["without", 7, ["green"]])
    assert one == "duel-" + one[-8:]
    assert one != other
    assert one == decision_id("duel", ("without", 7, ("blue",)))


def test_the_same_decision_about_another_branch_has_another_id() -> None:
    assert decision_id("duel", ["without", 7])[-8:] != decision_id("duel-2", ["without", 7])[-8:]


def test_an_id_is_never_longer_than_a_name_may_be() -> None:
    assert len(decision_id("d" * 60, ["without", 7])) == 60
