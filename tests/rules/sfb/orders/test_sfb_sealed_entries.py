"""What players enter is confirmed by the others; nobody seals it among orders."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.game.play import read_forms
from sits_es.rules import system
from sits_es.rules.sfb.board import BREAK
from tests.shared.rows import each_row


@each_row(
    ("line", "step", "said"),
    [
        ("impulse 5 Kestrel: damage 4", 5, 'Kestrel: "damage 4" is something you enter, not an order.'),
        ("impulse 5 Kestrel: sphere energy 99", 5, 'Kestrel: "sphere energy 99" is something you enter, not an order.'),
        ("impulse 5 Kestrel: web web-1 is 8", 5, 'Kestrel: "web web-1 is 8" is something you enter, not an order.'),
        ("Kestrel: lost exploding 12.5", BREAK, 'Kestrel: "lost exploding 12.5" is something you enter, not an order.'),
    ],
)
def test_a_sealed_entry_is_not_read_as_an_order(line: str, step: int, said: str) -> None:
    rules = system("sfb")
    with pytest.raises(UnreadableError) as refusal:
        read_forms(rules, [line, f"{'' if step == BREAK else 'impulse 5 '}Kestrel: speed 4"], step)
    assert refusal.value.problems == (said,)


def test_all_entries_are_named_to_the_frame() -> None:
    entered = {
        *("DamageEntered", "LossEntered", "SphereEntered", "WebEntered"),
        *("TractorEntered", "DisplacementEntered", "InertiaEntered", "ShieldEntered"),
    }
    assert {each.__name__ for each in system("sfb").entry_types} == entered
    assert system("sits").entry_types == ()
