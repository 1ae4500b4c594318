"""Orders that are put together out of choices: every combination where there are few, one slot at a time where not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sits_es.orders.choices import MOST, Offer, Sample, as_data, joined, name_of, needed, plain, samples, slot_of
from sits_es.orders.syntax import OneOf, Open, Syntax, syntaxes_of
from sits_es.rules import system
from tests.shared.rows import each_row


def order(name: str, rule: str, slots: Sequence[str]) -> Syntax:
    return next(each for each in syntaxes_of(system(name).language, {rule: slots}) if each.rule == rule)


def made(syntax: Syntax, choices: Mapping[str, Sequence[object] | None]) -> list[Sample]:
    def found(slot: Open) -> Sequence[Offer] | None:
        offered = choices[name_of(slot)]
        return None if offered is None else plain(offered)

    return [sample for way in syntax.ways().values() for sample in samples(way, found)]


def test_every_combination_is_made_the_plainest_first() -> None:
    repair = order("sits", "repair", ["TRACK", "PARTIES"])
    assert [each.text for each in made(repair, {"TRACK": ["ecm", "thrust"], "PARTIES": [1, 2]})] == [
        "repair ecm",
        "repair ecm with 1",
        "repair ecm with 2",
        "repair thrust",
        "repair thrust with 1",
        "repair thrust with 2",
    ]
    assert made(repair, {"TRACK": ["ecm"], "PARTIES": [1]})[0] == Sample("repair ecm", ("ecm", None))


def test_beyond_many_combinations_one_slot_at_a_time_departs_from_its_first_choice() -> None:
    fire = order("sits", "fire", ["WEAPON", "SHIP"])
    found = made(fire, {"WEAPON": [f"w{at}" for at in range(MOST)], "SHIP": ["Sirius", "Vega"]})
    assert len(found) == MOST + 1
    assert [each.text for each in found[-2:]] == [f"fire w{MOST - 1} at Sirius", "fire w0 at Vega"]
    assert not any(each.whole for each in found)


@each_row(
    ("name", "rule", "slots", "choices", "text"),
    [
        ("sits", "fire", ["WEAPON", "SHIP"], {"WEAPON": ["laser"], "SHIP": ["Old Bess"]}, 'fire laser at "Old Bess"'),
        ("sits", "miracle", ['"TEXT"'], {"TEXT": None}, 'miracle "words"'),
        ("xwing", "critical", [": TEXT"], {"TEXT": None}, "critical: words"),
        ("sits", "plot", ["WINDOW", "VECTORS"], {"WINDOW": ["A/B"], "VECTORS": ["1B"]}, "plot A/B: 1B; A/B: 1B"),
    ],
)
def test_names_and_words_have_their_signs(
    name: str, rule: str, slots: list[str], choices: Mapping[str, Sequence[str] | None], text: str
) -> None:
    assert made(order(name, rule, slots), choices)[-1].text == text


def test_a_slot_without_a_choice_makes_no_order() -> None:
    orbit = order("sfb", "orbit", ["PLANET"])
    assert made(orbit, {"PLANET": []}) == []
    assert [name_of(slot) for slot in needed(orbit.part)] == ["PLANET"]


def test_what_may_be_left_out_is_not_needed() -> None:
    assert [name_of(each) for each in needed(order("sfb", "lost", ["EXPLOSION"]).part)] == []
    assert [name_of(each) for each in needed(order("sfb", "turn", ["DEGREES"]).part)] == ["AXIS", "DEGREES"]


def test_signs_stand_close_to_the_word_before_them() -> None:
    assert joined(["plot", "A", ":", "3A", "", ";", "B", ": 1B"]) == "plot A: 3A; B: 1B"


def test_a_page_is_given_parts_in_the_order_of_what_was_chosen() -> None:
    told: list[str] = []

    def slot(part: Open | OneOf) -> dict[str, Any]:
        found = slot_of(part, lambda _: plain([1, 2]))
        told.append(found.name)
        return {"slot": found.name, "own": found.own}

    decelerate = order("sfb", "decelerate", ["IMPULSES"])
    assert as_data(decelerate.part, slot) == [
        "decelerate",
        {"maybe": {"one": ["inertia", ["for", {"slot": "IMPULSES", "own": True}]]}},
    ]
    roll = order("sits", "roll", ["WINDOWS"])
    assert as_data(roll.part, slot) == ["roll", {"slot": "", "own": False}, {"slot": "WINDOWS", "own": True}]
    assert told == ["IMPULSES", "", "WINDOWS"]
    assert made(roll, {"WINDOWS": [3]})[0] == Sample("roll port 3", ("port", "3"))
