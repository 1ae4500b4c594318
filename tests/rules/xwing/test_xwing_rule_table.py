"""Every sentence of X-Wing's arcs has one row of its table of rules; see tests/rules/test_rule_tables.py."""

from tests.rules.rules_by_heading import numbers_in_order, rows_by_heading

#: Sentences, items and bullets below each printed heading.
PRINTED = {
    "Page": 2,
    "Arc": 4,
    "Standard Arcs": 7,
    "Bullseye Arc": 5,
    "Full Arcs": 8,
    "Turret Arcs": 9,
    "Firing Arcs": 2,
}

#: Sentences of each decision.
DECIDED = {
    "Measures": 3,
    "Token lines": 2,
    "Standard arcs": 4,
    "In an arc": 1,
    "Range bands": 2,
    "Relations": 1,
    "Turrets": 3,
    "Firing arcs": 3,
    "Templates": 7,
    "Dials": 3,
    "Objects": 3,
    "Answers": 2,
    "Record": 1,
}


def test_every_sentence_printed_and_every_decision_has_one_row_in_order() -> None:
    assert rows_by_heading("xwing") == {"seed": PRINTED, "rules.md": DECIDED}
    assert numbers_in_order("xwing")
