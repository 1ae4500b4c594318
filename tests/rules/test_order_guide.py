"""What is told of an order is found by its words; where nothing is told, how it is written still is."""

from __future__ import annotations

import pytest

from sits_es.errors import UnreadableError
from sits_es.rules.order_guide import read_guide
from tests.shared.order_samples import SLOOPS
from tests.shared.rows import each_row

TOLD = """
where = "regatta 1.1"
about = ["The wind does not matter."]
sample = '''
game regatta
turn 1
ship Nell
  1  sail to Port 5
'''

[words]
HARBOUR = "a harbour"
KNOTS = "0 to 12"

[order.sail]
slots = ["HARBOUR", "KNOTS"]
does = "Sail to a harbour. It takes a while."
more = ["Ships that touch are void."]
example = '''
ship Nell
  1  sail to Port 5
'''
rule = "page 3"

[order.anchor]
entered = true
where = ""
"""
GUIDE = read_guide(TOLD, SLOOPS)


def test_an_order_is_told_with_what_its_grammar_and_its_system_say() -> None:
    (sail,) = GUIDE.find(["sail"])
    assert (sail.title, sail.forms) == ("sail to", ("sail to HARBOUR KNOTS",))
    assert sail.slots == {"HARBOUR": "a harbour", "KNOTS": "0 to 12"}
    assert sail.first == "Sail to a harbour."
    assert (sail.follows, sail.where, sail.entered) == ("page 3", "regatta 1.1", False)
    (anchor,) = GUIDE.find(["anchor"])
    assert (anchor.entered, anchor.where) == (True, "")


@each_row("asked", [["sail"], ["SAIL"], ["sail", "to"], ["sail to"], ["sail", "to", "Port", "5"]])
def test_it_is_found_by_its_beginning_or_by_a_whole_order(asked: list[str]) -> None:
    assert [each.rule for each in GUIDE.find(asked)] == ["sail"]


def test_an_unknown_order_is_answered_with_what_there_is() -> None:
    with pytest.raises(UnreadableError) as refusal:
        GUIDE.find(["ancor"])
    assert str(refusal.value) == "There is no order ancor. Did you mean anchor? Orders: sail to, anchor, mend."
    with pytest.raises(UnreadableError):
        GUIDE.find(["sail", "home"])


def test_a_language_that_says_nothing_still_tells_its_forms() -> None:
    guide = read_guide("", SLOOPS)
    assert (guide.about, guide.sample, guide.where) == ((), "", "")
    assert [each.forms for each in guide.orders] == [("sail to NAME NUMBER",), ("anchor",), ("mend NAME",)]
    assert {each.does for each in guide.orders} == {""}


@each_row(
    ("written", "said"),
    [
        (
            "[sails]\ndoes = 'Sail.'",
            "orders/help.toml:1: sails: There is no key sails. Keys: where, about, sample, entered, words, order.",
        ),
        (
            "[order.sial]\ndoes = 'Sail.'",
            "orders/help.toml:1: order.sial: There is no key sial. Did you mean sail? Keys: sail, anchor, mend.",
        ),
        (
            "[order.anchor]\ntells = 'Anchor.'",
            (
                "orders/help.toml:2: order.anchor.tells: There is no key tells. "
                "Keys: title, slots, does, more, example, where, rule, entered."
            ),
        ),
        (
            "[[order]]\ndoes = 'Anchor.'",
            "orders/help.toml:1: order: a list is not a table. Write keys and their values under [order].",
        ),
        (
            "[order.sail]\nslots = ['HARBOUR']",
            (
                "orders/help.toml: no name is left for a slot of NUMBER. Under slots, give exactly one "
                "name for each blank in the order."
            ),
        ),
        (
            "[order.anchor]\nslots = ['DEPTH']",
            (
                "orders/help.toml: anchor: no slot is left for DEPTH. Under slots, give exactly one name "
                "for each blank in the order."
            ),
        ),
    ],
)
def test_a_file_of_help_that_names_something_else_is_refused(written: str, said: str) -> None:
    with pytest.raises(UnreadableError) as refusal:
        read_guide(written, SLOOPS)
    assert refusal.value.problems == (said,)
