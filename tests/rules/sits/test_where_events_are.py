"""The names of SITS's steps, against its order language."""

from sits_es.rules.sits import STEPS
from sits_es.rules.sits.orders.language import LANGUAGE


def test_the_steps_of_a_turn_are_those_of_the_order_language() -> None:
    assert LANGUAGE.step_names == STEPS
