"""What players agree on for a whole game."""

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.options import options_data, read_options
from sits_es.rules.sfb.scenario.options import Options
from tests.shared.rows import each_row


def test_options_have_defaults_and_come_back_from_their_data() -> None:
    assert read_options(Options, {}) == Options(run=8, field="", turns=0)
    chosen = Options(run=32, field="mirrored", turns=6, own_side_targets=True)
    assert read_options(Options, options_data(chosen)) == chosen


def test_numbers_may_be_texts_as_a_fork_gives_them() -> None:
    assert read_options(Options, {"run": "4", "turns": "12"}) == Options(run=4, turns=12)


@each_row(
    ("name", "value", "said"),
    [
        ("run", 0, "Option run is 0; it can be 1 to 32 impulses."),
        ("run", "33", 'Option run is "33"; it can be 1 to 32 impulses.'),
        ("run", True, "Option run is true; it can be 1 to 32 impulses."),
        ("turns", -1, "Option turns is -1; it can be 1 to 999 turns, or 0 to play until one side is left."),
        ("turns", "soon", 'Option turns is "soon"; it can be 1 to 999 turns, or 0 to play until one side is left.'),
        ("field", "round", 'Option field is "round"; it can be mirrored or positive, or empty for none.'),
        ("own_side_targets", "yes", 'Option own_side_targets is "yes"; it can be false or true.'),
        ("runs", 8, "There is no option runs. Did you mean run? Options: run, field, turns, own_side_targets."),
    ],
)
def test_any_other_option_is_refused(name: str, value: object, said: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_options(Options, {name: value})
    assert refusal.value.problems == (said,)


def test_every_wrong_option_is_named_at_once() -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_options(Options, {"run": 0, "length": 1})
    assert len(refusal.value.problems) == 2
