"""What can be ordered after the action: the side of an attack in one hex, and what is spent of a roll."""

from __future__ import annotations

from sits_es.rules.starwars.slots.rules import problems_at
from tests.rules.starwars.order_refusals import faults, orders_of, said
from tests.rules.starwars.slots_at_hand import check, declared, rolled
from tests.shared.rows import each_row


def test_the_holder_of_the_advantage_names_one_side_and_does_nothing_else() -> None:
    on = declared()
    waits = "An attack in one hex waits for Kite to name a side. Write side, then a letter from A to F."
    assert said(on, "Kite: side C") == []
    assert said(on, "Hawk: side C") == said(on, "fly F") == [f"Hawk can't do that now. {waits}"]
    assert said(on, "Krait: side C") == [f"Krait can't do that now. {waits}"]
    assert said(on, "Kite: fly F") == [f"Kite can't do that now. {waits}"]
    assert said(on, "Kite: side C", "Kite: side C") == ["Kite names only one side. Keep one."]


@each_row(
    "lines",
    [
        ["spend 3 advantage: two boost dice for Heron"],
        ["spend 1 advantage: a", "spend 2 advantage: b", "spend 1 triumph: c"],
        ["spend 3 advantage: critical hit"],
        ["spend 1 triumph: Critical Hit"],
        ["spend 2 advantage on flight: cover", "spend 3 advantage: cover"],
        ["spend 2 advantage: critical hit?"],
    ],
)
def test_what_the_rolls_of_the_slot_brought_can_be_spent(lines: list[str]) -> None:
    on, given = rolled(check("flight", 2, 0), check()), orders_of(*lines)
    assert [found for order in given for found in problems_at(on, 1, order, given)] == []


@each_row(
    ("lines", "message", "field"),
    [
        (["spend 4 advantage: x"], "Hawk can spend 3 advantage from its check for its action, not 4.", "number"),
        (["spend 2 triumph: x"], "Hawk can spend 1 triumph from its check for its action, not 2.", "number"),
        (
            ["spend 2 advantage: x", "spend 2 advantage: y"],
            "Hawk can spend 1 advantage from its check for its action, not 2.",
            "number",
        ),
        (
            ["spend 1 triumph on flight: x"],
            "Hawk can spend 0 triumph from its check in flight, not 1.",
            "number",
        ),
        (
            ["spend 2 advantage: critical hit"],
            "Hawk: a critical hit with forward-lasers costs 3 advantage or 1 triumph, not 2 advantage.",
            "number",
        ),
        (
            ["spend 2 advantage on flight: critical hit"],
            'Hawk: critical hit is bought with its check for its action. Leave out the word "on".',
            "text",
        ),
        (
            ["fly F"],
            "Hawk has had its manoeuvre and its action. Hawk can now spend only what is left of its roll.",
            None,
        ),
        (
            ["Kite: spend 1 advantage: x"],
            "Kite can't take orders now. This slot is for Hawk, and Anna gives the orders.",
            None,
        ),
    ],
)
def test_no_more_is_spent_than_there_is_nor_on_what_it_does_not_buy(
    lines: list[str], message: str, field: str | None
) -> None:
    assert faults(rolled(check("flight", 2, 0), check()), *lines) == [(message, field)]


def test_the_price_of_a_critical_hit_is_the_weapons() -> None:
    assert said(rolled(check()), "spend 2 triumph: critical hit") == [
        "Hawk can spend 1 triumph from its check for its action, not 2.",
        "Hawk: critical hit costs 3 advantage or 1 triumph.",
    ]


def test_what_is_refused_is_not_spent() -> None:
    assert said(rolled(check()), "spend 4 advantage: x", "spend 3 advantage: y") == []
    assert said(rolled(check()), "spend 3 advantage on flight: x", "spend 3 advantage: y") == []


def test_what_is_spent_already_counts_and_threat_is_nothing_to_spend() -> None:
    assert said(rolled(check(), spent={"action advantage": 2}), "spend 2 advantage: x") == [
        "Hawk can spend 1 advantage from its check for its action, not 2."
    ]
    assert said(rolled(check(advantage=-2)), "spend 1 advantage: x") == [
        "Hawk can spend 0 advantage from its check for its action, not 1."
    ]


def test_a_check_that_was_not_made_brings_nothing() -> None:
    assert faults(rolled(check()), "spend 1 advantage on flight: x") == [
        ('Hawk made no check in flight. It made one for its action. Leave out the word "on".', "source")
    ]
    assert faults(rolled(check("flight")), "spend 1 advantage: x") == [
        ("Hawk made no check for its action. It made one in flight. Write on flight before the colon.", "source")
    ]


def test_a_critical_hit_takes_hull_trauma_and_somebody_to_suffer_it() -> None:
    assert said(rolled(check(), hurt=False), "spend 1 triumph: critical hit") == [
        "Hawk: a critical hit needs an attack in this slot that penetrated the armour."
    ]
    on = rolled(check())
    on.starships["Kite"].gone = True
    assert said(on, "spend 1 triumph: critical hit") == ["Hawk: Kite is lost; nothing more can be done to it."]
