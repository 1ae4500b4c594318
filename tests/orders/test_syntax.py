"""How an order is written is worked out of the grammar, and whatever is written so can be read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest
from attrs import evolve

from sits_es.orders.language import Language
from sits_es.orders.parsing import Parsed, parse
from sits_es.orders.syntax import InTurn, OneOf, Open, Optional, Repeated, Syntax, Typed, Wording, syntaxes_of
from sits_es.rules import system, system_names
from tests.shared.order_samples import RAFTS, SLOOPS, rules_in
from tests.shared.rows import each_row

#: Something for each symbol that is filled in.
SAMPLES: Final = {
    "name": "X-1",
    "QUOTED": '"some words"',
    "NUMBER": "2",
    "DECIMAL": "-1.5",
    "AMOUNT": "0.5",
    "COUNT": "2",
    "WINDOW": "A/B+",
    "VECTORS": "3A 1B",
    "MOVE": "F",
    "SIDE": "C",
    "CHANGE": "+1",
    "SAID": "some words",
    "DEGREES": "30",
    "WORDS": ": some words",
}
#: Those that are written otherwise in one language.
OF: Final = {"sfb": {"PLACE": "1,2.5,-3"}, "xwing": {"PLACE": "1,2.5"}}
EVERY: Final = [(name, each) for name in system_names() for each in syntaxes_of(system(name).language, {})]


def written(part: Wording, samples: dict[str, str]) -> Iterator[str]:
    """A part in every way: each choice, what may be left out left out and not, repeated parts once and twice."""
    match part:
        case Typed(text=text):
            yield text
        case Open(words=words) if words:
            yield from words
        case Open(symbol=symbol):
            yield samples[symbol]
        case OneOf(parts=parts):
            for each in parts:
                yield from written(each, samples)
        case Optional(part=inner):
            yield ""
            yield from written(inner, samples)
        case Repeated(part=inner, least=least):
            some = list(written(inner, samples))
            yield from ([] if least else [""])
            yield from some
            yield f"{some[0]} {some[-1]}"
        case InTurn(parts=parts):
            ways = [list(written(inner, samples)) for inner in parts]
            yield from map(" ".join, product(*ways))


@each_row(("name", "syntax"), EVERY)
def test_an_order_that_is_written_as_its_syntax_says_can_be_read(name: str, syntax: Syntax) -> None:
    language = system(name).language
    samples = SAMPLES | OF.get(name, {})
    for text in dict.fromkeys(written(syntax.part, samples)):
        for start in syntax.starts:
            line = "break " * (start == "break_order") + text
            line = f"{language.step} 3 {line}" if start == "order" and language.numbered else line
            line = f"3 {line}" if start == "order" and not (language.numbered or language.stepless) else line
            found = parse(language, line, "line")
            assert isinstance(found, Parsed), (line, found)
            assert syntax.rule in rules_in(found.tree), line


@each_row(
    ("name", "rule", "forms"),
    [
        ("sits", "launch", ["launch NAME NUMBER salvoes [of NUMBER tubes] at NAME [with WARHEAD]"]),
        ("sits", "plot", ["plot WINDOW: VECTORS[; WINDOW: VECTORS ...]"]),
        ("sits", "roll", ["roll port|starboard NUMBER"]),
        (
            "sits",
            "stop",
            [
                *(f"stop if {what}" for what in ("launched at", "fired at", "damage taken", "ship destroyed")),
                "stop if range to NAME at most NUMBER",
                "stop if NAME bears",
            ],
        ),
        ("sfb", "decelerate", ["decelerate [inertia | for NUMBER]"]),
        ("sfb", "turn", ["turn AXIS AMOUNT ..."]),
        ("starwars", "check", ["check SKILL difficulty NUMBER [by NAME] [with NUMBER ADDED ...] [: SAID]"]),
        ("xwing", "rotating", ["rotate ARC[, ARC ...] [by ruling WORDS]"]),
    ],
)
def test_forms_are_those_of_the_grammar(name: str, rule: str, forms: list[str]) -> None:
    found = {each.rule: each for each in syntaxes_of(system(name).language, {})}
    assert found[rule].forms() == tuple(forms)


def test_an_order_is_known_by_the_words_with_which_all_its_forms_begin() -> None:
    words = {each.rule: each.words for each in syntaxes_of(system("sfb").language, {})}
    assert words["stop"] == ("stop", "if")
    assert words["sphere_off"] == ("sphere", "off")
    assert words["launch"] == ("launch",)
    assert {each.rule: each.words for each in syntaxes_of(system("starwars").language, {})}["noted"] == ("note",)


def test_slots_are_called_as_the_system_says() -> None:
    sail, anchor, mend = syntaxes_of(SLOOPS, {"sail": ("HARBOUR", "KNOTS"), "anchor": ()})
    assert sail.forms() == ("sail to HARBOUR KNOTS",)
    assert (anchor.forms(), anchor.starts) == (("anchor",), ("order", "anytime_order"))
    assert (mend.forms(), mend.starts) == (("mend NAME",), ("break_order",))


@pytest.mark.parametrize(("names", "fault"), [(("HARBOUR",), "no name is left"), (("A", "B", "C"), "no slot is left")])
def test_names_for_other_slots_than_there_are_are_a_mistake(names: tuple[str, ...], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        syntaxes_of(SLOOPS, {"sail": names})


def test_a_rule_that_goes_on_in_the_next_line_is_read_to_its_end() -> None:
    grammar = SLOOPS.grammar.replace("?order: sail | anchor", "// a remark\n?order: sail\n    | anchor")
    language: Language = evolve(SLOOPS, grammar=grammar)
    assert [each.rule for each in syntaxes_of(language, {})] == [each.rule for each in syntaxes_of(SLOOPS, {})]
    assert syntaxes_of(RAFTS, {})
