"""Every sentence of Star Wars hex combat has one row of its table of rules; see tests/rules/test_rule_tables.py."""

from tests.rules.rules_by_heading import numbers_in_order, rows_by_heading

#: Sentences, table rows and bullets below each printed heading; the page has three parts without one.
PRINTED = {
    "Space Combat": 3,
    "Range Band": 6,
    "Fly Maneuver": 6,
    "Stacking": 2,
    "Arcs and zones": 2,
    "One hex": 1,
    "Gain the Advantage": 7,
    "Asteroid Field": 4,
    "Gas Cloud": 2,
    "Gravity Well": 2,
    "Last line": 1,
}

#: Sentences of each decision.
DECIDED = {
    "The map": 2,
    "Slots": 5,
    "Crews": 10,
    "Spending": 19,
    "Attacks": 4,
    "Weapon qualities": 10,
    "Critical hits": 9,
    "Minion groups": 6,
    "Range bands": 1,
    "Fly": 4,
    "Stacking": 2,
    "Arcs and zones": 5,
    "One hex": 2,
    "Gain the Advantage": 2,
    "Dice": 4,
    "Terrain": 4,
}


def test_every_sentence_printed_and_every_decision_has_one_row_in_order() -> None:
    assert rows_by_heading("starwars") == {"seed": PRINTED, "rules.md": DECIDED}
    assert numbers_in_order("starwars")
