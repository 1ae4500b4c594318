"""A part of the games of `python -m tests.endurance.hostile_packets`."""

from tests.endurance.hostile_packets import runs


def test_whatever_one_of_three_signs_costs_the_others_nothing() -> None:
    assert runs(1, 60) == []


def test_in_a_copy_too_two_packets_that_count_for_nothing_are_grounds_to_go_on() -> None:
    assert runs(5002, 1) == []
